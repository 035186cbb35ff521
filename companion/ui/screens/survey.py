"""The box survey: one question a screen, every answer kept at once, taken up again at the first open question."""

from __future__ import annotations

from typing import Any, ClassVar

from companion.engine.box_words import sure, value_lines
from companion.engine.errors import InputError
from companion.engine.game import Game, Question
from companion.engine.survey import MOST_LETTERS, read_answer
from companion.engine.text import TN, T, Text
from companion.language import LANGUAGES
from companion.ui.boards import board_for
from companion.ui.boards.base import Area
from companion.ui.layout import place
from companion.ui.rows import Caption, FactRow, Ground
from companion.ui.screens.base import Screen
from companion.ui.survey.beside import Emblem, SoFar, SurveyProgress
from companion.ui.survey.course import Course, Tried, first_row, possible
from companion.ui.survey.keys import AnswerGrid, DigitKeys
from companion.ui.survey.parts import PartsForm
from companion.ui.table.pieces import Paragraph
from companion.ui.widgets.button import PushButton
from companion.ui.widgets.headline import Headline
from companion.ui.widgets.keyboard import Keyboard
from companion.ui.widgets.scroll_list import ScrollList

WHOLE = ("words", "form")
"""Kinds that take the whole width: a keyboard, or the board's own form."""


