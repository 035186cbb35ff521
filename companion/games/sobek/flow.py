"""The course of a game: rounds, deliveries, turns, the end of a round and its count (spec sobek 3.2, 4, 7.4, 7.5)."""

from __future__ import annotations

import msgspec

from companion.engine.game import Event, Scores
from companion.engine.knowledge import Hidden
from companion.engine.text import TN, T, Value, seat
from companion.games.sobek.catalogue import DECK, GREEN_CARDS, QUAY
from companion.games.sobek.limits import TWICE, with_family, with_two_copies
from companion.games.sobek.rules import fewest
from companion.games.sobek.scoring import (
    PER_STEP,
    Pile,
    clean,
    condemned,
    free_line,
    heaviest,
    nobody_line,
    penalty_line,
    set_lines,
    uncounted,
    way_back,
)
from companion.games.sobek.scoring import LaidSet as Counting
from companion.games.sobek.scoring import earned as sum_of
from companion.games.sobek.state import DEALT, EMPTY, GOAL, GREEN, LEAST, PER_ROUND, ROUNDS, LaidSet, Side, Sobek

Events = list[Event]


def counting(s: Sobek, laid: LaidSet) -> Counting:
    """A set as the scoring takes it."""
    return Counting(laid.family, laid.scarabs(s.facts), len(laid.cards), laid.flat, laid.prosperity)


def bonus(s: Sobek) -> int:
    """Scarabs of a Prosperity token; it is known before the first one lies on a set."""
    return s.rules.prosperity_scarabs or 0


def curse_cards(s: Sobek) -> int:
    """Cards a Curse counts for; it is known before the first one is given."""
    return s.rules.curse_cards or 0


def deal(s: Sobek) -> None:
    """The set-up of a round: all cards and tokens back, two green cards each, a new deck (spec 3.2)."""
    playing = s.playing
    out = QUAY if len(playing) == 2 else 0
    for who in s.seats:
        side = s.sides[who]
        hand = Hidden(DEALT, {GREEN: DEALT}) if who in playing else Hidden()
        s.sides[who] = Side(points=side.points, hand=hand, gone=side.gone)
    s.players = len(playing)
    s.quay, s.deck, s.delivery = (EMPTY,) * QUAY, DECK - out, 1
    s.boxed, s.astray = GREEN_CARDS - DEALT * len(playing) + out, 0
    s.discard, s.used, s.seen, s.left = {}, {}, {}, PER_ROUND
    s.extra, s.late, s.power, s.token, s.family, s.least, s.chooser = 0, "", "", "", "", 0, ""
    s.start = {who: s.sides[who].points for who in s.seats}
    s.earned, s.asked, s.stage = {}, (), "lay"


def after_action(s: Sobek, events: Events) -> None:
    """What follows a finished action: the next delivery or the end of the round, and whose turn it is (spec 4)."""
    if s.late and s.late != s.turn:
        s.late = ""
    s.power, s.token, s.family, s.least = "", "", "", 0
    if s.quay.count(EMPTY) == QUAY and not s.deck:
        events.append(Event("last_card", T("The last card is gone: the round ends at once."), (s.turn,)))
        last_sets(s, events)
        return
    if s.extra:
        s.extra -= 1
        events.append(Event("extra", T("{who} has another turn", who=seat(s.turn)), (s.turn,), (f"seat:{s.turn}",)))
    else:
        pass_turn(s)
    s.stage = "turn"
    if s.quay.count(EMPTY) == QUAY:
        s.stage, s.delivery = "lay", s.delivery + 1
        n = min(QUAY, s.deck)
        text = TN("Next delivery: lay {n} card on the quay", "Next delivery: lay {n} cards on the quay", n)
        events.append(Event("delivery", text))


def pass_turn(s: Sobek) -> None:
    """The left neighbour is next; whoever has left is skipped."""
    others = s.others(s.turn)
    s.turn = others[0] if others else s.turn


def delivered(s: Sobek, events: Events) -> None:
    """The cards lie on the quay: play goes on, or the starting player is named first (spec 3.2 step 6)."""
    s.deck -= QUAY - s.quay.count(EMPTY)
    seen = dict(s.seen)
    for card in s.quay:
        if card:
            seen[card] = seen.get(card, 0) + 1
    s.seen = seen
    if s.delivery > 1 or s.round == 1:
        s.stage = "turn"
        return
    choose_start(s)


def choose_start(s: Sobek) -> None:
    """Whoever has fewest points names the starting player; the lot decides among several."""
    tied = fewest(s)
    s.stage, s.chooser = ("start", tied[0]) if len(tied) == 1 else ("lot", "")


def last_sets(s: Sobek, events: Events) -> None:
    """Everybody may lay sets once more; who can't is done (spec 5.5)."""
    s.stage = "last"
    s.extra, s.late = 0, ""
    for who in s.seats:
        side = s.side(who)
        side.done = side.gone or side.hand.n < LEAST
    close_last(s, events)


