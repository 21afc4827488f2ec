"""Recovery: cancellation of attempts, the return of every card to its owner, and repairs in place.

All functions work on the completed operations, so they support any form. The package `play` determines the
permitted actions of the host, and the messages. `verification.recovery` proves the claims below.

Theory of operation
===================

Time. An attempt may be cancelled until its result is *decided* by chance (`is_decided`): a card or "none" was
selected, a colour was drawn, or somebody looked at a drawn card. Later it can only be finished, or its turn
declared void. A host who could cancel after seeing the result, and start again, would choose among results.
Pairs under the virtual player's own cards reveal only whether the hand has a playable card. The repeated turn
reveals the same, so they are no result.

State. Three facts about the columns determine the recovery (`build_recovery`). They follow from the operations so
far:

- *mixed*: the columns were shuffled, so their owners are unknown. Kept columns are mixed from the start.
- *seen*: cards of the columns were face up after the last shuffle.
- *grouped*: the columns were sorted by owner after the last shuffle, so their owners are public.

The interrupted operation may have been carried out completely, partly or not at all. The recovery is safe in
each case: the operation's cards count as seen, or as mixed if the operation is a shuffle.

Steps. A recovery consists of these steps, if they apply:

1. Pull the cards out of the wallet, face down.
2. Cover all play cards. Take the pairs to the box, covered and mixed, so that the recovery shows no bit.
3. If the columns are mixed and not grouped, find their owners by the markers. If cards were seen, shuffle the
   columns first. Otherwise the markers would reveal the owner of a card that somebody has seen.
4. Return the piles, the selected card and the cards of the columns to their owners.
5. Take the markers to the box.
6. If cards were drawn face down, return as many cards of the hand to the draw pile. The drawn cards are not
   known, so the hand is shuffled and any of its cards are returned.

Repairs. A repair (`plan_repair`) is inserted before an operation, and the attempt then continues normally.
Repairs of columns begin and end with all columns shuffled and covered, just before the next reveal. The place
of a column that was seen before is therefore unknown. The repair of a wallet takes a drawn card out and slides
it in again, face down, before the result of the look has been read.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from typing import NamedTuple

from facilitator.operations import definitions as ops
from facilitator.operations.definitions import CARD_ROW, COLUMN, MARKER_ROW, Op, Place, Row
from facilitator.operations.faces import DECK
from facilitator.operations.perform import Outcome, Recipe, Stage, Steps, replace_operations, run_stages
from facilitator.operations.purposes import Part
from facilitator.operations.steps import Kind, Label, Step
from facilitator.protocols.labels import number_recovery
from facilitator.protocols.layout import Layout, flat
from facilitator.protocols.selection import COVERED, group_by_owner

# ----------------------------------------------------------------------------------------------------
# Repairs in place: operations inserted into an attempt, after which it continues normally.


class Repair(Enum):
    """Repair after a mistake, so that the attempt can continue. Game files contain the value.

    The program offers a repair only after mistakes that it corrects, and only if it leaks nothing. Both
    properties are proved.
    """

    SCRAMBLE_AGAIN = "scramble again"  # a covered column was seen, or could be followed
    PAIRS_ANEW = "lay the pairs anew"  # an unknown column has a wrong pair
    SLIDE_AGAIN = "slide in again"  # the wallet shows no dot, or two dots, for a card that was just drawn


@dataclass(frozen=True, slots=True)
class PlannedRepair:
    """Operations of a repair, to be inserted into an attempt.

    Attributes:
        at: Number of operations of the attempt before the repair, including headings.
        ops: Heading of the repair, its operations, and the heading of the interrupted stage.
    """

    at: int
    ops: tuple[Op, ...]


def list_repairs(done: Sequence[Op], doing: Op) -> tuple[Repair, ...]:
    """Return possible repairs before an operation of an attempt.

    Columns can be repaired between a shuffle and the next reveal, if all columns are on the table. A drawn
    card can be inserted into the wallet again until people have read its dot.

    Args:
        done: Completed operations, with their headings.
        doing: Operation that a repair would precede.
    """
    if isinstance(doing, ops.Look) and doing.drawn:
        return (Repair.SLIDE_AGAIN,)
    mixed = _find_scramble(done, doing)
    if mixed is None:
        return ()
    paired = any(place.row >= ops.FIRST_BIT_ROW for place in ops.places_of(mixed))
    return (Repair.SCRAMBLE_AGAIN, *((Repair.PAIRS_ANEW,) if paired else ()))


def _find_scramble(done: Sequence[Op], doing: Op) -> ops.Mixing | None:
    """Return the shuffle that a repair would repeat, or None if no repair is possible.

    A repair is possible if the last completed operation shuffles all columns, and the next operation turns
    over cards of columns.
    """
    last = next((op for op in reversed(done) if not isinstance(op, ops.Heading)), None)
    if not isinstance(last, ops.Mixing) or last.piles[0][0].area != COLUMN:
        return None
    there = {place.number for op in done for place in ops.places_of(op) if place.area == COLUMN}
    # If some cards were already returned, a card that was seen is not one of them, and no shuffle hides that.
    if len(last.piles) < len(there):
        return None
    return last if ops.is_reveal_in(doing, COLUMN) else None


def plan_repair(repair: Repair, done: Sequence[Op], doing: Op) -> PlannedRepair | None:
    """Return the operations of a repair, or `None` if this repair is not possible here.

    Args:
        repair: Kind of the repair.
        done: Completed operations, with their headings.
        doing: Operation that the repair precedes.
    """
    if repair not in list_repairs(done, doing):
        return None
    heading = next(op for op in reversed(done) if isinstance(op, ops.Heading))
    again = _build_repair(repair, [op for op in done if not isinstance(op, ops.Heading)])
    again = tuple(number_recovery(_yield_operations(again)))
    return PlannedRepair(len(done), (ops.Heading(Part.PUT_RIGHT), *again, heading))


def _build_repair(repair: Repair, done: Sequence[Op]) -> Sequence[Op]:
    """Return the operations of a repair.

    `SLIDE_AGAIN` takes the drawn card out of the wallet and inserts it again. `SCRAMBLE_AGAIN` repeats the
    shuffle. `PAIRS_ANEW` shows the cards and lays their bit cards again, with a shuffle before and after.
    """
    if repair is Repair.SLIDE_AGAIN:
        slid = next(op for op in reversed(done) if isinstance(op, ops.Insert))
        again = Step(Kind.TOP_AGAIN)
        return (ops.Withdraw(slid.end, slid.card, step=again), replace(slid, step=again))
    mixed = done[-1]
    if repair is Repair.SCRAMBLE_AGAIN:
        return (mixed,)
    laid = next(op for op in reversed(done) if isinstance(op, ops.Encode))
    bits = flat(laid.bits)
    shown = ops.Reveal(laid.cards, expect=laid.shown, step=Step(Kind.CARDS, len(laid.cards)))
    boxed = ops.Collect(bits, step=Step(Kind.BITS, len(bits), brief=Kind.BACK))
    return (mixed, shown, boxed, laid, ops.Cover(laid.cards + bits, step=COVERED), mixed)


def insert_repairs(recipe: Recipe, repairs: Sequence[PlannedRepair]) -> Recipe:
    """Return a protocol with repairs inserted, as a single stage."""
    if not repairs:
        return recipe

    def steps(_: Outcome) -> Steps[Outcome]:
        waiting, count = list(repairs), 0

        def substitute(number: int, op: Op) -> Steps[str]:
            nonlocal count
            while waiting and waiting[0].at == count:
                for other in waiting.pop(0).ops:
                    yield other
                    count += 1
            count += 1
            return (yield op) if number else ""  # the heading of the first stage is already yielded

        return replace_operations(run_stages(recipe), substitute)

    return (Stage(recipe[0].heading, steps),)


# ----------------------------------------------------------------------------------------------------


def is_decided(done: Sequence[Op]) -> bool:
    """Return whether the result of an attempt is visible: a selected card, "none", a colour, or a drawn card's dot.

    After the result, an attempt can only be finished or declared void.

    Args:
        done: Operations of the attempt. The last operation may be incomplete.
    """
    return any(map(decides, done))


def decides(op: Op) -> bool:
    """Return whether an operation reveals the random result of an attempt.

    Random pairs in the six-card row are not results. The winner's own pair is not a result either, because a
    repeated attempt would show the same pair. The last look at a wallet is a result.
    """
    return any(branch.meaning.settles for branch in ops.branches_of(op))


def shows_pairs(op: Op) -> bool:
    """Return whether an operation turns over pairs of the hand, which show whether it has a card of a priority."""
    if not isinstance(op, ops.Reveal):
        return False
    area, _, row = op.places[0]
    return area in (ops.PILE, ops.TICKET) and row >= ops.FIRST_BIT_ROW


def build_recovery(
    layout: Layout, surface: Mapping[Place, bool], done: Sequence[Op], doing: Op | None = None
) -> Recipe:
    """Return the protocol that returns every card to its owner, from any point of an attempt or void turn.

    The protocol consists of one stage and shows no cards except markers. If cards of the columns were seen,
    the columns are shuffled first. If cards were drawn, the same number of cards returns to the draw pile.

    Args:
        layout: Layout of the attempt.
        surface: Visible table.
        done: Completed operations.
        doing: Interrupted operation, of which any part may have been carried out. If it is a shuffle, its
            cards count as shuffled. Otherwise its cards count as seen.
    """
    mixed, seen, grouped = layout.are_columns_kept, False, False
    for op in done:
        match op:
            case ops.Encode():  # in Hearts, the paper lays a pair only for the first of two priorities
                layout = replace(layout, code=op.code)
            case ops.Scramble() | ops.Spin() if op.piles[0][0].area == COLUMN:
                mixed, seen, grouped = True, False, False
            case ops.Reveal() if op.places[0] == Place(COLUMN, 1, CARD_ROW):
                seen = True
            case ops.Sort():
                grouped = True
    if doing is not None and ops.is_shuffle_in(doing, COLUMN):
        mixed, grouped = True, False
    seen = seen or (isinstance(doing, ops.Reveal) and doing.places[0] == Place(COLUMN, 1, CARD_ROW))
    table, owners = dict(surface), card_owners(layout, done)
    emptied = _empty_wallet(table, owners)
    taken = tuple(sorted(table))
    drawn = sum(isinstance(op, ops.Draw) for op in done)
    sizes = dict(layout.hands)
    sizes |= {layout.seat: layout.m + drawn, DECK: sizes.get(DECK, 0) - drawn}

    def recover(_: Outcome) -> Steps[Outcome]:
        yield from _yield_operations(emptied)
        if grouped or not mixed:
            yield from _return_by_number(layout, taken, table, owners, sizes)
        else:
            yield from _return_by_markers(layout, taken, table, seen, owners, sizes)
        if drawn:
            yield from _undraw(layout, drawn)
        return Outcome()

    return (Stage(ops.Heading(Part.GIVE_UP), recover),)


class RecoveryLabels(NamedTuple):
    """Labels of the steps of a recovery, in order.

    A recovery skips the steps that it does not need. Each label always has the same meaning, so that a single
    printed page about recovery uses the same labels as the screen.

    Attributes:
        empty: Pull the cards out of the wallet.
        cover: Turn the play cards face down.
        boxed: Take the bit cards, or the mask, to the box.
        mixed: Shuffle the columns.
        owners: Turn the markers face up.
        sorted: Sort the columns by their markers.
        apart: Return all cards, once the virtual player's columns have become piles.
        home: Return all cards, if every card is still in its column.
        top: Return the top card of the draw pile.
        markers: Take the markers to the box.
        laid: Lay out the hand, because a card was drawn.
        drawn: Shuffle the hand.
        back: Return as many cards as were drawn to the draw pile, and the others to the hand.
    """

    empty: Label
    cover: Label
    boxed: Label
    mixed: Label
    owners: Label
    sorted: Label
    apart: Label
    home: Label
    top: Label
    markers: Label
    laid: Label
    drawn: Label
    back: Label


LABELS = RecoveryLabels(*(Label(f"R{number}") for number in range(1, 14)))
EMPTIED = Step(Kind.EMPTY_WALLET, label=LABELS.empty)
"""Step that takes a card out of the wallet when an attempt is cancelled."""
DECK_OUT = Step(Kind.EMPTY_WALLET, which=1, label=LABELS.empty)
"""Step that takes a card of the draw pile out of the wallet when an attempt is cancelled."""


def _empty_wallet(table: dict[Place, bool], owners: dict[Place, str]) -> tuple[Op, ...]:
    """Return the operations that take the cards out of a wallet, face down, to free places.

    The dictionaries `table` and `owners` are updated.
    """
    found: list[Op] = []
    for end in [place for place in owners if place.area == ops.WALLET]:
        number = next(n for n in range(1, len(table) + 2) if Place(ops.PILE, n, CARD_ROW) not in table)
        target = Place(ops.PILE, number, CARD_ROW)
        owners[target] = owners.pop(end)
        del table[end], table[ops.layer(end)]
        table[target] = False
        found.append(ops.Withdraw(end, target, step=DECK_OUT if owners[target] == DECK else EMPTIED))
    return tuple(found)


def card_owners(layout: Layout, done: Sequence[Op]) -> dict[Place, str]:
    """Return the owner of each play card on the table, by place.

    For shuffled columns, real owners are unknown. The result then names the owner who laid a card on this
    place.

    Args:
        layout: Hands and cards of the attempt.
        done: Completed operations.
    """
    owners: dict[Place, str] = {}
    if layout.are_columns_kept:
        owners = _find_column_owners(
            layout, (place for place, _ in layout.kept_cards if place.row == CARD_ROW)
        )
    for op in done:
        match op:
            case ops.LayHand() | ops.LayTop():
                owners |= dict.fromkeys(ops.places_of(op), op.owner)
            case ops.Move() | ops.Insert() | ops.Withdraw():
                source, target = ops.get_moves(op)
                moved = [owners.pop(place, "") for place in source]
                owners |= {at: owner for at, owner in zip(target, moved, strict=True) if owner}
            case ops.Return() | ops.Draw():
                for place in ops.places_of(op):
                    owners.pop(place, None)
    return owners  # sorting, like laying, puts each owner's cards on the owner's numbers


def _find_column_owners(layout: Layout, places: Iterable[Place]) -> dict[Place, str]:
    numbers = {number: owner for owner, _ in layout.hands for number in layout.numbers(owner)}
    return {place: numbers[place.number] for place in places}


def _undraw(layout: Layout, drawn: int) -> Steps[None]:
    """Return as many cards of the hand to the draw pile as were drawn.

    Nobody knows which cards were drawn. Therefore the whole hand is shuffled, and its last ``drawn`` cards
    are returned.
    """
    lie = tuple(Place(ops.LOT, number, CARD_ROW) for number in range(1, layout.m + drawn + 1))
    hand = layout.m + drawn
    yield ops.LayHand(
        layout.seat, lie, step=Step(Kind.LAY, hand, shares=((layout.seat, hand),), label=LABELS.laid)
    )
    yield ops.Scramble(tuple((place,) for place in lie), step=Step(Kind.MIX_LOT, hand, label=LABELS.drawn))
    shares = ((DECK, drawn), (layout.seat, layout.m))
    home = Step(Kind.HOME, shares=shares, brief=Kind.BACK, label=LABELS.back, apart=True)
    yield ops.Return(lie[layout.m :], DECK, step=home)
    yield ops.Return(lie[: layout.m], layout.seat, step=home)


def _rows(taken: Iterable[Place], area: str, keep: Iterable[int]) -> Row:
    rows = set(keep)
    return tuple(place for place in taken if place.area == area and place.row in rows)


def _list_outside_columns(owners: Mapping[Place, str]) -> tuple[tuple[str, Row], ...]:
    """Return each owner with the places of the owner's cards that are not in a column, such as the selected card."""
    apart = sorted(place for place in owners if place.area != COLUMN)
    return tuple(
        (owner, tuple(place for place in apart if owners[place] == owner))
        for owner in dict.fromkeys(owners[place] for place in apart)
    )


