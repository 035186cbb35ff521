"""Statistics as tables for people (`cartouche stats`)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from rich.table import Table

from companion.commands.common import cell, language, paper, say
from companion.engine.text import TN, T, Text, seat
from companion.table.clocks import length_text
from companion.table.statistics import GameStats, HeadToHead, Overall, PlayerStats
from companion.table.tally import Count
from companion.table.times import day_of
from companion.titles import title_of
from companion.ui.stat_words import average_text, games_text, rate_text

MOST_ROWS = 12
"""Players and opponents that are listed; `--json` tells all."""
NOTHING = T("Nothing has been played to its end yet.")
GAMES, WON, SHARE = T("Games"), T("Won"), T("Win rate")


def _title(game: str) -> str:
    return language().say(title_of(game))


def _words(value: Text | str | int) -> str:
    return language().say(value if isinstance(value, Text) else T("{n}", n=value))


def _length(seconds: float | None) -> Text | str:
    return "" if seconds is None else length_text(seconds)


def _won(count: Count) -> tuple[int, int, Text | str]:
    return count.games, count.wins, rate_text(count.wins, count.games) if count.games else ""


def _table(heads: Sequence[Text], rows: Iterable[Sequence[Text | str | int]], left: int = 1) -> None:
    """Print a table, if it has rows; all columns but the first `left` stand at the right."""
    table = Table(box=None, pad_edge=False)
    for i, head in enumerate(heads):
        table.add_column(cell(_words(head), "bold"), justify="left" if i < left else "right", overflow="fold")
    for row in rows:
        table.add_row(*(cell(_words(value)) for value in row))
    if table.row_count:
        say()
        paper().print(table)


def _facts(*facts: Text | None) -> None:
    """Print one line of facts, those that there are."""
    said = language()
    if found := [said.say(fact) for fact in facts if fact is not None]:
        say(", ".join(found))


def _shared(shared: int, without: int) -> tuple[Text | None, Text | None]:
    return (
        TN("{n} shared victory", "{n} shared victories", shared) if shared else None,
        TN("{n} game nobody won", "{n} games nobody won", without) if without else None,
    )


def _at_table(seconds: int, timed: int, games: int) -> Text | None:
    if not timed:
        return None
    if timed == games:
        return T("{time} at the table", time=length_text(seconds))
    return T("{time} at the table in {games}", time=length_text(seconds), games=games_text(timed))


def say_overall(told: Overall) -> None:
    """Everything that was played: the players with the most wins, and the games."""
    if not told.games:
        say(language().say(NOTHING))
        return
    at_table = _at_table(told.length_s, told.timed, told.games)
    _facts(games_text(told.games), at_table, *_shared(told.shared, told.without_winner))
    _table(
        (T("Player"), GAMES, WON, SHARE, T("Last played")),
        ((row.name, *_won(row.count), day_of(row.last)) for row in told.players[:MOST_ROWS]),
    )
    if len(told.players) > MOST_ROWS:
        more = len(told.players) - MOST_ROWS
        say(language().say(TN("and {n} player more", "and {n} players more", more)))
    _table(
        (T("Game"), GAMES, T("Last played")), ((_title(row.game), row.games, day_of(row.last)) for row in told.by_game)
    )


def say_player(told: PlayerStats) -> None:
    """One player: at every game, against everybody, the latest results."""
    count = told.count
    won = T("{name}: {games}, {wins} won", name=told.name, games=games_text(count.games), wins=count.wins)
    _facts(won, rate_text(count.wins, count.games), _shared(count.shared, 0)[0])
    _facts(
        _at_table(told.length_s, told.timed, count.games),
        TN("{n} win in a row at best", "{n} wins in a row at best", told.longest_streak)
        if told.longest_streak
        else None,
    )
    _table(
        (T("Game"), GAMES, WON, SHARE, T("Average"), T("Best"), T("Least"), T("Average rank"), T("Length")),
        (
            (
                _title(row.game),
                *_won(row.count),
                average_text(row.average),
                row.best,
                row.worst,
                average_text(row.average_place),
                _length(row.average_length_s),
            )
            for row in told.by_game
        ),
    )
    _table(
        (T("Against"), GAMES, T("Ahead"), T("Behind"), T("Level")),
        ((one.name, one.games, one.ahead, one.behind, one.level) for one in told.opponents[:MOST_ROWS]),
    )
    _table(
        (T("Day"), T("Game"), T("Rank"), T("Points")),
        (
            (
                day_of(took.started),
                _title(took.game),
                T("{n} of {m}", n=took.place.rank, m=took.players),
                took.place.score,
            )
            for took in told.last
        ),
        left=2,
    )


def say_game(told: GameStats) -> None:
    """One game: points, seats, who began, where winners' points come from, best and closest games."""
    say(_title(told.game))
    if not told.games:
        say(language().say(NOTHING))
        return
    _facts(games_text(told.games), TN("{n} player", "{n} players", told.players),
           *_shared(told.shared, told.without_winner))  # fmt: skip
    points = None
    if told.average is not None and told.average_winning is not None:
        won, all_ = average_text(told.average_winning), average_text(told.average)
        points = T("Winners have {won} points on average, everybody {all}", won=won, all=all_)
    long = T("a game takes {time}", time=length_text(told.length_s)) if told.length_s else None
    _facts(points, long)
    _table((T("Colour"), GAMES, WON, SHARE), ((T("{who}", who=seat(s)), *_won(n)) for s, n in told.by_seat.items()))
    _table((T("Began as"), GAMES, WON, SHARE), ((at, *_won(n)) for at, n in told.by_position.items()))
    _table(
        (T("Points for"), T("Winners"), T("Others"), T("Winner ahead")),
        (
            (
                one.title or one.category,
                average_text(one.winners),
                average_text(one.others),
                T("{n} of {m}", n=one.ahead, m=one.judged),
            )
            for one in told.categories
        ),
    )
    _table(
        (T("Best"), T("Day"), T("Points")), ((one.name, day_of(one.started), one.score) for one in told.best), left=2
    )
    _table(
        (T("Closest"), T("Day"), T("Apart")),
        ((", ".join(place.name for place in one.places), day_of(one.started), one.margin) for one in told.closest),
        left=2,
    )


def say_between(told: HeadToHead, names: Mapping[str, str]) -> None:
    """Two players: who was ahead, at every game and lately."""
    if not told.together.games:
        say(language().say(T("These two have not finished a game together yet.")))
        return
    a, b = names[told.a], names[told.b]
    _table(
        (T("Game"), GAMES, T("{name} ahead", name=a), T("{name} ahead", name=b), T("Level")),
        (
            (_title(one.game) if one.game else T("All"), one.games, one.a_ahead, one.b_ahead, one.level)
            for one in (*told.by_game, told.together)
        ),
    )
    _table(
        (T("Day"), T("Game"), T("{name}", name=a), T("{name}", name=b)),
        ((day_of(one.started), _title(one.game), one.a.score, one.b.score) for one in told.last),
        left=2,
    )
