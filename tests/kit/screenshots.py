"""Every screen at four sizes and in three languages as PNG, with a check of words, contrast and touch targets.

`python -m tests.kit.screenshots [WORD...]` writes build/screenshots/<screen>-<size>-<language>.png (only those whose
name holds one of the words) and says what is wrong; exit code 1 if anything is. With `--docs` the pictures of the
README are written instead.
"""

from __future__ import annotations

import shutil
import sys
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import click
import msgspec

from companion.engine.header import Seat, new_id
from companion.engine.text import T
from companion.games import find_game
from companion.language import LANGUAGES
from companion.table.session import Session
from tests.kit import inspect
from tests.kit.box_shots import box_shots
from tests.kit.camera_shots import camera_shots
from tests.kit.clock_shots import clock_shots
from tests.kit.club_shots import club_shots, take_boards
from tests.kit.decision_shots import decision_shots
from tests.kit.desk import Desk, desk
from tests.kit.device_shots import device_shots
from tests.kit.doctor_shots import doctor_shots
from tests.kit.evening import NAMES, play
from tests.kit.hand_shots import hand_shots
from tests.kit.history_shots import history_shots
from tests.kit.machine_shots import machine_shots
from tests.kit.people_shots import people_shots
from tests.kit.readme_shots import year_shots
from tests.kit.result_shots import result_shots
from tests.kit.seen_shots import seen_shots
from tests.kit.stats_shots import stats_shots
from tests.kit.toy import shaft_installed

SIZES = ((800, 480), (1280, 720), (720, 1280), (480, 800))
FOLDER = Path(__file__).resolve().parents[2] / "build" / "screenshots"
README = Path(__file__).resolve().parents[2] / "docs" / "pictures"
OF_README = {
    "table-placing-800x480-en": "table.png",
    "table-refusal-800x480-en": "refusal.png",
    "scoring-800x480-en": "scoring.png",
    "table-path-800x480-en": "tutankhamen.png",
    "middle-sobek-practice-800x480-en": "sobek.png",
    "middle-nefertiti-practice-800x480-en": "nefertiti.png",
    "middle-egizia-practice-800x480-en": "egizia.png",
    "survey-nefertiti-half.GIZ-L.squares-800x480-en": "survey.png",
    "board-8-1280x720-en": "club.png",
    "club-set-800x480-en": "club-settings.png",
}
SIX = ("red", "blue", "green", "yellow", "black", "violet")
PAIR = ("red", "blue")


class Evening:
    """The games that the screens show."""

    def __init__(self, journal: Any) -> None:
        aton, tutankhamen = find_game("aton"), find_game("tutankhamen")
        self.aton, self.tutankhamen = aton, tutankhamen
        self.finished = play(journal, aton, PAIR, "7")
        self.many_finished = play(journal, tutankhamen, SIX, "3")
        self.many = play(journal, tutankhamen, SIX[:3], "2", 40)
        self.path = play(journal, tutankhamen, SIX[:4], "3", 12)
        self.six = play(journal, tutankhamen, SIX, "3", 24)
        self.stake = self._asked(journal, "scoring")
        self.pathless = self._without_path(journal)
        self.scored = self._until(journal, lambda s: any(e.scoring for p in s.results for e in p.events))
        self.placing = self._until(journal, lambda s: s.n > 30 and any(c.targets for c in s.decision.choices))
        self.cards = self._until(journal, lambda s: len(s.decision.seats) > 1)
        self.reveal = self._until(journal, lambda s: bool(s.decision.forms))

    def _asked(self, journal: Any, what: str) -> Session:
        """A game of Tutankhamen stopped at a question of a scoring."""
        for n in range(self.many_finished.n):
            part = play(journal, self.tutankhamen, SIX, "3", n)
            if getattr(part.state, what) is not None:
                return part
        raise LookupError(f"the game of the screenshots is never asked about {what}")

    def _without_path(self, journal: Any) -> Session:
        header = self.many.header
        setup = {**header.setup, "layout": None, "laid_by": "table"}
        return Session.start(journal, self.tutankhamen, msgspec.structs.replace(header, id=new_id(), setup=setup))

    def _until(self, journal: Any, reached: Callable[[Session], bool]) -> Session:
        whole = self.finished
        for n in range(whole.n):
            if n > len(whole.lines):
                break
            part = play(journal, self.aton, PAIR, "7", n)
            if reached(part):
                return part
        raise LookupError("the game of the screenshots never comes to this point")


Shots = Iterator[tuple[str, Callable[[Desk], None]]]


