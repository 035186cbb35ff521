"""The form of the final scoring: stones sold, graves, Sphinx cards, and who has won (spec egizia 7)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from companion.engine.box import Box
from companion.engine.errors import InputError
from companion.engine.form_reading import read_object, shown
from companion.engine.game import ScoreLine, Scores, Sheet
from companion.engine.text import TN, T, Text, seat
from companion.games.egizia import scoring
from companion.games.egizia.components import Catalogue
from companion.games.egizia.names import sphinx_name, sphinx_short
from companion.games.egizia.sheet_final_entry import PLAYER, Entry, Named, check_together, read_entry
from companion.games.egizia.sheet_reading import Track, facts_of, read_players, read_track

FIELDS = ("stone_market", "grain_market", "obelisk_done", "players")
TEN = "ten_percent"


class _Final:
    """One final scoring: lines, and what is missing for whom."""

    def __init__(self, entries: Mapping[str, Entry], facts: Catalogue, done: bool | None, track: Track) -> None:
        self.entries, self.facts, self.done, self.track = entries, facts, done, track
        self.estates = {who: entry.estate for who, entry in entries.items()}
        self.lines: list[ScoreLine] = []
        self.needs: list[Text] = []
        self.open: list[str] = []

    def player(self, who: str) -> None:
        """All three steps of one player, in order."""
        sold = self._sale(who)
        entry = self.entries[who]
        bonus = scoring.grave_bonus(entry.side.cards)
        rest = scoring.graves(sum(entry.graves), bonus)
        if entry.graves or bonus:
            text = T("Sum {n}", n=sum(entry.graves) + bonus)
            self.lines.append(ScoreLine(f"graves.{who}", T("{who}: graves", who=seat(who)), text, {who: rest}))
        for named in entry.sphinx:
            if named.card != TEN:
                rest += self._sphinx(who, named)
        if who in self.open:
            return
        self.track.move(who, sold)
        total = self.track.scores[who] + rest
        for named in entry.sphinx:
            if named.card == TEN:
                points = scoring.ten_percent(total)
                rest += points
                self._line(who, named.card, T("{n} points: 1 for every 10", n=total), points)
        self.track.move(who, rest)

    def _miss(self, who: str, text: Text) -> None:
        self.needs.append(text)
        if who not in self.open:
            self.open.append(who)

    def _line(self, who: str, card: str, text: Text, points: int) -> None:
        title = T("{who}: {card}", who=seat(who), card=sphinx_short(card, self.facts))
        self.lines.append(ScoreLine(f"sphinx.{card}", title, text, {who: points}))

    def _sale(self, who: str) -> int:
        entry = self.entries[who]
        side, ten = entry.side, entry.ten
        low = scoring.low_row(self.facts, side)
        by_cards = scoring.most_sold(side.stones, False, ten)
        # One stone more than the cards sell is worth nothing either way.
        needed = by_cards + 2 if entry.sell is None else by_cards + 1
        if low is None and (side.stones if entry.sell is None else entry.sell) >= needed:
            self._miss(who, T("“stone_market”: how many rows it has, for the stones of {who}", who=seat(who)))
            return 0
        most = scoring.most_sold(side.stones, bool(low), ten)
        sold = most if entry.sell is None else entry.sell
        if sold > most:
            raise InputError(
                T("{who} may sell {most} stones, not {n}. The marker must lie on one of the last two rows of the "
                  "stone market.", who=seat(who), most=most, n=sold)
            )  # fmt: skip
        points = scoring.sale(sold, bool(low), ten)
        if points:
            text = TN("{n} stone sold", "{n} stones sold", sold)
            self.lines.append(ScoreLine(f"sale.{who}", T("{who}: stones", who=seat(who)), text, {who: points}))
        return points

    def _check_said(self, who: str, named: Named) -> None:
        """Refuse what the form says of a Sphinx card where it counts otherwise."""
        counted = scoring.reached(named.card, who, self.estates, self.facts, self.done)
        if None not in (named.reached, counted) and named.reached != counted:
            raise InputError(
                T("“reached” of the Sphinx card “{card}” of {who} does not fit what the form counts. Correct one of "
                  "them, or leave “reached” out.", card=sphinx_name(named.card, self.facts), who=seat(who))
            )  # fmt: skip

    def _sphinx(self, who: str, named: Named) -> int:
        self._check_said(who, named)
        judged = scoring.judge(
            named.card, who, self.estates, self.facts, self.done, named.reached, named.points
        )  # fmt: skip
        name = sphinx_name(named.card, self.facts)
        if judged.points is None:
            if named.card.partition(":")[0] in ("lastrow_count", "own_lastrow") and judged.asks == "reached":
                self._miss(who, T("“stone_market” or “grain_market”: its rows, for “{card}” of {who}", card=name,
                                  who=seat(who)))  # fmt: skip
            elif judged.asks == "printed":
                self._miss(who, T("“points” of the Sphinx card “{card}” of {who}", card=name, who=seat(who)))
            else:
                self._miss(who, T("“reached” of the Sphinx card “{card}” of {who}", card=name, who=seat(who)))
            return 0
        self._line(who, named.card, self._counted(who, named.card, judged), judged.points)
        return judged.points

    def _counted(self, who: str, card: str, judged: scoring.Judged) -> Text:
        """What a Sphinx card counts, in words."""
        own = self.estates[who]
        match card.partition(":")[0]:
            case "lastrow_count" if judged.players:
                return TN("{n} player", "{n} players", judged.players)
            case "graves":
                return TN("{n} grave", "{n} graves", own.stones["graves"])
            case "permanents":
                return TN("{n} card", "{n} cards", own.permanents)
            case "crew":
                return T("Strength {n}", n=judged.points or 0)
        return T("Reached") if judged.points else T("Not reached")


class FinalSheet(Sheet):
    """`{"players": {"red": {"score": 60, "stones": 7, "stone_row": 3, ...}, ...}}` after the order of round 5.

    Each player: `score`, `arrival` where stones share a space (1 in front), `stones` and how many of them to `sell`
    (left out: all that may be), `stone_row` and `grain_row` of the markers from 1, `crews`, `quarries` and `fields`
    with the start cards, other permanent `cards` (attached upgrades stand with their field as `field_upgrade`), the
    values of the `graves` taken, own stones on `obelisk`, `pyramid`, `temple`, and `sphinx`: types of cards, or
    `{"type": ..., "points": ..., "reached": ...}` where the box does not tell. `obelisk_done`: rows 7, 8, 9 are full.
    `stone_market` (`row_count`) and `grain_market` (`rows`) may come along. What is left out counts as 0.
    """

    id = "egizia:final"
    title = T("Final scoring")
    example: Mapping[str, Any] = {
        "stone_market": {"row_count": 4},
        "players": {
            "red": {
                "score": 61,
                "stones": 7,
                "stone_row": 3,
                "graves": [4, 5],
                "cards": ["grave_bonus:2", "crew_plus_one"],
                "obelisk": 4,
                "sphinx": ["permanents", {"type": "own:obelisk:4", "points": 8}],
            },
            "yellow": {
                "score": 58,
                "quarries": [3, 2],
                "fields": [{"color": "green", "value": 6}, {"color": "yellow", "value": 5}],
                "crews": {"c1": 4, "c2": 1, "c3": 2, "j": 3},
                "sphinx": ["most:yellow", "crew:c1", "ten_percent"],
            },
        },
    }

    def __init__(self, shipped: Box) -> None:
        self._shipped = shipped

    def score(self, data: Any, box: Box | None = None) -> Scores:
        """The final scoring line by line. Raises `InputError` naming the field and the remedy."""
        fields = read_object(data, T("The sheet"), FIELDS)
        players = read_players(fields, PLAYER)
        facts = facts_of(fields, box or self._shipped)
        done = fields.get("obelisk_done")
        if done is not None and type(done) is not bool:
            raise InputError(
                T("“{field}” must be true or false, not “{value}”.", field="obelisk_done", value=shown(done))
            )
        track = read_track(players)
        entries = {who: read_entry(own, who, facts) for who, own in players.items()}
        check_together(entries, facts)
        before, order = dict(track.scores), track.front
        final = _Final(entries, facts, done, track)
        for who in order:
            final.player(who)
        more: dict[str, Any] = {"order": list(order), "winner": None, "front": None}
        notes: tuple[Text, ...] = ()
        if not final.open:
            front = track.front
            more |= {"winner": front[0], "front": list(front)}
            notes = (_say_winner(front, track),)
        return Scores(
            tuple(final.lines),
            before,
            needs=tuple(final.needs),
            open=tuple(final.open),
            more=more,
            notes=notes,
        )


def _say_winner(front: tuple[str, ...], track: Track) -> Text:
    first, second = front[:2]
    if track.scores[first] == track.scores[second]:
        return T("{who} wins: first to come to {n}.", who=seat(first), n=track.scores[first])
    return T("{who} wins.", who=seat(first))