class SurveyScreen(Screen):
    """Walks through the questions of `game`. `at` opens one of them, and then leads back after its answer."""

    name: ClassVar[str] = "survey"

    def enter(self, game: Game[Any], at: str = "") -> None:
        self.game = game
        self.board = board_for(game.id)
        self.course = Course(game, self.context.box(game), at)
        self.only = bool(at)
        self.came_from = ""
        self.tried = Tried()
        self.form: Any = None
        self.typed: dict[str, str] = {}

    # building

    def build(self) -> None:
        frame = self.frame
        question = self.course.question
        self.head = 96.0 if frame.portrait else 64.0
        sentence = self.say(question.text if question is not None else self._end_text())
        self.headline = Headline(sentence=sentence, sign="box", show_menu=question is not None)
        self.headline.bind(on_menu=lambda _: self._overview())
        self.put(self.headline, 0, 0, frame.w, self.head)
        done = self.course.done()
        words = self.say(T("{n} of {all}", n=sum(done), all=len(done)))
        keys = [one.key for one in self.course.questions]
        at = keys.index(question.key) if question is not None else len(keys)
        section = self.say(question.section if question is not None else self.game.title)
        self.put(SurveyProgress(section, at, done, words), 0, self.head, frame.w, 44)
        if question is None:
            self._build_end()
        elif self.tried.unusual:
            self._build_warning(question)
        elif self._kind(question) in WHOLE:
            self._build_whole(question)
        else:
            self._build_keys(question)

    def _kind(self, question: Question) -> str:
        """The kind, or `form` for a list that no keys can fill."""
        listed = question.kind == "list" and possible(question) is None
        return "form" if listed else question.kind

    def _places(self) -> tuple[Area, Area, Area, Area]:
        """Answers; what stands beside them; the left and the right part of the foot."""
        frame, top = self.frame, self.head + 52
        if frame.portrait:
            foot = frame.h - 124
            beside = Area(16, foot - 178, frame.w - 32, 170)
            return Area(8, top, frame.w - 16, beside.y - 8 - top), beside, Area(8, foot, frame.w - 16, 56), Area(
                8, foot + 62, frame.w - 16, 54
            )  # fmt: skip
        left = 524.0 + frame.extra
        beside = Area(left + 32, top, frame.w - left - 44, 412 - top)
        return Area(8, top, left, 404 - top), beside, Area(8, 412, left, 60), Area(left + 32, 420, 236, 52)

    def _build_keys(self, question: Question) -> None:
        answers, beside, foot, ways = self._places()
        frame = self.frame
        if not frame.portrait:
            self.put(Ground("night"), beside.x - 12, self.head + 44, frame.w - beside.x + 12, frame.h - self.head - 44)
        self.form = self._answers(question, answers)
        self.put(self.form, *answers)
        self._build_beside(question, beside)
        self._build_foot(question, foot, ways)

    def _answers(self, question: Question, area: Area) -> Any:
        now = self.course.box.value(question.key)
        keys = possible(question)
        if keys is None:
            bounds = self.say(T("Allowed: {low} to {high}.", low=question.low, high=question.high))
            return DigitKeys(question.low, question.high, now, bounds, self.answer)
        words = [(value, self.say(T("{n}", n=text) if isinstance(text, int) else text)) for value, text in keys]
        if question.kind != "list":
            return AnswerGrid(words, now, area.w, self.answer)
        row = first_row(question, self.context.begun(self.game, question.key), now)
        return PartsForm([self.say(part) for part in question.parts], words, row, area.w, self._begun)

    def _build_beside(self, question: Question, area: Area) -> None:
        hint = self.board.survey_hint(self.context, question)
        drawn = hint if hint is not None else Emblem(self.game.id, self.say(self.game.title))
        self.so_far = SoFar()
        self._tell(question)
        if self.frame.portrait:
            side = 150.0 if hint is not None else 72.0
            self.put(drawn, area.x, area.y, side, min(area.h, side))
            self.put(self.so_far, area.x + side + 14, area.y, area.w - side - 14, area.h)
            return
        high = 130.0 if hint is not None else 64.0
        self.put(drawn, area.x, area.y, area.w, high)
        clash = 64.0 if self.tried.clash else 0.0
        self.put(self.so_far, area.x, area.y + high + 10, area.w, area.h - high - 12 - clash)

    def _tell(self, question: Question) -> None:
        """What is known of the fact, why it is asked, and what is wrong with the last answer."""
        fact = self.course.box.fact(question.key)
        if isinstance(self.form, PartsForm) and not self.form.complete:
            n, wanted = self.form.given, len(question.parts)
            known = TN("{n} of {all} given.", "{n} of {all} given.", n, all=wanted)
        elif fact.value is None:
            known = T("Not known so far.")
        else:
            value = self._in_words(question, fact.value) or value_lines(fact)[0]
            known = T("So far: {value} ({sure})", value=value, sure=sure(fact))
            if isinstance(fact.value, list | tuple | dict):
                known = T("So far: given ({sure})", sure=sure(fact))
        self.so_far.known = self.say(known)
        self.so_far.why = self.say(T("Why I ask: {why}", why=question.why))
        self.so_far.fault = "" if self.tried.fault is None else self.say(self.tried.fault)

    def _in_words(self, question: Question, value: Any) -> Text | None:
        return next((words for known, words in question.choices if known == value and type(known) is type(value)), None)

    def _build_foot(self, question: Question, foot: Area, ways: Area) -> None:
        self.unknown = PushButton(text=self.say(T("I don't know")), kind="quiet", guard=True)
        self.unknown.bind(on_release=lambda _: self._unknown())
        self.confirm: PushButton | None = None
        half = (foot.w - 8) / 2
        if isinstance(self.form, PartsForm):
            self.confirm = PushButton(text=self.say(T("That is right")), guard=True)
            self.confirm.kind = "primary" if self.form.complete else "off"
            self.confirm.bind(on_release=lambda _: self.answer(list(self.form.row)))
            self.put(self.confirm, foot.x + half + 8, foot.y, half, foot.h)
        self.put(self.unknown, foot.x, foot.y, half, foot.h)
        if self.tried.clash and not isinstance(self.form, PartsForm):
            self._build_clash(question, Area(foot.x + half + 8, foot.y, half, foot.h))
        self._build_ways(ways)

    def _build_clash(self, question: Question, area: Area) -> None:
        label = Text(self.game.box.facts[self.tried.clash].label)
        words = self.say(T("Keep it, ask again: {fact}", fact=label))
        self.anew = PushButton(text=words, kind="lapis", guard=True, wraps=True)
        self.anew.bind(on_release=lambda _: self._keep_and_ask(question))
        self.put(self.anew, *area)

    def _build_ways(self, ways: Area) -> None:
        half = (ways.w - 8) / 2
        first = not self.course.before()
        self.back = PushButton(text=self.say(T("Back")), icon="back", kind="off" if first else "plain", guard=True)
        self.back.leads_back = True
        self.back.bind(on_release=lambda _: self._back())
        self.put(self.back, ways.x, ways.y, half, ways.h)
        self.skip = PushButton(text=self.say(T("Skip")), kind="quiet", guard=True)
        self.skip.bind(on_release=lambda _: self._skip())
        self.put(self.skip, ways.x + half + 8, ways.y, half, ways.h)

    # whole width: the board's form, or the keyboard

    def _build_whole(self, question: Question) -> None:
        frame, top = self.frame, self.head + 44
        made = None
        if self._kind(question) == "form":
            made = self.board.survey_form(self.context, self.course.box, question, self.answer)
        fault = "" if self.tried.fault is None else self.say(self.tried.fault)
        if made is not None:
            before, self.form = self.form, made
            if type(before) is type(made) and hasattr(before, "kept"):
                made.keep(before.kept())
            foot = frame.h - 64
            place(made, frame.rect(0, top, frame.w, foot - 8 - top))
            self.add_widget(made)
            self._row_of_ways(question, Area(8, foot, frame.w - 16, 56), fault)
            return
        self._row_of_ways(question, Area(8, top + 6, frame.w - 16, 48), fault)
        here = self.context.settings.language
        layouts = (here, *(code for code in LANGUAGES if code != here))
        typed = self.typed.get(question.key)
        if typed is None:
            now = self.course.box.value(question.key)
            typed = now if isinstance(now, str) else ""
        hint = self.say(question.typed) if question.typed is not None else ""
        self.form = Keyboard(layouts, text=typed, hint=hint, shift=not typed and question.kind == "words")
        self.form.longest = MOST_LETTERS
        self.form.signs = question.kind != "words"
        self.form.bind(text=lambda _, text: self.typed.__setitem__(question.key, text))
        self.form.bind(on_confirm=lambda _, text: self._typed(question, text))
        high = min(frame.h - top - 62, 480)
        if frame.portrait:
            self.so_far = SoFar()
            self._tell(question)
            room = frame.h - high - top - 70
            self.put(self.so_far, 16, top + 62, frame.w - 32, max(room, 40))
        self.put(self.form, 0, frame.h - high, frame.w, high)

    def _row_of_ways(self, question: Question, area: Area, fault: str) -> None:
        """I don't know, back and skip in one row, and at its left (landscape) why it is asked or what is wrong."""
        self.unknown = PushButton(text=self.say(T("I don't know")), kind="quiet", guard=True, text_size_limit=18)
        self.unknown.bind(on_release=lambda _: self._unknown())
        width = min(area.w, 440.0)
        x = area.x + area.w - width
        self.put(self.unknown, x, area.y, width * 0.4 - 4, area.h)
        self._build_ways(Area(x + width * 0.4 + 4, area.y, width * 0.6 - 4, area.h))
        if x - area.x > 120:
            words = fault or self.say(T("Why I ask: {why}", why=question.why))
            note = Caption(words, "small", "bad" if fault else "lapis_light", lines=3)
            self.put(note, area.x + 8, area.y - 4, x - area.x - 20, 58)

    def _typed(self, question: Question, words: str) -> None:
        if question.kind == "words":
            self.answer(words)
            return
        try:
            if question.kind == "form":
                value = self.game.type_answer(self.course.box, question, words)
            else:
                value = read_answer(question, words)
        except InputError as error:
            self.tried = Tried(fault=error.text)
            self.relayout()
            return
        self.answer(value)

    # a warning, the end

    def _build_warning(self, question: Question) -> None:
        frame, top = self.frame, self.head + 60
        head = self.say(T("That is unusual. Look at your box once more."))
        lines = "\n".join([head, *(self.say(fault.text) for fault in self.tried.unusual)])
        foot = frame.h - 72 if not frame.portrait else frame.h - 136
        self.put(Paragraph(text=lines), 16, top, frame.w - 32, foot - 8 - top)
        half = (frame.w - 24) / 2
        self.again = PushButton(text=self.say(T("Choose again")), guard=True)
        self.again.bind(on_release=lambda _: self._choose_again())
        self.sure = PushButton(text=self.say(T("Yes, it is printed like this")), kind="primary", guard=True, wraps=True)
        self.sure.bind(on_release=lambda _: self._keep(question.key, self.tried.value))
        if frame.portrait:
            self.put(self.sure, 8, foot, frame.w - 16, 60)
            self.put(self.again, 8, foot + 66, frame.w - 16, 60)
        else:
            self.put(self.again, 8, foot, half, 60)
            self.put(self.sure, 16 + half, foot, half, 60)

    def _end_text(self) -> Text:
        return T("What is still open?") if self.course.open() else T("Everything is answered.")

    def _build_end(self) -> None:
        frame, top = self.frame, self.head + 52
        left = self.course.open()
        rows: list[tuple[Any, float]] = []
        self.rows: dict[str, FactRow] = {}
        words = TN("{n} question is open. You can answer it whenever you like.",
                   "{n} questions are open. You can answer them whenever you like.", len(left))  # fmt: skip
        said = self.say(words if left else T("It holds from now on, in every game."))
        self.put(Caption(said, "body", lines=2), 16, top, frame.w - 32, 50)
        for fault in self.course.warnings():
            row = FactRow(title=self.say(fault.text), note=self.say(T("unusual")), note_colour="warn")
            rows.append((row, row.height_for(frame.w - 16)))
        for question in left:
            row = FactRow(title=self.say(question.text), note=self.say(T("open")), note_colour="warn", leads=True,
                          guard=True)  # fmt: skip
            row.bind(on_release=lambda _, key=question.key: self._go_to(key))
            self.rows[question.key] = row
            rows.append((row, row.height_for(frame.w - 16)))
        listed = ScrollList(gap=6)
        self.put(listed, 8, top + 56, frame.w - 16, frame.h - 80 - top - 56)
        listed.set_rows(rows)
        half = (frame.w - 24) / 2
        back = PushButton(text=self.say(T("Back")), icon="back", guard=True, leads_back=True)
        back.bind(on_release=lambda _: self._back())
        self.put(back, 8, frame.h - 72, half, 60)
        label = self.say(T("Stop for now") if left else T("Done"))
        self.finish = PushButton(text=label, kind="primary", guard=True)
        self.finish.bind(on_release=lambda _: self.context.back())
        self.put(self.finish, 16 + half, frame.h - 72, half, 60)

    # acting

    def answer(self, answer: Any) -> None:
        """Judge an answer; keep it, or say why not, or ask whether it is really so."""
        question = self.course.question
        if question is None:
            return
        self.tried = self.course.attempt(question, answer)
        if self.tried.fault is not None or self.tried.unusual:
            self.relayout()
            return
        self._keep(question.key, self.tried.value)

    def _keep(self, key: str, value: Any, then: str = "") -> None:
        try:
            self.context.own(self.game, {key: value})
        except InputError as error:
            self.tried = Tried(fault=error.text)
            self.relayout()
            return
        self.tried, self.form = Tried(), None
        self.typed.pop(key, None)
        self.course.took(self.context.box(self.game))
        if then:
            self.course.at = then
        elif self.only:
            self.context.back()
            return
        self.relayout()

    def _keep_and_ask(self, question: Question) -> None:
        """This answer holds, so the one it clashes with is open again."""
        clash, value = self.tried.clash, self.tried.value
        try:
            self.context.forget(self.game, [clash])
        except InputError as error:
            self.context.trouble(error.text)
            return
        self._keep(question.key, value, clash)

    def _begun(self, row: list[Any]) -> None:
        question = self.course.question
        if question is None:
            return
        try:
            self.context.begin(self.game, question.key, row)
        except InputError as error:
            self.context.trouble(error.text)
            return
        if self.tried.fault is not None:
            self.tried = Tried()
        if self.confirm is not None:
            self.confirm.kind = "primary" if self.form.complete else "off"
        self._tell(question)

    def _unknown(self) -> None:
        """The value stays (or is again) what the box ships: unknown, mostly."""
        try:
            self.context.forget(self.game, [self.course.at])
        except InputError as error:
            self.context.trouble(error.text)
            return
        self.typed.pop(self.course.at, None)
        self.course.box = self.context.box(self.game)
        self._skip()

    def _skip(self) -> None:
        self.tried, self.form = Tried(), None
        if self.only:
            self.context.back()
            return
        self.course.pass_over()
        self.relayout()

    def _back(self) -> None:
        self._go_to(self.came_from if not self.course.at and self.came_from else self.course.before())

    def _go_to(self, key: str) -> None:
        self.tried, self.form, self.came_from = Tried(), None, ""
        self.course.at = key
        self.course.skipped.discard(key)
        self.relayout()

    def _choose_again(self) -> None:
        self.tried = Tried()
        self.relayout()

    def _overview(self) -> None:
        """What is still open, from which one goes on wherever one likes, or stops for now."""
        if self.course.at:
            self.came_from, self.tried, self.form = self.course.at, Tried(), None
            self.course.at = ""
            self.relayout()
