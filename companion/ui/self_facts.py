"""What the running app can say of itself: the process, where its picture goes, and by which ways touches come."""

from __future__ import annotations

import os
from typing import Any

from kivy.base import EventLoop
from kivy.core.window import Window
from kivy.graphics.opengl import GL_RENDERER, glGetString

from companion import __version__
from companion.ui import guard
from companion.ui.root import Root


def facts(root: Root) -> dict[str, Any]:
    """By the names of `companion.running.Running`; asked on the screen's own thread, once there is a window."""
    renderer = glGetString(GL_RENDERER)
    wide, high = Window.size
    return {
        "pid": os.getpid(),
        "version": __version__,
        "driver": guard.video_driver(),
        "renderer": renderer.decode("utf-8", "replace") if isinstance(renderer, bytes) else None,
        "size": (int(wide), int(high)),
        "providers": tuple(provider.device for provider in EventLoop.input_providers),
        "touch_devices": guard.touch_devices(),
        "twins": root.twins,
    }