def _bits(taken: Row, owners: Mapping[Place, str]) -> Row:
    return tuple(p for p in taken if p not in owners and (p.area != COLUMN or p.row != MARKER_ROW))


def _cover(places: Row, surface: Mapping[Place, bool], label: Label) -> Iterable[Op]:
    up = tuple(place for place in places if surface[place])
    if up:
        yield ops.Cover(up, step=replace(COVERED, label=label, apart=label != LABELS.mixed))


def _return_by_markers(  # noqa: PLR0913
    layout: Layout,
    taken: Row,
    surface: Mapping[Place, bool],
    seen: bool,
    owners: Mapping[Place, str],
    sizes: Mapping[str, int],
) -> Steps[None]:
    """Return the cards of columns with unknown owners, following their markers.

    Args:
        layout: Layout of the attempt.
        taken: Occupied places.
        surface: Visible table.
        seen: Whether cards were face up after the last shuffle. If so, another shuffle must precede turning
            over markers.
        owners: Owners of play cards.
        sizes: Hand size of each owner after returning all cards.
    """
    cards = _rows(taken, COLUMN, (CARD_ROW,))
    markers = _rows(taken, COLUMN, (MARKER_ROW,))
    yield from _clear(layout, taken, surface, owners, sizes)
    columns = tuple(zip(cards, markers, strict=True))
    if seen:
        yield from _yield_operations(_cover(markers, surface, LABELS.mixed))
        yield ops.Scramble(columns, step=Step(Kind.SCRAMBLE, layout.k, 2, label=LABELS.mixed))
    whose = list(_find_column_owners(layout, cards).values())
    shares = tuple(
        (owner, layout.share(owner, whose.count(owner))) for owner, _ in layout.hands if owner in whose
    )
    lie_open = not seen and surface[markers[0]]
    names = (LABELS.owners.text, LABELS.sorted.text)
    yield from group_by_owner(columns, shares, layout.k, names, lie_open)
    yield from _return_all(layout, taken, {**owners, **_find_column_owners(layout, cards)}, sizes, False)


