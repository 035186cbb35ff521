"""Help of a game as data: phases, rules, items, refusals and rulings, in English source text for translation.

A game writes one TOML file:

    [phase.place]            # one a decision or phase id
    title = "Place"
    text = "..."
    rule = "placement"       # the rule page it leads to, may be missing
    [rule.placement]
    title = "..."
    text = "..."
    [item.bonus]             # a space, card or tile explained
    title = "..."
    text = "..."
    [refusal.E_TEMPLE]
    title = "Temple {temple} is not open to you this turn."
    text = "Your card on cartouche 3 is a {value}: ..."
    rule = "placement"
    [[ruling]]
    ask = "..."
    answer = "..."
"""

from __future__ import annotations

import tomllib

import msgspec


class Page(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A titled text of one or more paragraphs (parted by blank lines). `rule` leads on to a rule page."""

    title: str
    text: str
    rule: str = ""


class RefusalText(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A refusal code in words: a headline, the reason (both with {named} parameters), and the rule page behind it."""

    title: str
    text: str
    rule: str


class Ruling(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A question people ask at the table, and its answer."""

    ask: str
    answer: str


class Help(msgspec.Struct, frozen=True):
    """All help of one game by id."""

    phases: dict[str, Page]
    rules: dict[str, Page]
    items: dict[str, Page]
    refusals: dict[str, RefusalText]
    rulings: tuple[Ruling, ...]

    def messages(self) -> list[str]:
        """Every visible text, for the extraction of messages to translate."""
        found: list[str] = []
        for pages in (self.phases, self.rules, self.items):
            for page in pages.values():
                found += [page.title, page.text]
        for refusal in self.refusals.values():
            found += [refusal.title, refusal.text]
        for ruling in self.rulings:
            found += [ruling.ask, ruling.answer]
        return found


class _File(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    phase: dict[str, Page] = {}
    rule: dict[str, Page] = {}
    item: dict[str, Page] = {}
    refusal: dict[str, RefusalText] = {}
    ruling: tuple[Ruling, ...] = ()


def parse_help(text: str) -> Help:
    """Read a help file.

    Raises `tomllib.TOMLDecodeError`, `msgspec.ValidationError`, or LookupError for a rule that is not written.
    """
    file = msgspec.convert(tomllib.loads(text), _File)
    for name, rule in [(n, p.rule) for n, p in file.phase.items()] + [(n, r.rule) for n, r in file.refusal.items()]:
        if rule and rule not in file.rule:
            raise LookupError(f"{name} leads to the rule {rule}, which is not written")
    return Help(file.phase, file.rule, file.item, file.refusal, file.ruling)
