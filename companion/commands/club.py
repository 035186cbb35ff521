"""`cartouche club`: the way to the club's broker, a try of it, and the board of all tables."""

from __future__ import annotations

import sys
from importlib import import_module
from importlib.util import find_spec
from typing import Any

import click

from companion import config
from companion.club.certificates import certificates
from companion.club.topics import new_table_id
from companion.club.way import READ_BY_ALL, Way, change, load
from companion.commands.club_board import follow, show_once
from companion.commands.common import (
    Failed,
    chosen_language,
    lang_option,
    language,
    read_bytes,
    say,
    say_json,
    shown,
    with_switches,
)
from companion.engine.errors import InputError
from companion.engine.header import clean_name
from companion.engine.text import T, Text


@click.group("club")
def club_group() -> None:
    """Many tables of one evening. Tell this table's public state to an MQTT broker, and show all tables."""


def _secret(path: str) -> str:
    """The first line of a file with a password."""
    try:
        word = read_bytes(path).decode("utf-8-sig").split("\n", 1)[0].rstrip("\r")
    except UnicodeDecodeError as error:
        raise Failed(T("The file is not text in UTF-8. Save it as UTF-8, or choose another file.")) from error
    if not word:
        raise Failed(T("The first line of the file with the password is empty. Write the password there."))
    return word


def _certificates(path: str) -> str:
    """The certificates of a file in PEM."""
    return certificates(read_bytes(path), shown(path))


@club_group.command("set")
@click.option("--host", help="Name or address of the broker.")
@click.option("--port", type=click.IntRange(0, 65_535), help="Its port (0: 1883, with TLS 8883).")
@click.option("--tls/--no-tls", default=None, help="Encrypted, the broker's certificate checked.")
@click.option("--ca", metavar="FILE", help="Certificates (PEM) that are trusted; “system” for the system's own.")
@click.option("--user", help="User name at the broker (“” for none).")
@click.option("--password-file", metavar="FILE", help="A file whose first line is the password (-: standard input).")
@click.option("--ask", is_flag=True, help="Ask for the password.")
@click.option("--club", "club_name", help="The club's name; all tables of one evening have the same.")
@click.option("--table", help="This table's name for people.")
@click.option("--home-assistant/--no-home-assistant", default=None, help="Tell Home Assistant of this table.")
@click.option("--new-id", is_flag=True, help="Give this table another id, where two go by the same.")
@with_switches
def set_way(
    host: str | None,
    port: int | None,
    tls: bool | None,
    ca: str | None,
    user: str | None,
    password_file: str | None,
    ask: bool,
    club_name: str | None,
    table: str | None,
    home_assistant: bool | None,
    new_id: bool,
    as_json: bool,
) -> None:
    """Set the way to the broker, and switch it on. What is not named stays as it is."""
    if ask and password_file:
        raise click.UsageError("--ask and --password-file say the same; give one of them.")
    given: dict[str, Any] = {"host": host, "port": port, "tls": tls, "user": user, "home_assistant": home_assistant}
    values: dict[str, Any] = {name: value for name, value in given.items() if value is not None}
    if ca is not None:
        values["ca"] = "" if ca == "system" else _certificates(ca)
    if club_name is not None:
        values["club"] = club_name.strip()
    if table is not None:
        values["table"] = clean_name(table) if table.strip() else ""
    if new_id:
        values["table_id"] = new_table_id()
    if password_file:
        values["password"] = _secret(password_file)
    elif ask:
        values["password"] = click.prompt(
            language().say(T("Password")), hide_input=True, default="", show_default=False
        )
    elif user == "":
        values["password"] = ""
    way = change(config.data_folder(), **values, on=True)
    if as_json:
        say_json(_as_json(way))
        return
    _tell(way)
    if not way.host:
        say(language().say(T("There is no broker yet. Name one: --host.")))
    elif way.password and not way.tls:
        say(language().say(READ_BY_ALL))


