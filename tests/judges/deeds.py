"""What hands do wrong, as operations in place of one of a run's: and how they put it back."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import partial

from facilitator.operations import definitions as ops
from facilitator.operations.perform import Steps
from facilitator.operations.purposes import Part
from facilitator.protocols.layout import flat
from facilitator.protocols.wallet import HELD
from facilitator.verification.substitution import carry_out, carry_out_instead
from facilitator.verification.verifier import ViewBranch
from judges.witness import Witness, regrouped


class Peek(ops.Reveal):
    """A look at a card nobody should look at; a kind of its own, so that a judge knows it from the protocol's."""


OTHER_MASK = "another mask"
"""What is odd where the wallet shows who does not fit, instead of who does."""
ASIDE = ops.Place(ops.LOT, 99, ops.CARD_ROW)
"""Where a card lies that was laid on a wrong spot."""


class Mixed(ops.Scramble):
    """Two piles mixed with each other that were never to be; what lies open nobody takes for something else."""


def twice(places: ops.Row) -> tuple[ops.Place, ops.Place] | None:
    """Return the first and the last of some places of one area and row, which may be taken for each other."""
    alike = [place for place in places if (place.area, place.row) == (places[0].area, places[0].row)]
    return (alike[0], alike[-1]) if len(alike) > 1 else None


def _exchanged(one: ops.Row, other: ops.Row) -> ops.Move:
    return ops.Move(one + other, other + one)


def crossing(op: ops.Op) -> tuple[tuple[ops.Op, ...], tuple[ops.Op, ...]] | None:
    """Return an operation done the wrong way round, and what puts it right; None if it cannot be."""
    match op:
        case ops.Rearrange():
            back = tuple(op.order.index(i) + 1 for i in range(1, len(op.order) + 1))
            return (ops.Rearrange(op.row, back),), (op, op)
        case ops.Sort():
            swap = _exchanged(op.columns[0], op.columns[-1])
            return ((op, swap), (swap,)) if len(op.columns) > 1 else None
        case ops.Move() | ops.Cover():
            both = twice(op.target if isinstance(op, ops.Move) else op.places)
            if both is None:
                return None
            swap = _exchanged(both[:1], both[1:])
            return (op, swap), (swap,)
        case ops.Withdraw(target=aside) if op.end != HELD:
            wrong = (ops.Withdraw(HELD, aside), ops.Withdraw(op.end, ASIDE), ops.Insert(ASIDE, HELD))
            return wrong, (ops.Withdraw(HELD, ASIDE), ops.Insert(aside, HELD), ops.Move((ASIDE,), (aside,)))
        case _:
            return None


def mixing(op: ops.Op) -> tuple[ops.Op, ...]:
    """Return what mixes two covered piles with each other: nobody knows any more what belonged to which."""
    match op:
        case ops.Scramble() | ops.Spin():
            rows = list(zip(op.piles[0], op.piles[-1], strict=True)) if len(op.piles) > 1 else []
        case ops.Sort():
            columns = op.columns if len(op.columns) > 1 else ()
            rows = [] if not columns else list(zip(columns[0], columns[-1], strict=True))
            rows = [row for row in rows if row[0] not in op.by]
        case ops.Move():
            lines = dict.fromkeys((place.area, place.row) for place in op.target)
            of_line = [tuple(p for p in op.target if (p.area, p.row) == line) for line in lines]
            rows = [both for line in of_line if (both := twice(line)) is not None]
        case _:
            rows = []
    return tuple(Mixed(((one,), (other,))) for one, other in rows)


# -- deeds -------------------------------------------------------------------------------------------


def crossed(mended: bool, op: ops.Op) -> Steps[str]:
    """The wrong way round; ``mended``: and put right."""
    found = crossing(op)
    if found is None:
        return (yield op)
    wrong, right = found
    return (yield from carry_out_instead((*wrong, *(right if mended else ())), op))


def both_out(op: ops.Op) -> Steps[str]:
    """Both cards come out of the wallet, and the winner is slid in again."""
    assert isinstance(op, ops.Withdraw)
    again = (ops.Withdraw(HELD, ASIDE), ops.Insert(ASIDE, HELD))
    return (yield from carry_out(op, after=again))


