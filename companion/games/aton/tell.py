"""What the table is told when something happens: the events of Aton, and how a game ended, in words."""

from __future__ import annotations

from companion.engine.game import Event, Fault, Scores
from companion.engine.text import TN, T, Text, seat
from companion.games.aton.position import AtonState, End, card


def rows_up() -> Event:
    """Both are ready."""
    return Event("reveal", T("Both rows lie. Turn all eight cards up together."))


def shuffled(name: str) -> Event:
    """A draw pile is made new (5.5)."""
    text = T("The draw pile of {who} is used up: shuffle the discard pile into a new one.", who=seat(name))
    return Event("shuffle", text, (name,), show=True)


def shuffled_for_order(name: str) -> Event:
    """A draw pile is made new for drawing the order, without the row on the table (5.2)."""
    text = T(
        "The draw pile of {who} is used up: first shuffle the discard pile into a new one, without the row on the "
        "table.",
        who=seat(name),
    )
    return Event("shuffle", text, (name,), show=True)


def thrown_open(name: str) -> Event:
    """The token is spent, and the thrown cards lie face up."""
    text = T(
        "{who} throws four cards face up, gives up the exchange token and then draws four new ones.", who=seat(name)
    )
    return Event("exchange", text, (name,))


def exchanged(name: str) -> Event:
    """The token is spent."""
    text = T("{who} throws four cards, draws four new ones and gives up the exchange token.", who=seat(name))
    return Event("exchange", text, (name,))


def row_stands(name: str) -> Event:
    """A row turned up too early is kept."""
    return Event("mishap", T("The row of {who} lies open already and stays as it is.", who=seat(name)), (name,))


def row_again(name: str) -> Event:
    """A row turned up too early is laid anew."""
    return Event("mishap", T("{who} takes the open row back and may lay it anew.", who=seat(name)), (name,), show=True)


def warning(fault: Fault) -> Event:
    """Something unlikely about cards or markers."""
    return Event("warning", fault.text, (), fault.targets, show=True)


def cartouche1(name: str, high: int, low: int, gain: int) -> Event:
    """Points at cartouche 1."""
    text = T(
        "{who} gains {gain} points at cartouche 1: ({high} − {low}) × 2.", who=seat(name), gain=gain, high=high, low=low
    )
    return Event("points", text, (name,), ("cartouche:red:1", "cartouche:blue:1"), {name: gain}, show=True)


def no_points(value: int) -> Event:
    """A tie at cartouche 1."""
    text = T("Both have a {value} at cartouche 1: no points.", value=value)
    return Event("points", text, (), ("cartouche:red:1", "cartouche:blue:1"))


def full_tie() -> Event:
    """Cartouches 2 and 1 are equal."""
    text = T("Cartouches 2 and 1 are equal, so chance decides who is first.")
    return Event("order", text, (), tuple(f"cartouche:{name}:{n}" for n in (2, 1) for name in ("red", "blue")))


def tied_again() -> Event:
    """The drawn cards are equal."""
    return Event("order", T("Equal again. Both cards go under their piles; turn up the next ones."))


def drawn_cards_go_back() -> Event:
    """The order is drawn."""
    return Event("order", T("Both drawn cards go under their piles."))


def endless_tie() -> Event:
    """A whole pile went by without a difference."""
    return Event("order", T("A whole pile went by without a difference, so a coin decides."))


def goes_first(name: str) -> Event:
    """The order of the round."""
    return Event("order", T("{who} goes first this round.", who=seat(name)), (name,))


def nothing_to_remove(state: AtonState, i: int) -> Event:
    """A removal step is passed."""
    name = state.seats[i]
    if state.round == 1:
        text = T("{who} removes nothing: it is round 1.", who=seat(name))
    elif card(state, i, 2) == 2:
        text = T("{who} removes nothing: the card on cartouche 2 is a 2.", who=seat(name))
    elif card(state, i, 2) == 1:
        text = T("{who} removes nothing: no counter of the own colour lies in the open temples.", who=seat(name))
    else:
        other = seat(state.seats[1 - i])
        text = T("{who} removes nothing: no counter of {other} lies in the open temples.", who=seat(name), other=other)
    return Event("pass", text, (name,))


def nothing_to_place(state: AtonState, i: int) -> Event:
    """A placement step is passed."""
    name = state.seats[i]
    return Event("pass", T("{who} places nothing: the stock is empty.", who=seat(name)), (name,), (f"stock:{name}",))


def nothing_left(name: str) -> Event:
    """A correction leaves nothing to do in the step that was going on."""
    return Event("pass", T("As it lies now, {who} has nothing left to do in this step.", who=seat(name)), (name,))


