"""A picture is read when the table has come to rest, and a table that could not be read is tried again in peace."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from companion.engine.sight import At, Reading, Seen
from companion.engine.text import T, Text
from companion.vision.gate import LYING, Gate, GateState
from companion.vision.slid import PUSHED
from companion.vision.watcher import Watcher

DARK, BLURRED = T("dark"), T("blurred")


class Shot(NamedTuple):
    """A picture is the name of what the reader says of it."""

    at: float
    picture: Any


class Looked(NamedTuple):
    reading: Reading
    outline: Any


class Scripted(Gate):
    """A gate that says what it is told: "moving", "still", "changed", "pushed", "lying"."""

    def __init__(self, *words: str) -> None:
        super().__init__()
        self.words = list(words)
        self.outlines: list[Any] = []
        self.asked = 0

    def feed(self, picture: Any, at: float) -> GateState:
        word = self.words.pop(0)
        return GateState(
            still=word != "moving",
            moving=word == "moving",
            since=0.0,
            changed=word in ("changed", "pushed", "lying"),
            bumped=word == "pushed",
            remark=LYING if word == "lying" else None,
        )

    def within(self, outline: Any) -> None:
        self.outlines.append(outline)

    def again(self) -> None:
        self.asked += 1


class Told:
    """A reader whose pictures say what is read."""

    def __init__(self) -> None:
        self.seen: list[tuple[frozenset[str], Mapping[str, At]]] = []

    def look(self, picture: Any, unseen: frozenset[str] = frozenset(), known: Mapping[str, At] = {}) -> Looked:
        self.seen.append((unseen, known))
        trouble = picture if isinstance(picture, Text) else None
        seen = () if trouble else (Seen("pit:1", "red", 0.99, True),)
        return Looked(Reading(game="quarry", seen=seen, trouble=trouble), None if trouble else "outline")


def run(gate: Gate, *shots: Shot) -> tuple[Watcher, Told, list[Reading | None]]:
    reader = Told()
    watcher = Watcher(reader, gate)
    return watcher, reader, [watcher.feed(shot) for shot in shots]


def test_only_the_first_still_picture_after_a_change_is_read() -> None:
    gate = Scripted("moving", "moving", "changed", "still", "still", "moving", "changed")
    shots = [Shot(n / 10, f"picture {n}") for n in range(7)]
    watcher, reader, told = run(gate, *shots)
    assert [one is not None for one in told] == [False, False, True, False, False, False, True]
    assert len(reader.seen) == 2
    assert watcher.last_look is not None and watcher.last_look.reading is told[-1]


def test_a_table_that_could_not_be_read_is_tried_again_after_two_seconds() -> None:
    gate = Scripted("changed", "still", "still", "still", "still")
    shots = [Shot(0.0, DARK), Shot(1.9, "light"), Shot(2.0, DARK), Shot(3.9, "light"), Shot(4.0, "light")]
    _, reader, told = run(gate, *shots)
    # The same reason is not told twice.
    assert [one is not None for one in told] == [True, False, False, False, True]
    assert len(reader.seen) == 3 and told[-1] is not None and told[-1].trouble is None


def test_another_reason_is_told() -> None:
    gate = Scripted("changed", "still", "still")
    _, _, told = run(gate, Shot(0.0, DARK), Shot(2.0, BLURRED), Shot(4.1, BLURRED))
    assert [None if one is None else one.trouble for one in told] == [DARK, BLURRED, None]


def test_a_change_is_told_though_the_reason_is_the_same() -> None:
    gate = Scripted("changed", "changed")
    assert all(run(gate, Shot(0.0, DARK), Shot(0.5, DARK))[2])


def test_a_table_that_was_read_is_not_read_again_while_it_is_still() -> None:
    gate = Scripted("changed", *["still"] * 5)
    assert len(run(gate, *(Shot(3.0 * n, "light") for n in range(6)))[1].seen) == 1


def test_nothing_is_told_while_something_moves() -> None:
    gate = Scripted("changed", "moving", "moving")
    told = run(gate, Shot(0.0, DARK), Shot(3.0, "light"), Shot(6.0, "light"))[2]
    assert [one is not None for one in told] == [True, False, False]


def test_the_gate_is_told_where_the_mat_lies_and_that_it_is_lost() -> None:
    gate = Scripted("changed", "changed")
    run(gate, Shot(0.0, "light"), Shot(1.0, DARK))
    assert gate.outlines == ["outline", None]


def test_while_the_mat_is_not_located_it_is_sought_every_second_though_something_moves() -> None:
    gate = Scripted(*["moving"] * 6)
    shots = [Shot(at, DARK if at < 2 else "light") for at in (0.0, 0.9, 1.0, 1.9, 2.0, 5.0)]
    watcher, reader, told = run(gate, *shots)
    # What lies there is told to nobody; once it is found, nothing more is sought.
    assert told == [None] * 6 and watcher.last_look is None
    assert len(reader.seen) == 2 and gate.outlines == ["outline"]


def test_a_mat_that_is_lost_is_sought_again() -> None:
    gate = Scripted("changed", "changed", "moving", "moving")
    _, reader, _ = run(gate, Shot(0.0, "light"), Shot(1.0, DARK), Shot(1.5, "light"), Shot(2.5, "light"))
    assert gate.outlines == ["outline", None, "outline"] and len(reader.seen) == 3


def test_what_must_not_be_seen_is_told_to_the_reader_with_each_picture() -> None:
    gate = Scripted("changed", "changed")
    reader = Told()
    watcher = Watcher(reader, gate)
    watcher.unseen = frozenset({"card:1"})
    watcher.feed(Shot(0.0, "light"))
    watcher.unseen, watcher.known = frozenset(), {"slot:1": (1.0, 2.0, 3.0, 4.0)}
    watcher.feed(Shot(1.0, "light"))
    assert reader.seen == [(frozenset({"card:1"}), {}), (frozenset(), {"slot:1": (1.0, 2.0, 3.0, 4.0)})]


def test_what_lies_over_the_edge_is_remarked_in_the_reading() -> None:
    gate = Scripted("lying", "changed", "lying")
    told = run(gate, Shot(0.0, "light"), Shot(1.0, "light"), Shot(2.0, DARK))[2]
    assert [one.remarks for one in told if one is not None] == [(LYING,), (), ()]
    assert told[0] is not None and told[0].unsure == ()


def test_a_push_is_remarked_from_then_on_where_the_corners_were_set_by_hand() -> None:
    for by_hand in (True, False):
        watcher = Watcher(Told(), Scripted("changed", "pushed", "changed"), by_hand)
        told = [watcher.feed(Shot(at, "light")) for at in (0.0, 1.0, 2.0)]
        assert [one.remarks for one in told if one is not None] == [(), *[(PUSHED,) if by_hand else ()] * 2]


def test_reading_again_is_asked_of_the_gate() -> None:
    gate = Scripted()
    Watcher(Told(), gate).again()
    assert gate.asked == 1
