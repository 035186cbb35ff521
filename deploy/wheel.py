"""What the wheel holds beyond the two packages; hatchling calls this when it builds."""

from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class ScreenLayouts(BuildHookInterface):  # type: ignore[type-arg]
    """Lays kv into the wheel as companion/kv, and the udev rule as hardware/udev.

    An editable installation reads both where they are.
    """

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Add the folders to a standard wheel and to nothing else (hatchling's custom build hook)."""
        if version == "standard":
            build_data["force_include"]["kv"] = "companion/kv"
            build_data["force_include"]["deploy/udev"] = "hardware/udev"
