"""The final scoring: stones are sold, Sphinx cards named, and the game ends (spec egizia 7).

Each seat in turn, the leader first, does all of it: `sell`, `declare`, `tally`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import Any

import msgspec

from companion.engine.game import Event, Move, Outcome, ScoreLine, Scores
from companion.engine.text import TN, T, Text, seat
from companion.games.egizia import growing
from companion.games.egizia.components import SPHINX_TYPES, TRACKS
from companion.games.egizia.gains import LEAST_ROWS, award, on_last_row, score, stones, tell_landing
from companion.games.egizia.moves import Declare, Printed, Reached, Sell
from companion.games.egizia.names import sphinx_short
from companion.games.egizia.scoring import (
    Estate,
    Judged,
    estate,
    grave_bonus,
    graves,
    judge,
    low_row,
    most_sold,
    obelisk_done,
    own_graves,
    sale,
    ten_percent,
)
from companion.games.egizia.state import Egizia, Todo

Events = list[Event]

TEN_PERCENT = "ten_percent"
LOW_ROW, LAST = "low_row", "last"
"""What the table may be asked besides a Sphinx card: is the stone marker on the last two rows, and is a marker on the
last row of a market ("last:stone")."""


def _final(s: Egizia, events: Events) -> bool:
    """The next seat is scored; after the last one the game is over."""
    if not s.queue:
        first = s.front[0]
        text = TN("The game is over: {who} has {n} point", "The game is over: {who} has {n} points",
                  s.sides[first].score, who=seat(first))  # fmt: skip
        events.append(Event("end.played", text, (first,), (f"score:{first}",), show=True))
        s.end = "played"
        return True
    who, s.queue = s.queue[0], s.queue[1:]
    s.due(Todo("sell", who), Todo("declare", who), Todo("tally", who))
    return True


# stones


def sells_ten(s: Egizia, who: str) -> int:
    """How many "sell_ten" cards count at the end; one that is an anytime card does not (spec 5.12)."""
    return s.sides[who].cards.count("sell_ten") if s.facts.kind("sell_ten") == "permanent" else 0


def may_sell(s: Egizia, who: str) -> bool | None:
    """Whether the stone marker allows to sell 2 for 1; None: the table has to say (spec 2.6)."""
    side = s.sides[who]
    known = low_row(s.facts, side)
    if known is not None:
        return known
    if "low.stone" in s.answers and side.stone_row >= int(s.answers["low.stone"]):
        return True
    return False if side.stone_row < least_rows(s, "stone") - 1 else None


def least_rows(s: Egizia, track: str) -> int:
    """So many rows a market of unknown length has at least."""
    told = int(s.answers.get(f"rows.{track}", 0))
    return max(LEAST_ROWS[track], told, *(side.row(track) for side in s.sides.values()))


def limit(s: Egizia, who: str) -> tuple[bool, int, int]:
    """Whether 2 for 1 is allowed, how many "sell_ten" cards count, and how many stones may be sold.

    Where the market is unknown the table has been asked before, unless that makes no point of difference.
    """
    eligible, ten = may_sell(s, who) is not False, sells_ten(s, who)
    return eligible, ten, most_sold(s.sides[who].stones, eligible, ten)


def _sell(s: Egizia, events: Events) -> bool:
    """Ask who can get a point for stones; where the market is unknown, the table first."""
    who = s.todo[0].who
    eligible, ten, most = limit(s, who)
    if may_sell(s, who) is None and sale(most, True, ten) > sale(most_sold(most, False, ten), False, ten):
        s.asked_space = LOW_ROW
        return s.wait("reached")
    if sale(most, eligible, ten):
        return s.wait("sell", who)
    s.todo = s.todo[1:]
    return True


def _sold(s: Egizia, move: Sell, events: Events) -> None:
    who, n = move.by, move.stones
    eligible, ten, _ = limit(s, who)
    s.todo = s.todo[1:]
    points = sale(n, eligible, ten)
    stones(s, who, -n)
    text = TN("{who} sells {n} stone: +{points}", "{who} sells {n} stones: +{points}", n, who=seat(who), points=points)
    award(s, events, "sell", text, who, points, (f"card:{who}:stones",))


# Sphinx cards


def _declare(s: Egizia, events: Events) -> bool:
    """Wait until the seat has named as many cards as it holds; what can't be is entered once more, never refused."""
    who = s.todo[0].who
    held = s.sides[who].sphinx
    if len(s.named) < held:
        return s.wait("declare", who)
    if len(s.named) > held or (s.named and not _can_be(s, who)):
        s.named = ()
        text = T("These can’t be the Sphinx cards of {who}; they are entered once more", who=seat(who))
        events.append(Event("declare.again", text, (who,), (), show=True))
        return True
    s.scored = {**s.scored, who: s.named}
    s.named, s.todo = (), s.todo[1:]
    return True


