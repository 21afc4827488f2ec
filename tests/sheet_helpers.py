"""What tests of sheets share: tables whose sheets are few or wordy, and that no line of text touches another."""

from __future__ import annotations

from drawings import table_of
from facilitator.sheets.drawing.marks import Document
from facilitator.sheets.drawing.typeset import taken
from facilitator.table.load import Table


def tiny() -> Table:
    """A table with a deck of a few cards: still fewer sheets."""
    deck = ["2R", "7R", "4G", "6B", "W", "2Y", "SY", "1B", "+R", "D"]
    seats = ("Ana", {"name": "Vera", "virtual": True})
    return table_of(*seats, hand_size=2, pool="split", pool_deck=deck)


def split() -> Table:
    """Two virtual seats with a deck of their own, one of them with a style: pairs of two classes."""
    seats = (
        "Ana",
        {"name": "Vera", "virtual": True},
        {"name": "Otto", "virtual": True, "style": "attacker"},
    )
    return table_of(*seats, hand_size=3, protocol="knockout", pool="split", pool_deck="compact-27")


def no_overlap(document: Document) -> bool:
    """Check every page: what is written is printable, and no line of text touches another."""
    for number, page in enumerate(document.pages, 1):
        where = f"{document.name} {number}"
        found = sorted(taken(page.marks), key=lambda pair: pair[1].y)
        for i, (said, box) in enumerate(found):
            assert page.paper.printable.holds(box, 0.01), (where, said, box)
            for other, near in found[i + 1 :]:
                if near.y > box.bottom:
                    break
                assert not box.overlaps(near, 0.35), (where, said, other)
    return True
