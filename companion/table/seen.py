"""What the camera saw, held against the record: the audit of a whole table, and moves that explain what has changed.

The rules are asked, never overruled: of what no legal move explains it is told what the table shows and what the rules
expect, and nothing is put right silently. Doubtful places never decide; a way that rests on one is asked about. Of what
is chosen unseen nothing is proposed and nothing told.
"""

from __future__ import annotations

from typing import Any

import msgspec

from companion.engine.box import Box
from companion.engine.game import Game, Move, State
from companion.engine.sight import BACK, EMPTY, Plan, Reading, Sight
from companion.engine.text import TN, T, Text
from companion.table.evidence import Evidence, Shown, changes, shown
from companion.table.ways import TRIES, Found, Search, Way

MOST = 8
"""So many moves at most are taken to have been made since the last look."""
UNSEEN = T("This is chosen unseen, so the camera does not look. Go on when it is your turn to show.")
ASKED = 20
"""So many ways at most are put before people, the likeliest: a sign that can't be read may be any of its art."""


class Difference(msgspec.Struct, frozen=True):
    """One place (its id, also the board's target) that does not show what it should.

    `shown`: what lies there, None: it can't be told. `expected`: what may. Not `sure`: it was not compared at all, or
    is only guessed. For a group filled in any order `spot` is its first place, `shown` the label that was counted,
    `counted` how many there are and how many there should be, `places` all of them.
    """

    spot: str
    shown: str | None
    expected: tuple[str, ...]
    sure: bool
    counted: tuple[int, int] | None = None
    places: tuple[str, ...] = ()


class Proposal(msgspec.Struct, frozen=True):
    """Moves in order, each in words, the state they lead to and the places that changed by them."""

    moves: tuple[Move, ...]
    words: tuple[Text, ...]
    state: State
    places: tuple[str, ...]
    likelihood: float


class Same(msgspec.Struct, frozen=True):
    """Every place was seen for sure and shows what it should. `unread`: so many show a sign too small to be read."""

    unread: int = 0


class Moves(msgspec.Struct, frozen=True):
    """One way fits. `doubtful`: places that could not be told and have no part in it."""

    way: Proposal
    doubtful: tuple[str, ...]

    @property
    def moves(self) -> tuple[Move, ...]:
        """The moves, in order."""
        return self.way.moves

    @property
    def state(self) -> State:
        """The state they lead to."""
        return self.way.state


class Several(msgspec.Struct, frozen=True):
    """People are asked which it was: several ways fit, or one that rests on what could not be told. Likeliest first.

    `more`: so many others fit as well and are not listed.
    """

    ways: tuple[Proposal, ...]
    doubtful: tuple[str, ...]
    more: int = 0


class Foreign(msgspec.Struct, frozen=True):
    """No legal moves explain it. `differences` to the record as it stands, the sure ones first.

    `part`: moves that what lies open tells all the same; then the differences are those that are left after them.
    """

    differences: tuple[Difference, ...]
    part: Proposal | None = None


class Doubtful(msgspec.Struct, frozen=True):
    """Nothing that is sure has changed, but these places can't be told. `why`: nothing could be read at all."""

    spots: tuple[str, ...]
    why: Text | None = None


class Unseen(msgspec.Struct, frozen=True):
    """What is decided now is chosen unseen: nothing is read into the table."""

    told: Text


Explanation = Same | Moves | Several | Foreign | Doubtful | Unseen


def differences(
    game: Game[Any], state: Any, reading: Reading, box: Box | None = None
) -> tuple[Difference, ...]:  # fmt: skip
    """Audit: every sure place that contradicts the record, and those that could not be told (not `sure`).

    The places of `Sight.checks` come last. `box`: the facts the table plays by (None: as shipped). Empty for a game
    without a sight, and for a picture that could not be read.
    """
    sight = game.sight
    if sight is None:
        return ()
    evidence = Evidence(sight.plan(box or game.box), reading)
    checked = Shown(sight.checks(state))
    return (*_differences(evidence, shown(sight, state)), *_differences(evidence, checked))