def _can_be(s: Egizia, who: str) -> bool:
    """Whether the box has so many copies, and the card that the app dealt is among those named."""
    named, dealt = Counter(s.named), s.stock.dealt if s.stock is not None else {}
    if who in dealt and not named[dealt[who]]:
        return False
    # Cards that the app dealt to seats still to be scored are theirs.
    named.update(card for other, card in dealt.items() if other != who and other not in s.scored)
    named.update(card for cards in s.scored.values() for card in cards)
    return all(copies is None or named[card] <= copies for card, copies in s.facts.sphinx.items())


def nameable(s: Egizia) -> tuple[str, ...]:
    """Types that a card may be, by what everybody knows: not those of which all copies are scored."""
    out = Counter(card for cards in s.scored.values() for card in cards)
    found = []
    for card in SPHINX_TYPES:
        copies = s.facts.sphinx.get(card)
        there = copies is None or out[card] < copies
        if there and (card != TEN_PERCENT or s.rules.ten_percent_card):
            found.append(card)
    return tuple(found)


def _named(s: Egizia, move: Declare, events: Events) -> None:
    s.named = (*s.named, move.card)


# points


def estates(s: Egizia) -> dict[str, Estate]:
    """What Sphinx cards look at, of all who have not left; last rows as far as the table has told."""
    found = {}
    for who in s.playing:
        last = {track: on_last_row(s, who, track) for track in TRACKS}
        found[who] = msgspec.structs.replace(estate(s, who), last=last)
    return found


def judged(s: Egizia, who: str, card: str, all_estates: dict[str, Estate]) -> Judged:
    """What a Sphinx card is worth to `who`, as far as it is known."""
    done = obelisk_done(s.facts, s.built) if card == "obelisk_done" else None
    return judge(card, who, all_estates, s.facts, done, s.answers.get(f"reached.{card}"))


def _tally(s: Egizia, events: Events) -> bool:
    """Ask what is not known of the cards of a seat, one after the other; then score it (spec 7 steps 2 and 3)."""
    who, board = s.todo[0].who, estates(s)
    found: list[tuple[str, Judged]] = []
    for card in s.scored[who]:
        if card == TEN_PERCENT:
            continue
        worth = judged(s, who, card, board)
        if worth.points is None:
            kind, _, track = card.partition(":")
            rows = worth.asks == "reached" and kind in ("own_lastrow", "lastrow_count")
            s.asked_space = f"{LAST}:{track}" if rows else card
            return s.wait("printed" if worth.asks == "printed" else "reached")
        found.append((card, worth))
    s.todo, s.asked_space = s.todo[1:], ""
    s.done_final = (*s.done_final, who)
    _score(s, who, found, board, events)
    return True


def _score(s: Egizia, who: str, found: list[tuple[str, Judged]], board: dict[str, Estate], events: Events) -> None:
    before = s.sides[who].score
    lines = [grave_line(s, who)]
    lines += [_line(s, who, card, worth, board[who]) for card, worth in found]
    total = before + sum(line.points.get(who, 0) for line in lines)
    tenth = ten_percent(total)
    for _ in range(s.scored[who].count(TEN_PERCENT)):
        text = T("{total} points: +{n}", total=total, n=tenth)
        lines.append(ScoreLine(f"sphinx.{TEN_PERCENT}", sphinx_short(TEN_PERCENT, s.facts), text, {who: tenth}))
    for line in lines[1:]:
        told = T("{who}: {card}, {sum}", who=seat(who), card=line.title, sum=line.sum)
        events.append(Event(line.category, told, (who,), line.targets))
    gain = sum(line.points.get(who, 0) for line in lines)
    scores = Scores(tuple(lines), {who: before})
    text = T("Final scoring of {who}: {before} + {gain} = {total}", who=seat(who), before=before, gain=gain,
             total=before + gain)  # fmt: skip
    score(s, who, gain)
    events.append(Event("final", text, (who,), (f"score:{who}",), {who: gain} if gain else {}, True, scores))
    tell_landing(s, events, who, before)


def grave_line(s: Egizia, who: str) -> ScoreLine:
    """What the grave tiles of a seat give, with the sum (spec 7)."""
    tiles, bonus = own_graves(s, who), grave_bonus(s.sides[who].cards)
    points = graves(tiles, bonus)
    text = T("sum {n}: +{points}", n=tiles, points=points)
    if bonus:
        text = T("sum {n} + {bonus} = {sum}: +{points}", n=tiles, bonus=bonus, sum=tiles + bonus, points=points)
    mine = tuple(f"space:{space}" for space, owner in s.built.items() if owner == who and space.startswith("grave:"))
    return ScoreLine("graves", T("Graves"), text, {who: points}, mine)


def _line(s: Egizia, who: str, card: str, worth: Judged, own: Estate) -> ScoreLine:
    points = worth.points or 0
    return ScoreLine(f"sphinx.{card}", sphinx_short(card, s.facts), _sum(card, worth, own, points), {who: points},
                     _places(s, who, card))  # fmt: skip


