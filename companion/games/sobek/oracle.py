"""A second telling of the sums, for checking the first: every card a name, every step of a marker one space.

Written from the spec alone (sobek 5.4, 7). It shares no code with the scoring, the rules and the track.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field


def scarabs(card: str) -> int:
    """What is printed on a card: the digits behind the goods; an amulet and a character show none."""
    digits = "".join(letter for letter in card if letter.isdigit())
    return int(digits or 0)


@dataclass
class Hoard:
    """One seat's cards at the end of a round, by name ("WHE1", "AMU", "THI").

    upright and flat: sets laid in the round and at its end; blessed: for each upright set its Prosperity tokens;
    hidden: the cards under the tile, the last hand cards included.
    """

    score: int
    upright: list[list[str]] = field(default_factory=list)
    blessed: list[int] = field(default_factory=list)
    flat: list[list[str]] = field(default_factory=list)
    hidden: list[str] = field(default_factory=list)
    curses: int = 0

    def points(self, blessing: int) -> int:
        """A card counts once for each scarab of its set; at the end of the round the scarabs alone count."""
        gained = 0
        for at, cards in enumerate(self.upright):
            shown = sum(map(scarabs, cards))
            if at < len(self.blessed):
                shown += self.blessed[at] * blessing
            gained += sum(shown for _ in cards)
        for cards in self.flat:
            gained += sum(map(scarabs, cards))
        return gained

    def burden(self, weight: int) -> tuple[int, int]:
        """How corrupt: cards with curses, and the scarabs that break ties."""
        return len([*self.hidden, *("curse" for _ in range(self.curses * weight))]), sum(map(scarabs, self.hidden))


@dataclass
class Verdict:
    """What a round brings: points earned, who is most corrupt, points lost, and the scores after it."""

    earned: dict[str, int]
    corrupt: list[str]
    penalty: dict[str, int]
    scores: dict[str, int]


class Oracle:
    """The sums of a game with a track of its own (what stands on spaces 0 to 99).

    blessing: scarabs of a Prosperity token; weight: cards that a Curse counts for; nobody_guilty: nobody is penalised
    where all have no corruption at all.
    """

    def __init__(self, track: Sequence[str], blessing: int, weight: int, nobody_guilty: bool = False) -> None:
        self.signs = dict(enumerate(track))
        self.blessing = blessing
        self.weight = weight
        self.nobody_guilty = nobody_guilty

    def sign(self, score: int) -> str:
        """What the marker of a score stands on, lap after lap."""
        while score >= len(self.signs):
            score -= len(self.signs)
        return self.signs[score]

    def forward(self, score: int, sign: str) -> int:
        """The marker goes on, space by space, until it stands on the sign."""
        while True:
            score += 1
            if self.sign(score) == sign:
                return score

    def back(self, score: int, sign: str) -> int:
        """The marker goes back until it stands on the sign; where there is none before the start it stays."""
        found = [at for at in range(score) if self.sign(at) == sign]
        return found[-1] if found else score

    def alliance(self, own: int, other: int, sign: str | None = None) -> tuple[int, int]:
        """Both markers after an Alliance: by the sign of the token, or each by the sign it stands on (None)."""
        return self.forward(own, sign or self.sign(own)), self.back(other, sign or self.sign(other))

    def fraud(self, score: int, hidden: Iterable[str], curses: int = 0) -> int:
        """The marker after a Fraud. `curses`: only where the table counts them."""
        return score + len(list(hidden)) + curses * self.weight

    def most_corrupt(self, table: Mapping[str, Hoard]) -> list[str]:
        """Whom nobody outdoes, first in cards, then in scarabs."""
        burdens = {who: hoard.burden(self.weight) for who, hoard in table.items()}
        if self.nobody_guilty and all(cards == 0 for cards, _ in burdens.values()):
            return []
        return [who for who, mine in burdens.items() if not any(other > mine for other in burdens.values())]

    def round(self, table: Mapping[str, Hoard]) -> Verdict:
        """The end of a round (spec 7.3, 7.4)."""
        earned = {who: hoard.points(self.blessing) for who, hoard in table.items()}
        scores = {who: hoard.score + earned[who] for who, hoard in table.items()}
        corrupt = self.most_corrupt(table)
        penalty = dict.fromkeys(table, 0)
        for who in corrupt:
            top, rest = scores[who], earned[who]
            sign = self.sign(top)
            while rest >= 10:
                scores[who] = self.back(scores[who], sign)
                rest -= 10
            penalty[who] = top - scores[who]
        return Verdict(earned, corrupt, penalty, scores)

    @staticmethod
    def over(round_: int, scores: Iterable[int]) -> bool:
        """Whether the game ends after this round (spec 7.5)."""
        return round_ == 3 or (round_ == 2 and any(score > 100 for score in scores))

    @staticmethod
    def winners(scores: Mapping[str, int]) -> set[str]:
        """Everybody whom nobody is ahead of."""
        return {who for who, mine in scores.items() if not any(other > mine for other in scores.values())}
