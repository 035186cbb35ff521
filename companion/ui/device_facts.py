"""What there is to say of the devices of this machine: rows on Devices, signs on Home. Draws nothing."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Literal, NamedTuple

from companion.engine.text import TN, T, Text
from companion.ui.club import DEVICE as CLUB
from companion.ui.switchboard import Switchboard
from hardware.camera import CAMERA, Camera
from hardware.device import KEYS, Device, DeviceState, Pressed, Read, Released, Signal, Turned
from hardware.panel import PANEL

if TYPE_CHECKING:
    from companion.ui.context import Context

USB, SPEAKER, TOUCH, LIGHT = "usb", "speaker", "touch", "light"
"""Rows that are no device of the hub."""
Act = Literal["test", "wait", "try", "add"]

ACT_WORDS: dict[Act, Text] = {"test": T("Test"), "wait": T("Wait"), "try": T("Try now"), "add": T("Add")}
KEY_WORDS: dict[str, Text] = {
    "confirm": T("Confirm"),
    "undo": T("Undo"),
    "next": T("Next"),
    "push": T("Push the knob"),
}
ICONS = {"panel": "button", "box": "button", "reader": "usb", "camera": "camera"}
WORST: tuple[DeviceState, ...] = ("lost", "absent", "starting", "ready")


class Item(NamedTuple):
    """A row of the Devices screen: what it shows, and what its one button is for (None: it has none)."""

    id: str
    icon: str
    name: Text
    line: Text
    state: DeviceState
    act: Act | None


def key_text(key: str) -> Text:
    """A button by its name for people."""
    if key in KEY_WORDS:
        return KEY_WORDS[key]
    return T("Button {n}", n=int(key.removeprefix("seat")))


def buttons(device: Device) -> tuple[str, ...]:
    """The buttons a device has, without knob and tags."""
    return tuple(key for key in device.keys if key in KEYS)


def since(seconds: float) -> Text:
    """How long ago something happened."""
    if seconds < 60:
        return T("{n} s ago", n=max(int(seconds), 0))
    if seconds < 3600:
        return T("{n} min ago", n=int(seconds) // 60)
    return T("{n} h ago", n=int(seconds) // 3600)


def holds(device: Device) -> Text:
    """What a device that answers is made of, in short."""
    n = len([key for key in buttons(device) if key != "push"])
    knob = "turn" in device.keys
    if n:
        count = TN("{n} button", "{n} buttons", n)
        return T("{buttons} and a knob", buttons=count) if knob else count
    if knob:
        return T("a knob")
    return T("reads tags") if "tags" in device.keys or device.kind == "reader" else T("no buttons")


def last_text(last: Signal | None, now: float) -> Text:
    """What a device last told, and when."""
    if last is None:
        return T("not used yet")
    ago = since(now - last.at)
    match last:
        case Turned():
            return T("last turn {ago}", ago=ago)
        case Read():
            return T("last tag {ago}", ago=ago)
        case Pressed() | Released():
            return T("last press {ago}", ago=ago)
    return T("not used yet")


def line_of(device: Device, last: Signal | None, now: float, seen: str = "") -> Text:
    """What a device last did, or what it waits for. `seen`: the time it last answered ("20:14")."""
    wait = device.wait
    if isinstance(device, Camera) and device.state == "ready":
        return pictures(device)
    if device.state == "ready":
        return T("{what}, {last}", what=holds(device), last=last_text(last, now))
    if device.state == "starting":
        return wait or T("being called")
    if seen:
        was = T("was there at {time}", time=seen)
        return was if wait is None else T("{was}; {wait}", was=was, wait=wait)
    return device.fault or wait or T("does not answer")


def pictures(camera: Camera) -> Text:
    """What a camera that is ready gives, and whether that is less than it was asked for."""
    width, height = camera.size or camera.asked
    if width < camera.asked[0] or height < camera.asked[1]:
        return T("{width} × {height}, smaller than asked for", width=width, height=height)
    return T("pictures of {width} × {height}", width=width, height=height)


def act_of(state: DeviceState) -> Act:
    """What the button of a device that is set up is for."""
    acts: dict[DeviceState, Act] = {"ready": "test", "starting": "wait", "lost": "try", "absent": "try"}
    return acts[state]


def worst(states: Sequence[DeviceState]) -> DeviceState:
    """The state that needs to be seen first."""
    return min(states, key=WORST.index)


def items(context: Context) -> tuple[Item, ...]:
    """The rows, top to bottom."""
    devices = (_panel(context), *_serial(context), _usb(context), *_camera(context))
    return (*devices, speaker(context), *_club(context), _touch(context), _light(context))


def _of(context: Context, device: Device, name: Text) -> Item:
    line = line_of(device, context.devices.last.get(device.id), Switchboard.now(), context.upkeep.seen_at(device.id))
    return Item(device.id, ICONS[device.kind], name, line, device.state, act_of(device.state))


def _panel(context: Context) -> Item:
    device = context.devices.hub.device(PANEL)
    if device is not None:
        return _of(context, device, device.title)
    return Item(PANEL, "button", T("Button panel"), T("none set up; nothing needs it"), "absent", "add")


def _serial(context: Context) -> tuple[Item, ...]:
    devices = [device for device in context.devices.hub.devices if device.id not in (PANEL, CAMERA)]
    there = {device.id for device in devices}
    titles = [context.say(device.title) for device in devices]
    found = []
    for i, device in enumerate(devices):
        # Two boxes of one name are told apart by their number.
        alone = titles.count(titles[i]) == 1
        name = device.title if alone else T("{name} {n}", name=device.title, n=titles[: i + 1].count(titles[i]))
        found.append(_of(context, device, name))
    for port, kind in context.settings.ports.items():
        if kind != "ignored" and port not in there:
            name = T("Tag reader") if kind == "reader" else T("Button box")
            found.append(Item(port, ICONS[kind], name, T("not plugged in; nothing needs it"), "absent", "try"))
    return tuple(found)


def _camera(context: Context) -> tuple[Item, ...]:
    """The camera, or that none is set up."""
    device = context.devices.hub.device(CAMERA)
    if device is not None:
        return (_of(context, device, device.title),)
    return (Item(CAMERA, "camera", T("Camera"), T("none set up; nothing needs it"), "absent", "add"),)


def strangers(context: Context) -> tuple[str, ...]:
    """Ids of what is plugged in on USB and not used, nor left alone on purpose."""
    used = {device.id for device in context.devices.hub.devices} | set(context.settings.ports)
    return tuple(port.id for port in context.upkeep.found if port.id not in used)


def _usb(context: Context) -> Item:
    n = len(strangers(context))
    line = T("nothing more is plugged in; nothing needs it")
    if n:
        line = TN("{n} plugged in, not in use", "{n} plugged in, not in use", n)
    return Item(USB, "usb", T("Box or reader on USB"), line, "absent", "add")


def speaker(context: Context) -> Item:
    """The row of what can be heard: the buzzers of all devices."""
    heard = [device.state for device in context.devices.hub.devices if device.sounds]
    name = T("Loudspeaker")
    if not heard:
        return Item(SPEAKER, "sound", name, T("no device with a buzzer; nothing needs it"), "absent", "add")
    settings = context.settings
    since_hour, until_hour = settings.quiet
    line = {
        "on": T("heard at every answer"),
        "night": T("silent from {a}:00 to {b}:00", a=since_hour, b=until_hour),
        "off": T("switched off"),
    }[settings.sound]
    # One buzzer that can be heard is enough.
    state = min(heard, key=tuple(reversed(WORST)).index)
    return Item(SPEAKER, "sound", name, line, state, act_of(state))


def _club(context: Context) -> tuple[Item, ...]:
    """The connection to the club, where one is set."""
    club = context.club
    if not club.wanted:
        return ()
    acts: dict[DeviceState, Act] = {"starting": "wait", "lost": "try", "absent": "try"}
    return (Item(CLUB, "club", T("Club"), club.line, club.state, acts.get(club.state)),)


def _touch(context: Context) -> Item:
    return Item(TOUCH, "hand", T("Touch"), T("you just used it"), "ready", "test")


def _light(context: Context) -> Item:
    light = context.backlight
    line = {
        "ready": T("dims the panel itself: {name}", name=light.name),
        "lost": T("takes no values any more; the picture darkens instead"),
        "absent": T("none to set; the picture darkens instead"),
    }[light.state]
    return Item(LIGHT, "light", T("Backlight"), line, light.state, "test")


def signs(context: Context) -> tuple[tuple[str, DeviceState], ...]:
    """The signs on Home: one a kind that is set up, with its worst state; the backlight always, and last."""
    states: dict[str, list[DeviceState]] = {}
    for item in (_panel(context), *_serial(context), *_camera(context)):
        if item.act != "add":
            states.setdefault(item.icon, []).append(item.state)
    heard = speaker(context)
    if heard.act != "add":
        states["sound"] = [heard.state]
    states.update((item.icon, [item.state]) for item in _club(context))
    states["light"] = [context.backlight.state]
    return tuple((icon, worst(found)) for icon, found in states.items())