def _sum(card: str, worth: Judged, own: Estate, points: int) -> Text:
    kind, _, what = card.partition(":")
    if kind == "graves":
        return TN("{n} own grave: +{points}", "{n} own graves: +{points}", own.stones["graves"], points=points)
    if kind == "crew":
        return T("strength {n}: +{points}", n=own.crews[what], points=points)
    if kind == "permanents":
        return T("{n} × 2: +{points}", n=own.permanents, points=points)
    if kind == "lastrow_count":
        return TN("{n} player there: +{points}", "{n} players there: +{points}", worth.players, points=points)
    if kind == "most":
        return T("{n} in all: +{points}", n=own.total(what), points=points)
    if kind == "own":
        building = what.partition(":")[0]
        return TN("{n} own stone: +{points}", "{n} own stones: +{points}", own.stones[building], points=points)
    return T("reached: +{points}", points=points) if points else T("not reached: +0")


def _places(s: Egizia, who: str, card: str) -> tuple[str, ...]:
    """The board places that a card counts."""
    kind, _, what = card.partition(":")
    if kind == "crew":
        return (f"crew:{who}:{what}",)
    if kind in ("own_lastrow", "lastrow_count"):
        return tuple(f"row:{what}:{one}" for one in ((who,) if kind == "own_lastrow" else s.playing))
    building = {"own": what.partition(":")[0], "graves": "grave"}.get(kind, "" if kind != "own_each" else ":")
    if not building:
        return ()
    mine = tuple(space for space, owner in s.built.items() if owner == who)
    return tuple(f"space:{space}" for space in mine if building == ":" or space.startswith(building))


def _reached(s: Egizia, move: Reached, events: Events) -> None:
    """The table has looked: keep the answer for the seats that come, and what it tells of the box."""
    asked, s.asked_space = s.asked_space, ""
    kind, _, track = asked.partition(":")
    if asked == LOW_ROW:
        _low(s, s.sides[s.todo[0].who].stone_row, move.yes)
    elif kind == LAST:
        row = max(side.row(track) for side in s.sides.values())
        if move.yes:
            s.facts, s.told = growing.with_row(s.facts, s.told, track, row)
        else:
            s.answers = {**s.answers, f"rows.{track}": row + 1}
    elif kind == "own_each":
        # It is asked only where the graves decide: without them the card is reached.
        s.facts, s.told = growing.with_each_graves(s.facts, s.told, not move.yes)
    else:
        s.answers = {**s.answers, f"reached.{asked}": move.yes}
    text = T("The table says yes") if move.yes else T("The table says no")
    events.append(Event("reached", text))


def _low(s: Egizia, row: int, yes: bool) -> None:
    if not yes:
        s.answers = {**s.answers, "rows.stone": row + 2}
    elif row == least_rows(s, "stone") - 1:
        s.facts, s.told = growing.with_row(s.facts, s.told, "stone", row + 1)
    else:
        s.answers = {**s.answers, "low.stone": row}


def players_there(s: Egizia) -> int:
    """How many players are on the last row that the card asked about counts; 0 for other cards."""
    if not s.asked_space.startswith("lastrow_count:"):
        return 0
    return judged(s, s.todo[0].who, s.asked_space, estates(s)).players


def _printed(s: Egizia, move: Printed, events: Events) -> None:
    card, players = s.asked_space, players_there(s)
    s.facts, s.told = growing.with_points(s.facts, s.told, card, move.points, players)
    s.asked_space = ""
    text = TN("The card shows {n} point", "The card shows {n} points", move.points)
    events.append(Event("printed", text))


# the end


def outcome(s: Egizia) -> Outcome | None:
    """How the game ended, or None: no shared win, on one space the stone in front wins (spec 7).

    Whoever has left takes no rank and comes after the others.
    """
    if not s.end:
        return None
    order = s.front
    points = {who: s.sides[who].score for who in s.seats}
    gone = tuple(who for who in s.seats if s.sides[who].gone)
    ranking = (*((who,) for who in order), *((gone,) if gone else ()))
    return Outcome(order[:1], s.end, _say(s, order), ranking, points)


def _say(s: Egizia, order: tuple[str, ...]) -> Text:
    first, n = order[0], s.sides[order[0]].score
    if s.end == "alone":
        return T("Only {who} has stayed and wins with {n}.", who=seat(first), n=n)
    level = [who for who in order[1:] if s.sides[who].score == n]
    if s.end == "left":
        return T("A player left, so the game ended: {who} is ahead with {n}.", who=seat(first), n=n)
    if level:
        return T("{who} wins with {n}: that stone was there first.", who=seat(first), n=n)
    return T("{who} wins with {n}.", who=seat(first), n=n)


STEPS: dict[Any, Callable[[Egizia, Events], bool]] = {"final": _final}
RESOLVE: dict[str, Callable[[Egizia, Events], bool]] = {"sell": _sell, "declare": _declare, "tally": _tally}
ACTS: dict[type[Move], Callable[[Egizia, Any, Events], None]] = {
    Sell: _sold, Declare: _named, Reached: _reached, Printed: _printed,
}  # fmt: skip
