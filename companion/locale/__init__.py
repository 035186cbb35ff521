"""Catalogues of messages: one domain for the program, one a game; English is the source."""
