"""What follows by itself after every answer: scorings, clearing, the next player, the end (spec tutankhamen 4, 7)."""

from __future__ import annotations

import msgspec

from companion.engine.game import Event, Scores
from companion.engine.text import TN, T, Text, seat
from companion.games.tutankhamen.catalogue import COIN, PHARAOH
from companion.games.tutankhamen.rules import counts, group, mask_asked, stock, thefts
from companion.games.tutankhamen.scoring import award, line
from companion.games.tutankhamen.state import EMPTY, OUT, Scoring, Tutankhamen

Events = list[Event]


def remove(s: Tutankhamen, tile: str, target: str, events: Events) -> None:
    """A tile of the path goes out of play; it may be the last of its kind (spec 4 T4)."""
    s.left[tile] -= 1
    s.out[tile] += 1
    events.append(Event("clear", T("Out of play: {kind}", kind=s.match.labels[tile]), targets=(target,)))
    if not s.left[tile] and tile in s.match.kind:
        s.due += (tile,)


def spend_coin(s: Tutankhamen) -> None:
    """The coin tile of the seat to move goes out of play."""
    s.held[s.turn][COIN] -= 1
    s.out[COIN] += 1
    s.coin = False


def check_end(s: Tutankhamen) -> None:
    """S5 and C3: in a race the game is over the moment somebody has scored enough; who has left can't end it."""
    if s.racing:
        s.reached = tuple(who for who in s.seats if who not in s.gone and s.remaining(who) <= 0)
        if s.reached:
            s.end = "zero"


def run_on(s: Tutankhamen, events: Events) -> None:
    """Go on until somebody has to be asked or the game is over."""
    while not s.end:
        if s.coin:
            if thefts(s, s.turn):
                return
            who = s.turn
            spend_coin(s)
            text = T("There is no tile that {who} could take: the coin tile goes out of play.", who=seat(who))
            events.append(Event("coin", text, (who,), show=True))
        elif s.scoring is not None:
            if not _score_on(s, s.scoring, events):
                return
        elif s.due:
            s.scoring, s.due = Scoring(s.due[0]), s.due[1:]
        elif s.match.recorded:
            slot = behind(s)
            if slot:
                tile = s.path[slot - 1]
                s.path[slot - 1] = EMPTY
                remove(s, tile, f"slot:{slot}", events)
            elif not _next_turn(s):
                return
        elif s.clearing and any(s.left.values()):
            return
        else:
            s.clearing = False
            if not _next_turn(s):
                return


def behind(s: Tutankhamen) -> int:
    """The first slot behind the rearmost pawn that still has a tile; 0 if there is none (spec 5.2)."""
    path = s.path
    for i in range(min(min(s.pos.values()) - 1, s.match.length)):
        if path[i]:
            return i + 1
    return 0


def _next_turn(s: Tutankhamen) -> bool:
    """T5. Whether something still has to happen before anybody is asked."""
    finish = s.match.finish
    if min(s.pos.values()) == finish:
        s.end = "path"
        return True
    if s.moved or s.pos[s.turn] == finish:
        if s.moved:
            s.turns += 1
        s.moved = False
        s.turn = next(who for who in (*s.clockwise(s.turn)[1:], s.turn) if s.pos[who] != finish)
    return False


def _score_on(s: Tutankhamen, scoring: Scoring, events: Events) -> bool:
    """Take a scoring as far as it goes without asking. Whether it is done."""
    kind = scoring.kind
    if scoring.mask == "open":
        if mask_asked(s, kind):
            return False
        if s.mask in s.pos and s.mask not in s.gone:
            text = T("The mask would change nothing for {kind}, so nobody is asked.", kind=s.match.titles[kind])
            events.append(Event("mask_skipped", text, (s.mask,), (f"set:{kind}",)))
        scoring = begin(s, scoring, used=False)
    scoring = next_asked(s, scoring)
    s.scoring = scoring
    if scoring.at < len(scoring.order):
        return False
    _pay(s, scoring, events)
    return True


def begin(s: Tutankhamen, scoring: Scoring, used: bool) -> Scoring:
    """The scoring after the mask is settled: the contested group is fixed now (spec 7.2 step 2)."""
    order = group(s, scoring.kind, used)
    able = stock(s)
    if not any(able[who] for who in order):
        order = ()
    return msgspec.structs.replace(scoring, mask="used" if used else "unused", order=order)


def next_asked(s: Tutankhamen, scoring: Scoring) -> Scoring:
    """The scoring with `at` moved on to who has a pharaoh left; beyond the order once a round brought none (7.2)."""
    able, at, added = stock(s), scoring.at, scoring.added
    while True:
        while at < len(scoring.order) and not able[scoring.order[at]]:
            at += 1
        if at < len(scoring.order) or not added:
            return msgspec.structs.replace(scoring, at=at, added=added)
        at, added = 0, False


def _pay(s: Tutankhamen, scoring: Scoring, events: Events) -> None:
    """S3 to S5: the points, simultaneously; the set goes out of play; a race may be over."""
    kind, rules = s.match.kind[scoring.kind], s.match.rules
    tiles = counts(s, kind.id, scoring.mask == "used")
    paid = award(kind.value, tiles, scoring.pharaohs, rules.tie_first_3plus, rules.half_rounding)
    scores = Scores((line(kind.id, kind.title, kind.value, paid),), dict(s.points))
    for who, n in paid.points.items():
        s.points[who] += n
    text = _say_scoring(s, scoring, tiles)
    events.append(Event("score", text, paid.first, (f"set:{kind.id}",), scores.lines[0].points, True, scores))
    retire(s, scoring)
    check_end(s)


def _say_strength(s: Tutankhamen, scoring: Scoring, who: str, n: int) -> Text:
    """What a seat has in a set: tiles, the mask counted among them, and pharaohs beside them."""
    masked = scoring.mask == "used" and s.mask == who
    added = scoring.pharaohs.get(who, 0)
    if not added:
        return T("{who} {n} with the mask", who=seat(who), n=n) if masked else T("{who} {n}", who=seat(who), n=n)
    more = TN("{n} pharaoh", "{n} pharaohs", added)
    if masked:
        return T("{who} {n} with the mask + {more}", who=seat(who), n=n, more=more)
    return T("{who} {n} + {more}", who=seat(who), n=n, more=more)


def _say_scoring(s: Tutankhamen, scoring: Scoring, tiles: dict[str, int]) -> Text:
    title = s.match.titles[scoring.kind]
    held = tuple(_say_strength(s, scoring, who, tiles[who]) for who in s.seats if tiles[who])
    if not held:
        return T("{kind} is complete, and nobody has one", kind=title)
    return T("{kind} is complete: {held}", kind=title, held=held)


def retire(s: Tutankhamen, scoring: Scoring) -> None:
    """S4: the tiles of the kind, the pharaohs played and the mask used go out of play, as far as the rules say so."""
    kind, rules = scoring.kind, s.match.rules
    for tiles in s.held.values():
        s.out[kind] += tiles[kind]
        tiles[kind] = 0
    gone = s.gone if rules.leaver_tiles == "out" else ()
    for who, n in scoring.pharaohs.items():
        if rules.pharaoh_single_use or who in gone:
            s.out[PHARAOH] += n
        else:
            s.held[who][PHARAOH] += n
    if scoring.mask == "used" and (rules.mask_single_use or s.mask in gone):
        s.mask = OUT
    s.scored += (kind,)
    s.scoring = None
