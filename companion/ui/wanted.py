"""Which games of the history are wanted: words, a game, a player, a time and a state together."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import date

import msgspec

from companion.engine.text import T, Text
from companion.table import history
from companion.table.history import Summary
from companion.table.people import People
from companion.table.shelf import Note
from companion.titles import in_every_language, title_of
from companion.ui.dates import day_in_every_language, month_text
from companion.ui.game_row import STATUS

ALL = ("text", "game", "player", "when", "status")
"""What can be asked for, in the order in which it is shown."""


class When(msgspec.Struct, frozen=True):
    """A time of whole months, both included ("2026-03"; "": open), and how it is called."""

    since: str = ""
    until: str = ""
    words: Text = T("any time")


def this_month(today: date) -> When:
    """The month that `today` lies in."""
    month = f"{today:%Y-%m}"
    return When(month, month, month_text(today.year, today.month))


def year(number: int) -> When:
    """A whole year."""
    return When(f"{number:04d}-01", f"{number:04d}-12", T("{year}", year=str(number)))


def months(first: int, last: int) -> When:
    """From a month to a month, both counted from the year 0 (year × 12 + month − 1)."""
    (y1, m1), (y2, m2) = divmod(first, 12), divmod(last, 12)
    words = month_text(y1, m1 + 1)
    if first != last:
        words = T("{since} to {until}", since=words, until=month_text(y2, m2 + 1))
    return When(f"{y1:04d}-{m1 + 1:02d}", f"{y2:04d}-{m2 + 1:02d}", words)


class Wanted(msgspec.Struct, frozen=True):
    """What is asked of the games; what is empty is not asked. player: an id, with the name it is shown by."""

    text: str = ""
    game: str = ""
    player: str = ""
    called: str = ""
    when: When = When()
    status: str = ""

    @property
    def asked(self) -> tuple[str, ...]:
        """What of `ALL` is asked for."""
        said = {
            "text": self.text,
            "game": self.game,
            "player": self.player,
            "when": self.when.since or self.when.until,
            "status": self.status,
        }
        return tuple(name for name in ALL if said[name])

    def without(self, name: str) -> Wanted:
        """The same with one thing asked for no longer."""
        return msgspec.structs.replace(self, **{name: getattr(Wanted(), name)})

    def words(self, name: str) -> Text:
        """What is asked under this name, in words."""
        if name == "text":
            return T("“{text}”", text=self.text)
        if name == "game":
            return title_of(self.game)
        if name == "player":
            return T("{name}", name=self.called)
        return self.when.words if name == "when" else STATUS[self.status][0]

    def found(
        self, games: Iterable[Summary], people: People, notes: Mapping[str, tuple[Note, ...]]
    ) -> tuple[Summary, ...]:
        """Those of `games` that fit, in their order."""
        return history.find(
            games,
            people,
            text=self.text,
            game=self.game,
            player=self.player,
            since=self.when.since,
            until=self.when.until,
            status=self.status,
            titles=in_every_language,
            days=day_in_every_language,
            notes=notes,
        )


def played(games: Iterable[Summary]) -> dict[str, tuple[Text, int]]:
    """The games that were played, each with its title and how often, the most played first."""
    counts: dict[str, int] = {}
    named: dict[str, Text] = {}
    for summary in games:
        counts[summary.game] = counts.get(summary.game, 0) + 1
        named.setdefault(summary.game, title_of(summary.game))
    return {game: (named[game], n) for game, n in sorted(counts.items(), key=lambda one: (-one[1], one[0]))}
