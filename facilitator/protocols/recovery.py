"""Giving up a run safely: every card goes home and nothing more is learned.

Before the markers were shown, row 1 is covered, the pairs leave covered and mixed, cards and markers are
scrambled, and only then the markers turned up.  Once the columns are sorted by owner, each card's owner is
known, and everything goes back as it lies.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from facilitator.machine.faces import marker
from facilitator.machine.operations import (
    CARD_ROW,
    CHOSEN,
    COLUMN,
    MARKER_ROW,
    PILE,
    Collect,
    Cover,
    Heading,
    Op,
    Place,
    Return,
    Reveal,
    Row,
    Scramble,
    Sort,
)
from facilitator.machine.parts import Part
from facilitator.machine.perform import Outcome, Recipe, Stage, Steps
from facilitator.protocols.layout import Layout


def give_up(
    layout: Layout, surface: Mapping[Place, bool], done: Sequence[Op], doing: Op | None = None
) -> Recipe:
    """Return the way back from where a selection stands.

    ``surface``: which places are taken, and whether face up.  ``done``: the operations carried out so far.
    ``doing``: one that may have been carried out, wholly or in part, and was taken back as far as hands can:
    what it showed was seen, what it mixed stays mixed, and neither may be relied upon.
    """
    mixed, seen, grouped = layout.standing, False, False
    for op in done:
        match op:
            case Scramble() if op.piles[0][0].area == COLUMN:
                mixed, seen, grouped = True, False, False
            case Reveal() if op.places[0] == Place(COLUMN, 1, CARD_ROW):
                seen = True
            case Sort():
                grouped = True
            case _:
                pass
    if isinstance(doing, Scramble) and doing.piles[0][0].area == COLUMN:
        mixed, grouped = True, False
    seen = seen or (isinstance(doing, Reveal) and doing.places[0] == Place(COLUMN, 1, CARD_ROW))
    taken, lies = tuple(sorted(surface)), dict(surface)

    def home(_: Outcome) -> Steps[Outcome]:
        if grouped or not mixed:
            return _sorted_home(layout, taken, lies)
        return _mixed_home(layout, taken, lies, seen)

    return (Stage(Heading(Part.GIVE_UP), home),)


def _rows(taken: Iterable[Place], area: str, keep: Iterable[int]) -> Row:
    rows = set(keep)
    return tuple(place for place in taken if place.area == area and place.row in rows)


def _own(taken: Row) -> Row:
    """The virtual seat's cards that lie apart: in the piles, or selected."""
    return _rows(taken, PILE, (CARD_ROW,)) + _rows(taken, CHOSEN, (CARD_ROW,))


def _bits(taken: Row) -> Row:
    """All bit cards out of the box: every place that is no card and no marker."""
    homes = (COLUMN, PILE, CHOSEN)
    return tuple(p for p in taken if p.area not in homes or p.row not in (CARD_ROW, MARKER_ROW))


def _cover(places: Row, surface: Mapping[Place, bool]) -> Iterable[Op]:
    up = tuple(place for place in places if surface[place])
    if up:
        yield Cover(up)


def _mixed_home(layout: Layout, taken: Row, surface: Mapping[Place, bool], seen: bool) -> Steps[Outcome]:
    own = _own(taken)
    cards = _rows(taken, COLUMN, (CARD_ROW,))
    markers = _rows(taken, COLUMN, (MARKER_ROW,))
    yield from _say(_cover(own + cards, surface))
    if bits := _bits(taken):
        yield Collect(bits)
    if own:
        yield Return(own, layout.seat)
    columns = tuple(zip(cards, markers, strict=True))
    if seen:
        yield from _say(_cover(markers, surface))
        yield Scramble(columns)
    numbers = {place.number for place in cards}
    sizes = ((marker(owner), len(numbers.intersection(layout.numbers(owner)))) for owner, _ in layout.hands)
    expect = tuple((face, size) for face, size in sizes if size)
    if seen or not surface[markers[0]]:
        yield Reveal(markers, expect=tuple(face for face, n in expect for _ in range(n)))
    yield Sort(columns, markers, expect)
    return (yield from _return_all(layout, cards, markers))


def _sorted_home(layout: Layout, taken: Row, surface: Mapping[Place, bool]) -> Steps[Outcome]:
    own = _own(taken)
    cards = _rows(taken, COLUMN, (CARD_ROW,))
    yield from _say(_cover(own + cards, surface))
    if bits := _bits(taken):
        yield Collect(bits)
    if own:
        yield Return(own, layout.seat)
    return (yield from _return_all(layout, cards, _rows(taken, COLUMN, (MARKER_ROW,))))


def _return_all(layout: Layout, cards: Row, markers: Row) -> Steps[Outcome]:
    for owner, _ in layout.hands:
        numbers = layout.numbers(owner)
        mine = tuple(place for place in cards if place.number in numbers)
        if mine:
            yield Return(mine, owner)
    if markers:
        yield Collect(markers)
    return Outcome()


def _say(ops: Iterable[Op]) -> Steps[None]:
    for op in ops:  # noqa: UP028 - not `yield from`: answers are sent here, and an iterator takes none
        yield op
