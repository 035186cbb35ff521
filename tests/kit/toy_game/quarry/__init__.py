"""Quarry, a game for two to four that was written for tests alone and knows only the public contract.

Everybody stakes 0 to 3 unseen, all stakes are shown, then seats in turn empty a pit and the table turns up a token for
the taker. When the pits are empty: a point a stone, the tokens, and the stake for whoever has the most stones.
"""

from quarry.rules import Quarry

GAME = Quarry()
