"""The printed facts, the options and the words of Quarry."""

from companion.engine.box import parse_box
from companion.engine.help import parse_help
from companion.engine.options import Option, Preset
from companion.engine.text import T

BOX = parse_box("""
game = "quarry"
edition = "Test 1"
[fact.tokens]
label = "Tokens in the pile"
value = [0, 0, 0, 1, 1, 2]
source = "counted"
confidence = "certain"
[fact.year]
label = "Year of the edition"
source = "nowhere"
confidence = "unknown"
""")

HELP = parse_help("""
[phase.stake]
title = "Stake"
text = "Everybody stakes unseen."
rule = "stake"
[phase.take]
title = "Take"
text = "Empty a pit."
rule = "take"
[phase.flip]
title = "Token"
text = "Turn up a token."
rule = "flip"
[rule.stake]
title = "Stakes"
text = "A stake is 0 to 3. Whoever has the most stones at the end scores it."
[rule.take]
title = "Taking"
text = "The seat whose turn it is empties one pit."
[rule.flip]
title = "Tokens"
text = "After each pit the top token is turned up."
[rule.end]
title = "End"
text = "The game ends with the last pit, or when all agree to stop."
[refusal.E_OVER]
title = "The game is over."
text = "The game is over."
rule = "end"
[refusal.E_TURN]
title = "That is not due now."
text = "It is not the turn of {who}."
rule = "take"
[refusal.E_PHASE]
title = "That is not allowed."
text = "This is not possible now. First comes: {phase}."
rule = "take"
[refusal.E_STAKE]
title = "That is not allowed."
text = "A stake is 0 to {most}, not {n}."
rule = "stake"
[refusal.E_TWICE]
title = "That is not allowed."
text = "{who} has staked already."
rule = "stake"
[refusal.E_PIT]
title = "That is not allowed."
text = "There is no pit {pit}. The last is {last}."
rule = "take"
[refusal.E_EMPTY]
title = "That is not allowed."
text = "Pit {pit} is empty. Take from another."
rule = "take"
[refusal.E_TOKEN]
title = "That is not allowed."
text = "No token {token} is left in the pile."
rule = "flip"
[refusal.E_CORRECT]
title = "That is not allowed."
text = "Pits and seats together must hold {total} stones, not {n}."
rule = "end"
[[ruling]]
ask = "May I take from an empty pit?"
answer = "No."
""")

OPTIONS = (
    Option(
        "ruleset",
        T("Rules"),
        T("Which rules to play by."),
        "SHORT",
        (("SHORT", T("Short")), ("LONG", T("Long")), ("OPEN", T("Open"))),
    ),
    Option("pits", T("Pits"), T("How many pits there are."), None, low=2, high=5),
    Option("tokens", T("Tokens"), T("Turn up tokens."), True, ((True, T("Yes")), (False, T("No")))),
)
PRESETS = (
    Preset("SHORT", T("Short"), T("Three pits."), {"pits": 3}),
    Preset("LONG", T("Long"), T("Five pits."), {"pits": 5}),
    Preset("OPEN", T("Open"), T("Say how many pits there are; no tokens."), {"tokens": False}),
)
