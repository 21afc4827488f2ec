"""Giving up a run safely: until when it may be, and the way back that takes every card home and shows nothing.

What a run decides by chance stays decided: whoever could stop after seeing it and start again would choose among
outcomes.

Before the markers were shown, row 1 is covered, the pairs leave covered and mixed, cards and markers are scrambled,
and only then the markers turned up.  Once the columns are sorted by owner, each card's owner is known, and everything
goes back as it lies.

Everything is worked out from the operations that were done, so it holds for any form; what a host may do, and what is
said of it, is play's business.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import Enum

from facilitator.operations import definitions as ops
from facilitator.operations.definitions import (
    CARD_ROW,
    COLUMN,
    FIRST_BIT_ROW,
    LOT,
    MARKER_ROW,
    MASK,
    PILE,
    TICKET,
    WALLET,
    Op,
    Place,
    Row,
    branches_of,
    carried,
    layer,
    places_of,
)
from facilitator.operations.faces import DECK
from facilitator.operations.perform import Outcome, Recipe, Stage, Steps, follow, otherwise
from facilitator.operations.purposes import Part
from facilitator.operations.steps import Act, Kind
from facilitator.protocols.labels import number_recovery
from facilitator.protocols.layout import Layout, flat
from facilitator.protocols.selection import COVERED, by_owner

# ----------------------------------------------------------------------------------------------------
# Putting a run right in place: what hands do between two of its operations, after which it goes on as ever.
#
# The repairs of columns begin and end with all columns scrambled and covered, just before something of them is
# shown. So nobody knows any more where a column lies that was seen before. The repair of a wallet takes a drawn card
# out and slides it in again, face down, before anybody has read what it shows.


class Repair(Enum):
    """A way to put a run right; its value is the word by which a game keeps it.

    Each is offered after mistakes that it helps against, and only where it tells nothing; both are proved.
    """

    SCRAMBLE_AGAIN = "scramble again"  # a covered column was seen, or could be followed
    PAIRS_ANEW = "lay the pairs anew"  # a wrong pair lies under some column, nobody knows which
    SLIDE_AGAIN = "slide in again"  # the wallet shows no dot, or two, for a card that was just drawn


@dataclass(frozen=True, slots=True)
class Mend:
    """Operations done before the one that has ``at`` operations before it, headings among them.

    ``ops``: the repair, with a heading of its own first and the interrupted stage's again at its end.
    """

    at: int
    ops: tuple[Op, ...]


def repairs(done: Sequence[Op], doing: Op) -> tuple[Repair, ...]:
    """Return the repairs that are possible before an operation.

    Columns can be repaired only between their scramble and the reveal that follows it, and only while all of them lie
    on the table. A drawn card can be slid into the wallet again until what it shows has been read.

    Args:
        done: All operations that were carried out, with their headings.
        doing: The operation at hand.
    """
    if isinstance(doing, ops.Look) and doing.drawn:
        return (Repair.SLIDE_AGAIN,)
    mixed = _mixed(done, doing)
    if mixed is None:
        return ()
    paired = any(place.row >= FIRST_BIT_ROW for place in places_of(mixed))
    return (Repair.SCRAMBLE_AGAIN, *((Repair.PAIRS_ANEW,) if paired else ()))


def _mixed(done: Sequence[Op], doing: Op) -> ops.Mixing | None:
    """The scramble that a repair would repeat: the last thing done, if what comes next shows all its columns."""
    last = next((op for op in reversed(done) if not isinstance(op, ops.Heading)), None)
    if not isinstance(last, ops.Mixing) or last.piles[0][0].area != COLUMN:
        return None
    there = {place.number for op in done for place in places_of(op) if place.area == COLUMN}
    if len(last.piles) < len(there):  # some were given back: what is seen now is none of their owner's
        return None
    return last if isinstance(doing, ops.Reveal) and doing.places[0].area == COLUMN else None


def mend(repair: Repair, done: Sequence[Op], doing: Op) -> Mend | None:
    """Return the operations of a repair, or `None` if it is not possible here. A repair reveals nothing new.

    Args:
        repair: The repair.
        done: All operations that were carried out, with their headings.
        doing: The operation at hand.
    """
    if repair not in repairs(done, doing):
        return None
    heading = next(op for op in reversed(done) if isinstance(op, ops.Heading))
    again = _again(repair, [op for op in done if not isinstance(op, ops.Heading)])
    again = tuple(number_recovery(_say(again)))
    return Mend(len(done), (ops.Heading(Part.PUT_RIGHT), *again, heading))


def _again(repair: Repair, done: Sequence[Op]) -> Sequence[Op]:
    """Return what hands do for a repair, after these operations.

    The drawn card is taken out and slid in again. Or the scramble is repeated, once, or before and after the cards
    are shown again and their bit cards are laid anew.
    """
    if repair is Repair.SLIDE_AGAIN:
        slid = next(op for op in reversed(done) if isinstance(op, ops.Insert))
        again = Act(Kind.TOP_AGAIN)
        return (ops.Withdraw(slid.end, slid.card, act=again), replace(slid, act=again))
    mixed = done[-1]
    if repair is Repair.SCRAMBLE_AGAIN:
        return (mixed,)
    laid = next(op for op in reversed(done) if isinstance(op, ops.Encode))
    bits = flat(laid.bits)
    shown = ops.Reveal(laid.cards, expect=laid.shown, act=Act(Kind.CARDS, len(laid.cards)))
    boxed = ops.Collect(bits, act=Act(Kind.BITS, len(bits), brief=Kind.BACK))
    return (mixed, shown, boxed, laid, ops.Cover(laid.cards + bits, act=COVERED), mixed)


def mended(recipe: Recipe, mends: Sequence[Mend]) -> Recipe:
    """Return a recipe with repairs, the first first, as one stage: a repair may stand anywhere in it."""
    if not mends:
        return recipe

    def steps(_: Outcome) -> Steps[Outcome]:
        waiting, count = list(mends), 0

        def deed(number: int, op: Op) -> Steps[str]:
            nonlocal count
            while waiting and waiting[0].at == count:
                for other in waiting.pop(0).ops:
                    yield other
                    count += 1
            count += 1
            return (yield op) if number else ""  # the first stage's heading is this one's

        return otherwise(follow(recipe), deed)

    return (Stage(recipe[0].heading, steps),)


# ----------------------------------------------------------------------------------------------------


def decided(done: Sequence[Op]) -> bool:
    """Tell whether the result of a run has come to light: a card, "none", a colour, whether a drawn card fits.

    ``done``: all that came up; the last may have been carried out.  From then on a run is finished, or declared
    void.
    """
    return any(map(decides, done))


def decides(op: Op) -> bool:
    """Tell whether an operation brings something to light that chance has decided.

    The pairs of the six-card row never do.  Nor does the winner's own pair: it says whether the hand has a card that
    fits, and begun again it would tell the same.  A wallet's last look is one all the same: up to there nothing
    whatever is told, and no giving up tells anything.
    """
    return any(branch.meaning.settles for branch in branches_of(op))


def shows_pairs(op: Op) -> bool:
    """Tell whether pairs of the hand's cards come to light, which say whether it has a card of a class.

    The turn, begun again, would say so too; but of the next class perhaps not.
    """
    if not isinstance(op, ops.Reveal):
        return False
    area, _, row = op.places[0]
    return area in (PILE, TICKET) and row >= FIRST_BIT_ROW


def give_up(
    layout: Layout, surface: Mapping[Place, bool], done: Sequence[Op], doing: Op | None = None
) -> Recipe:
    """Return the way back from where a selection stands, also from one whose result is known (a void turn).

    ``surface``: which places are taken, and whether face up.  ``done``: the operations carried out so far. ``doing``:
    one that may have been carried out, wholly or in part, and was taken back as far as hands can: what it showed was
    seen, what it mixed stays mixed, and neither may be relied upon.

    The recipe is one stage.  It shows nothing but markers, and only of columns that were scrambled since; as many
    cards as were drawn go back to the deck, any of the hand.
    """
    mixed, seen, grouped = layout.standing, False, False
    for op in done:
        match op:
            case ops.Scramble() | ops.Spin() if op.piles[0][0].area == COLUMN:
                mixed, seen, grouped = True, False, False
            case ops.Reveal() if op.places[0] == Place(COLUMN, 1, CARD_ROW):
                seen = True
            case ops.Sort():
                grouped = True
    if isinstance(doing, ops.Mixing) and doing.piles[0][0].area == COLUMN:
        mixed, grouped = True, False
    seen = seen or (isinstance(doing, ops.Reveal) and doing.places[0] == Place(COLUMN, 1, CARD_ROW))
    lies, owners = dict(surface), card_owners(layout, done)
    emptied = _emptied(lies, owners)
    taken = tuple(sorted(lies))
    drawn = sum(isinstance(op, ops.Draw) for op in done)

    def home(_: Outcome) -> Steps[Outcome]:
        yield from _say(emptied)
        if grouped or not mixed:
            yield from _sorted_home(layout, taken, lies, owners, drawn)
        else:
            yield from _mixed_home(layout, taken, lies, seen, owners, drawn)
        if drawn:
            yield from _undraw(layout, drawn)
        return Outcome()

    return (Stage(ops.Heading(Part.GIVE_UP), lambda known: number_recovery(home(known))),)


EMPTIED = Act(Kind.EMPTY_WALLET)
"""What is in the wallet comes out, wherever its run is given up."""
DECK_OUT = Act(Kind.EMPTY_WALLET, which=1)
"""What is in it is the deck's."""