def close_last(s: Sobek, events: Events) -> None:
    """When everybody is done: hands go under the tiles, the sets count (spec 4 E2, E3)."""
    if not all(side.done for side in s.sides.values()):
        return
    for who in s.seats:
        side = s.side(who)
        side.pile, side.hand = side.pile.joined(side.hand), Hidden()
        for laid in side.sets:
            for name in dict.fromkeys(card for card in laid.cards if laid.flat and card in s.facts.bears):
                learn_character(s, name, laid.family)
    events.append(Event("dump", T("All hand cards go under the corruption tiles."), s.playing, show=True))
    sets = {who: [counting(s, laid) for laid in s.sides[who].sets] for who in s.playing}
    before = {who: s.sides[who].points for who in s.seats}
    scores = Scores(set_lines(sets, bonus(s)), before)
    s.earned = {who: sum_of(laid, bonus(s)) for who, laid in sets.items()}
    for who, n in s.earned.items():
        s.side(who).points += n
    text = T("The sets of round {n} count.", n=s.round)
    targets = tuple(f"score:{who}" for who in s.playing)
    events.append(Event("sets", text, s.playing, targets, dict(s.earned), True, scores))
    s.stage = "count"


def piles(s: Sobek) -> dict[str, Pile]:
    """What lies under the tiles that are compared."""
    return {who: Pile(s.sides[who].pile.n, s.sides[who].curses, s.sides[who].counted) for who in s.playing}


def judge(s: Sobek, events: Events) -> None:
    """After the count: ask what still decides who is most corrupt, else penalise and go on (spec 7.4).

    Nothing is asked where nobody it concerns has earned enough to lose anything.
    """
    here, weight = piles(s), curse_cards(s)
    tied = heaviest(here, weight)
    matters = any(s.earned[who] >= PER_STEP for who in tied)
    ask = clean(here, weight) and s.rules.all_zero_penalised is None
    asked = uncounted(here, weight)
    if (ask or asked) and not matters:
        text = T("Nobody loses points: the most corrupt earned fewer than 10.")
        scores = Scores((free_line(),), {who: s.sides[who].points for who in s.seats})
        events.append(Event("penalty", text, (), (), {}, True, scores))
        finish_round(s, events)
    elif ask:
        s.stage, s.asked = "guilt", ()
    elif asked:
        s.stage, s.asked = "scarabs", asked
    else:
        penalise(s, events, s.rules.all_zero_penalised is not False)


def penalise(s: Sobek, events: Events, all_zero: bool) -> None:
    """The most corrupt go back; then the round is over (spec 7.4, 7.5)."""
    here, weight = piles(s), curse_cards(s)
    before = {who: s.sides[who].points for who in s.seats}
    lines, lost = [], {}
    guilty = condemned(here, weight, all_zero)
    for who in guilty:
        way = way_back(s.facts.track, before[who], s.earned[who])
        lines.append(penalty_line(who, here[who], weight, s.earned[who], way))
        lost[who] = way[-1] - way[0]
        s.side(who).points = way[-1]
    scores = Scores(tuple(lines) or (nobody_line(),), before)
    names: tuple[Value, ...] = tuple(seat(who) for who in guilty)
    text = T("Most corrupt: {who}", who=names) if guilty else T("Nobody is penalised.")
    targets = tuple(f"pile:{who}" for who in guilty)
    events.append(Event("penalty", text, guilty, targets, lost, True, scores))
    finish_round(s, events)


def finish_round(s: Sobek, events: Events) -> None:
    """End check, else the next round (spec 4 E5)."""
    s.finished = s.round
    s.asked = ()
    best = max(s.sides[who].points for who in s.playing)
    if s.round == ROUNDS:
        s.end = "rounds"
    elif s.round == ROUNDS - 1 and best > GOAL:
        s.end = "goal"
    if s.end:
        s.stage = "over"
        return
    s.round += 1
    deal(s)
    text = T("Round {n}: all cards and tokens back, shuffle; two green cards to each, five tokens out.", n=s.round)
    if s.players == 2:
        text = T(
            "Round {n}: all back, shuffle; two green cards to each, nine of the deck into the box, five tokens out.",
            n=s.round,
        )
    events.append(Event("round", text, show=True))


def learn_character(s: Sobek, name: str, family: str | None) -> None:
    """What a character tells that lies open: its family, and that there are two of it (spec 11-U2)."""
    shown = s.discard.get(name, 0)
    here = 0
    for side in s.sides.values():
        for laid in side.sets:
            n = laid.cards.count(name)
            shown += n
            here += n if laid.family == family else 0
    facts, told = s.facts, dict(s.told)
    while family is not None and here > facts.bears[name].count(family) and "" in facts.bears[name]:
        facts, at = with_family(facts, name, family)
        told[f"family.{name}.{at}"] = family
    if max(shown, sum(1 for one in facts.bears[name] if one)) >= TWICE and facts.copies[name] is None:
        try:
            facts = with_two_copies(facts, name)
        except ValueError:
            # More doubled names lie there than the box has; `audit` says so, and nothing is learned from it.
            return
        told[f"copies.{name}"] = TWICE
    s.facts, s.told = facts, told


def set_rule(s: Sobek, key: str, value: int) -> None:
    """The number printed on a token, in force from now on."""
    if key == "curse":
        s.rules = msgspec.structs.replace(s.rules, curse_cards=value)
        s.facts = msgspec.structs.replace(s.facts, curse=value)
    else:
        s.rules = msgspec.structs.replace(s.rules, prosperity_scarabs=value)
        s.facts = msgspec.structs.replace(s.facts, prosperity=value)
    s.told = {**s.told, key: value}
