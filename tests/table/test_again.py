"""A mistake is put right, and the moves after it are made again as they were, as far as they still fit."""

from __future__ import annotations

import random
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import msgspec
import pytest

from companion.engine.draw import Draw
from companion.engine.game import Game, IllegalMove, Move
from companion.engine.header import Header, Seat
from companion.engine.text import T, seat
from companion.games.aton import GAME as ATON
from companion.games.aton.moves import Correct as AtonCorrect
from companion.games.aton.moves import Place, Ready, Reveal
from companion.games.tutankhamen import GAME as TUTANKHAMEN
from companion.games.tutankhamen.moves import Correct, Finish, Leave, Mask, Take
from companion.table.journal import Journal
from companion.table.log import LogEntry
from companion.table.session import Session
from tests.games.tutankhamen.positions import layout_l1
from tests.kit.toy import toy_installed
from tests.table.quarry_table import journal_path, play_on, started

PAIR = ("red", "blue")
THREE = ("red", "blue", "green")
ROWS = (Ready("red"), Ready("blue"), Reveal("red", cards=(1, 1, 2, 3)), Reveal("blue", cards=(1, 2, 2, 2)))
LEFT_OUT = "Not asked again, so left out: {what}"


def begun(journal: Journal, game: Game[Any], seats: Sequence[str], setup: Any, moves: Sequence[Move]) -> Session:
    header = Header(
        record=1, game=game.id, rules=game.rules, id="first", seats=tuple(Seat(s, s.title()) for s in seats),
        options={}, seed="A-1", setup=setup, started="2026-05-01T18:00:00Z",
    )  # fmt: skip
    session = Session.start(journal, game, header)
    for move in moves:
        session.play(move)
    return session


def aton(journal: Journal, *moves: Move) -> Session:
    setup = ATON.draw_setup(PAIR, ATON.resolve({}), Draw("A-1"), ATON.box)
    return begun(journal, ATON, PAIR, msgspec.to_builtins(setup), moves)


def placed(journal: Journal) -> Session:
    """Red has placed two of three counters by a card 3 that opens temple 2; the card was a 1."""
    return aton(journal, *ROWS, Place("red", space="1.01"), Place("red", space="2.01"))


def tutankhamen(journal: Journal, *moves: Move) -> Session:
    """Red is at the pyramid with the mask and two S8A, the others have one; two more lie at 20 and 22; blue moves."""
    path = dict.fromkeys(map(str, range(1, len(layout_l1()) + 1)), "")
    path |= {"15": "S4A", "20": "S8A", "22": "S8A", "24": "S6A", "26": "S6A", "28": "S6A", "30": "S4A", "32": "S4A"}
    held = {"red": {"S8A": 2}, "blue": {"S8A": 1}, "green": {"S8A": 1}}
    lie = Correct("table", slots=path, held=held, pawns={"red": 12, "blue": 10, "green": 11})
    given = Correct("table", pawns={"red": len(path) + 1}, mask="red", turn="blue")
    setup = {"layout": list(layout_l1()), "first": "red", "laid_by": "app"}
    return begun(journal, TUTANKHAMEN, THREE, setup, (lie, given, *moves))


THREE_TURNS = (
    Take("blue", slot=20),
    Take("green", slot=22),
    Mask("red", use=True),
    Take("blue", slot=24),
    Take("green", slot=26),
)


def corrected(session: Session, n: int, move: Move) -> Session:
    """Everybody agrees to go back to `n` moves, and there `move` is made."""
    session.rewind(n, session.header.seat_ids)
    session.play(move)
    return session


def made(session: Session) -> list[Move]:
    """The moves of one "all as before"."""
    first = session.n
    assert [accepted.n for accepted in session.play_again()] == list(range(first + 1, session.n + 1))
    return [line.move for line in session.lines[first:]]


def left_out(session: Session) -> list[Any]:
    return [entry.text.params["what"] for entry in session.log() if entry.text.message == LEFT_OUT]


# what is remembered


def test_nothing_is_offered_before_the_table_has_gone_back(journal: Journal) -> None:
    session = placed(journal)
    assert (session.again, session.asked_anew, session.again_ahead(), session.play_again()) == (None, None, 0, ())


