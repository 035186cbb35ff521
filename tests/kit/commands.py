"""Runs `cartouche` inside the test, with the toy games installed, and holds what it printed."""

from __future__ import annotations

import json
from typing import Any, NamedTuple

from click.testing import CliRunner

from companion.cli import cli
from companion.engine.simulate import Simulated, simulate
from tests.kit.toy import shaft_installed, toy_installed


class Ran(NamedTuple):
    """The exit code and both streams of one run."""

    code: int
    out: str
    err: str

    @property
    def value(self) -> Any:
        """What `--json` printed."""
        return json.loads(self.out)


def run(*arguments: str, given: bytes | str | None = None, **environment: str) -> Ran:
    """One run of `cartouche`; `given` is its standard input."""
    with toy_installed(), shaft_installed():
        result = CliRunner().invoke(cli, list(arguments), input=given, env=environment)
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    assert "Traceback" not in result.output
    return Ran(result.exit_code, result.stdout, result.stderr)


def fault(*arguments: str, given: bytes | str | None = None, **environment: str) -> str:
    """The sentence of a run whose input is at fault: exit code 1, one line on the error stream, nothing printed."""
    ran = run(*arguments, given=given, **environment)
    assert ran.code == 1, ran
    assert ran.out == ""
    assert len(ran.err.splitlines()) == 1, ran.err
    return ran.err.strip()


def toy_record(seed: str = "7", seats: int = 3) -> Simulated:
    """A whole game of the toy."""
    with toy_installed() as game:
        return simulate(game, game.colours[:seats], {}, seed)
