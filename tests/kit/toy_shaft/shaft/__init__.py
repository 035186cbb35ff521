"""Shaft, a game for two or three written for tests alone: half of its box is unknown, and what people dig is secret.

Twice everybody chooses unseen how deep to dig. Then it shows: together no deeper than the shaft, everybody scores what
they dug; deeper, nobody scores. How deep the shaft is stands in the box, or the table is asked for it once.
"""

from shaft.rules import Shaft

GAME = Shaft()
