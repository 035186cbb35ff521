"""Who has played on this device, as the screens list and offer them."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING

from companion.engine.text import TN, T, Text
from companion.table import history
from companion.table.people import Player, folded
from companion.table.roster import Known, roster
from companion.ui import lettering
from companion.ui.dates import day_text
from companion.ui.widgets.dialog import Dialog

if TYPE_CHECKING:
    from companion.ui.context import Context


def everybody(context: Context) -> tuple[Known, ...]:
    """All players, whoever played last first, then those who never played; retired ones too."""
    return roster(history.games(context.journal), context.people(), context.settings.names, context.nobody)


def offered(context: Context) -> tuple[Player, ...]:
    """The players to offer for a new game: those who were typed and have not played yet, then whoever played last.

    Retired ones are left out.
    """
    known = [one for one in everybody(context) if not one.player.retired]
    fresh = {folded(name): i for i, name in enumerate(context.settings.names)}
    never = [one.player for one in known if not one.games]
    never.sort(key=lambda player: fresh.get(folded(player.name), len(fresh)))
    return (*never, *(one.player for one in known if one.games))


class Meant:
    """Who is meant by a typed name; `renamed`: who was called so once, where nobody is called so since."""

    def __init__(self, context: Context, name: str) -> None:
        people = context.people()
        same = (one.player for one in everybody(context) if folded(one.player.name) == folded(name))
        known = people.holder(name) or next(same, None)
        self.player: Player = known or people.unsaid(name)
        self.renamed = next(iter(people.once(name)), None) if known is None else None


def ask_whether_same(
    context: Context, name: str, renamed: Player, same: Callable[[], None], other: Callable[[], None]
) -> Dialog:
    """Ask whether a typed name means the one who was called so once (`same`), or somebody new (`other`)."""
    dialog = Dialog(
        title=context.say(T("{old} is called {new} now. The same person?", old=called(name), new=called(renamed.name))),
        text=context.say(T("Else the name begins with no games.")),
        safe_label=context.say(T("Somebody new")),
        action_label=context.say(T("Yes, {name}", name=called(renamed.name))),
        kind="primary",
    )
    dialog.bind(on_action=lambda *_: same(), on_safe=lambda *_: other())
    return dialog.open(context.root)


def called(name: str) -> str:
    """A whole name, without the letters that can't be drawn."""
    return lettering.readable(name) or lettering.ELLIPSIS


def played_text(known: Known) -> Text:
    """How often somebody played, and when last."""
    if not known.games:
        return T("Has not played here yet")
    return TN("{n} game, last on {day}", "{n} games, last on {day}", known.games, day=day_text(known.last))


def members_text(context: Context, members: Iterable[Player]) -> str:
    """The people of a group in their order, on one line."""
    names = [called(player.name) for player in members]
    return ", ".join(names) or context.say(T("Nobody yet"))