def mixed_up(mended: bool, op: ops.Op) -> Steps[str]:
    """Then two piles mixed with each other; ``mended``: only taken for each other, and put back."""
    mix = mixing(op)
    piles = [op_done.piles for op_done in mix if isinstance(op_done, ops.Scramble)]
    swaps = [_exchanged(one, other) for one, other in piles]
    return (yield from carry_out(op, after=[*swaps, *swaps] if mended else mix))


def misread(op: ops.Op) -> Steps[str]:
    """Another answer is typed than what lies there; of "none" and a card nobody takes one for the other."""
    said = yield op
    return next((one for one in ops.get_answers(op) if one != said and len(one) == len(said)), said)


def looked_at(places: Sequence[ops.Place], late: bool, op: ops.Op, again: bool = False) -> Steps[str]:
    """Covered cards are seen before it, or right after it (``late``); ``again``: and it is done once more."""
    looks = [look for place in places for look in (Peek((place,)), ops.Cover((place,)))]
    if late:
        return (yield from carry_out(op, after=[*looks, *([op] if again else [])]))
    there = set(places).issubset(ops.places_of(op))  # in another course of the run other cards are given back
    return (yield from carry_out_instead((*(looks if there else ()), op), op))


def on_a_wrong_spot(op: ops.Op) -> Steps[str]:
    """A card of it lies on a wrong spot, or lacks, and is laid right when it is counted; a reveal is counted anew."""
    if isinstance(op, ops.Reveal):
        return (yield from carry_out(op, after=(ops.Cover(op.places), op)))
    place = ops.places_of(op)[-1:]
    return (yield from carry_out(op, after=(ops.Move(place, (ASIDE,)), ops.Move((ASIDE,), place))))


def one_of_another(op: ops.Op) -> Steps[str]:
    """One marker is not the one it should be, but another's."""
    assert isinstance(op, ops.Put)
    return (yield replace(op, faces=(*op.faces[:-1], op.faces[0])))


def _turning(op: ops.Op) -> tuple[ops.Op, ...]:
    """The first column's pair the other way round; of lone bit cards the first and the last exchanged."""
    assert isinstance(op, ops.Encode)
    one, other = (op.bits[0][:1], op.bits[0][1:2]) if len(op.bits[0]) > 1 else (op.bits[0], op.bits[-1])
    return (_exchanged(one, other),) if one != other else ()


def turned(op: ops.Op) -> Steps[str]:
    """A pair is laid the wrong way round."""
    return (yield from carry_out(op, after=_turning(op)))


def laid_anew(op: ops.Op) -> Steps[str]:
    """Bit cards are laid wrong, and all of them taken away and laid again."""
    assert isinstance(op, ops.Encode)
    return (yield from carry_out(op, after=(*_turning(op), ops.Collect(flat(op.bits)), op)))


# -- who gets another's card -------------------------------------------------------------------------


class Bystander(Witness):
    """A witness of runs in which cards go astray: a person who is given a card that was another's says so.

    ``people``: those who look at their cards.  ``odd``: what lies under the first column where pairs are laid: two
    bit cards alike; or that a mask is another.  ``under``: what fits under the mask that should lie there.
    ``kinds``: of all cards.
    """

    people: frozenset[str] = frozenset()
    odd: str = ""
    under: tuple[str, ...] = ()
    kinds: tuple[str, ...] = ()

    def _act(self, branch: ViewBranch, op: ops.Op) -> list[ViewBranch]:
        if isinstance(op, Mixed) and any(map(branch.surface.get, ops.places_of(op))):
            op = ops.Heading(Part.PUT_RIGHT)
        if isinstance(op, ops.Return) and op.owner in self.people:
            self._settle(branch, op)
            apart = regrouped(branch, partial(self._astray, op))
            return [end for branch in apart for end in super(Bystander, self)._act(branch, op)]
        if isinstance(op, ops.Look) and self.odd.startswith(OTHER_MASK) and op.fits == self.under:
            op = replace(op, fits=tuple(face for face in self.kinds if face not in op.fits))
        ends = super()._act(branch, op)
        if self.odd and isinstance(op, ops.Encode):
            for faces, _ in ends[0].states:
                faces.update(dict.fromkeys(op.bits[0], self.odd))
        return ends

    def _astray(self, op: ops.Return, faces: dict[ops.Place, str], deal: int) -> tuple[str, ...]:
        own = self._hands[deal].get(op.owner, ())
        return tuple(sorted(faces[place] for place in op.places if faces[place] not in own))