def _emptied(lies: dict[Place, bool], owners: dict[Place, str]) -> tuple[Op, ...]:
    """Return how a wallet's cards come out, covered, onto places that are free; and follow them there.

    ``lies`` and ``owners`` are changed as the cards come out.
    """
    found: list[Op] = []
    for end in [place for place in owners if place.area == WALLET]:
        number = next(n for n in range(1, len(lies) + 2) if Place(PILE, n, CARD_ROW) not in lies)
        target = Place(PILE, number, CARD_ROW)
        owners[target] = owners.pop(end)
        del lies[end], lies[layer(end)]
        lies[target] = False
        found.append(ops.Withdraw(end, target, act=DECK_OUT if owners[target] == DECK else EMPTIED))
    return tuple(found)


def card_owners(layout: Layout, done: Sequence[Op]) -> dict[Place, str]:
    """Return the owner of each play card on the table, by place.

    In columns whose owners only the markers tell, this is the owner on whose place the card was laid.

    Args:
        layout: Hands and cards of the attempt.
        done: Operations carried out so far.
    """
    owners: dict[Place, str] = {}
    if layout.standing:
        owners = _by_number(layout, (place for place, _ in layout.lying if place.row == CARD_ROW))
    for op in done:
        match op:
            case ops.LayHand() | ops.LayTop():
                owners |= dict.fromkeys(places_of(op), op.owner)
            case ops.Move() | ops.Insert() | ops.Withdraw():
                source, target = carried(op)
                moved = [owners.pop(place, "") for place in source]
                owners |= {at: owner for at, owner in zip(target, moved, strict=True) if owner}
            case ops.Return() | ops.Draw():
                for place in places_of(op):
                    owners.pop(place, None)
    return owners  # a sort, like the laying, puts every owner's cards on its own numbers