def _as_json(way: Way | None) -> dict[str, Any]:
    if way is None:
        return {"set": False}
    return {
        "set": bool(way.host),
        "on": way.on,
        "host": way.host,
        "port": way.door,
        "tls": way.tls,
        "ca": "own" if way.ca else "system",
        "user": way.user,
        "password": "set" if way.password else "not set",
        "club": way.club,
        "table": way.table,
        "table_id": way.table_id,
        "home_assistant": way.home_assistant,
    }


def _tell(way: Way) -> None:
    said = language()
    yes, no = said.say(T("yes")), said.say(T("no"))
    own, system = said.say(T("own")), said.say(T("of the system"))
    rows: list[tuple[Text, str]] = [
        (T("Switched on"), yes if way.ready else no),
        (T("Broker"), f"{way.host}, {way.door}" if way.host else "–"),
        (T("Encrypted (TLS)"), yes if way.tls else no),
        *([(T("Trusted certificates"), own if way.ca else system)] if way.tls else []),
        (T("User"), way.user or "–"),
        (T("Password"), said.say(T("set")) if way.password else said.say(T("not set"))),
        (T("Club"), way.club),
        (T("Table"), way.table or "–"),
        (T("Table’s id"), way.table_id),
        (T("Home Assistant"), yes if way.home_assistant else no),
    ]
    for title, value in rows:
        say(f"{said.say(title)}: {value}")


@club_group.command("show")
@with_switches
def show(as_json: bool) -> None:
    """Show the way to the broker. Of the password only whether there is one."""
    way = load(config.data_folder())
    if as_json:
        say_json(_as_json(way))
    elif way is None:
        say(language().say(T("No club is set. “cartouche club set” sets one.")))
    else:
        _tell(way)


@club_group.command("off")
@click.option("--forget", is_flag=True, help="Forget broker, user and password as well.")
@with_switches
def off(forget: bool, as_json: bool) -> None:
    """Tell the club nothing any more. The board can still be shown here."""
    folder = config.data_folder()
    way = load(folder)
    if way is not None:
        gone: dict[str, Any] = {"host": "", "port": 0, "tls": False, "ca": "", "user": "", "password": ""}
        way = change(folder, on=False, **(gone if forget else {}))
    if as_json:
        say_json(_as_json(way))
    elif way is None:
        say(language().say(T("No club is set. Nothing has changed.")))
    else:
        say(language().say(T("This table tells the club nothing any more, from the next start of Cartouche on.")))


def _way() -> Way:
    """The way that is set. Raises InputError where there is none."""
    way = load(config.data_folder())
    if way is None or not way.host:
        raise InputError(T("No club is set. “cartouche club set --host NAME” sets one."))
    return way


@club_group.command("test")
@with_switches
def test(as_json: bool) -> None:
    """Connect to the broker once, and say what happened."""
    from companion.club.trial import let_in, trial

    way = _way()
    fault = trial(way)
    if as_json:
        say_json({"connected": fault is None, "told": language().say(fault) if fault else None})
        if fault is not None:
            raise click.exceptions.Exit(1)
    elif fault is not None:
        raise Failed(fault)
    else:
        say(language().say(let_in(way)))


@club_group.command("board")
@click.option("--text", is_flag=True, help="Show it here, as text.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON value a line at every change.")
@click.option("--once", is_flag=True, help="Only what is known now, then end (with --text or --json).")
@lang_option
def board(text: bool, as_json: bool, once: bool) -> None:
    """Show all tables and the standings. On the screen, or as text here."""
    way = _way()
    if text and as_json:
        raise click.UsageError("Give --text or --json.")
    if not text and not as_json:
        if once:
            raise click.UsageError("--once goes with --text or --json.")
        _on_the_screen()
    elif once:
        show_once(way, as_json)
    else:
        follow(way, as_json)


SCREEN = "companion.ui.club_board"
"""Where the board is drawn on a screen: its `run()` gives an exit code."""


def _on_the_screen() -> None:
    if find_spec(SCREEN) is None:
        raise Failed(T("This Cartouche has no board for a screen. Use --text."))
    code = import_module(SCREEN).run(config.data_folder(), chosen_language.get())
    if code:
        sys.exit(code)
