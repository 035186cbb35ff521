"""Pictures of a table with known truth: `world_of` sets a table up, `render` takes a picture of what is laid on it."""

from tests.kit.scene.plans import trial_plan
from tests.kit.scene.render import Shot, render
from tests.kit.scene.tiers import FROZEN, TIERS, TUNING, Tier
from tests.kit.scene.world import Changes, World, world_of

__all__ = ["FROZEN", "TIERS", "TUNING", "Changes", "Shot", "Tier", "World", "render", "trial_plan", "world_of"]
