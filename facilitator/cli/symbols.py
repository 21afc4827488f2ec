"""A game that is handed over, at a terminal: its code as text, then as QR symbols no larger than the window."""

from __future__ import annotations

import shutil
from collections.abc import Callable

from facilitator.cli import show
from facilitator.play.handover import HandOver
from facilitator.wording import plural

BELOW = 4
"""Lines below a symbol: the question, the terminal's own cursor, the line of facts."""
SMALLEST = 60
"""Letters of a symbol below which nobody wants to scan them."""


def room() -> int:
    """Return how many letters a symbol holds that this window shows whole; two modules stand in one sign."""
    from facilitator.sheets.drawing.qr import QUIET, holds  # takes long to load

    size = shutil.get_terminal_size((80, 24))
    return holds(min(size.columns - 2 * QUIET, (size.lines - BELOW) * 2 - 2 * QUIET - 1))


def show_hand_over(item: HandOver, ask: Callable[[str], str] | None) -> None:
    """Show a code as text, and where somebody is there to go on from one to the next, as symbols."""
    show.rule("Hand over")
    secret = "It is a rehearsal: its seed is in it, from which all simulated cards follow."
    open_to_all = "Only what everybody may know is in it."
    show.wrap(
        f"The game up to here, for another device: the table and its {plural(item.inputs, 'entry', 'entries')}, "
        f"with their numbers. {secret if item.rehearsal else open_to_all}"
    )
    show.wrap("Not in it: the times of the entries, and what was learned from other games.")
    (whole,) = item.pieces()
    for at in range(0, len(whole), show.width()):
        show.say(whole[at : at + show.width()])
    there = "facilitator new TABLE --from-code -, paste the text, or that of all symbols, and end with Ctrl-D"
    show.wrap(f"There: {there}. Go on at one device only.")
    if ask is None:
        return
    if room() < SMALLEST:
        show.wrap("This window is too small for symbols: make it larger, and type hand over again.")
        return
    from facilitator.sheets.drawing.qr import half_blocks

    pieces = item.pieces(room())
    for number, piece in enumerate(pieces, 1):
        for line in half_blocks(piece):
            show.say(line, "symbol")
        more = "Enter: the next; q: no more" if number < len(pieces) else "Enter: play on"
        if ask(f"Symbol {number} of {len(pieces)}, {item.mark}. {more}: ").lower() in ("q", "quit"):
            return


def hand_over_line(item: HandOver, ask: Callable[[str], str] | None) -> None:
    """Show a code for programs: one object, nothing asked."""
    body = {"entries": item.inputs, "mark": item.mark, "rehearsal": item.rehearsal}
    show.json_line({"handover": {**body, "code": item.pieces()[0]}})
