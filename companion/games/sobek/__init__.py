"""Sobek (Bruno Cathala, 2010): goods along the Nile, and what lies under the corruption tile."""
