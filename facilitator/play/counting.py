"""A count of cards compared with what the record says must lie there, and what is likely where they differ.

Counting is the table's own alarm: what was entered wrongly shows in the cards.  A count changes nothing.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from facilitator.games.base import Rules
from facilitator.games.events import Event
from facilitator.games.facts import Zone
from facilitator.games.material import Kinds
from facilitator.games.motions import Moved
from facilitator.machine.faces import Face
from facilitator.play.count import Pile
from facilitator.play.history import numbered, taken_back
from facilitator.play.journal import EVENT, JournalEntry
from facilitator.wording import plural

MOST_CAUSES = 4
"""How many causes are told of one count."""


@dataclass(frozen=True, slots=True)
class Entered:
    """A card that an event laid down, as the record has it: its number in the history, and its words."""

    number: int
    text: str
    face: Face


@dataclass(frozen=True, slots=True)
class Suspicion:
    """The likeliest cause of a difference: which cards it explains, and the event it points to, if one.

    ``there``: lies there, though it should not; ``gone``: should, and does not; ``most``: how many there are in
    the deck, where more were counted than that.
    """

    there: Face | None = None
    gone: Face | None = None
    entered: Entered | None = None
    most: int | None = None


@dataclass(frozen=True, slots=True)
class Comparison:
    """A count beside the record: ``counted`` and ``expected`` cards, what is too many, what is too few, and why."""

    counted: int
    expected: int
    extra: Pile
    missing: Pile
    suspicions: tuple[Suspicion, ...]

    @property
    def fits(self) -> bool:
        """Whether the count says what the record does."""
        return not self.extra and not self.missing


@dataclass(frozen=True, slots=True)
class CountedEvent:
    """One public event that counts: its number in the history, its words, the sizes around it, the open cards."""

    number: int
    text: str
    before: Mapping[Zone, int]
    after: Mapping[Zone, int]
    laid: tuple[Face, ...]

    def changed(self, zone: Zone) -> int:
        """Return by how many cards a zone grew."""
        return self.after.get(zone, 0) - self.before.get(zone, 0)


def events_of(law: Rules[Any], state: Any, entries: Iterable[JournalEntry]) -> Iterator[CountedEvent]:
    """Yield the public events of a journal that still count; ``state``: before the first."""
    rows = tuple(entries)
    undone, numbers = taken_back(rows), numbered(rows)
    names = [seat.name for seat in state.seats]
    for entry in rows:
        if entry.kind != EVENT or entry.input in undone:
            continue
        event: Event = law.event_of(entry.body, names)
        before = law.sizes(state)
        state, happened = law.apply(state, event)
        names = [seat.name for seat in state.seats]
        motions = [motion for one in happened for motion in one.motions if isinstance(motion, Moved)]
        laid = tuple(face for motion in motions if motion.target not in names for face in motion.faces)
        yield CountedEvent(numbers[entry.input], law.text(event), before, law.sizes(state), laid)


def compared(
    counted: Counter[Face],
    expected: Iterable[Face],
    past: Iterable[CountedEvent],
    law: Rules[Any],
    state: Any,
    laid: bool,
) -> Comparison:
    """Compare a count with the cards that must lie there, all of them.

    ``laid``: they are what events laid down; else what is left of the decks.
    """
    must = Counter(expected)
    extra, missing = counted - must, must - counted
    there = [Entered(one.number, one.text, face) for one in past for face in one.laid]
    deck = Counter(face for cards in law.decks(state).values() for face in cards)
    causes = list(_impossible(counted, deck))
    more, fewer = list((extra - (counted - deck)).elements()), list(missing.elements())
    for mistaken, real in _pairs(more if not laid else fewer, fewer if not laid else more, there, law.kinds):
        one = Suspicion(*((mistaken.face, real) if not laid else (real, mistaken.face)), entered=mistaken)
        causes.append(one)
        more.remove(str(one.there))
        fewer.remove(str(one.gone))
    causes += [Suspicion(there=face) for face in more]
    causes += [Suspicion(gone=face, entered=_last(face, there) if laid else None) for face in fewer]
    return Comparison(
        counted.total(),
        must.total(),
        tuple(extra.items()),
        tuple(missing.items()),
        tuple(dict.fromkeys(causes))[:MOST_CAUSES],
    )


def _impossible(counted: Counter[Face], deck: Counter[Face]) -> Iterator[Suspicion]:
    for face, count in counted.items():
        if count > deck[face]:
            yield Suspicion(there=face, most=deck[face])


def _pairs(
    entered: Sequence[Face], real: Sequence[Face], there: Sequence[Entered], kinds: Kinds
) -> Iterator[tuple[Entered, Face]]:
    """Yield what may have been entered for what really lies there: cards most alike first, of them the latest."""
    left, others = list(entered), list(real)
    ways = [
        (len(set(kinds.traits(face)) & set(kinds.traits(other))), one.number, one, other)
        for face in set(left)
        for other in set(others)
        if (one := _last(face, there)) is not None
    ]
    for _, _, one, other in sorted(ways, key=lambda way: way[:2], reverse=True):
        if one.face in left and other in others:
            left.remove(one.face)
            others.remove(other)
            yield one, other


def _last(face: Face, there: Sequence[Entered]) -> Entered | None:
    return next((one for one in reversed(there) if one.face == face), None)


def words_of(found: Comparison, laid: bool) -> str:
    """Return a comparison in words: that it fits, or what differs and what is likely."""
    if found.fits:
        return f"It fits: exactly the {found.counted}."
    sides = ((found.extra, "too many"), (found.missing, "too few"))
    what = " and ".join(
        f"{', '.join(_times(face, count) for face, count in pile)} {side}" for pile, side in sides if pile
    )
    why = " ".join(_cause(one, laid) for one in found.suspicions)
    return f"{plural(found.counted, 'card')} counted, {found.expected} expected: {what}. {why}"


def _times(face: Face, count: int) -> str:
    return face if count == 1 else f"{count}×{face}"


def _cause(one: Suspicion, laid: bool) -> str:
    at = "" if one.entered is None else f"entry {one.entered.number} ({one.entered.text})"
    if one.most is not None:
        return f"There are only {one.most} {one.there} in the deck: was another card read as {one.there}?"
    if one.there is not None and one.gone is not None:
        played, said = (one.there, one.gone) if laid else (one.gone, one.there)
        return f"Was {played} entered as {said} at {at}?"
    if one.there is not None:
        return (
            f"Was a play of {one.there} not entered, or did it fall there from elsewhere?"
            if laid
            else f"Did {one.there} come from the discard pile, or was it entered and never played?"
        )
    return (
        f"{one.gone} was entered at {at}: does it lie in a hand or on the floor?"
        if at
        else f"Does {one.gone} lie on the discard pile without having been entered, or on the floor?"
    )
