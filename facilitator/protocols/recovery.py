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

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from itertools import count

from facilitator.i18n.symbolic_numbers import Size
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
    # The markers may share a sleeve with the bit cards.
    boxed = ops.Collect(bits, step=Step(Kind.BITS, len(bits), of=1, brief=Kind.BACK))
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
    mixed, seen, grouped = _follow_columns(layout, done, doing)
    for op in done:
        # In Hearts, the paper lays a pair only for the first of two priorities.
        if isinstance(op, ops.Encode):
            layout = replace(layout, code=op.code)
    drawn = sum(isinstance(op, ops.Draw) for op in done)
    sizes = dict(layout.hands)
    sizes |= {layout.seat: layout.m + drawn, DECK: sizes.get(DECK, 0) - drawn}
    table = _Table(layout, dict(surface), card_owners(layout, done), sizes)
    emptied = tuple(table.empty_wallet())

    def recover(_: Outcome) -> Steps[Outcome]:
        yield from _yield_operations(emptied)
        yield from table.clear()
        if grouped or not mixed:
            yield from table.return_cards(table.owners, not table.has_open_markers)
        else:
            yield from table.sort_by_markers(seen)
            columns = _find_column_owners(layout, table.list_row(CARD_ROW))
            yield from table.return_cards({**table.owners, **columns}, False)
        if drawn:
            yield from _undraw(layout, drawn)
        return Outcome()

    return (Stage(ops.Heading(Part.GIVE_UP), recover),)


def _follow_columns(layout: Layout, done: Sequence[Op], doing: Op | None) -> tuple[bool, bool, bool]:
    """Return whether the columns were shuffled, seen since the last shuffle, and grouped by owner since then."""
    mixed, seen, grouped = layout.are_columns_kept, False, False
    for op in done:
        match op:
            case ops.Scramble() | ops.Spin() if op.piles[0][0].area == COLUMN:
                mixed, seen, grouped = True, False, False
            case ops.Reveal() if op.places[0] == Place(COLUMN, 1, CARD_ROW):
                seen = True
            case ops.Sort():
                grouped = True
    if doing is not None and ops.is_shuffle_in(doing, COLUMN):
        mixed, grouped = True, False
    seen = seen or (isinstance(doing, ops.Reveal) and doing.places[0] == Place(COLUMN, 1, CARD_ROW))
    return mixed, seen, grouped


_NAMES = "empty cover boxed mixed owners sorted apart home top markers laid drawn back"
LABELS = {name: Label(f"R{number}") for number, name in enumerate(_NAMES.split(), 1)}
"""Labels of the steps of a recovery, in order.

A recovery skips the steps that it does not need. Each label always has the same meaning, so that a single
printed page about recovery uses the same labels as the screen.

- empty: Pull the cards out of the wallet.
- cover: Turn the play cards face down.
- boxed: Take the bit cards, or the mask, to the box.
- mixed: Shuffle the columns.
- owners: Turn the markers face up.
- sorted: Sort the columns by their markers.
- apart: Return all cards, once the virtual player's columns have become piles.
- home: Return all cards, if every card is still in its column.
- top: Return the top card of the draw pile.
- markers: Take the markers to the box.
- laid: Lay out the hand, because a card was drawn.
- drawn: Shuffle the hand.
- back: Return as many cards as were drawn to the draw pile, and the others to the hand.
"""


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
        kept = (place for place, _ in layout.kept_cards if place.row == CARD_ROW)
        owners = _find_column_owners(layout, kept)
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
    hand = layout.m + drawn
    lie = tuple(Place(ops.LOT, number, CARD_ROW) for number in range(1, hand + 1))
    laid = Step(Kind.LAY, hand, shares=((layout.seat, hand),), label=LABELS["laid"])
    yield ops.LayHand(layout.seat, lie, step=laid)
    yield ops.Scramble(tuple((place,) for place in lie), step=Step(Kind.MIX_LOT, hand, label=LABELS["drawn"]))
    shares = ((DECK, drawn), (layout.seat, layout.m))
    home = Step(Kind.HOME, shares=shares, brief=Kind.BACK, label=LABELS["back"], apart=True)
    yield ops.Return(lie[layout.m :], DECK, step=home)
    yield ops.Return(lie[: layout.m], layout.seat, step=home)


