"""Questions whose answers the box does not have: opened when they matter, kept for the rest of the game (spec 2.8)."""

from __future__ import annotations

from typing import Any

import msgspec

from companion.games.nefertiti.components import HOUSE, MOST_VALUE, Half, Square
from companion.games.nefertiti.state import Ask, Match, Nefertiti, Power


def answer(s: Nefertiti, key: str, who: str = "", always: bool = False) -> Any | None:
    """The house answer in force. Where there is none, or with `always`, the table is asked: None then."""
    if not always:
        known = s.match.house.get(key)
        if known is not None:
            return known
    s.ask = Ask(key, f"house.{key}", who=who)
    return None


def worth(s: Nefertiti, kind: str) -> int | None:
    """What a gift of this type is worth with the owners of now; where it is not known, the table is asked."""
    owners = s.owners(kind)
    value = s.match.facts.worth(kind, owners)
    if value is None:
        s.ask = Ask("value", f"values.{kind}", owners - 1)
    return value


def number(s: Nefertiti, power: Power) -> None:
    """Ask for the number on a character card."""
    s.ask = Ask("number", f"magnitude.{power.kind}")


def answers(ask: Ask) -> tuple[Any, ...]:
    """What can be answered to a house question."""
    return tuple(value for value in HOUSE[ask.key] if value != "ask")


def as_word(value: Any) -> str:
    """An answer as a move says it ("yes", "2", "RUN_OUT")."""
    return {True: "yes", False: "no"}[value] if isinstance(value, bool) else str(value)


def bounds(s: Nefertiti, ask: Ask) -> tuple[int, int]:
    """The least and the most that can be told: values never rise with the number of owners (spec 2.2)."""
    if ask.key == "number":
        return 0, MOST_VALUE
    row = s.match.facts.types[ask.fact.removeprefix("values.")].values
    before = [n for n in row[: ask.index] if n is not None]
    after = [n for n in row[ask.index + 1 :] if n is not None]
    return max(after, default=0), min(before, default=MOST_VALUE)


def tell(s: Nefertiti, ask: Ask, value: Any) -> None:
    """Keep the answer to a house question, except where the table decides each time."""
    if ask.key == "highest_cannot_pay":
        s.shortfall = value
        return
    s.told[ask.fact] = value
    s.match = msgspec.structs.replace(s.match, house={**s.match.house, ask.key: value})


def tell_value(s: Nefertiti, ask: Ask, n: int) -> None:
    """Keep a printed number: an entry of a value row, or the number on the card that is being played."""
    facts = s.match.facts
    if ask.key == "number":
        s.told[ask.fact] = [*s.told.get(ask.fact, ()), n]
        if s.power is not None:
            s.power = msgspec.structs.replace(s.power, number=n)
        return
    kind = ask.fact.removeprefix("values.")
    row = list(facts.types[kind].values)
    row[ask.index] = n
    s.told[ask.fact] = row
    types = {**facts.types, kind: msgspec.structs.replace(facts.types[kind], values=tuple(row))}
    s.match = msgspec.structs.replace(s.match, facts=msgspec.structs.replace(facts, types=types))


def tell_square(s: Nefertiti, half: Half, bid: int, icons: tuple[Any, ...]) -> str:
    """Keep a square that was told. Returns its full id."""
    taken = {square.id for square in half.squares}
    name = next(f"s{i}" for i in range(1, len(taken) + 2) if f"s{i}" not in taken)
    grown = msgspec.structs.replace(half, squares=(*half.squares, Square(name, bid, icons)))
    facts = s.match.facts
    halves = {**facts.halves, half.id: grown}
    s.match = Match(msgspec.structs.replace(facts, halves=halves), s.match.house, s.match.hide)
    s.told[f"half.{half.id}.squares"] = msgspec.json.decode(msgspec.json.encode(grown.squares))
    return f"{half.id}:{name}"


def tell_whole(s: Nefertiti, half: str) -> None:
    """Keep that every square of a half is known."""
    facts = s.match.facts
    halves = {**facts.halves, half: msgspec.structs.replace(facts.halves[half], complete=True)}
    s.match = Match(msgspec.structs.replace(facts, halves=halves), s.match.house, s.match.hide)
    s.told[f"half.{half}.complete"] = True


def learned(s: Nefertiti) -> dict[str, Any]:
    """Facts told in this game, as the box keeps them; numbers of characters only when every copy is told."""
    found = {}
    for key, value in s.told.items():
        if key.startswith("magnitude."):
            kind = key.removeprefix("magnitude.")
            copies = [c.copies for c in s.match.facts.characters.values() if c.kind == kind]
            if copies != [len(value)]:
                continue
            value = sorted(value, reverse=True)
        found[key] = value
    return found
