"""The simulator finds what it is there to find: each check is shown a game that breaks it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec
import pytest

from companion.engine.errors import InputError
from companion.engine.game import Decision, Move, Outcome, Played, Refusal
from companion.engine.simulate import Simulated, simulate
from tests.kit.toy import toy_game

TOY: Any = type(toy_game())
SEATS = ("red", "blue")


def problems_of(game: Any) -> str:
    found = [problem for seed in range(10) for problem in simulate(game, SEATS, {}, str(seed)).problems]
    return "\n".join(found)


def test_the_toy_is_sound() -> None:
    played = simulate(toy_game(), SEATS, {}, "1")
    assert played.problems == ()
    assert played.outcome is not None
    assert played.moves == played.state.n == len(played.record.lines)
    assert played.text.count("\n") == played.moves + 1


def test_the_same_seed_plays_the_same_game() -> None:
    one: Simulated = simulate(toy_game(), SEATS, {}, "1")
    assert simulate(toy_game(), SEATS, {}, "1").text == one.text
    assert simulate(toy_game(), SEATS, {}, "2").text != one.text


def test_a_refused_truth_is_found() -> None:
    class Stubborn(TOY):  # type: ignore[misc]
        def refuse(self, state: Any, move: Move) -> Refusal | None:
            taking = move.__struct_config__.tag == "take"
            return Refusal("E_EMPTY", {"pit": 1}) if taking and state.n == 2 else super().refuse(state, move)

    assert "the truth was refused with E_EMPTY" in problems_of(Stubborn())


def test_a_lost_component_is_found() -> None:
    class Leaky(TOY):  # type: ignore[misc]
        def apply(self, state: Any, move: Move) -> Played[Any]:
            played = super().apply(state, move)
            if move.__struct_config__.tag == "take":
                played.state.stones[move.by] -= 1
            return played

    assert "stones in the box, but" in problems_of(Leaky())


def test_another_score_than_the_oracle_s_is_found() -> None:
    class Generous(TOY):  # type: ignore[misc]
        def outcome(self, state: Any) -> Outcome | None:
            found: Outcome | None = super().outcome(state)
            if found is None:
                return None
            scores: Mapping[str, int] = {seat: n + 1 for seat, n in found.scores.items()}
            return msgspec.structs.replace(found, scores=scores)

    # The dealer of the toy asks the toy itself; here it is made to ask the generous one.
    import quarry

    kept, quarry.GAME = quarry.GAME, Generous()
    try:
        assert "points" in problems_of(quarry.GAME)
    finally:
        quarry.GAME = kept


def test_a_game_that_does_not_end_is_found() -> None:
    class Endless(TOY):  # type: ignore[misc]
        longest = 3

    assert "not over after 3 moves" in problems_of(Endless())


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"choices": ()}, "can't be chosen"),
        ({"forced": True}, "forced with"),
        ({"seats": ("pink",)}, "does not play"),
        ({"seats": ("red", "blue")}, "a seat that can do nothing"),
        ({"kind": "declare"}, "declares without a form"),
    ],
)
def test_a_decision_that_offers_something_else_is_found(change: dict[str, Any], message: str) -> None:
    class Misleading(TOY):  # type: ignore[misc]
        def decision(self, state: Any) -> Decision:
            found: Decision = super().decision(state)
            return msgspec.structs.replace(found, **change) if len(found.choices) > 1 else found

    assert message in problems_of(Misleading())


def test_two_choices_with_one_label_are_found() -> None:
    class Mumbling(TOY):  # type: ignore[misc]
        def decision(self, state: Any) -> Decision:
            found: Decision = super().decision(state)
            label = found.choices[0].label if found.choices else None
            return msgspec.structs.replace(
                found, choices=tuple(msgspec.structs.replace(c, label=label) for c in found.choices)
            )

    assert "same label" in problems_of(Mumbling())


def test_a_move_that_can_t_be_read_back_is_found() -> None:
    class Forgetful(TOY):  # type: ignore[misc]
        def apply(self, state: Any, move: Move) -> Played[Any]:
            played = super().apply(state, move)
            played.state.stones = dict(played.state.stones) if state.n % 2 else {**played.state.stones}
            return played

        def decode_move(self, data: Any) -> Move:
            found: Move = super().decode_move(data)
            return msgspec.structs.replace(found, stones=0) if hasattr(found, "stones") else found

    assert "record" in problems_of(Forgetful())


def test_numbers_that_a_box_must_tell_are_drawn_where_a_game_needs_them() -> None:
    played = simulate(toy_game(), SEATS, {"ruleset": "OPEN"}, "1")
    assert 2 <= played.record.header.options["pits"] <= 5
    with pytest.raises(InputError):
        simulate(toy_game(), SEATS, {"pits": 17}, "1")


def test_an_offered_move_that_a_rule_refuses_is_found() -> None:
    class Fickle(TOY):  # type: ignore[misc]
        def refuse(self, state: Any, move: Move) -> Refusal | None:
            last = move.__struct_config__.tag == "stake" and move.stones == 3  # type: ignore[attr-defined]
            return Refusal("E_STAKE", {"most": 3, "n": 3}) if last else super().refuse(state, move)

    found = problems_of(Fickle())
    assert "is offered and refused with E_STAKE" in found


def test_a_refusal_without_words_is_found() -> None:
    class Mute(TOY):  # type: ignore[misc]
        def refuse(self, state: Any, move: Move) -> Refusal | None:
            found: Refusal | None = super().refuse(state, move)
            return None if found is None else Refusal("E_MUTE")

    assert "E_MUTE has no words" in problems_of(Mute())


def test_what_a_game_reached_is_counted() -> None:
    played = simulate(toy_game(), SEATS, {}, "1")
    takes = [line for line in played.record.lines if line.move.__struct_config__.tag == "take"]
    assert played.events["take"] == len(takes) == played.decisions["take"]
    assert played.refusals["E_TURN"] > 0
    assert set(played.refusals) <= set(toy_game().help.refusals)