@dataclass(frozen=True, slots=True)
class _Table:
    """Cards on the table when an attempt is cancelled, and the steps that return them.

    Attributes:
        layout: Layout of the attempt.
        surface: Visible table.
        owners: Owner of each play card.
        sizes: Hand size of each owner after all cards are returned.
    """

    layout: Layout
    surface: dict[Place, bool]
    owners: dict[Place, str]
    sizes: Mapping[str, int]

    def list_row(self, row: int) -> Row:
        """Return the occupied places in a row of the columns."""
        return tuple(sorted(place for place in self.surface if place.area == COLUMN and place.row == row))

    @property
    def has_open_markers(self) -> bool:
        """Whether a marker is face up."""
        return any(self.surface[place] for place in self.list_row(MARKER_ROW))

    def empty_wallet(self) -> Iterator[Op]:
        """Take the cards out of a wallet, face down, to free places. The table is updated."""
        ends = [place for place in self.owners if place.area == ops.WALLET]
        drawn = any(self.owners[end] == DECK for end in ends)
        step = Step(Kind.EMPTY_WALLET, which=int(drawn), label=LABELS["empty"])
        for end in ends:
            targets = (Place(ops.PILE, number, CARD_ROW) for number in count(1))
            target = next(place for place in targets if place not in self.surface)
            self.owners[target] = self.owners.pop(end)
            del self.surface[end], self.surface[ops.layer(end)]
            self.surface[target] = False
            yield ops.Withdraw(end, target, step=step)

    def list_outside_columns(self) -> dict[str, Row]:
        """Return each owner's cards that are not in a column, such as the selected card."""
        outside = dict[str, Row]()
        for place in sorted(place for place in self.owners if place.area != COLUMN):
            owner = self.owners[place]
            outside[owner] = (*outside.get(owner, ()), place)
        return outside

    def cover(self, places: Row, label: str) -> Steps[None]:
        """Turn the face-up cards among these face down."""
        if up := tuple(place for place in places if self.surface[place]):
            yield ops.Cover(up, step=replace(COVERED, label=LABELS[label], apart=label != "mixed"))

    def clear(self) -> Steps[None]:
        """Cover the play cards, and take the pairs to the box."""
        yield from self.cover(flat(self.list_outside_columns().values()) + self.list_row(CARD_ROW), "cover")
        markers = self.list_row(MARKER_ROW)
        if bits := tuple(sorted(self.surface.keys() - self.owners.keys() - {*markers})):
            yield ops.Collect(bits, step=self._make_box_act(bits))

    def _make_box_act(self, extras: Row) -> Step:
        """Return the step that takes extra cards to the box: the mask of a wallet, or bit cards."""
        if extras[0].area == ops.MASK:
            return Step(Kind.MASK_OFF, 1, label=LABELS["boxed"])
        # Face-down markers may share a sleeve with the bit cards.
        covered = not all(self.surface[place] for place in self.list_row(MARKER_ROW))
        number = self._count_bit_cards(extras)
        return Step(Kind.BITS, number, int(covered), brief=Kind.BACK, label=LABELS["boxed"], apart=True)

    def _count_bit_cards(self, extras: Row) -> Size:
        """Return the number of bit cards on the table. Those of drawn cards are already in the box."""
        layout = self.layout
        drawn = layout.letter_drawn_count(int(self.sizes[layout.seat] - layout.m))
        rows = len({place.row for place in extras if place.row >= ops.FIRST_BIT_ROW})
        stirred = all(place.area == ops.STIRRED for place in extras)  # the other owners' bit cards
        columns = (layout.k - layout.m if stirred else layout.k) - drawn
        pairs = columns * (layout.bit_cards if stirred or rows == layout.bit_cards else rows)
        return pairs + (len(extras) - int(pairs))

    def sort_by_markers(self, seen: bool) -> Steps[None]:
        """Group columns with unknown owners by their markers.

        Args:
            seen: Whether cards were face up after the last shuffle. If so, another shuffle must precede turning
                over markers.
        """
        cards, markers, layout = self.list_row(CARD_ROW), self.list_row(MARKER_ROW), self.layout
        columns = tuple(zip(cards, markers, strict=True))
        if seen:
            yield from self.cover(markers, "mixed")
            yield ops.Scramble(columns, step=Step(Kind.SCRAMBLE, layout.k, 2, label=LABELS["mixed"]))
        whose = Counter(_find_column_owners(layout, cards).values())
        found = [owner for owner, _ in layout.hands if whose[owner]]
        shares = tuple((owner, layout.share(owner, whose[owner])) for owner in found)
        names = LABELS["owners"].text, LABELS["sorted"].text
        lie_open = not seen and self.surface[markers[0]]
        yield from group_by_owner(columns, shares, layout.k, names, lie_open)

    def return_cards(self, owners: Mapping[Place, str], covered: bool) -> Steps[None]:
        """Return all cards to their owners, those outside the columns first, and then the markers to the box.

        Args:
            owners: Owner of each card.
            covered: Whether all markers are face down. The columns were not shuffled then, and each owner
                recognises the own cards.
        """
        layout, outside = self.layout, self.list_outside_columns()
        theirs = self._group_columns(owners)
        for owner, places in outside.items():
            has = self.sizes[owner] - len(theirs[owner])
            yield ops.Return(places, owner, step=self._make_return_step(owner, has))
        shares = tuple((owner, layout.share(owner, self.sizes[owner])) for owner in theirs if theirs[owner])
        label = LABELS["home" if theirs[layout.seat] and not outside else "apart"]
        home = Step(Kind.HOME, shares=shares, which=int(covered), brief=Kind.BACK, label=label, apart=True)
        for owner, mine in theirs.items():
            if mine:
                yield ops.Return(mine, owner, step=home)
        left = layout.k if theirs[layout.seat] else layout.k - layout.m
        yield from self._box_markers(left, covered)

    def _group_columns(self, owners: Mapping[Place, str]) -> dict[str, Row]:
        """Return the places in columns with each owner's cards. The places may be empty."""
        return {
            owner: tuple(sorted(at for at in owners if owners[at] == owner and at.area == COLUMN))
            for owner, _ in self.layout.hands
        }

    def _box_markers(self, left: Size, covered: bool) -> Steps[None]:
        """Take the markers to the box.

        Args:
            left: Number of columns that are not piles of the virtual hand.
            covered: Whether all markers are face down.
        """
        if markers := self.list_row(MARKER_ROW):
            n, label = left + (len(markers) - int(left)), LABELS["markers"]
            step = Step(Kind.MARKERS, n, int(covered), brief=Kind.BACK, label=label, apart=True)
            yield ops.Collect(markers, step=step)

    def _make_return_step(self, owner: str, has: int) -> Step:
        """Return the step that gives an owner cards back.

        Args:
            owner: Owner of the cards.
            has: Hand size of the owner after this step.
        """
        # The cards of a wallet are printed. The losers' pile must then be mixed.
        printed = any(place.area == ops.MASK for place in self.surface)
        if printed and owner == DECK:
            return Step(Kind.TOP_BACK, label=LABELS["top"])
        shares, label = ((owner, self.layout.share(owner, has)),), LABELS["apart"]
        if printed:
            return Step(Kind.REST_BACK, shares=shares, label=label)
        return Step(Kind.HOME, shares=shares, brief=Kind.BACK, label=label, apart=True)


def _yield_operations(some: Iterable[Op]) -> Steps[None]:
    for op in some:  # noqa: UP028 - not `yield from`: answers are sent here, and an iterator takes none
        yield op
