"""Which pieces of Aton bear a tag, which value a card fills in, and what the button of a seat means."""

from __future__ import annotations

from companion.games.aton import GAME
from companion.games.aton.moves import Exchange, Ready, Reveal, Unready
from tests.games.aton.scene import do, table

ROWS = (Ready("red"), Ready("blue"))


def test_the_cards_are_the_only_things() -> None:
    found = [thing.id for thing in GAME.things(GAME.box)]
    assert found == [f"card:{colour}:{n}" for colour in ("red", "blue") for n in (1, 2, 3, 4)]


def test_a_card_fills_the_row_of_its_own_colour() -> None:
    red, blue = GAME.decision(do(table(), *ROWS)).forms
    assert GAME.value_of(red, "card:red:4") == ("cards", 4) and GAME.value_of(blue, "card:blue:1") == ("cards", 1)
    assert GAME.value_of(red, "card:blue:4") is None and GAME.value_of(blue, "card:red:1") is None
    assert GAME.value_of(red, "card:red:x") is None and GAME.value_of(red, "tile:red:1") is None


def test_a_card_turned_up_for_the_order_fills_the_field_of_its_colour() -> None:
    tied = do(table(), *ROWS, Reveal("red", (2, 3, 1, 1)), Reveal("blue", (2, 3, 1, 1)))
    (form,) = GAME.decision(tied).forms
    assert form.move == "tie_draw"
    assert GAME.value_of(form, "card:red:2") == ("red", 2) and GAME.value_of(form, "card:blue:3") == ("blue", 3)


def test_no_move_of_the_secret_step_handles_a_card() -> None:
    for choice in GAME.decision(table()).choices:
        assert GAME.handles(table(), choice.move) == ()


def test_the_button_of_a_seat_means_ready_and_then_take_it_back() -> None:
    def meant(state: object) -> list[object]:
        return [choice.move for choice in GAME.decision(state).choices if choice.seat_key]  # type: ignore[arg-type]

    assert meant(table()) == [Ready("red"), Ready("blue")]
    assert meant(do(table(), Ready("red"))) == [Unready("red"), Ready("blue")]
    assert all(not choice.seat_key for choice in GAME.decision(table()).choices if isinstance(choice.move, Exchange))