def _by_number(layout: Layout, places: Iterable[Place]) -> dict[Place, str]:
    """Whose a column is by its number, as they were laid or sorted."""
    numbers = {number: owner for owner, _ in layout.hands for number in layout.numbers(owner)}
    return {place: numbers[place.number] for place in places}


def _undraw(layout: Layout, drawn: int) -> Steps[None]:
    """Give as many cards of the hand back to the deck as were drawn; nobody can tell which those were.

    The hand is laid out with what it drew, mixed, and the last ``drawn`` of it go to the deck.
    """
    lie = tuple(Place(LOT, number, CARD_ROW) for number in range(1, layout.m + drawn + 1))
    hand = layout.m + drawn
    yield ops.LayHand(layout.seat, lie, act=Act(Kind.LAY, hand, shares=((layout.seat, hand),)))
    yield ops.Scramble(tuple((place,) for place in lie), act=Act(Kind.MIX_LOT, hand))
    home = Act(Kind.HOME, shares=((DECK, drawn), (layout.seat, layout.m)), brief=Kind.BACK)
    yield ops.Return(lie[layout.m :], DECK, act=home)
    yield ops.Return(lie[: layout.m], layout.seat, act=home)


def _rows(taken: Iterable[Place], area: str, keep: Iterable[int]) -> Row:
    """The places of an area, of these rows only."""
    rows = set(keep)
    return tuple(place for place in taken if place.area == area and place.row in rows)


def _apart(owners: Mapping[Place, str]) -> tuple[tuple[str, Row], ...]:
    """Return the cards that lie apart, in the piles or selected, by whose they are."""
    apart = sorted(place for place in owners if place.area != COLUMN)
    return tuple(
        (owner, tuple(place for place in apart if owners[place] == owner))
        for owner in dict.fromkeys(owners[place] for place in apart)
    )


def _bits(taken: Row, owners: Mapping[Place, str]) -> Row:
    """All extra cards but the columns' markers."""
    return tuple(p for p in taken if p not in owners and (p.area != COLUMN or p.row != MARKER_ROW))


def _cover(places: Row, surface: Mapping[Place, bool]) -> Iterable[Op]:
    """Cover what lies face up of these places, if anything does."""
    up = tuple(place for place in places if surface[place])
    if up:
        yield ops.Cover(up, act=COVERED)