def named_draft(evening: Evening, game: Any, seats: tuple[str, ...]) -> Any:
    """A draft with long and short names."""
    from companion.ui.draft import Draft

    draft = Draft.fresh(game, len(seats))
    for chair, seat in zip(draft.chairs.values(), seats, strict=True):
        chair.name = NAMES[seat]
    return draft


def opened(name: str, /, **args: Any) -> Callable[[Desk], None]:
    """Opens a screen over Home."""
    return lambda table: table.context.go(name, **args)


def at_table(session: Session, then: Callable[[Desk], None] | None = None) -> Callable[[Desk], None]:
    """Opens the Table screen of a game, and perhaps does something there."""

    def show(table: Desk) -> None:
        table.context.play(Session.look_at(table.context.journal, session.header.id))
        table.ui.frames(3)
        if then is not None:
            then(table)

    return show


def refused(table: Desk) -> None:
    """Taps a place that is not lit."""
    lit = {target for choice in table.screen.decision.choices for target in choice.targets}
    dark = [t for t in table.screen.board.places() if t not in lit and table.screen.refusal_at(t)]
    table.screen.refuse_at(next((t for t in dark if table.screen.refusal_at(t).targets), dark[0]))


def tool(name: str) -> Callable[[Desk], None]:
    """Opens a tool of the Table screen."""
    return lambda table: table.touch(table.screen.tools.button(name))


def chosen(table: Desk, which: int = 0) -> None:
    """Selects a lit place by a first tap."""
    lit = [target for choice in table.screen.decision.choices for target in choice.targets]
    table.screen.panel.on_target(lit[which])


def entry(draft: Any, then: Callable[[Desk], None] | None = None) -> Callable[[Desk], None]:
    """Opens the form for what lies on the table already, and perhaps does something there."""

    def show(table: Desk) -> None:
        table.context.go("setup", draft=draft, seats=draft.seats({}))
        table.ui.frames(3)
        table.touch(table.screen.enter_button)
        if then is not None:
            then(table)

    return show


def survey(game: Any) -> Callable[[Desk], None]:
    """Opens the survey of a box."""

    def show(table: Desk) -> None:
        table.context.go("box", game=game)
        table.ui.frames(3)
        table.touch(table.screen.survey)

    return show


def scoring(session: Session, line: int = 0) -> Callable[[Desk], None]:
    """Opens the walk-through of the last scoring of a game at its line `line`."""
    event = next(e for p in reversed(session.results) for e in p.events if e.scoring is not None)

    def show(table: Desk) -> None:
        table.context.session = Session.look_at(table.context.journal, session.header.id)
        table.context.go("scoring", scores=event.scoring)
        table.ui.frames(3)
        for _ in range(line):
            table.screen.next()

    return show


def result(session: Session) -> Callable[[Desk], None]:
    """Opens the result of a game."""

    def show(table: Desk) -> None:
        table.context.session = Session.look_at(table.context.journal, session.header.id)
        table.context.go("result")

    return show


