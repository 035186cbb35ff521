"""How large the opening of a mat looks in the pictures of real lenses, whose blur eats into the markers."""

from __future__ import annotations

import pytest

from companion.engine.errors import InputError
from companion.games import find_game
from companion.vision.calibrating import begin, field_from
from tests.kit.scene import TIERS, render, world_of
from tests.kit.scene.lessons import at_rest

SIGHT = find_game("aton").sight
assert SIGHT is not None
PLAN = SIGHT.plan(find_game("aton").box)
SEED = 1_000_070


@pytest.mark.parametrize("tier", ["clean", "normal", "hard", "other"])
def test_the_blur_of_a_lens_does_not_make_the_field_larger(tier: str) -> None:
    world = at_rest(world_of(PLAN, TIERS[tier], 100))
    picture = render(world, {}, SEED, ()).picture
    assert field_from(picture, PLAN) == pytest.approx(PLAN.field, rel=0.012)
    lens = world.lens if world.lens_known else None
    assert begin(picture, PLAN, game="aton", camera="", made="", lens=lens).located.pose is not None


def test_a_mat_that_was_printed_for_a_larger_board_is_still_noticed() -> None:
    picture = render(at_rest(world_of(PLAN, TIERS["other"], 101)), {}, SEED, ()).picture
    width, height = PLAN.field
    told = (round(width * 0.94), round(height * 0.94))
    with pytest.raises(InputError) as caught:
        begin(picture, PLAN, game="aton", camera="", made="", field=told)
    text = caught.value.text
    words = text.params.get("why", text)
    assert (words.params["c"], words.params["d"]) == told
    assert words.params["a"] == pytest.approx(width, rel=0.012)
