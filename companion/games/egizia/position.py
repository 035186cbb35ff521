"""How a position stands: phases, strip, scores, what only one seat may see (spec egizia 4, 6, 7)."""

from __future__ import annotations

from companion.engine.game import Phase, ScoreLine, Scores, Standing
from companion.engine.text import TN, T, Text, seat
from companion.games.egizia.components import ROUNDS
from companion.games.egizia.finish import grave_line, may_sell, sells_ten
from companion.games.egizia.names import sphinx_name
from companion.games.egizia.scoring import most_sold, sale
from companion.games.egizia.state import SITE_PHASES, Egizia

PHASES: tuple[tuple[str, Text], ...] = (
    ("cards", T("Cards")),
    ("ships", T("Ships")),
    ("feeding", T("Feeding")),
    ("stones", T("Stones")),
    ("building", T("Building")),
    ("bonus", T("Bonus")),
    ("order", T("Order")),
)
"""The seven phases of a round (spec 4)."""
NOW = {
    "setup": "cards", "reveal": "cards", "ships": "ships", "leftover": "ships", "feed": "feeding", "produce": "stones",
    **dict.fromkeys(SITE_PHASES, "building"), "bonus": "bonus", "last": "order",
}  # fmt: skip


def phases(s: Egizia) -> tuple[Text, tuple[Phase, ...]]:
    """The round and its seven phases; in the final scoring the seats, in the order they are scored."""
    if s.phase in ("final", "over"):
        return T("End"), _seats(s)
    now = "bonus" if s.phase == "leftover" and s.rules.leftover_timing == "round" else NOW[s.phase]
    at = [name for name, _ in PHASES].index(now)
    bar = []
    for i, (name, title) in enumerate(PHASES):
        if i == at:
            bar.append(Phase(name, title, "now", s.turn or None))
        else:
            bar.append(Phase(name, title, "done" if i < at else "next"))
    return T("Round {n}/{all}", n=s.round, all=ROUNDS), tuple(bar)


def scored_now(s: Egizia) -> str:
    """The seat that the final scoring is about, "" outside of it."""
    return s.todo[0].who if s.phase == "final" and s.todo else ""


def _seats(s: Egizia) -> tuple[Phase, ...]:
    now = scored_now(s)
    bar = []
    for who in reversed(s.playing):
        if who == now:
            bar.append(Phase(who, T("{who}", who=seat(who)), "now", who))
        else:
            done = who in s.done_final or bool(s.end)
            bar.append(Phase(who, T("{who}", who=seat(who)), "done" if done else "next", who))
    return tuple(bar)


def scores(s: Egizia) -> Scores:
    """What the final scoring would add now without Sphinx cards: stones that may be sold, and graves (spec 7)."""
    before = {who: s.sides[who].score for who in s.seats}
    if s.end:
        return Scores((), before)
    lines: list[ScoreLine] = []
    needs: list[Text] = []
    unsure: list[str] = []
    for who in s.playing:
        if who in s.done_final:
            continue
        if not (scored_now(s) == who and s.todo[0].kind != "sell"):
            lines += _sale(s, who, needs, unsure)
        line = grave_line(s, who)
        if line.points[who]:
            lines.append(line)
    return Scores(tuple(lines), before, tuple(needs), tuple(unsure))


def _sale(s: Egizia, who: str, needs: list[Text], unsure: list[str]) -> list[ScoreLine]:
    held, ten = s.sides[who].stones, sells_ten(s, who)
    low = may_sell(s, who)
    if low is None and sale(held, True, ten) > sale(most_sold(held, False, ten), False, ten):
        needs.append(T("Rows of the stone market"))
        unsure.append(who)
    n = most_sold(held, low is True, ten)
    points = sale(n, low is True, ten)
    if not points:
        return []
    text = TN("{n} stone: +{points}", "{n} stones: +{points}", n, points=points)
    return [ScoreLine("sell", T("Stones sold"), text, {who: points}, (f"card:{who}:stones",))]


def standings(s: Egizia) -> tuple[Standing, ...]:
    """Points now and with what the end would add without Sphinx cards; stones, grain and ships as a note."""
    totals = scores(s).totals
    rows = []
    for who in s.seats:
        side = s.sides[who]
        note = T("Has left")
        if not side.gone:
            note = T("stones {stones} · grain {grain}/{need} · ships {ships}", stones=side.stones,
                     grain=side.grain(s.ring), need=side.need, ships=side.ships)  # fmt: skip
        rows.append(Standing(who, side.score, totals[who], note))
    return tuple(rows)


def own_view(s: Egizia, who: str) -> tuple[Text, ...]:
    """What only `who` may see: the Sphinx card that the app dealt, and those entered so far at the end."""
    found: list[Text] = []
    if who in s.sides and not s.end and s.stock is not None and who in s.stock.dealt and who not in s.done_final:
        card = s.stock.dealt[who]
        found.append(T("Look this Sphinx card out of the deck, it is yours: {card}", card=sphinx_name(card, s.facts)))
    if s.stage == "declare" and who == s.turn:
        found += [T("{n}. {card}", n=n, card=sphinx_name(card, s.facts)) for n, card in enumerate(s.named, 1) if card]
    return tuple(found)


def sealed(s: Egizia) -> bool:
    """Whether the record holds what not everybody may know: drawn things still face down, cards being entered."""
    if s.end:
        return False
    if s.named:
        return True
    if s.stock is None:
        return False
    tiles = bool(s.stock.tiles) and 0 in s.tiles
    dealt = any(who not in s.scored for who in s.stock.dealt)
    return bool(s.stock.rows) or tiles or dealt