def kept_in_stock(state: AtonState, i: int, n: int) -> Event:
    """Counters without a space while the Kingdom is full and takes no more (switch `dead_overflow`)."""
    name = state.seats[i]
    text = TN(
        "{who} keeps {n} counter in the stock: no space is free and the Kingdom of the Dead is full.",
        "{who} keeps {n} counters in the stock: no space is free and the Kingdom of the Dead is full.",
        n,
        who=seat(name),
    )
    return Event("pass", text, (name,), (f"stock:{name}",))


def nothing_to_thin(name: str) -> Event:
    """A thinning step is passed."""
    return Event("pass", T("{who} has no counter to take home.", who=seat(name)), (name,))


def dead_is_full() -> Event:
    """The last space of the Kingdom was taken."""
    text = T("The Kingdom of the Dead is full: a scoring follows at the end of this round, unless somebody wins first.")
    return Event("dead", text, (), ("dead",))


def home_instead(name: str) -> Event:
    """The Kingdom is full and the table sends counters home (switch `dead_overflow`)."""
    text = T("The Kingdom of the Dead is full, so this counter of {who} goes to the stock.", who=seat(name))
    return Event("dead", text, (name,), (f"stock:{name}",))


def surplus(state: AtonState, i: int, n: int) -> Event:
    """Counters without a space."""
    name = state.seats[i]
    text = TN(
        "{who} finds no space for {n} counter: from the stock to the Kingdom of the Dead.",
        "{who} finds no space for {n} counters: from the stock to the Kingdom of the Dead.",
        n,
        who=seat(name),
    )
    return Event("dead", text, (name,), ("dead",))


def round_ends(number: int) -> Event:
    """The rows are discarded."""
    return Event("round", T("Round {number} is over. The eight cards go to their discard piles.", number=number))


def scoring(scores: Scores) -> Event:
    """The whole scoring."""
    gained = {name: scores.total(name) - before for name, before in scores.before.items()}
    one, two = gained
    text = T("Scoring: {one} gains {n}, {two} gains {m}.", one=seat(one), n=gained[one], two=seat(two), m=gained[two])
    return Event("scoring", text, tuple(gained), (), gained, show=True, scoring=scores)


def dead_emptied(state: AtonState) -> Event:
    """All counters in the Dead go home."""
    one, two = state.seats
    text = T(
        "The Kingdom of the Dead is emptied into the stocks. Counters of {one}: {n}, of {two}: {m}.",
        one=seat(one),
        n=state.sides[0].dead,
        two=seat(two),
        m=state.sides[1].dead,
    )
    return Event("dead", text, state.seats, ("dead",), show=True)


def corrected() -> Event:
    """The table put the position right."""
    return Event("correct", T("The position was put right as it lies on the table."))


def saved(state: AtonState) -> list[Event]:
    """A player leaves and the game is kept, with the sizes to check against on return."""
    kept = Event("save", T("The game is kept as it stands. Put it away and go on another day."), state.seats, show=True)
    return [kept, *(Event("save", text, state.seats) for text in piles(state))]


def piles(state: AtonState) -> list[Text]:
    """The sizes of piles and hands, to check when the box is opened again."""
    return [
        T(
            "Cards of {who}: {pile} in the draw pile, {hand} in hand or at the cartouches, {discard} discarded.",
            who=seat(name),
            pile=side.cards.pile,
            hand=side.cards.hand,
            discard=side.cards.discard,
        )
        for name, side in zip(state.seats, state.sides, strict=True)
    ]


_FILLED = {
    "temple1": T("{who} wins: every space of temple 1 is taken."),
    "temple2": T("{who} wins: every space of temple 2 is taken."),
    "temple3": T("{who} wins: every space of temple 3 is taken."),
    "temple4": T("{who} wins: every space of temple 4 is taken."),
    "yellow": T("{who} wins: every yellow space is taken."),
    "green": T("{who} wins: every green space is taken."),
}
_ENDINGS = {
    "points": T("{who} wins: the goal on the score track is reached."),
    "scoring": T("{who} wins on points after a scoring."),
    "draw": T("A draw: both meet the goal alike."),
    "left": T("{who} wins: the other player has left."),
    "no_result": T("The game ends without a result."),
    "stopped": T("Both agree to stop. There is no winner."),
}


def ending(end: End) -> Text:
    """How the game ended."""
    text = _FILLED[end.filled] if end.filled else _ENDINGS[end.reason]
    return text if end.winner is None else Text(text.message, {"who": seat(end.winner)})


def reason(end: End) -> str:
    """The reason code of the outcome: what was filled (`temple2`, `yellow`), or how else it ended."""
    return end.filled or end.reason
