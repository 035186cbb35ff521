"""Cartouche: a companion that lies on the table beside a real boxed board game."""

import os

__version__ = "0.1.0"

# What numpy multiplies here is small: its own threads would wait for each other longer than they work, and keep the
# screen from the other cores. It looks at this once, when it is imported, so it must stand before anything else.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