def shots(evening: Evening) -> Shots:
    """Every picture: its name, and what opens it from Home."""
    aton, many = evening.aton, evening.tutankhamen
    pair = (Seat("red", "Anna", "w"), Seat("blue", "Bence", "e"))
    draft = named_draft(evening, many, SIX)
    yield "home", lambda table: None
    yield "new-game", opened("new_game", draft=named_draft(evening, aton, PAIR))
    yield "new-game-six", opened("new_game", draft=draft)
    yield "seat", opened("seat", draft=draft, place="n0")
    yield "name", opened("name_entry", name="Konst", done=lambda _: None)
    yield "options-aton", opened("options", draft=named_draft(evening, aton, PAIR))
    yield "options-tutankhamen", opened("options", draft=draft)
    yield "option-ruleset", opened("option", draft=draft, option=draft.ruleset)
    number = next(option for option in draft.switches if not option.values)
    yield "number", opened("number", title=number.title, reason=number.explain, low=number.low, high=number.high,
                           done=lambda _: None)  # fmt: skip
    yield "setup-aton", opened("setup", draft=named_draft(evening, aton, PAIR), seats=pair)
    yield "setup-tutankhamen", opened("setup", draft=draft, seats=draft.seats({}))
    yield "setup-entry", entry(draft)
    yield "setup-first", entry(draft, lambda table: table.touch(table.screen.form.light))
    yield "resume", opened("resume", record=evening.placing.header.id)
    yield "resume-many", opened("resume", record=evening.many.header.id)
    yield "table-cards", at_table(evening.cards)
    yield "table-reveal", at_table(evening.reveal)
    yield "table-placing", at_table(evening.placing)
    yield "table-refusal", at_table(evening.placing, refused)
    yield "table-log", at_table(evening.placing, tool("log"))
    yield "table-rules", at_table(evening.placing, tool("rules"))
    yield "table-why", at_table(evening.placing, tool("why"))
    yield "table-many", at_table(evening.many)
    yield "table-path", at_table(evening.path)
    yield "table-six", at_table(evening.six)
    yield "table-path-taking", at_table(evening.path, chosen)
    yield "table-path-far", at_table(evening.path, lambda table: chosen(table, -1))
    yield "table-stake", at_table(evening.stake)
    yield "table-pathless", at_table(evening.pathless)
    yield "table-menu", at_table(evening.placing, lambda table: table.screen.open_menu())
    yield "correct", at_table(evening.placing, lambda table: table.context.go("correct"))
    yield "scoring", scoring(evening.scored)
    yield "scoring-end", scoring(evening.scored, 5)
    yield "scoring-six", scoring(evening.many_finished)
    yield "result", result(evening.finished)
    yield "result-six", result(evening.many_finished)
    yield from result_shots(evening.finished, evening.many_finished, evening.placing)
    yield "history", opened("history")
    yield "replay", opened("replay", record=evening.finished.header.id)
    yield "replay-many", opened("replay", record=evening.many_finished.header.id)
    yield "settings", opened("settings")
    yield "players", opened("players")
    yield "boxes", opened("boxes")
    yield "box-aton", opened("box", game=aton)
    yield "box-tutankhamen", opened("box", game=many)
    yield "box-survey", survey(many)
    yield "trouble", opened("trouble", text=T("The disk is full. Nothing has changed. Make room and try again."))


def take(words: tuple[str, ...] = (), folder: Path = FOLDER) -> list[str]:
    """Take the pictures whose name holds one of `words` (all without any); returns what is wrong, a line each."""
    from tests.kit.ui import UI

    ui = UI()
    wrong: list[str] = []
    with tempfile.TemporaryDirectory() as data, shaft_installed() as shaft, desk(ui, Path(data)) as table:
        journal = table.context.journal
        games = [*shots(Evening(journal)), *box_shots(shaft), *decision_shots(journal)]
        pictures = [*games, *hand_shots(journal), *device_shots(), *camera_shots(), *seen_shots(), *doctor_shots()]
        pictures += [*stats_shots(), *machine_shots(), *clock_shots(journal), *history_shots(journal)]
        pictures += [*people_shots(), *club_shots()]
        for language in LANGUAGES:
            table.context.change(language=language, dim_after=0, blank_after=0)
            for width, height in SIZES:
                for name, show in pictures:
                    full = f"{name}-{width}x{height}-{language}"
                    if words and not any(word in full for word in words):
                        continue
                    table.resize(width, height)
                    table.context.home()
                    show(table)
                    ui.frames(3)
                    ui.shot(folder / f"{full}.png")
                    wrong += [f"{full}: {problem}" for problem in inspect.problems()]
    return wrong + take_boards(ui, words, folder)


def take_year(folder: Path = README) -> list[str]:
    """Take the README's pictures of a year with games; returns what is wrong, a line each."""
    from tests.kit.ui import UI

    ui = UI()
    wrong: list[str] = []
    with tempfile.TemporaryDirectory() as data, desk(ui, Path(data)) as table:
        table.context.change(language="en", dim_after=0, blank_after=0)
        table.resize(*SIZES[0])
        for name, show in year_shots(table):
            table.context.home()
            show(table)
            ui.frames(3)
            ui.shot(folder / f"{name}.png")
            wrong += [f"{name}: {problem}" for problem in inspect.problems()]
    return wrong


def main() -> None:
    """Take the pictures and say what is wrong with them."""
    if sys.argv[1:] == ["--docs"]:
        README.mkdir(parents=True, exist_ok=True)
        wrong = take(tuple(OF_README))
        for name, picture in OF_README.items():
            shutil.copyfile(FOLDER / f"{name}.png", README / picture)
        wrong += take_year()
    else:
        wrong = take(tuple(sys.argv[1:]))
    for line in wrong:
        click.echo(line)
    click.echo(f"The pictures are in {FOLDER}; {len(wrong)} faults.")
    sys.exit(1 if wrong else 0)


if __name__ == "__main__":
    main()