def test_an_undo_is_not_remembered(journal: Journal) -> None:
    session = placed(journal)
    session.undo()
    assert session.again is None


def test_going_back_by_mistake_is_made_good_by_all_as_before(journal: Journal) -> None:
    session = placed(journal)
    whole, state = [line.move for line in session.lines], session.state
    session.rewind(1, PAIR)
    assert (session.again, session.again_ahead()) == (Ready("blue"), 2)
    assert made(session) == whole[1:]
    assert session.state == state
    assert session.again is None


def test_every_move_made_again_is_in_the_journal_by_itself(journal: Journal) -> None:
    session = placed(journal)
    session.rewind(4, PAIR)
    session.play_again()
    kinds = [entry.kind for entry in journal.entries("first")]
    assert kinds == ["start", *["move"] * 6, "correct", "move", "move"]


def test_what_was_dropped_can_be_forgotten(journal: Journal) -> None:
    session = placed(journal)
    session.rewind(4, PAIR)
    session.play(Place("red", space="1.01"))
    session.forget_again()
    assert session.again is None
    session.undo()
    assert session.again is None


# Aton: a card entered wrongly, found after two placements


def test_a_card_put_right_keeps_the_placements_that_it_still_allows(journal: Journal) -> None:
    session = corrected(placed(journal), 2, Reveal("red", cards=(1, 1, 1, 3)))
    assert session.again == Reveal("blue", cards=(1, 2, 2, 2))
    assert made(session) == [Reveal("blue", cards=(1, 2, 2, 2)), Place("red", space="1.01")]
    assert (session.again, session.asked_anew) == (None, Place("red", space="2.01"))
    session.play(Place("red", space="1.02"))
    assert (session.again, session.asked_anew) == (None, None)


def test_a_placement_that_is_no_longer_owed_is_left_out_and_the_log_says_so(journal: Journal) -> None:
    """With a 1 on cartouche 4 red places once; blue, who owed nothing but placing, goes on as before."""
    session = placed(journal)
    session.play(Place("red", space="1.02"))
    at_blue = session.decision.choices[0].move
    assert at_blue.by == "blue"
    session.play(at_blue)
    corrected(session, 2, Reveal("red", cards=(1, 1, 2, 1)))
    expected = ATON.say_move(session.results[1].state, Place("red", space="2.01"))
    assert made(session)[:2] == [Reveal("blue", cards=(1, 2, 2, 2)), Place("red", space="1.01")]
    assert session.lines[-1].move == at_blue
    assert left_out(session)[0].message == expected.message
    assert [words.params["space"] for words in left_out(session)] == ["2.01", "1.02"]


def test_a_placement_more_is_asked_for_and_then_it_goes_on(journal: Journal) -> None:
    session = placed(journal)
    for move in (Place("red", space="1.02"), Place("blue", space="1.07"), Place("blue", space="1.08")):
        session.play(move)
    corrected(session, 2, Reveal("red", cards=(1, 1, 2, 4)))
    assert len(made(session)) == 4
    assert (session.decision.seats, session.again, session.asked_anew) == (("red",), None, None)
    session.play(Place("red", space="1.03"))
    assert made(session) == [Place("blue", space="1.07"), Place("blue", space="1.08")]


def test_who_is_ready_first_makes_no_difference(journal: Journal) -> None:
    session = placed(journal)
    session.rewind(0, PAIR)
    session.play(Ready("blue"))
    assert session.again == Ready("red")
    session.play(Ready("red"))
    assert session.again == ROWS[2]


def test_a_correction_of_the_table_is_offered_but_never_made_by_itself(journal: Journal) -> None:
    """Its numbers were right for another position."""
    fix = AtonCorrect("table", scores={"red": 7})
    session = aton(journal, *ROWS, Place("red", space="1.01"), fix, Place("red", space="1.02"))
    corrected(session, 4, Place("red", space="1.03"))
    assert (session.again, session.again_ahead(), session.play_again()) == (fix, 0, ())
    session.play(Place("red", space="1.02"))
    assert session.again is None


def test_a_correction_in_the_very_same_position_is_made_again(journal: Journal) -> None:
    fix = AtonCorrect("table", scores={"red": 7})
    session = aton(journal, *ROWS, fix, Place("red", space="1.02"))
    session.rewind(3, PAIR)
    assert made(session) == [ROWS[3], fix, Place("red", space="1.02")]