def explain(
    game: Game[Any], state: Any, reading: Reading, most: int = MOST, box: Box | None = None, tries: int = TRIES
) -> Explanation:
    """Which legal moves, up to `most`, lead from `state` to the table that was read.

    `box`: the facts the table plays by (None: as shipped). `tries`: how many moves are tried in all. Pure.
    """
    sight = game.sight
    if sight is None:
        return Doubtful((), T("The camera knows nothing of this game. Enter what was done by touch."))
    decision = game.decision(state)
    if decision.private or decision.secret:
        return Unseen(UNSEEN)
    plan = sight.plan(box or game.box)
    evidence = Evidence(plan, reading)
    now = shown(sight, state)
    if reading.trouble is not None:
        return Doubtful(tuple(now.places), reading.trouble)
    if now.places and not any(spot in evidence.read for spot in now.places):
        unread = T("No place of the table was read. Hold the camera so that it sees the whole mat.")
        return Doubtful(tuple(now.places), unread)
    search = Search(game, sight, state, evidence, most, tries)
    unsettled = evidence.unsettled(now)
    found = search.run() if search.root.off else search.told()
    if found.ways:
        return _of_ways(game, now, sight, found, unsettled)
    if search.root.off:
        part = _proposal(game, now, sight, found.part) if found.part else None
        return Foreign(_differences(evidence, shown(sight, part.state) if part else now), part)
    if not now.places:
        return Doubtful((), T("There is nothing to look at for the camera just now."))
    if not unsettled:
        return Same(len(evidence.unread(now)))
    leaning = Search(game, sight, state, Evidence(plan, reading, lean=True), most, tries)
    guessed = leaning.run() if leaning.root.off else leaning.told()
    if guessed.ways:
        # What only doubtful places speak for is never taken: people say whether it is so.
        return _of_ways(game, now, sight, Found(guessed.ways, False), unsettled)
    return Doubtful(unsettled)


def signs_words(unread: int) -> Text:
    """How many small signs (numbers, scarabs) nobody could read."""
    return TN("{n} small sign is too small to read.", "{n} small signs are too small to read.", unread)


def _of_ways(game: Game[Any], now: Shown, sight: Sight[Any], found: Found, unsettled: tuple[str, ...]) -> Explanation:
    ways = tuple(_proposal(game, now, sight, way) for way in found.ways[:ASKED])
    if len(found.ways) == 1 and found.whole and not found.ways[0].unseen:
        return Moves(ways[0], unsettled)
    return Several(ways, unsettled, len(found.ways) - len(ways))


def more_words(more: int) -> Text:
    """That other ways fit too, and what to do if it was one of them."""
    return TN(
        "{n} other thing fits as well. If it was that, enter it by touch.",
        "{n} other things fit as well. If it was one of them, enter it by touch.",
        more,
    )


def _proposal(game: Game[Any], now: Shown, sight: Sight[Any], way: Way) -> Proposal:
    steps = zip(way.befores, way.moves, strict=True)
    words = tuple(game.say_move(game.view(before, None), move) for before, move in steps)
    return Proposal(way.moves, words, way.state, changes(now, shown(sight, way.state)), way.likelihood)


def _differences(evidence: Evidence, now: Shown) -> tuple[Difference, ...]:
    found: list[Difference] = []
    for key in evidence.wrong(now):
        if isinstance(key, str):
            found.append(Difference(key, evidence.read[key].label, now.places[key], True))
        else:
            group, label = key
            places, counted = evidence.groups[group], (evidence.count(group, label), now.sums[group][label])
            found.append(Difference(places[0], label, (label,), True, counted, places))
    found += [Difference(spot, evidence.read[spot].label, now.places[spot], False) for spot in evidence.unsettled(now)]
    return tuple(found)


# words

NOTHING = T("nothing")
FACE_DOWN = T("Card face down")


def label_words(plan: Plan, label: str | None) -> Text:
    """What lies in a place, in words."""
    if label is None:
        return T("something that can't be told")
    if label == EMPTY:
        return NOTHING
    look = plan.look(label)
    if look is not None:
        return look.title
    return FACE_DOWN if label == BACK else Text("{label}", {"label": label})


def place_words(plan: Plan, spot_id: str) -> Text:
    """A place in words."""
    spot = plan.spot(spot_id)
    return Text("{place}", {"place": spot_id}) if spot is None else spot.title


def due_words(plan: Plan, difference: Difference) -> Text:
    """What one place shows and what it should, without its name."""
    if difference.counted is not None:
        there, due = difference.counted
        return T("The table shows {there} × {what}, the rules expect {due}.",
                 there=there, due=due, what=label_words(plan, difference.shown))  # fmt: skip
    if not difference.sure:
        return T("What lies there can't be told from the picture.")
    expected = tuple(label_words(plan, label) for label in difference.expected)
    return T("The table shows: {there}. The rules expect: {due}.",
             there=label_words(plan, difference.shown), due=_either(expected))  # fmt: skip


def _either(words: tuple[Text, ...]) -> Text:
    found = words[0] if words else NOTHING
    for word in words[1:3]:
        found = T("{one} or {other}", one=found, other=word)
    return found