def _return_by_number(
    layout: Layout,
    taken: Row,
    surface: Mapping[Place, bool],
    owners: Mapping[Place, str],
    sizes: Mapping[str, int],
) -> Steps[None]:
    yield from _clear(layout, taken, surface, owners, sizes)
    covered = not any(surface[place] for place in _rows(taken, COLUMN, (MARKER_ROW,)))
    yield from _return_all(layout, taken, owners, sizes, covered)


def _clear(
    layout: Layout,
    taken: Row,
    surface: Mapping[Place, bool],
    owners: Mapping[Place, str],
    sizes: Mapping[str, int],
) -> Steps[None]:
    """Cover the play cards, and take the pairs to the box."""
    own = tuple(place for _, places in _list_outside_columns(owners) for place in places)
    yield from _yield_operations(_cover(own + _rows(taken, COLUMN, (CARD_ROW,)), surface, LABELS.cover))
    if bits := _bits(taken, owners):
        covered = any(not surface[place] for place in _rows(taken, COLUMN, (MARKER_ROW,)))
        drawn = int(sizes[layout.seat] - layout.m)
        yield ops.Collect(bits, step=_make_box_act(layout, bits, covered, drawn))


def _make_box_act(layout: Layout, extras: Row, covered: bool, drawn: int) -> Step:
    """Return the step that takes extra cards to the box: the mask of a wallet, or bit cards.

    Args:
        layout: Layout of the attempt.
        extras: Places of the cards.
        covered: Whether the markers are face down, so that they may share a sleeve with the bit cards.
        drawn: Number of drawn cards, whose bit cards are already in the box.
    """
    if extras[0].area == ops.MASK:
        return Step(Kind.MASK_OFF, 1, label=LABELS.boxed)
    rows = len({place.row for place in extras if place.row >= ops.FIRST_BIT_ROW})
    stirred = all(place.area == ops.STIRRED for place in extras)  # the bit cards of the other owners' columns
    columns = (layout.k - layout.m if stirred else layout.k) - layout.letter_drawn_count(drawn)
    pairs = columns * (layout.bit_cards if stirred or rows == layout.bit_cards else rows)
    count = pairs + (len(extras) - int(pairs))
    return Step(Kind.BITS, count, int(covered), brief=Kind.BACK, label=LABELS.boxed, apart=True)


