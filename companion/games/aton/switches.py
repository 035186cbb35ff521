"""The switches of a table where the rules are silent or tables differ, defaults first (spec aton 4.4)."""

from __future__ import annotations

from companion.engine.options import Option
from companion.engine.text import T

SWITCHES: tuple[Option, ...] = (
    Option(
        key="dead_overflow",
        title=T("More than eight in the Kingdom"),
        explain=T("Where a counter goes when all spaces of the Kingdom of the Dead are taken."),
        default="beside",
        values=(("beside", T("It lies beside it")), ("stock", T("It goes home to its stock"))),
    ),
    Option(
        key="reshuffle",
        title=T("Shuffling the discard pile"),
        explain=T("When an empty draw pile is made new."),
        default="lazy",
        values=(("lazy", T("When a card is needed")), ("eager", T("As soon as it is empty"))),
    ),
    Option(
        key="thin_fallback",
        title=T("Thinning without a counter in a temple"),
        explain=T("Where the missing counter is taken from instead."),
        default="highest_number",
        values=(
            ("highest_number", T("The temple with the highest number")),
            ("fullest", T("The temple where you have most")),
        ),
    ),
    Option(
        key="tie_thin_first",
        title=T("Thinning first after a tie"),
        explain=T("Who takes counters home first when both have the same points."),
        default="red",
        values=(("red", T("Red")), ("coin", T("A coin says it"))),
    ),
    Option(
        key="exchange_discard_visible",
        title=T("Exchanged cards"),
        explain=T("Whether the four cards thrown by an exchange lie face up."),
        default="no",
        values=(("no", T("Face down")), ("yes", T("Face up"))),
    ),
    Option(
        key="digital_tie_draw",
        title=T("Order after a full tie"),
        explain=T("Turn up real cards, or let the app toss a coin."),
        default="no",
        values=(("no", T("Real cards")), ("yes", T("A coin from the app"))),
    ),
    Option(
        key="show_threats",
        title=T("Show threats"),
        explain=T("Says who is close to filling a temple or a colour."),
        default="off",
        values=(("off", T("Off")), ("on", T("On"))),
    ),
    Option(
        key="show_card_counts",
        title=T("Show cards still to come"),
        explain=T("Counts which values each player has left; otherwise memory is part of the game."),
        default="off",
        values=(("off", T("Off")), ("on", T("On"))),
    ),
    Option(
        key="endless_tie",
        title=T("A tie draw that does not end"),
        explain=T("What happens when a whole pile has been turned up without a difference."),
        default="coin",
        values=(("coin", T("A coin decides")), ("draw_on", T("Draw on"))),
    ),
    Option(
        key="reopen_row",
        title=T("Taking a row back"),
        explain=T("Whether a player who is ready may still think again."),
        default="until_both",
        values=(("until_both", T("Until both are ready")), ("never", T("Ready is ready"))),
    ),
    Option(
        key="early_reveal",
        title=T("A row turned up too early"),
        explain=T("What happens to it while the other player is not ready."),
        default="keep",
        values=(("keep", T("It stands")), ("again", T("It is taken back and laid anew"))),
    ),
    Option(
        key="late_error",
        title=T("A mistake found rounds later"),
        explain=T("Put only the position right, or play again from the mistake."),
        default="stand",
        values=(("stand", T("Put the position right")), ("rewind", T("Play again from there"))),
    ),
    Option(
        key="abandon",
        title=T("A player leaves"),
        explain=T("What happens to the game then."),
        default="ask",
        values=(
            ("ask", T("The one who leaves chooses")),
            ("opponent_wins", T("The other player wins")),
            ("no_result", T("The game has no result")),
        ),
    ),
)
