"""How bad a table may be: three frozen tiers, one family held out, and the seeds each may use.

The reader is tuned on `TUNING` seeds only. The frozen seeds of a tier are for measuring; `other` is a family with
different lamps, lenses, pieces and tables that no threshold was ever chosen on.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

Span = tuple[float, float]

TUNING = range(1_000_000, 2_000_000)
"""Seeds to tune on, in any tier."""
FROZEN = {"clean": range(10_000, 20_000), "normal": range(20_000, 30_000), "hard": range(30_000, 40_000),
          "other": range(40_000, 50_000)}  # fmt: skip
"""Seeds to measure with: never looked at while tuning."""
WORLDS = 12
"""As many tables (camera, box, print run) a tier has; shot `seed` is taken over table `seed % WORLDS`."""


@dataclass(frozen=True, kw_only=True)
class Tier:
    """The spans that scenes are drawn from; mm, px, degrees, linear light and sRGB levels as the names say."""

    name: str
    tilt: Span
    yaw: float
    """Up to this much to both sides of one of `turns` quarter turns."""
    turns: tuple[int, ...]
    crop: Span
    """How far outside the picture the outermost marker corners may lie, px (negative: inside)."""
    shift: float
    k1: float
    focal: Span
    least_scale: float
    """Pixels a mm that a table's camera must reach: else it has more pixels."""
    defocus: Span
    motion: Span
    noise: Span
    jpeg: tuple[int, int]
    exposure: Span
    kelvin: Span
    balance: Span
    balance_error: float
    shadows: tuple[int, int]
    shadow_depth: Span
    gradient: float
    gloss: tuple[int, int]
    gloss_strength: Span
    vignette: Span
    flicker: Span
    veil: Span
    penumbra: Span
    lamps: tuple[int, int]
    lamp_part: Span
    lamp_above: Span
    off_centre: float
    """How far a piece may lie off the middle of its place, as part of the place's width."""
    leaning: float
    piece_part: Span
    """A piece's width as part of its place's."""
    piece_height: Span
    card_turn: float
    card_shift: float
    card_slide: float
    """Chance that a card slides into its neighbour."""
    stacked: float
    print_jitter: tuple[float, float]
    foreign: dict[str, float]
    """Chances of a hand, cup, dice, phone lying there while the picture is taken, and of a covered marker."""


CLEAN = Tier(
    name="clean", tilt=(0, 15), yaw=6, turns=(0, 2), crop=(-12, -4), shift=4, k1=0.03,
    focal=(0.85, 1.1), least_scale=1.3, defocus=(0.5, 0.9), motion=(0, 0),
    noise=(2, 4), jpeg=(88, 95), exposure=(0.7, 1.0), kelvin=(4000, 6500),
    balance=(0.9, 1.05), balance_error=0.02, shadows=(0, 1), shadow_depth=(0.05, 0.2), gradient=0.2, gloss=(0, 1),
    gloss_strength=(0.05, 0.2), vignette=(0, 0.15), flicker=(0, 0), veil=(0, 0.005), penumbra=(2, 6), lamps=(1, 2),
    lamp_part=(0.2, 0.45), lamp_above=(45, 70), off_centre=0.08, leaning=0.0, piece_part=(0.7, 0.82),
    piece_height=(8, 9), card_turn=2, card_shift=2, card_slide=0.0, stacked=0.0, print_jitter=(2, 2), foreign={},
)  # fmt: skip

NORMAL = Tier(
    name="normal", tilt=(0, 28), yaw=20, turns=(0, 2), crop=(-10, 0), shift=8, k1=0.08,
    focal=(0.75, 1.2), least_scale=1.3, defocus=(0.5, 1.4), motion=(0, 2.5),
    noise=(2, 8), jpeg=(75, 95), exposure=(0.5, 1.15), kelvin=(3000, 7000),
    balance=(0.75, 1.1), balance_error=0.05, shadows=(0, 2), shadow_depth=(0.1, 0.5), gradient=0.5, gloss=(0, 3),
    gloss_strength=(0.1, 0.6), vignette=(0, 0.35), flicker=(0, 0.03), veil=(0, 0.02), penumbra=(1, 8), lamps=(1, 2),
    lamp_part=(0.2, 0.65), lamp_above=(32, 70), off_centre=0.2, leaning=0.01, piece_part=(0.68, 0.86),
    piece_height=(8, 11), card_turn=5, card_shift=5, card_slide=0.03, stacked=0.03, print_jitter=(4, 4),
    foreign={"hand": 0.05, "cup": 0.06, "dice": 0.08, "phone": 0.04, "marker": 0.08},
)  # fmt: skip

HARD = Tier(
    name="hard", tilt=(0, 45), yaw=45, turns=(0, 1, 2, 3), crop=(-8, 30), shift=15, k1=0.15, focal=(0.7, 1.3),
    least_scale=1.5,
    defocus=(0.5, 2.4), motion=(0, 6), noise=(4, 20), jpeg=(60, 92), exposure=(0.3, 1.2), kelvin=(2700, 7000),
    balance=(0.5, 1.15), balance_error=0.09, shadows=(1, 3), shadow_depth=(0.2, 0.75), gradient=0.9, gloss=(0, 6),
    gloss_strength=(0.2, 1.2), vignette=(0, 0.5), flicker=(0, 0.08), veil=(0, 0.04), penumbra=(0.8, 8), lamps=(1, 3),
    lamp_part=(0.25, 0.8), lamp_above=(24, 70), off_centre=0.35, leaning=0.04, piece_part=(0.62, 0.9),
    piece_height=(8, 12), card_turn=8, card_shift=10, card_slide=0.08, stacked=0.08, print_jitter=(7, 7),
    foreign={"hand": 0.15, "cup": 0.12, "dice": 0.15, "phone": 0.08, "marker": 0.2},
)  # fmt: skip

OTHER = replace(
    NORMAL, name="other", tilt=(5, 35), yaw=30, focal=(0.55, 0.9), k1=0.12, defocus=(0.4, 1.6), noise=(3, 11),
    jpeg=(70, 90), exposure=(0.45, 1.1), kelvin=(2400, 9000), balance=(0.6, 1.0), gradient=0.6, gloss=(1, 4),
    vignette=(0.1, 0.5), lamps=(2, 3), lamp_part=(0.15, 0.5),
    off_centre=0.25, piece_part=(0.58, 0.92), piece_height=(6, 13),
    print_jitter=(6, 6),
)  # fmt: skip

TIERS = {tier.name: tier for tier in (CLEAN, NORMAL, HARD, OTHER)}
