"""What belongs to players and markets, in two steps where one screen would hold too much: whose, then what."""

from __future__ import annotations

from collections.abc import Callable, Collection

from companion.engine.game import Choice, Decision
from companion.engine.text import T, Text
from companion.engine.text import seat as seat_text
from companion.games.nefertiti.components import MARKET_NAMES, MARKETS
from companion.games.nefertiti.labels import gift_name
from companion.ui.boards import nefertiti_keys as keys
from companion.ui.boards.base import Area, Marks

THINGS = "things"
"""Kind of the keys, and of the sheets, that stand for everything of one owner."""
BOARD = "board"
"""The owner of what lies on reserves and top gifts."""
OWNED = frozenset(("holding", "money", "seal", "prestige", "reserve"))


def owner_of(target: str, drawn: Collection[str]) -> str:
    """A seat, BOARD, or "" for what belongs to nobody. drawn: the markets whose gifts are touched on the board."""
    kind, _, rest = target.partition(":")
    first = rest.partition(":")[0]
    if kind not in OWNED and (kind != "gift" or first in drawn):
        return ""
    return BOARD if first in MARKETS else first


def owners(decision: Decision, drawn: Collection[str]) -> list[str]:
    """Everybody whose things can be chosen, the markets last."""
    found = (owner_of(target, drawn) for choice in decision.choices for target in choice.targets)
    return sorted((owner for owner in dict.fromkeys(found) if owner), key=BOARD.__eq__)


def in_two_steps(decision: Decision, room: Area) -> bool:
    """Whether the owner is asked first: an effect entered by hand, or more gifts than there is room for."""
    targets = {target for choice in decision.choices for target in choice.targets}
    held = [target for target in targets if target.startswith("holding:")]
    return any(target.startswith("prestige:") for target in targets) or len(held) > keys.most_keys(room)


def owner_looks(decision: Decision, drawn: Collection[str], say: Callable[[Text | str], str]) -> list[keys.KeyLook]:
    """A key for each owner."""
    return [keys.KeyLook(f"{THINGS}:{owner}", title(owner, say), True, False) for owner in owners(decision, drawn)]


def thing_looks(
    decision: Decision, drawn: Collection[str], owner: str, marks: Marks, say: Callable[[Text | str], str]
) -> list[keys.KeyLook]:
    """A key for each thing of one owner."""
    found = {
        target: keys.KeyLook(target, say(_words(target, choice)), target in marks.lit, target in marks.selected)
        for choice in decision.choices
        for target in choice.targets
        if owner_of(target, drawn) == owner
    }
    return list(found.values())


def title(owner: str, say: Callable[[Text | str], str]) -> str:
    """An owner in words."""
    return say(T("Markets") if owner == BOARD else T("{who}", who=seat_text(owner)))


def _words(target: str, choice: Choice) -> Text | str:
    kind, _, rest = target.partition(":")
    if kind == "gift":
        return choice.label
    if rest in MARKETS:
        return MARKET_NAMES[rest]
    if kind == "holding":
        return gift_name(rest.partition(":")[2])
    return {"money": T("Deben"), "seal": T("Seal"), "prestige": T("Prestige")}[kind]
