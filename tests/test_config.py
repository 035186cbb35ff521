"""Settings: stored whole, checked on load, never reset in silence."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

import pytest

from companion import config
from companion.config import Settings
from companion.engine.errors import InputError
from companion.language import Language


def written(folder: Path, **fields: Any) -> Path:
    path = folder / config.FILE
    path.write_text(json.dumps(fields), "utf-8")
    return path


def test_the_first_start_has_defaults_and_nothing_to_tell(tmp_path: Path) -> None:
    loaded = config.load(tmp_path)
    assert (loaded.settings, loaded.notices) == (Settings(), ())
    assert (loaded.settings.language, loaded.settings.dim_after) == ("en", 120)


def test_settings_come_back_as_they_were_saved(tmp_path: Path) -> None:
    chosen = Settings(language="ru", facing="half", names=("Света", "Béla"), boxes={"quarry": {"year": 1993}})
    config.save(chosen, tmp_path / "new")
    assert config.load(tmp_path / "new") == config.Loaded(chosen)


def test_only_what_was_chosen_is_stored_so_that_an_older_cartouche_reads_it(tmp_path: Path) -> None:
    config.save(Settings(language="hu", dim_after=60), tmp_path)
    again = config.load(tmp_path).settings
    config.save(config.changed(again, panel="small", tags={"04A1": {"key": "undo"}}), tmp_path)
    stored = json.loads((tmp_path / config.FILE).read_text("utf-8"))
    assert stored.keys() == {"version", "language", "dim_after", "panel", "tags"}
    config.save(config.changed(config.load(tmp_path).settings, panel="", tags={}), tmp_path)
    stored = json.loads((tmp_path / config.FILE).read_text("utf-8"))
    assert stored == {"version": 1, "language": "hu", "dim_after": 60}


def test_the_previous_settings_are_kept(tmp_path: Path) -> None:
    config.save(Settings(language="hu"), tmp_path)
    config.save(Settings(language="ru"), tmp_path)
    assert json.loads((tmp_path / "settings.json.previous").read_text("utf-8"))["language"] == "hu"
    assert not list(tmp_path.glob("*.new"))


BROKEN = {
    "not JSON": b"{",
    "half a file": b'{"language": "h',
    "not text": b"\xff\xfe\x00",
    "a list": b"[1]",
    "an unknown field": b'{"colour": "red"}',
    "an unknown language": b'{"language": "de"}',
    "a wrong type": b'{"dim_after": "soon"}',
    "a number out of range": b'{"dim_after": -1}',
    "a field twice": b'{"language": "hu", "language": "ru"}',
    "a newer version": b'{"version": 2}',
    "an empty name": b'{"names": [" "]}',
    "an empty file": b"",
}


@pytest.mark.parametrize("kind", BROKEN)
def test_a_broken_file_is_told_kept_aside_and_the_previous_one_used(tmp_path: Path, kind: str) -> None:
    config.save(Settings(language="hu"), tmp_path)
    config.save(Settings(language="ru"), tmp_path)
    (tmp_path / config.FILE).write_bytes(BROKEN[kind])
    loaded = config.load(tmp_path)
    assert loaded.settings == Settings(language="hu")
    (notice,) = loaded.notices
    assert notice.params["file"] == config.FILE
    assert (tmp_path / "settings-broken-1.json").read_bytes() == BROKEN[kind]
    assert not (tmp_path / config.FILE).exists()


def test_with_nothing_before_it_a_broken_file_gives_defaults_and_says_so(tmp_path: Path) -> None:
    written(tmp_path, colour="red")
    loaded = config.load(tmp_path)
    assert loaded.settings == Settings()
    assert "colour" in str(loaded.notices[0].params["fault"])


@pytest.mark.parametrize("what", ["pipe", "folder", "endless", "nothing", "huge"])
def test_what_is_no_ordinary_file_is_set_aside_like_a_broken_one(tmp_path: Path, what: str) -> None:
    path = tmp_path / config.FILE
    match what:
        case "pipe":
            os.mkfifo(path)
        case "folder":
            path.mkdir()
        case "endless":
            path.symlink_to("/dev/zero")
        case "nothing":
            path.symlink_to("/dev/null")
        case "huge":
            with path.open("wb") as file:
                file.truncate(10**11)
    assert config.glance(tmp_path) is None
    (notice,) = config.load(tmp_path).notices
    fault = "It has 100000000000 bytes" if what == "huge" else "It is no ordinary file."
    assert fault in Language().say(notice)
    config.save(Settings(panel="small"), tmp_path)
    assert config.load(tmp_path) == config.Loaded(Settings(panel="small"))


def test_a_second_broken_file_does_not_replace_the_first(tmp_path: Path) -> None:
    for colour in ("red", "blue"):
        written(tmp_path, colour=colour)
        config.load(tmp_path)
    kept = [json.loads((tmp_path / f"settings-broken-{k}.json").read_text("utf-8"))["colour"] for k in (1, 2)]
    assert kept == ["red", "blue"]


def test_a_lost_file_is_told_and_the_previous_one_used(tmp_path: Path) -> None:
    config.save(Settings(language="hu"), tmp_path)
    config.save(Settings(language="ru"), tmp_path)
    (tmp_path / config.FILE).unlink()
    loaded = config.load(tmp_path)
    assert loaded.settings.language == "hu"
    assert len(loaded.notices) == 1


def test_a_folder_that_can_not_be_written_changes_nothing(tmp_path: Path) -> None:
    (tmp_path / "data").write_text("a file where the folder should be")
    with pytest.raises(InputError) as refused:
        config.save(Settings(), tmp_path / "data")
    assert "as before" in refused.value.text.message


def test_a_full_disk_leaves_the_settings_as_they_were(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    config.save(Settings(language="hu"), tmp_path)

    def full(descriptor: int, data: bytes) -> int:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("os.write", full)
    with pytest.raises(InputError):
        config.save(Settings(language="ru"), tmp_path)
    monkeypatch.undo()
    assert config.load(tmp_path) == config.Loaded(Settings(language="hu"))


def test_a_changed_value_is_checked() -> None:
    assert config.changed(Settings(), language="hu", names=["Anna"]).names == ("Anna",)
    for wrong in ({"language": "de"}, {"colour": "red"}, {"dim_after": 10**9}):
        with pytest.raises(InputError):
            config.changed(Settings(), **wrong)


def test_the_data_folder_can_be_named(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv(config.DATA_VARIABLE, str(tmp_path))
    assert config.data_folder() == tmp_path
    config.save(Settings(language="hu"))
    assert config.load().settings.language == "hu"
    monkeypatch.delenv(config.DATA_VARIABLE)
    assert config.data_folder().name == "cartouche"


def test_a_folder_named_from_here_is_named_from_the_root(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv(config.DATA_VARIABLE, "games")
    assert config.data_folder() == tmp_path / "games"


def test_a_user_without_a_home_is_told_to_name_a_folder(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(config.DATA_VARIABLE, "~nobody-of-this-name/games")
    with pytest.raises(InputError, match="no home folder"):
        config.data_folder()
    monkeypatch.delenv(config.DATA_VARIABLE)
    monkeypatch.setattr("platformdirs.user_data_path", lambda *_, **__: Path("~/.local/share/cartouche"))
    monkeypatch.setattr("os.path.expanduser", lambda path: path)
    with pytest.raises(InputError, match="no home folder"):
        config.data_folder()