def _mixed_home(
    layout: Layout,
    taken: Row,
    surface: Mapping[Place, bool],
    seen: bool,
    owners: Mapping[Place, str],
    drawn: int,
) -> Steps[None]:
    """Home by the markers: nobody knows any more whose column is whose.

    ``seen``: the cards lay open since the last scramble, so markers may be shown only after another.  ``drawn``: how
    many cards the virtual hand has already.
    """
    cards = _rows(taken, COLUMN, (CARD_ROW,))
    markers = _rows(taken, COLUMN, (MARKER_ROW,))
    yield from _clear(layout, taken, surface, owners, drawn)
    columns = tuple(zip(cards, markers, strict=True))
    if seen:
        yield from _say(_cover(markers, surface))
        yield ops.Scramble(columns, act=Act(Kind.SCRAMBLE, layout.k, 2))
    whose = list(_by_number(layout, cards).values())
    shares = tuple(
        (owner, layout.share(owner, whose.count(owner))) for owner, _ in layout.hands if owner in whose
    )
    yield from by_owner(columns, markers, shares, layout.k, not seen and surface[markers[0]])
    yield from _return_all(layout, _by_number(layout, cards), markers, covered=False)


def _sorted_home(
    layout: Layout, taken: Row, surface: Mapping[Place, bool], owners: Mapping[Place, str], drawn: int
) -> Steps[None]:
    """Home as it lies: each column's owner is known."""
    yield from _clear(layout, taken, surface, owners, drawn)
    columns = {place: owner for place, owner in owners.items() if place.area == COLUMN}
    markers = _rows(taken, COLUMN, (MARKER_ROW,))
    yield from _return_all(layout, columns, markers, covered=not any(surface[place] for place in markers))


def _clear(
    layout: Layout, taken: Row, surface: Mapping[Place, bool], owners: Mapping[Place, str], drawn: int
) -> Steps[None]:
    """Cover the play cards, take the pairs to the box, give back what lies apart: piles, and a card selected."""
    apart = _apart(owners)
    own = tuple(place for _, places in apart for place in places)
    yield from _say(_cover(own + _rows(taken, COLUMN, (CARD_ROW,)), surface))
    if bits := _bits(taken, owners):
        covered = any(not surface[place] for place in _rows(taken, COLUMN, (MARKER_ROW,)))
        yield ops.Collect(bits, act=_boxed(layout, bits, covered))
    printed = any(place.area == MASK for place in bits)
    for owner, places in apart:
        has = len(places) + drawn * (owner == layout.seat)
        yield ops.Return(places, owner, act=_home(layout, owner, has, printed))


def _boxed(layout: Layout, extras: Row, covered: bool) -> Act:
    """Return the act of taking extra cards to the box: a wallet's mask, else bit cards, mostly a column's each.

    ``covered``: whether markers lie covered, which may be in one sleeve with them.
    """
    if extras[0].area == MASK:
        return Act(Kind.MASK_OFF, 1)
    rows = len({place.row for place in extras if place.row >= FIRST_BIT_ROW})
    pairs = layout.k * (layout.bit_cards if rows == layout.bit_cards else rows)
    return Act(Kind.BITS, pairs + (len(extras) - int(pairs)), int(covered), brief=Kind.BACK)


def _return_all(layout: Layout, owners: Mapping[Place, str], markers: Row, covered: bool) -> Steps[None]:
    """Give every column's card to its owner, then take the markers to the box.

    ``covered``: no marker lies open, for nothing was mixed yet: whoever laid a card knows it.
    """
    theirs = {owner: tuple(sorted(at for at in owners if owners[at] == owner)) for owner, _ in layout.hands}
    apart = () if len(markers) == layout.k or not markers else (layout.seat,)
    shares = tuple((one, layout.share(one, len(mine))) for one, mine in theirs.items() if one not in apart)
    home = Act(Kind.HOME, shares=shares, which=int(covered), brief=Kind.BACK)
    for owner, mine in theirs.items():
        if mine:
            yield ops.Return(mine, owner, act=home)
    if markers:
        taken = 0 if len(markers) == layout.k else layout.m
        left = layout.k - taken
        n = left + (len(markers) - int(left))
        yield ops.Collect(markers, act=Act(Kind.MARKERS, n, int(covered), brief=Kind.BACK))


def _home(layout: Layout, owner: str, has: int, printed: bool) -> Act:
    """Return the act of giving cards back; ``printed``: out of a wallet, whose cards aside have to be mixed.

    ``has``: how many cards the owner has then.
    """
    if printed and owner == DECK:
        return Act(Kind.TOP_BACK)
    if printed:
        return Act(Kind.REST_BACK, shares=((owner, layout.share(owner, has)),))
    return Act(Kind.HOME, shares=((owner, layout.share(owner, has)),), brief=Kind.BACK)


def _say(some: Iterable[Op]) -> Steps[None]:
    """Yield operations to which nothing is answered."""
    for op in some:  # noqa: UP028 - not `yield from`: answers are sent here, and an iterator takes none
        yield op
