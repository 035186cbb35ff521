"""Every widget at five sizes: nothing cut, nothing too small, nothing too faint; and the check itself can fail."""

from __future__ import annotations

import pytest
from kivy.uix.label import Label

from companion.ui.layout import current, place
from companion.ui.pen import Pen
from companion.ui.widgets.base import Drawn, Touchable
from tests.kit.gallery import FOLDER, PAGES, SIZES
from tests.kit.inspect import find, problems
from tests.kit.ui import UI


@pytest.mark.parametrize("size", SIZES, ids=lambda s: f"{s[0]}x{s[1]}")
@pytest.mark.parametrize("name", PAGES)
def test_a_page_of_the_gallery_has_no_fault(ui: UI, name: str, size: tuple[int, int]) -> None:
    ui.resize(*size)
    page = ui.show(PAGES[name]())
    ui.shot(FOLDER / f"kit-{name}-{size[0]}x{size[1]}.png")
    assert problems(page) == []


class Bad(Drawn):
    """Writes whatever a test gives it."""

    def __init__(self, paint: object) -> None:
        self._how = paint
        super().__init__()

    def paint(self, pen: Pen) -> None:
        self._how(pen)  # type: ignore[operator]


def faults(ui: UI, paint: object) -> list[str]:
    widget = place(Bad(paint), current().rect(100, 100, 200, 60))
    ui.show(widget)
    return [p.kind for p in problems(widget)]


def test_the_check_sees_cut_words(ui: UI) -> None:
    assert faults(ui, lambda pen: pen.text("Sarcophagus", 0, 20, "body", "sand", max_width=60)) == ["text cut"]
    ui.clear()
    assert faults(ui, lambda pen: pen.text("Bartholomäus", 0, 20, "body", "sand", max_width=60, may_cut=True)) == []


def test_the_check_sees_a_paragraph_without_room(ui: UI) -> None:
    assert "text cut" in faults(ui, lambda pen: pen.paragraph("word " * 60, 0, 0, 200, "body", "sand", max_lines=2))


def test_the_check_sees_faint_words_on_what_lies_behind_them(ui: UI) -> None:
    def faint(pen: Pen) -> None:
        pen.box(0, 0, pen.w, pen.h, "gold")
        pen.text("Sand on gold", 10, 20, "body", "sand")

    assert faults(ui, faint) == ["low contrast"]


def test_the_check_sees_small_print_missing_letters_and_collisions(ui: UI) -> None:
    from companion.ui.theme import TypeStyle

    assert faults(ui, lambda pen: pen.text("tiny", 0, 20, TypeStyle("x", 12, False, 14), "sand")) == ["text too small"]
    ui.clear()
    assert faults(ui, lambda pen: pen.text("→", 0, 20, "body", "sand")) == ["no such letter"]
    ui.clear()

    def twice(pen: Pen) -> None:
        pen.text("Anna", 0, 20, "body", "sand")
        pen.text("Bence", 10, 24, "body", "sand")

    assert faults(ui, twice) == ["texts collide"]


def test_the_check_sees_words_off_the_screen(ui: UI) -> None:
    assert faults(ui, lambda pen: pen.text("Gone", -120, 20, "body", "sand")) == ["text off the screen"]


def test_the_check_sees_small_touch_targets(ui: UI) -> None:
    touch = place(Touchable(), current().rect(100, 100, 60, 40))
    ui.show(touch)
    assert [p.kind for p in problems(touch)] == ["touch target small"]


def test_the_check_sees_kivys_own_labels(ui: UI) -> None:
    label = Label(text="A long line of words", font_size=20, size_hint=(None, None), size=(40, 30), pos=(200, 200))
    ui.show(label)
    assert [p.kind for p in problems(label)] == ["text cut"]


def test_words_under_a_dialog_do_not_count(ui: UI) -> None:
    page = ui.show(PAGES["dialog"]())
    with pytest.raises(AssertionError, match="nobody shows"):
        find(page, "Choices")
    assert find(page, "Erase this game?")
