"""`facilitator new --from-code` with the code of a game: its table file and its game file on this device."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path

from facilitator.cli import show
from facilitator.errors import FacilitatorError, JournalError
from facilitator.play.handover import is_game_code, received
from facilitator.play.journal import game_path
from facilitator.play.shelf import put_aside
from facilitator.play.store import shown, there
from facilitator.play.taking_over import keep, rows_of
from facilitator.table.load import check_place, make_table, write_table
from facilitator.wording import plural

__all__ = ["is_game_code", "take_over"]


def take_over(code: str, path: Path, *, force: bool, json: bool) -> None:
    """Write the table file and the game that a code says, both or neither.

    ``force``: a table file that is there is replaced, a game put aside.  Raises `FacilitatorError` for a code
    that is not whole, or no game, or files that are there.
    """
    handed = received(code)
    table = make_table(handed.table)
    rows = rows_of(handed, table)
    game = game_path(str(path), handed.seed is not None)
    check_place(path, force=force)
    if there(game):
        if not force:
            raise JournalError(
                "no game at this table yet",
                f"{shown(game)}, which exists",
                "Choose another name for the table, or --force: the game there is put aside.",
            )
        put_aside(game)
    keep(handed, table, rows, game)
    try:
        write_table(path, table, force=force)
    except FacilitatorError:
        with suppress(OSError):
            game.unlink()
        raise
    rehearsal = [] if handed.seed is None else ["--dry-run", "--seed", str(handed.seed)]
    again = show.command("facilitator", "play", str(path), *rehearsal)
    if json:
        show.json_line(
            {"table": str(path), "game": str(game), "entries": len(handed.inputs), "command": again}
        )
        return
    show.wrap(
        f"Written: {path} and {shown(game)}, with {plural(len(handed.inputs), 'entry', 'entries')}; played "
        "again, they give the same game. Their times are of now. Go on at one device only:"
    )
    show.say(f"  {again}")