def test_a_place_that_is_closed_now_is_not_left_out_for_the_next_one(journal: Journal) -> None:
    session = placed(journal)
    session.play(Place("red", space="1.02"))
    corrected(session, 2, Reveal("red", cards=(1, 1, 1, 3)))
    session.play_again()
    assert (session.again, session.asked_anew, left_out(session)) == (None, Place("red", space="2.01"), [])
    session.play(Place("red", space="1.03"))
    assert session.again == Place("red", space="1.02")


# Tutankhamen: a wrong slot, found three turns later


def test_the_turns_after_a_wrong_slot_are_made_again(journal: Journal) -> None:
    """Blue went to 24, not to 20: the S8A at 20 is passed by all and S8A is complete as before, with blue at one."""
    session = corrected(tutankhamen(journal, *THREE_TURNS), 2, Take("blue", slot=24))
    assert made(session) == [Take("green", slot=22)]
    assert session.decision.id == "mask"


def test_a_mask_answer_whose_scoring_has_changed_is_asked_anew(journal: Journal) -> None:
    """Two tiles each then; red 2, blue 1, green 2 now."""
    session = corrected(tutankhamen(journal, *THREE_TURNS), 2, Take("blue", slot=24))
    session.play_again()
    assert (session.again, session.again_ahead()) == (Mask("red", use=True), 0)
    assert session.play_again() == ()
    session.play(Mask("red", use=False))
    assert session.state.mask == "red"
    assert session.again != Mask("red", use=True)


def test_a_mask_answer_whose_scoring_is_the_same_is_made_again(journal: Journal) -> None:
    """Only the sixes change: green goes to 28 after it, not to 26."""
    session = tutankhamen(journal, *THREE_TURNS)
    session.rewind(2, THREE)
    assert made(session) == list(THREE_TURNS)
    corrected(session, 2, Take("blue", slot=20))
    assert made(session) == list(THREE_TURNS[1:])


def test_a_slot_that_is_empty_now_is_asked_anew_and_the_rest_follows(journal: Journal) -> None:
    session = corrected(tutankhamen(journal, *THREE_TURNS), 2, Take("blue", slot=24))
    session.play_again()
    session.play(Mask("red", use=True))
    assert (session.again, session.asked_anew) == (None, Take("blue", slot=24))
    with pytest.raises(IllegalMove):
        session.play(Take("blue", slot=24))
    assert session.asked_anew == Take("blue", slot=24)
    session.play(Take("blue", slot=28))
    assert session.asked_anew is None
    assert made(session) == [Take("green", slot=26)]


def test_a_mask_question_that_no_longer_comes_is_left_out_and_the_log_says_so(journal: Journal) -> None:
    """Blue stays behind at 15, so the S8A at 20 stays in the path and the set is not complete."""
    session = corrected(tutankhamen(journal, *THREE_TURNS), 2, Take("blue", slot=15))
    assert made(session) == [Take("green", slot=22), Take("blue", slot=24)]
    assert left_out(session) == [T("{who} uses the mask on {kind}", who=seat("red"), kind=_title("S8A"))]
    assert session.decision.id == "mask", "the S8A at 20 has been passed, so it is scored after all"


def test_an_answer_of_somebody_who_has_left_is_left_out(journal: Journal) -> None:
    session = corrected(tutankhamen(journal, *THREE_TURNS), 2, Leave("red"))
    assert session.again == Take("blue", slot=20)
    assert made(session) == [m for m in THREE_TURNS if not isinstance(m, Mask)]
    assert len(left_out(session)) == 1


def test_a_tile_of_another_kind_is_taken_only_when_asked(journal: Journal) -> None:
    """Slots 24 and 30 were recorded the wrong way round."""
    session = corrected(tutankhamen(journal, *THREE_TURNS), 2, Correct("table", slots={"24": "S4A", "30": "S6A"}))
    assert made(session) == list(THREE_TURNS[:3])
    assert (session.again, session.again_ahead()) == (Take("blue", slot=24), 0)
    session.play(Take("blue", slot=24))
    assert made(session) == [Take("green", slot=26)]


