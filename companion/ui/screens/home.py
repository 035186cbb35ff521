"""Home: the game to continue, the games to begin, and the ways to everything else."""

from __future__ import annotations

from typing import Any, ClassVar

from kivy.properties import BooleanProperty

from companion.engine.box import PRACTICE
from companion.engine.errors import InputError
from companion.engine.game import Game
from companion.engine.text import T, Text
from companion.games import all_games
from companion.table import history
from companion.table.history import Summary
from companion.titles import title_of
from companion.ui import device_facts, fit, theme
from companion.ui.layout import Frame
from companion.ui.pen import Pen
from companion.ui.rows import Caption, EmblemPaint
from companion.ui.screens.base import Screen
from companion.ui.standing import Watch
from companion.ui.widgets.base import HEAD, Drawn, Touchable
from companion.ui.widgets.button import PushButton
from companion.ui.widgets.device_sign import DeviceSign

WAYS = (
    ("history", "history", T("History")),
    ("players", "people", T("Players")),
    ("boxes", "box", T("Boxes")),
    ("devices", "button", T("Devices")),
    ("settings", "gear", T("Settings")),
)
"""Screen, sign and label of the buttons at the bottom."""
GAP = 4.4
STRIP = {False: 58, True: 76}
"""Height of the strip that warns of the disk, by whether the screen is in portrait."""
TAG = theme.TypeStyle("tag", 16, False, 19)


def players_text(game: Game[Any]) -> Text:
    """How many can play ("2–6 players")."""
    low, high = game.seat_range
    if low == high:
        return T("{n} players", n=low)
    return T("{low}–{high} players", low=low, high=high)


class HomeBar(Drawn):
    """The mark, and the name of the program where it is `named`."""

    named = BooleanProperty(True)

    def paint_base(self, pen: Pen) -> None:
        pen.box(0, 0, pen.w, 56, "surface")
        pen.box(16, 12, 46, 32, None, 999, "gold", 3)
        pen.disc(31, 28, 4.5, "gold")
        for x in (39, 46):
            pen.box(x, 21, 3.5, 14, "gold")
        pen.box(65.5, 13, 3, 30, "gold")
        if self.named:
            pen.text("Cartouche", 80, 28, "title", "sand")


class DeviceKey(Touchable):
    """The sign of a device with its state; opens Devices."""

    ring_rank = HEAD

    def __init__(self, icon: str, state: str, **properties: Any) -> None:
        self.sign = DeviceSign(icon=icon, state=state)
        super().__init__(guard=True, **properties)
        self.add_widget(self.sign)

    def arrange(self) -> None:
        w, h = self.logical_size
        self.put(self.sign, w / 2 - 17, h / 2 - 17, 34, 34)

    def paint(self, pen: Pen) -> None:
        if self.pressed:
            pen.box(2, 2, pen.w - 4, pen.h - 4, "raised", theme.RADIUS["button"])


class GameTile(Touchable):
    """A game to begin: emblem, title, number of players; upright as a tile, wide as a row."""

    def __init__(self, game_id: str, title: str, players: str, **properties: Any) -> None:
        self.game_id = game_id
        self.title = title
        self.players = players
        self.emblem = EmblemPaint(game_id, title)
        super().__init__(guard=True, **properties)

    def paint(self, pen: Pen) -> None:
        pen.box(0, 0, pen.w, pen.h, "raised" if self.pressed else "surface", theme.RADIUS["card"])
        if pen.h < 100:
            self._paint_row(pen)
            return
        r = 36.0 if pen.h < 200 else 56.0
        top = pen.h / 2 - r - 25
        self.emblem.paint(pen, pen.w / 2, top + r + (0 if pen.h < 200 else 4), r)
        fitted = fit.label(self.title, pen.w - 12, True, pen.frame)
        pen.text(self.title, pen.w / 2, pen.h / 2 + r, fitted.style, "sand", "center", pen.w - 12)
        pen.text(self.players, pen.w / 2, pen.h / 2 + r + 21, "small", "sand_2", "center", pen.w - 12)

    def _paint_row(self, pen: Pen) -> None:
        middle = pen.h / 2
        r = min(27.0, middle - 5)
        self.emblem.paint(pen, 11 + 27, middle, r)
        width = pen.text(self.players, pen.w - 33, middle, "label", "sand_2", "right")
        pen.text(self.title, 80, middle, "decision2", "sand", max_width=pen.w - 80 - width - 45)
        pen.icon("next", pen.w - 17, middle, 18, "sand_3")


