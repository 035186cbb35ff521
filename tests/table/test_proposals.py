"""What a button or a tag proposes: one move, several, a look, a reason why not, or nothing because it came too late."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import msgspec
import pytest

from companion.engine.box import Box
from companion.engine.draw import Draw
from companion.engine.game import Choice, Decision, Game, Move
from companion.engine.simulate import header_for
from companion.engine.text import SeatName, Text
from companion.games import find_game
from companion.games.aton import moves as aton
from companion.language import Language
from companion.table.journal import Journal
from companion.table.proposals import Answer, Arbiter, Ask, Fill, Late, Look, Play, Reading, Refuse, refuse_seat
from companion.table.session import Session

Begin = Callable[..., Session]
NAMES = {"red": "Ana", "blue": "Béla", "green": "Vera"}


@pytest.fixture
def journal(tmp_path: Path) -> Iterator[Journal]:
    with Journal.open(tmp_path / "journal.db") as opened:
        yield opened


@pytest.fixture
def begin(journal: Journal) -> Begin:
    def begun(game_id: str, *moves: Move, seats: tuple[str, ...] = ("red", "blue"), box: Box | None = None,
              **options: Any) -> Session:  # fmt: skip
        game: Game[Any] = find_game(game_id)
        setup = game.draw_setup(seats, game.resolve(options), Draw("proposals"), box or game.box)
        session = Session.start(journal, game, header_for(game, seats, options, "proposals", setup, box))
        for move in moves:
            session.play(move)
        return session

    return begun


def button(who: str, at: float) -> Reading:
    return Reading(f"button of {who}", at, seat=who)


def tag(thing: str, at: float) -> Reading:
    return Reading(f"tag of {thing}", at, thing=thing)


def shown(session: Session, at: float = 0.0) -> Arbiter:
    arbiter = Arbiter(session)
    arbiter.shown(at)
    return arbiter


def why(answer: Answer) -> str:
    assert isinstance(answer, Refuse), answer
    return Language("en", NAMES).say(answer.why)


def play(session: Session, answer: Answer) -> None:
    assert isinstance(answer, Play), answer
    session.play(answer.choice.move, answer.expected)


ROWS = (aton.Ready("red"), aton.Ready("blue"))


def test_a_press_means_ready_and_once_more_takes_it_back(begin: Begin) -> None:
    session = begin("aton")
    arbiter = shown(session)
    play(session, arbiter.judge(button("red", 1.0)))
    assert session.lines[-1].move == aton.Ready("red")
    arbiter.shown(1.1)
    answer = arbiter.judge(button("red", 2.0))
    assert isinstance(answer, Play) and answer.choice.move == aton.Unready("red") and answer.expected == 2


def test_nothing_is_judged_before_anything_was_shown(begin: Begin) -> None:
    session = begin("aton")
    assert Arbiter(session).judge(button("red", 1.0)) == Late()
    assert shown(session, 5.0).judge(button("red", 4.9)) == Late()
    assert isinstance(shown(session, 5.0).judge(button("red", 5.0)), Play)


def test_a_press_meant_for_an_older_decision_is_late(begin: Begin) -> None:
    session = begin("aton")
    arbiter = shown(session)
    play(session, arbiter.judge(button("red", 1.0)))
    # The second press of the same finger was made while the first one was being stored: it is not “take it back”.
    assert arbiter.judge(button("red", 1.05)) == Late()
    arbiter.shown(1.2)
    assert arbiter.judge(button("red", 1.19)) == Late()
    answer = arbiter.judge(button("red", 1.2))
    assert isinstance(answer, Play) and answer.expected == 2


def test_two_seats_that_press_within_one_moment_are_both_ready(begin: Begin) -> None:
    session = begin("aton")
    arbiter = shown(session)
    play(session, arbiter.judge(button("red", 1.0)))
    arbiter.shown(1.2)
    answer = arbiter.judge(button("blue", 1.01))
    assert isinstance(answer, Play) and answer.expected == 2
    play(session, answer)
    arbiter.shown(1.3)
    # The rows are to be turned up now: whoever pressed before that meant something else.
    assert arbiter.judge(button("blue", 1.25)) == Late() and arbiter.judge(button("red", 1.25)) == Late()


def test_a_press_from_before_an_undo_is_late_even_at_the_same_number(begin: Begin) -> None:
    session = begin("aton")
    arbiter = shown(session)
    session.play(aton.Ready("red"))
    arbiter.shown(1.0)
    session.undo()
    arbiter.shown(2.0)
    session.play(aton.Exchange("red"))
    arbiter.shown(3.0)
    assert arbiter.judge(button("blue", 1.5)) == Late() and arbiter.judge(button("red", 1.5)) == Late()
    assert isinstance(arbiter.judge(button("blue", 3.1)), Play)


def test_another_decision_at_the_same_number_is_shown_anew(begin: Begin) -> None:
    session = begin("aton")
    arbiter = shown(session)
    session.play(aton.Ready("red"))
    arbiter.shown(1.0)
    session.undo()
    session.play(aton.Exchange("red"))
    arbiter.shown(3.0)
    assert arbiter.judge(button("blue", 2.9)) == Late() and isinstance(arbiter.judge(button("blue", 3.0)), Play)


def test_a_press_from_before_the_own_acts_of_its_seat_is_late(begin: Begin) -> None:
    session = begin("aton")
    arbiter = shown(session)
    session.play(aton.Ready("red"))
    session.play(aton.Unready("red"))
    arbiter.shown(2.0)
    assert arbiter.judge(button("red", 1.0)) == Late()
    assert isinstance(arbiter.judge(button("blue", 1.0)), Play)


def test_the_same_key_counts_again_only_after_a_moment(begin: Begin) -> None:
    session = begin("aton")
    arbiter = shown(session)
    for who, at in (("red", 1.0), ("blue", 1.05)):
        play(session, arbiter.judge(button(who, at)))
        arbiter.answered(button(who, at), at)
        arbiter.shown(at + 0.01)
    # Both contacts bounce: neither is another press, though blue was answered last.
    assert arbiter.judge(button("red", 1.2)) == Late() and arbiter.judge(button("blue", 1.29)) == Late()
    assert isinstance(arbiter.judge(button("red", 1.26)), Refuse)


def test_a_seat_that_is_not_asked_is_told_whose_turn_it_is(begin: Begin) -> None:
    session = begin("aton", *ROWS, aton.Reveal("red", (2, 1, 1, 4)), aton.Reveal("blue", (3, 2, 4, 4)))
    assert session.decision.seats == ("red",)
    told = why(shown(session).judge(button("blue", 1.0)))
    assert told == "Béla pressed, but now it is up to Ana. Nothing has changed."


def test_a_seat_with_several_ways_and_no_meaning_is_asked(begin: Begin) -> None:
    session = begin("aton", *ROWS, aton.Reveal("red", (2, 1, 1, 4)), aton.Reveal("blue", (3, 2, 4, 4)))
    answer = shown(session).judge(button("red", 1.0))
    assert answer == Ask(session.decision.choices, session.n + 1) and len(session.decision.choices) == 12


def test_a_number_is_entered_on_the_screen(begin: Begin) -> None:
    told = why(shown(begin("aton", *ROWS)).judge(button("red", 1.0)))
    assert told == "Ana pressed, but this is chosen on the screen. Turn up both rows and enter the cards."


def test_a_button_that_is_refused_says_so_in_few_words_too(begin: Begin) -> None:
    answer = shown(begin("aton", *ROWS)).judge(button("red", 1.0))
    assert isinstance(answer, Refuse) and answer.short is not None
    brief = why(Refuse(answer.short))
    assert brief == "Ana pressed, but this is chosen on the screen. Nothing has changed."


def test_a_tag_that_is_refused_says_so_in_few_words_too(begin: Begin) -> None:
    session = begin("aton", *ROWS, aton.Reveal("red", (2, 1, 1, 4)), aton.Reveal("blue", (3, 2, 4, 4)))
    answer = shown(session).judge(tag("card:red:3", 1.0))
    assert isinstance(answer, Refuse) and answer.short is not None
    assert why(Refuse(answer.short)).endswith("no part in the step that is due now. Nothing has changed.")


def test_a_button_of_nobody_here_says_so(begin: Begin) -> None:
    told = why(shown(begin("aton")).judge(button("green", 1.0)))
    assert told == "The button belongs to no seat of this game. Nothing has changed."


# tags


def test_a_card_fills_the_form_of_its_colour(begin: Begin) -> None:
    session = begin("aton", *ROWS)
    arbiter = shown(session)
    red, blue = session.decision.forms
    assert arbiter.judge(tag("card:red:3", 1.0)) == Fill(red, 3, 3, "cards")
    assert arbiter.judge(tag("card:blue:1", 1.0)) == Fill(blue, 1, 3, "cards")


def test_a_card_read_while_cards_are_secret_is_not_named(begin: Begin) -> None:
    told = why(shown(begin("aton")).judge(tag("card:red:3", 1.0)))
    assert told == "A tag was read, but this is chosen unseen. Nothing has changed."


def test_a_card_that_has_no_part_in_the_step_is_named_with_the_step(begin: Begin) -> None:
    session = begin("aton", *ROWS, aton.Reveal("red", (2, 1, 1, 4)), aton.Reveal("blue", (3, 2, 4, 4)))
    told = why(shown(session).judge(tag("card:red:3", 1.0)))
    assert told.startswith("Red card 3 was read, but it has no part in the step that is due now. Ana, place 4 counters")


def test_a_tag_of_no_piece_here_says_so(begin: Begin) -> None:
    told = why(shown(begin("aton")).judge(tag("tile:S8A", 1.0)))
    assert told == "The tag belongs to no piece of this game. Nothing has changed."


def on_the_quay(session: Session, cards: Sequence[str]) -> Arbiter:
    """Lay these cards by their tags, one after the other."""
    arbiter = Arbiter(session)
    for n, card in enumerate(cards):
        arbiter.shown(float(n))
        play(session, arbiter.judge(tag(f"card:{card}", n + 0.5)))
    arbiter.shown(99.0)
    return arbiter


QUAY = ("WHE0", "CHA", "IVO3", "WHE0", "CAT1", "FIS0", "AMU", "EBO0", "MAR0")


def sobek(begin: Begin) -> tuple[Session, Arbiter]:
    session = begin("sobek", box=find_game("sobek").practice)
    arbiter = on_the_quay(session, QUAY)
    assert session.state.quay == QUAY
    for n in range(100, 110):
        if session.decision.id == "turn":
            break
        session.play(session.decision.choices[-1].move)
        arbiter.shown(float(n))
    assert session.decision.id == "turn"
    return session, arbiter


def test_a_row_of_cards_is_laid_by_their_tags_and_one_of_them_taken(begin: Begin) -> None:
    session, arbiter = sobek(begin)
    answer = arbiter.judge(tag("card:IVO3", 200.0))
    assert isinstance(answer, Play) and answer.choice.move == session.decision.choices[2].move
    assert Language("en", NAMES).say(answer.choice.label) == "Place 3: Ivory 3"


def test_a_thing_that_lies_in_two_places_is_asked_for(begin: Begin) -> None:
    _, arbiter = sobek(begin)
    answer = arbiter.judge(tag("card:WHE0", 200.0))
    assert isinstance(answer, Ask)
    assert [choice.targets for choice in answer.choices] == [("quay:1",), ("quay:4",)]


def test_a_card_out_of_reach_is_refused_with_the_reason_of_the_rules(begin: Begin) -> None:
    session, arbiter = sobek(begin)
    told = why(arbiter.judge(tag("card:FIS0", 200.0)))
    assert told.startswith("Fish 0 was read. ")
    take = session.game.attempt_with(session.view, "card:FIS0")
    assert take is not None
    refusal = session.game.refuse(session.state, take)
    assert refusal is not None
    assert told.endswith(Language("en", NAMES).say(session.game.say_whole_refusal(refusal)))


# the end, and other states of a session


def ended(begin: Begin) -> Session:
    session = begin("aton")
    session.play(aton.Stop("table"))
    assert session.outcome is not None
    return session


def test_a_game_that_is_over_takes_nothing(begin: Begin) -> None:
    arbiter = shown(ended(begin))
    assert why(arbiter.judge(button("red", 1.0))) == "The game is over."
    assert why(arbiter.judge(tag("card:red:1", 1.0))) == "The game is over."


def test_a_game_that_was_put_away_takes_nothing(begin: Begin) -> None:
    session = begin("aton")
    arbiter = shown(session)
    session.put_away()
    assert why(arbiter.judge(button("red", 1.0))).startswith("This game was put away.")
    assert session.n == 0


# decisions made for the purpose


class Asked(msgspec.Struct):
    """A session as the arbiter sees it, with a decision made for the test."""

    decision: Decision
    session: Session

    def __getattr__(self, name: str) -> Any:
        return getattr(self.session, name)


def asking(session: Session, decision: Decision) -> Arbiter:
    asked: Any = Asked(decision, session)
    return shown(asked)


def offered(*moves: Move, marked: Sequence[Move] = ()) -> tuple[Choice, ...]:
    return tuple(Choice(move, Text(str(move)), seat_key=move in marked) for move in moves)


PLACES = (aton.Place("red", "1.01"), aton.Place("red", "1.02"))


def test_what_is_chosen_unseen_opens_while_the_button_is_held(begin: Begin) -> None:
    session = begin("aton")
    for choices in (offered(*PLACES), offered(*PLACES, marked=PLACES[:1]), offered(PLACES[0])):
        arbiter = asking(session, Decision("x", Text("Choose."), ("red",), choices=choices, private=True))
        assert arbiter.judge(button("red", 1.0)) == Look("red") and arbiter.may_look("red")
        assert "up to Ana" in why(arbiter.judge(button("blue", 1.0))) and not arbiter.may_look("blue")
        assert "chosen unseen" in why(arbiter.judge(tag("card:red:1", 1.0)))


def test_a_press_counts_on_only_where_its_seat_is_asked_the_very_same(begin: Begin) -> None:
    session = begin("aton")
    first = Decision("x", Text("Choose."), ("red", "blue"), choices=offered(*PLACES, marked=PLACES[:1]), secret=True)
    asked: Any = Asked(first, session)
    arbiter = shown(asked)
    session.play(aton.Ready("blue"))
    assert isinstance(arbiter.judge(button("red", 1.0)), Play)
    asked.decision = msgspec.structs.replace(first, choices=offered(*PLACES, marked=PLACES[1:]))
    assert arbiter.judge(button("red", 1.0)) == Late()
    asked.decision = msgspec.structs.replace(first, id="y")
    assert arbiter.judge(button("red", 1.0)) == Late()


def test_the_only_way_of_a_seat_is_what_its_button_means(begin: Begin) -> None:
    choices = offered(PLACES[0], aton.Place("blue", "1.01"), aton.Place("blue", "1.02"))
    arbiter = asking(begin("aton"), Decision("x", Text("Choose."), ("red", "blue"), choices=choices))
    assert arbiter.judge(button("red", 1.0)) == Play(choices[0], 1)
    assert arbiter.judge(button("blue", 1.0)) == Ask(choices[1:], 1)


def test_a_seat_that_may_say_a_number_instead_has_no_only_way(begin: Begin) -> None:
    session = begin("aton", *ROWS)
    decision = Decision("x", Text("Choose."), ("red",), choices=offered(PLACES[0]), forms=session.decision.forms[:1])
    assert asking(session, decision).judge(button("red", 1.0)) == Ask(decision.choices, 3)


def test_who_is_named_in_a_sentence_is_a_seat_and_no_colour() -> None:
    decision = Decision("x", Text("Choose."), ("red",))
    assert refuse_seat(decision, "blue").why.params == {"who": SeatName("blue"), "others": (SeatName("red"),)}