def _return_all(
    layout: Layout, taken: Row, owners: Mapping[Place, str], sizes: Mapping[str, int], covered: bool
) -> Steps[None]:
    """Return all cards to their owners, those outside the columns first, and then the markers to the box.

    Args:
        layout: Layout of the attempt.
        taken: Occupied places.
        owners: Owner of each card.
        sizes: Hand size of each owner after the return.
        covered: Whether all markers are face down. The columns were not shuffled then, and each owner
            recognises the own cards.
    """
    outside, markers = _list_outside_columns(owners), _rows(taken, COLUMN, (MARKER_ROW,))
    theirs = {
        owner: tuple(sorted(at for at in owners if owners[at] == owner and at.area == COLUMN))
        for owner, _ in layout.hands
    }
    printed = any(place.area == ops.MASK for place in taken)
    for owner, places in outside:
        has = sizes[owner] - len(theirs[owner])
        yield ops.Return(places, owner, step=_make_return_step(layout, owner, has, printed))
    shares = tuple((owner, layout.share(owner, sizes[owner])) for owner, mine in theirs.items() if mine)
    label = LABELS.home if theirs[layout.seat] and not outside else LABELS.apart
    home = Step(Kind.HOME, shares=shares, which=int(covered), brief=Kind.BACK, label=label, apart=True)
    for owner, mine in theirs.items():
        if mine:
            yield ops.Return(mine, owner, step=home)
    if markers:
        left = layout.k - (0 if theirs[layout.seat] else layout.m)
        n = left + (len(markers) - int(left))
        step = Step(Kind.MARKERS, n, int(covered), brief=Kind.BACK, label=LABELS.markers, apart=True)
        yield ops.Collect(markers, step=step)


def _make_return_step(layout: Layout, owner: str, has: int, printed: bool) -> Step:
    """Return the step that gives an owner cards back.

    Args:
        layout: Layout of the attempt.
        owner: Owner of the cards.
        has: Hand size of the owner after this step.
        printed: Whether the cards come from a wallet, so that the losers' pile must be mixed.
    """
    if printed and owner == DECK:
        return Step(Kind.TOP_BACK, label=LABELS.top)
    shares = ((owner, layout.share(owner, has)),)
    if printed:
        return Step(Kind.REST_BACK, shares=shares, label=LABELS.apart)
    return Step(Kind.HOME, shares=shares, brief=Kind.BACK, label=LABELS.apart, apart=True)


def _yield_operations(some: Iterable[Op]) -> Steps[None]:
    for op in some:  # noqa: UP028 - not `yield from`: answers are sent here, and an iterator takes none
        yield op
