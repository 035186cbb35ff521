"""The screens, one module and one class each, loaded when they are first opened."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from companion.ui.screens.base import Screen

SCREENS = {
    "home": "home:HomeScreen",
    "new_game": "new_game:NewGameScreen",
    "seat": "seat:SeatScreen",
    "name_entry": "name_entry:NameEntryScreen",
    "number": "number:NumberScreen",
    "options": "options:OptionsScreen",
    "option": "option:OptionScreen",
    "setup": "setup:SetupScreen",
    "setup_entry": "setup_entry:SetupEntryScreen",
    "box_entry": "setup_entry:BoxEntryScreen",
    "from_picture": "from_picture:FromPictureScreen",
    "resume": "resume:ResumeScreen",
    "table": "table:TableScreen",
    "page": "page:PageScreen",
    "privacy": "privacy:PrivacyScreen",
    "scoring": "scoring:ScoringScreen",
    "sheet": "sheet:SheetScreen",
    "correct": "correct:CorrectScreen",
    "result": "result:ResultScreen",
    "score_card": "score_card:ScoreCardScreen",
    "hand_off": "hand_off:HandOffScreen",
    "history": "history:HistoryScreen",
    "history_search": "history_search:HistorySearchScreen",
    "history_filter": "history_filter:HistoryFilterScreen",
    "history_when": "history_when:HistoryWhenScreen",
    "deleted": "deleted:DeletedScreen",
    "delete_game": "delete_game:DeleteGameScreen",
    "replay": "replay:ReplayScreen",
    "note_entry": "note_entry:NoteEntryScreen",
    "stats": "stats:StatsScreen",
    "game_stats": "game_stats:GameStatsScreen",
    "player_stats": "player_stats:PlayerStatsScreen",
    "head_to_head": "head_to_head:HeadToHeadScreen",
    "settings": "settings:SettingsScreen",
    "clock": "clock:ClockScreen",
    "machine": "machine:MachineScreen",
    "doctor": "doctor:DoctorScreen",
    "leaving": "leaving:LeavingScreen",
    "pin": "pin:PinScreen",
    "new_pin": "pin:NewPinScreen",
    "players": "players:PlayersScreen",
    "choose_player": "players:ChoosePlayerScreen",
    "player": "player:PlayerScreen",
    "player_change": "player:PlayerChangeScreen",
    "groups": "groups:GroupsScreen",
    "group": "group:GroupScreen",
    "seat_group": "seat_group:SeatGroupScreen",
    "survey": "survey:SurveyScreen",
    "which_box": "which_box:WhichBoxScreen",
    "unknown": "unknown:UnknownScreen",
    "learned": "learned:LearnedScreen",
    "box_files": "box_files:BoxFilesScreen",
    "box_changes": "box_changes:BoxChangesScreen",
    "boxes": "boxes:BoxesScreen",
    "box": "box:BoxScreen",
    "devices": "devices:DevicesScreen",
    "device": "device:DeviceScreen",
    "device_add": "device_add:DeviceAddScreen",
    "device_test": "device_test:DeviceTestScreen",
    "camera": "camera:CameraScreen",
    "cameras": "cameras:CamerasScreen",
    "camera_test": "camera_test:CameraTestScreen",
    "camera_game": "camera_game:CameraGameScreen",
    "camera_try": "camera_try:CameraTryScreen",
    "calibrate": "calibrate:CalibrateScreen",
    "calibrate_aim": "calibrate_aim:CalibrateAimScreen",
    "calibrate_corners": "calibrate_corners:CalibrateCornersScreen",
    "calibrate_lens": "calibrate_lens:CalibrateLensScreen",
    "calibrate_empty": "calibrate_empty:CalibrateEmptyScreen",
    "calibrate_places": "calibrate_places:CalibratePlacesScreen",
    "calibrate_start": "calibrate_start:CalibrateStartScreen",
    "teach": "teach:TeachScreen",
    "teach_look": "teach_look:TeachLookScreen",
    "pin_maps": "pin_maps:PinMapsScreen",
    "speaker": "speaker:SpeakerScreen",
    "tags": "tags:TagsScreen",
    "tag": "tag:TagScreen",
    "seat_buttons": "seat_buttons:SeatButtonsScreen",
    "copies": "copies:CopiesScreen",
    "copy_files": "copy_files:CopyFilesScreen",
    "copy_preview": "copy_preview:CopyPreviewScreen",
    "trouble": "trouble:TroubleScreen",
}
"""Where each screen is: module in this folder and class."""


def screen_class(name: str) -> type[Screen]:
    """The class of the screen `name`. Raises KeyError for a screen that does not exist."""
    module, class_name = SCREENS[name].split(":")
    found: type[Screen] = getattr(import_module(f"companion.ui.screens.{module}"), class_name)
    return found
