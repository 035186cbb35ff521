"""What the lower part of the Sobek board offers for a decision: keys, buttons, the three actions. Pure: no Kivy."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace

from companion.engine.game import TABLE, Choice, Decision
from companion.engine.text import T, Text, seat
from companion.games.sobek.catalogue import CHARACTERS, FAMILIES, FAMILY_NAMES
from companion.games.sobek.moves import (
    Add,
    Character,
    Counted,
    Decline,
    Done,
    Down,
    Drop,
    Laid,
    Lay,
    LaySet,
    Reveal,
    Take,
    Withdraw,
)
from companion.games.sobek.state import EMPTY, Draft, Sobek
from companion.ui.boards import sobek_reading as reading
from companion.ui.boards.sobek_keys import PICTURES, Key

MAIN, POWERS, SETS = "main", "power", "set"
DELIVER, PICK, SEVERAL = "deliver", "pick", "several"
GOLD = (Laid, Down, Counted, Done)
QUIET = (Withdraw, Decline)
MOST_NUMBERS = 12
"""So many numbers have a button each; larger ones come by the keypad."""
AGAIN = (Lay, Add)
"""Moves that are often made twice on one key: two quick taps are two cards."""


@dataclass
class Desk:
    """What fingers have chosen to look at: the open picker, the seat whose sets are shown, the one that is asked among
    several, the place of a delivery that is laid again, the button whose consequence is shown, the characters that had
    a key since the set was begun."""

    page: str = ""
    shown: str = ""
    who: str = ""
    place: int = 0
    sure: int = -1
    offered: frozenset[str] = frozenset()
    offering: object = None

    def clear(self) -> None:
        """Another seat decides, or another thing."""
        self.page = self.shown = self.who = ""
        self.place, self.sure, self.offered = 0, -1, frozenset()


@dataclass(frozen=True)
class Page:
    """What is offered. name: its kind. actions: take, character, set and what the open one is. seats: whom to ask."""

    name: str = ""
    keys: tuple[Key, ...] = ()
    buttons: tuple[Key, ...] = ()
    actions: tuple[Key, ...] = ()
    seats: tuple[str, ...] = ()
    waiting: frozenset[str] = frozenset()
    who: str = ""
    place: int = 0
    laying: str = ""
    """The seat whose draft is shown."""
    lit: frozenset[str] = field(default=frozenset())

    @property
    def looks(self) -> bool:
        """Whether the sets of a seat stand below."""
        return self.name in ("", MAIN) and not self.keys


def page_of(state: Sobek, decision: Decision | None, desk: Desk) -> Page:
    """The page of a decision, as far as the fingers have opened it."""
    if decision is None or decision.private or decision.forced or not (decision.choices or decision.forms):
        return Page()
    moves = [choice.move for choice in decision.choices]
    if any(isinstance(move, Lay) for move in moves):
        return _delivery(state, decision, desk)
    if state.stage == "last":
        return _several(state, decision, desk)
    if any(isinstance(move, Take) for move in moves):
        return _turn(state, decision, desk)
    return _pick(state, decision, desk)


# a turn: three actions, two of them with a picker


def _turn(state: Sobek, decision: Decision, desk: Desk) -> Page:
    numbered = list(enumerate(decision.choices))
    first = next(i for i, choice in numbered if isinstance(choice.move, Take))
    best = decision.choices[first]
    buttons = _buttons(decision, numbered, desk)
    if state.stage != "turn":
        # The Merchant: any card, or none.
        return Page(MAIN, buttons=buttons)
    place = best.move.place if isinstance(best.move, Take) else 1
    take = Key(f"now:{first}", reading.say_take(state, place), first, look="primary", icon="down")
    character = Key("open:power", T("Character"), look="lapis" if desk.page == POWERS else "plain", icon="mask")
    lay = Key("open:set", T("Lay a set"), look="lapis" if desk.page == SETS else "plain", icon="plus")
    actions = (take, character, lay)
    if desk.page == POWERS:
        return Page(MAIN, _powers(numbered), buttons, actions)
    if desk.page == SETS:
        return Page(MAIN, _families(state, numbered, decision.seats[0]), buttons, actions)
    return Page(MAIN, (), buttons, actions)


def _powers(numbered: Iterable[tuple[int, Choice]]) -> tuple[Key, ...]:
    found = {c.move.name: i for i, c in numbered if isinstance(c.move, Character)}
    return tuple(Key(f"power:{name}", reading.short_name(name), found.get(name, -1)) for name in CHARACTERS)


def _families(state: Sobek, numbered: Iterable[tuple[int, Choice]], who: str) -> tuple[Key, ...]:
    """A key for a new set of each family, and one for each own set that may grow."""
    fresh: dict[str, int] = {}
    old: dict[int, int] = {}
    for i, choice in numbered:
        if isinstance(choice.move, LaySet) and choice.move.by == who:
            if choice.move.onto < 0:
                fresh[choice.move.family] = i
            else:
                old[choice.move.onto] = i
    keys = [Key(f"family:{family}", FAMILY_NAMES[family], fresh.get(family, -1)) for family in FAMILIES]
    for onto, i in sorted(old.items()):
        laid = state.sides[who].sets[onto]
        keys.append(Key(f"set:{who}:{onto}", T("+ {family}", family=FAMILY_NAMES[laid.family]), i))
    return tuple(keys)


# a delivery


def next_place(state: Sobek, decision: Decision, desk: Desk) -> int:
    """The place that the next tap lays: the one that was tapped, else the first empty one; 0 when all lie."""
    open_places = {choice.move.place for choice in decision.choices if isinstance(choice.move, Lay)}
    if desk.place in open_places:
        return desk.place
    empty = [place for place in sorted(open_places) if state.quay[place - 1] == EMPTY]
    return empty[0] if empty else 0


def _delivery(state: Sobek, decision: Decision, desk: Desk) -> Page:
    numbered = list(enumerate(decision.choices))
    place = next_place(state, decision, desk)
    found = {c.move.card: i for i, c in numbered if isinstance(c.move, Lay) and c.move.place == place}
    offered = reading.delivery_keys(state.facts)
    keys = tuple(Key(f"card:{card}", reading.short_name(card), found.get(card, -1)) for card in offered)
    return Page(DELIVER, keys if place else (), _buttons(decision, numbered, desk), place=place)


# several seats at once


def _several(state: Sobek, decision: Decision, desk: Desk) -> Page:
    able = {choice.move.by for choice in decision.choices} | {form.by for form in decision.forms}
    seats = tuple(who for who in state.seats if who in able)
    who = desk.who if desk.who in seats else (seats[0] if seats else "")
    numbered = [(i, choice) for i, choice in enumerate(decision.choices) if choice.move.by in (who, TABLE)]
    draft = state.sides[who].draft if who else None
    if draft is not None:
        keys = _members(state, numbered, draft, desk)
    else:
        keys = _families(state, numbered, who) if any(isinstance(c.move, LaySet) for _, c in numbered) else ()
    playing = tuple(one for one in state.seats if not state.sides[one].gone)
    return Page(
        SEVERAL, keys, _buttons(decision, numbered, desk), seats=playing, waiting=frozenset(seats), who=who,
        laying=who if draft is not None else "",
    )  # fmt: skip


# anything else: a key for each choice with a place, a button for each without


def _members(state: Sobek, numbered: Iterable[tuple[int, Choice]], draft: Draft, desk: Desk) -> tuple[Key, ...]:
    """The cards that may join. While a set is being laid no key goes away: nothing slides under the finger."""
    found = {c.move.card: i for i, c in numbered if isinstance(c.move, Add)}
    if not draft.cards or desk.offering != draft.before:
        desk.offered, desk.offering = frozenset(), draft.before
    desk.offered |= {card for card in (*found, *draft.cards) if card in CHARACTERS}
    usual = reading.member_keys(state.facts, draft.family)
    shown = [card for card in usual if card in desk.offered or card not in CHARACTERS]
    return tuple(Key(f"card:{card}", reading.short_name(card), found.get(card, -1)) for card in shown)


def _pick(state: Sobek, decision: Decision, desk: Desk) -> Page:
    numbered = list(enumerate(decision.choices))
    known = state.sides[state.turn].pile.n if state.stage == "fraud" else -1
    buttons = _buttons(decision, numbered, desk, known)
    who = decision.seats[0] if decision.seats else ""
    draft = state.sides[who].draft if who else None
    if draft is not None:
        return Page(PICK, _members(state, numbered, draft, desk), buttons, laying=who)
    keys = [Key(picture, _label(state, choice, picture), i) for i, choice in numbered if (picture := _picture(choice))]
    if state.stage in ("count", "scarabs"):
        keys += _piles(state, decision)
    return Page(PICK, tuple(keys), buttons)


def _picture(choice: Choice) -> str:
    """The target of a choice that has a picture, "" for none: it is a button then, or a card of the quay."""
    return next((target for target in choice.targets if target.partition(":")[0] in PICTURES), "")


def _piles(state: Sobek, decision: Decision) -> list[Key]:
    """A key for the corruption pile of each seat that may be told otherwise, or is asked for its scarabs."""
    found = []
    for i, form in enumerate(decision.forms):
        side = state.sides[form.by]
        shown = side.pile.n if state.stage == "count" else side.counted
        sub = "" if shown is None else str(shown)
        found.append(Key(f"pile:{form.by}", T("{who}", who=seat(form.by)), form=i, sub=sub))
    return found


def _label(state: Sobek, choice: Choice, picture: str) -> Text | str:
    """What a key says: short where its picture says the rest."""
    kind, _, what = picture.partition(":")
    if kind == "family" and what in FAMILY_NAMES:
        return FAMILY_NAMES[what]
    if kind in ("seat", "hand", "pile", "score"):
        return T("{who}", who=seat(what))
    if kind == "set":
        owner, _, onto = what.partition(":")
        face = reading.set_face(state, state.sides[owner].sets[int(onto)])
        return T("{family}: {sum}", family=FAMILY_NAMES[face.family], sum=face.sum)
    return choice.label


def _buttons(
    decision: Decision, numbered: Iterable[tuple[int, Choice]], desk: Desk, known: int = -1
) -> tuple[Key, ...]:  # fmt: skip
    """Buttons for the choices without a picture, the forms and the lot; one of them at most is gold.

    known: the number of cards that is asked for, if the app knows it.
    """
    found: list[Key] = []
    if decision.chance and decision.choices:
        found.append(Key("chance:", T("Toss for us"), look="primary", icon="dice"))
    plain = [(i, choice) for i, choice in numbered if not _picture(choice) and not isinstance(choice.move, Take | Lay)]
    counts = [choice.move for _, choice in plain if isinstance(choice.move, Drop | Reveal)]
    if known >= 0:
        plain = [(i, choice) for i, choice in plain if getattr(choice.move, "cards", known) == known]
    shown = plain[:MOST_NUMBERS] if counts else plain
    found += [_button(i, choice, desk, known < 0) for i, choice in shown]
    if decision.id not in ("count", "scarabs") and len(shown) < max(len(counts), 1):
        words = T("Another number") if known >= 0 else T("More")
        found += [Key(f"form:{i}", words, form=i) for i, _ in enumerate(decision.forms)]
    gold = [key for key in found if key.look == "primary"]
    only = next((key for key in gold if key.index == desk.sure), gold[0] if gold else None)
    return tuple(replace(key, look="plain") if key in gold and key is not only else key for key in found)


def _button(i: int, choice: Choice, desk: Desk, few: bool) -> Key:
    move = choice.move
    again = choice.targets[0] if choice.targets else ""
    if isinstance(move, Drop | Reveal):
        return Key(f"now:{i}", str(move.cards) if few else choice.label, i, look="plain" if few else "primary")
    if choice.consequence is None or isinstance(move, Counted):
        quiet = "quiet" if isinstance(move, QUIET) else "plain"
        return Key(f"now:{i}", _words(choice), i, look="primary" if isinstance(move, GOLD) else quiet, alias=again)
    if desk.sure == i:
        return Key(f"now:{i}", choice.consequence, i, look="primary", alias=again)
    return Key(f"sure:{i}", choice.label, i, choice.consequence, alias=again)


def _words(choice: Choice) -> Text:
    """The words of a button: without the name where the tab beside it says whose it is."""
    if isinstance(choice.move, Done):
        return T("No more sets")
    if isinstance(choice.move, Down):
        return T("Lay it down")
    return T("Take it back") if isinstance(choice.move, Withdraw) else choice.label