def prompt_lines(line: str, room: float, high: float, frame: Frame) -> fit.Fitted:
    """What is to be done in a game: one line in large letters, else two within `high`, smaller where they must be."""
    one = fit.wrapped(line, "explain", room, 1, frame)
    if one.fits:
        return one
    two = fit.wrapped(line, "body", room, 2, frame)
    return two if two.fits and two.height <= high else fit.wrapped(line, "small", room, 2, frame)


class ContinueCard(Drawn):
    """The unfinished game: which, where it stands, and the points of the seats."""

    def __init__(self, screen: HomeScreen, summary: Summary, **properties: Any) -> None:
        self.screen = screen
        self.summary = summary
        self.emblem = EmblemPaint(summary.game, screen.say(title_of(summary.game)))
        super().__init__(**properties)

    def paint_base(self, pen: Pen) -> None:
        pen.box(0, 0, pen.w, pen.h, "raised", theme.RADIUS["card"], "gold", 2)
        say, summary = self.screen.say_of(self.summary), self.summary
        portrait = pen.frame.portrait
        game = title_of(summary.game)
        title = say(game if summary.round is None else T("{game}, {round}", game=game, round=summary.round))
        line = say(summary.prompt) if summary.prompt is not None else ""
        if portrait:
            self.emblem.paint(pen, 54, 54, 40)
            left, room = 114, pen.w - 114 - 12
        else:
            self.emblem.paint(pen, 62, 70, 45)
            left, room = 124, pen.w - 212 - 124 - 14
        tag = say(PRACTICE) if summary.practice else ""
        top = (34.0 if portrait else 30.0) - (8 if tag else 0)
        pen.text(title, left, top, "title" if pen.measure(title, "title") <= room else "decision2", "sand",
                 max_width=room)  # fmt: skip
        scores_top = 122.0 if portrait else 110.0
        if tag:
            # Two lines may stand above it, and the scores below.
            scores_top += 10 if portrait else 9
            pen.text(tag, left, scores_top - (30 if portrait else 24), TAG, "warn", max_width=room)
        # Beside the emblem the scores come at once, beneath it only below.
        high = scores_top - (33 if tag else 0 if portrait else 12) - (top + 17)
        pen.lines(prompt_lines(line, room, high, pen.frame), left, top + 17, "sand_2")
        self._paint_scores(pen, 16 if portrait else 124, scores_top, pen.w - (32 if portrait else 350))

    def _paint_scores(self, pen: Pen, x: float, y: float, room: float) -> None:
        scores = self.summary.scores
        pitch = min(106.0 if pen.frame.portrait else 92.0, room / max(len(scores), 1))
        r = 16.0 if pen.frame.portrait and pitch > 80 else 14.0
        for i, (who, points) in enumerate(scores.items()):
            pen.seat_disc(who, x + r + pitch * i, y, r)
            pen.text(self.screen.say(T("{n}", n=points)), x + 2 * r + 6 + pitch * i, y,
                     "decision2" if pitch > 80 else "action", "sand")  # fmt: skip


