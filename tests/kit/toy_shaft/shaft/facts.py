"""The printed facts of Shaft, its practice box, the survey and the words."""

from __future__ import annotations

from companion.engine.box import Box, parse_box, parse_practice
from companion.engine.game import Fault, InputError, Question
from companion.engine.help import parse_help
from companion.engine.text import T, Text

BOX = parse_box("""
game = "shaft"
edition = "Test 1"
[fact.tools]
label = "Tools"
value = 4
source = "counted"
confidence = "certain"
[fact.depth]
label = "Depth of the shaft"
source = "printed on the board"
confidence = "unknown"
least = 3
most = 9
costs = "Without it Cartouche can't tell who dug too deep; it asks once a game."
[fact.stone]
label = "Kind of stone"
source = "printed on the board"
confidence = "unknown"
costs = "Without it the picture of the shaft stays grey."
[fact.stone.words]
lime = "limestone"
hard = "granite"
[fact.layers]
label = "Layers"
source = "printed on the board"
confidence = "unknown"
costs = "Without them Cartouche can't name the layers."
[fact.name]
label = "Name of the shaft"
source = "printed on the board"
confidence = "unknown"
[fact.plan]
label = "Plan of the shaft"
source = "printed on the board"
confidence = "unknown"
costs = "Without it the plan can't be drawn."
[fact.ropes]
label = "Ropes"
source = "counted"
confidence = "unknown"
least = 0
most = 60
""")
PRACTICE = parse_practice("""
game = "shaft"
[practice]
depth = 5
stone = "lime"
layers = ["lime", "hard", "lime"]
name = "Trial"
plan = [1, 2]
ropes = 20
""", BOX)  # fmt: skip
STONES = (("lime", T("limestone")), ("hard", T("granite")))
HELP = parse_help("""
[phase.dig]
title = "Dig"
text = "Choose unseen how deep to dig."
rule = "dig"
[phase.tell]
title = "Depth"
text = "Say how deep the shaft is."
rule = "dig"
[rule.dig]
title = "Digging"
text = "Together no deeper than the shaft."
[refusal.E_OVER]
title = "The game is over."
text = "The game is over."
rule = "dig"
[refusal.E_TURN]
title = "That is not due now."
text = "It is not the turn of {who}."
rule = "dig"
[refusal.E_DIG]
title = "That is not allowed."
text = "Dig 1 to 3 deep."
rule = "dig"
[refusal.E_DEPTH]
title = "That is not allowed."
text = "A shaft is 3 to 9 deep."
rule = "dig"
[refusal.E_POINTS]
title = "That is not allowed."
text = "A seat has 0 to {most} points."
rule = "dig"
[[ruling]]
ask = "May I dig twice?"
answer = "No."
""")


def survey(box: Box) -> tuple[Question, ...]:
    """Every kind of question; the layers are asked for once the depth is known."""
    board, rest = T("The board"), T("The rest")

    def ask(key: str, text: Text, section: Text, **more: object) -> Question:
        fact = box.facts[key]
        return Question(key=key, text=text, why=Text(fact.costs or fact.source), section=section, **more)  # type: ignore[arg-type]

    asked = [
        ask("depth", T("How deep is the shaft?"), board, low=3, high=9),
        ask("stone", T("Which stone is it?"), board, kind="choice", choices=STONES),
    ]
    if box.value("depth") is not None:
        parts = (T("top"), T("middle"), T("bottom"))
        asked.append(ask("layers", T("What are the layers?"), board, kind="list", choices=STONES, parts=parts))
    return (
        *asked,
        ask("name", T("What is the shaft called?"), rest, kind="words"),
        ask("plan", T("What is the plan?"), rest, kind="form", typed=T("Two numbers, like 1 2.")),
        ask("ropes", T("How many ropes are there?"), rest, low=0, high=60),
    )


def check(box: Box) -> tuple[Fault, ...]:
    """A granite shaft of 9 can't be; one of 8 or more is unusual. The plan has two numbers."""
    depth, stone, plan = box.value("depth"), box.value("stone"), box.value("plan")
    if depth == 9 and stone == "hard":
        raise InputError(T("A shaft through granite is at most 8 deep."))
    if plan is not None and not (isinstance(plan, list) and len(plan) == 2 and all(type(n) is int for n in plan)):
        raise InputError(T("The plan has two numbers."))
    return (Fault("deep", T("A shaft of {n} is very deep.", n=depth), warning=True),) if (depth or 0) >= 8 else ()