def test_who_goes_to_the_pyramid_instead_has_decided_for_the_turn(journal: Journal) -> None:
    session = tutankhamen(journal, *THREE_TURNS)
    corrected(session, 5, Finish("blue"))
    assert (session.again, left_out(session)) == (Take("green", slot=26), [])


def _title(kind: str) -> Any:
    state = TUTANKHAMEN.new(
        THREE, TUTANKHAMEN.resolve({}), TUTANKHAMEN.draw_setup(THREE, {}, Draw("A"), TUTANKHAMEN.box), TUTANKHAMEN.box
    )
    return state.match.titles[kind]


# taken back, taken up


def test_an_undo_on_the_way_gives_back_what_the_move_had_used_up(journal: Journal) -> None:
    session = corrected(placed(journal), 4, Place("red", space="1.05"))
    assert session.again == Place("red", space="2.01")
    session.undo()
    assert session.again == Place("red", space="1.01")


def test_an_undo_after_going_back_twice_gives_back_the_last_of_both(journal: Journal) -> None:
    session = corrected(placed(journal), 4, Place("red", space="1.05"))
    session.play(Place("red", space="1.06"))
    session.rewind(5, PAIR)
    session.undo()
    assert session.again == Place("red", space="1.05")


def test_an_undo_of_what_was_left_out_takes_it_out_of_the_log_too(journal: Journal) -> None:
    session = corrected(tutankhamen(journal, *THREE_TURNS), 2, Take("blue", slot=15))
    session.play(Take("green", slot=22))
    assert len(left_out(session)) == 1
    session.undo()
    assert (left_out(session), session.again) == ([], Take("green", slot=22))


def test_going_back_again_on_the_way_keeps_what_was_still_to_come(journal: Journal) -> None:
    session = corrected(placed(journal), 2, Reveal("red", cards=(1, 1, 2, 4)))
    session.play(Reveal("blue", cards=(1, 2, 2, 3)))
    session.rewind(3, PAIR)
    assert session.again == Reveal("blue", cards=(1, 2, 2, 3))
    session.play(Reveal("blue", cards=(1, 2, 2, 2)))
    assert made(session) == [Place("red", space="1.01"), Place("red", space="2.01")]


def test_a_game_taken_up_on_the_way_remembers_the_same(tmp_path: Path) -> None:
    with Journal.open(journal_path(tmp_path)) as first:
        session = corrected(tutankhamen(first, *THREE_TURNS), 2, Take("blue", slot=24))
        session.play_again()
        before = _print(session)
    with Journal.open(journal_path(tmp_path)) as second:
        again = Session.resume(second, "first")
        assert _print(again) == before
        again.play(Mask("red", use=False))
        assert again.asked_anew == Take("blue", slot=24)


def test_a_game_put_away_offers_nothing_until_it_is_taken_up(journal: Journal) -> None:
    session = placed(journal)
    session.rewind(4, PAIR)
    session.put_away()
    assert (session.again, session.again_ahead()) == (None, 0)
    assert Session.resume(journal, "first").again == Place("red", space="1.01")


@pytest.mark.parametrize("seed", range(8))
def test_whatever_the_table_does_a_resumed_game_remembers_the_same(tmp_path: Path, seed: int) -> None:
    rng = random.Random(seed)
    with toy_installed() as toy:
        with Journal.open(journal_path(tmp_path)) as first:
            session = started(first, toy, ruleset="LONG")
            for _ in range(40):
                if session.n > 2 and rng.random() < 0.2:
                    session.rewind(rng.randrange(session.n), PAIR)
                elif session.n and rng.random() < 0.15 and session.undo_refused() is None:
                    session.undo()
                elif session.again is not None and rng.random() < 0.5:
                    session.play(session.again)
                elif rng.random() < 0.2:
                    session.play_again()
                else:
                    play_on(session, 1, rng)
            before = _print(session)
        with Journal.open(journal_path(tmp_path)) as second:
            assert _print(Session.resume(second, "first")) == before


def _print(session: Session) -> tuple[Any, ...]:
    log: tuple[LogEntry, ...] = session.log()
    return session.state, session.again, session.asked_anew, session.again_ahead(99), log