class HomeScreen(Screen):
    """The first screen, complete without a touch: what goes on, what can be begun."""

    name: ClassVar[str] = "home"

    def say_of(self, summary: Summary) -> Any:
        """Puts texts about `summary` into words with the names of its players."""
        names = self.context.names_of(summary)
        return lambda text: self.context.say(text, names)

    def enter(self) -> None:
        self.disk = Watch(self)

    def leave(self) -> None:
        self.disk.rest()

    def build(self) -> None:
        frame = self.frame
        games = all_games()
        summary = history.unfinished(self.context.journal)
        self.signs = device_facts.signs(self.context)
        # With one of each kind there is no room for the name on an upright screen.
        self.put(HomeBar(named=len(self.signs) <= 5 or not frame.portrait), 0, 0, frame.w, 56)
        self._device_signs()
        self.disk.look()
        if self.disk.needed:
            self.strip = self.put(self.disk.strip(), 16, 60, frame.w - 32, STRIP[frame.portrait])
        if frame.portrait:
            self._build_portrait(games, summary)
        else:
            self._build_landscape(games, summary)

    def _device_signs(self) -> None:
        """One a kind of device that is set up, the backlight last: 26 px at x 590 + 52i on the base screen."""
        self.device_keys: dict[str, DeviceKey] = {}
        left = self.frame.w - 15 - 52 * len(self.signs)
        for i, (icon, state) in enumerate(self.signs):
            key = self.device_keys[icon] = DeviceKey(icon, state)
            key.bind(on_release=lambda _: self.context.go("devices"))
            self.put(key, left + 52 * i, 0, 52, 56)

    def device_changed(self, device: str) -> None:
        signs = device_facts.signs(self.context)
        if [icon for icon, _ in signs] != [icon for icon, _ in self.signs]:
            self.relayout()
            return
        for icon, state in signs:
            self.device_keys[icon].sign.state = state

    def _build_landscape(self, games: tuple[Game[Any], ...], summary: Summary | None) -> None:
        frame = self.frame
        wide = frame.w - 32
        # Where the disk is warned of, all moves down and the tiles are lower; a caption goes.
        down = STRIP[False] - 8 if self.disk.needed else 0
        if summary is not None:
            self.put(ContinueCard(self, summary), 16, 72 + down, wide, 140)
            self._card_buttons(summary, (frame.w - 228, 84 + down, 200, 64), (frame.w - 228, 154 + down, 200, 48))
            if not down:
                self.put(Caption(self.say(T("New game"))), 16, 218, 400, 30)
            top = 218.0 + down if down else 250.0
        else:
            top = 88.0 + down
        height = (398.0 if down else 392.0) - top
        rows = 1 if len(games) <= 6 else -(-len(games) // 4)
        across = -(-len(games) // rows)
        width = (wide - GAP * (across - 1)) / max(across, 1)
        tall = (height - GAP * (rows - 1)) / rows
        for i, game in enumerate(games):
            self._tile(game, 16 + (width + GAP) * (i % across), top + (tall + GAP) * (i // across), width, tall)
        self._ways(16, 404, (wide - 4 * GAP) / 5, 60, stacked=False)

    def _build_portrait(self, games: tuple[Game[Any], ...], summary: Summary | None) -> None:
        frame = self.frame
        down = STRIP[True] - 12 if self.disk.needed else 0
        top = 88.0 + down
        if summary is not None:
            self.put(ContinueCard(self, summary), 16, 80 + down, 448, 232)
            self._card_buttons(summary, (32, 236 + down, 276, 64), (316, 236 + down, 132, 64))
            if not down:
                self.put(Caption(self.say(T("New game"))), 16, 324, 400, 30)
            top = 324.0 + down if down else 358.0
        height = 112.0 + frame.extra if frame.extra < 0 else 112.0
        stacked = all(fit.measure(self.say(label), "small", frame) <= 76 for _, _, label in WAYS)
        if not stacked:
            height = 112.0
        bottom = frame.h - 15 - height
        # Few games take the room that five would; from 100 on a tile stands upright.
        pitch = min(72.0 if summary is not None or len(games) > 3 else 180.0, (bottom - top) / max(len(games), 1))
        for i, game in enumerate(games):
            self._tile(game, 16, top + pitch * i, 448, pitch - 6)
        if stacked:
            self._ways(16, bottom, 86, height, stacked=True)
        else:
            self._ways(16, bottom, (448 - 2 * GAP) / 3, (height - GAP) / 2, stacked=False, across=3)

    def _tile(self, game: Game[Any], x: float, y: float, w: float, h: float) -> None:
        tile = GameTile(game.id, self.say(game.title), self.say(players_text(game)))
        tile.bind(on_release=lambda _: self.context.go("new_game", game=game))
        self.put(tile, x, y, w, h)

    def _ways(self, x: float, y: float, w: float, h: float, stacked: bool, across: int = 5) -> None:
        for i, (name, icon, label) in enumerate(WAYS):
            button = PushButton(text=self.say(label), icon=icon, align="left", stacked=stacked, guard=True)
            button.text_size_limit = 18
            button.bind(on_release=lambda _, name=name: self.context.go(name))
            self.put(button, x + (w + GAP) * (i % across), y + (h + GAP) * (i // across), w, h)

    def _card_buttons(
        self, summary: Summary, go_on: tuple[float, float, float, float], put_away: tuple[float, float, float, float]
    ) -> None:
        button = PushButton(text=self.say(T("Continue")), kind="primary", guard=True)
        button.bind(on_release=lambda _: self._continue(summary))
        self.put(button, *go_on)
        button = PushButton(text=self.say(T("Put away")), kind="quiet", guard=True)
        button.text_size_limit = 18
        button.bind(on_release=lambda _: self._put_away(summary))
        self.put(button, *put_away)

    def _continue(self, summary: Summary) -> None:
        try:
            self.context.go("resume", record=summary.id)
        except InputError as error:
            self.context.trouble(error.text)

    def _put_away(self, summary: Summary) -> None:
        try:
            history.put_away(self.context.journal, summary.id)
        except InputError as error:
            self.context.trouble(error.text)
            return
        self.relayout()
