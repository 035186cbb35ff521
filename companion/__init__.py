"""Cartouche: a companion that lies on the table beside a real boxed board game."""

__version__ = "0.1.0"
