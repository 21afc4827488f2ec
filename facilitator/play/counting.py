"""A count of cards compared with what the record says must lie there, and what is likely where they differ.

Counting is the table's own alarm: what was entered wrongly shows in the cards.  A count changes nothing.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from facilitator.errors import CommandError
from facilitator.games.events import Event, Kinds, example
from facilitator.games.rules import Moved, Rules, Zone
from facilitator.games.rules import Rules as Law
from facilitator.machine.faces import DISCARDS, Face, is_extra
from facilitator.machine.operations import Encode, Op, Reveal
from facilitator.play.journal import EVENT, JournalEntry, numbered, taken_back
from facilitator.table.model import state_before
from facilitator.words import at_table, fold, listed, plural, quoted, tally
from facilitator.words.catalogue import sentence

if TYPE_CHECKING:
    from facilitator.play.match import Match


# ----------------------------------------------------------------------------------------------------
# How many cards lie there, as a host types it in short form: read by the game's own names of cards.


LONGEST_COUNT, LONGEST_NAME = 8_000, 5
"""Letters of a count, which may be a pile of several decks; words of a card's name."""
_PIECES = re.compile(r"[,;\n]+")
_BEFORE = re.compile(r"\A(\d{1,3})\s*[x×*]\s*(?=\S)", re.IGNORECASE)
_AFTER = re.compile(r"(?<=\S)\s*[x×*]\s*(\d{1,3})\Z", re.IGNORECASE)
_LOOSE = re.compile(r"\b(\d{1,3})\s*[x×*]\s+(?=\S)|(?<=\S)\s+[x×*]\s*(\d{1,3})\b", re.IGNORECASE)

Pile = tuple[tuple[Face, int], ...]
"""Kinds of cards with how many there are."""


def read_count(text: str, kinds: Kinds) -> Counter[Face]:
    """Return how many of each kind a count names: ``2x7R, W W red 5``, in any order and any spelling of the game.

    A kind said to be there 0 times is in it, with 0.  Raises `CommandError` for what is no card.
    """
    if not text.strip(" ,;\n"):
        raise CommandError(f"cards, such as 3x {kinds.examples}", "none", "Type what lies there.")
    if len(text) > LONGEST_COUNT:
        raise CommandError(
            f"a count of {LONGEST_COUNT:,} letters at most", f"{len(text):,}", "Count with 2x before a card."
        )
    found, names = Counter[Face](), dict[str, Face | None]()

    def card(name: str) -> Face | None:
        if name not in names:
            try:
                names[name] = kinds.parse(name)
            except CommandError:
                names[name] = None
        return names[name]

    for piece in _PIECES.split(text):
        if piece.strip():
            for face, count in _piece(piece, card, kinds):
                found[face] += count
    return found


def _piece(piece: str, card: Callable[[str], Face | None], kinds: Kinds) -> Pile:
    """Read what stands between two commas: one card, or several with blanks between them.

    A word that is a card's code stands for itself (``W D``); else the longest names are meant (``wild draw four``).
    """
    words = _LOOSE.sub(lambda found: f" {found[1]}x" if found[1] else f"x{found[2]} ", piece).split()
    codes = {word for word in words if word.upper() in kinds.cards}
    read: list[Pile | None] = [(), *(None for _ in words)]
    for end in range(1, len(words) + 1):
        for start in range(max(0, end - LONGEST_NAME), end):
            before, joined = read[start], words[start:end]
            if before is None or (len(joined) > 1 and codes.intersection(joined)):
                continue
            one, best = _counted(" ".join(joined), card), read[end]
            if one is not None and (best is None or len(before) + 1 < len(best)):
                read[end] = (*before, one)
    if (whole := read[-1]) is not None:
        return whole
    reached = max(end for end, way in enumerate(read) if way is not None)
    kinds.parse(words[min(reached, len(words) - 1)])  # its refusal says best what is wrong
    raise CommandError(f"cards, such as 3x {kinds.examples}", quoted(piece), "Put commas between them.")


def _counted(text: str, card: Callable[[str], Face | None]) -> tuple[Face, int] | None:
    """Read one card with how often it lies there, if that is said; None for none."""
    if (face := card(text)) is not None:
        return face, 1
    for shape in (_BEFORE, _AFTER):
        found = shape.search(text)
        if found is not None and (face := card(text[: found.start()] + text[found.end() :])) is not None:
            return face, int(found[1])
    return None


# ----------------------------------------------------------------------------------------------------


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
        event: Event = law.codec.of_json(entry.body, names)
        before = law.zones(state).sizes
        state, happened = law.apply(state, event)
        names = [seat.name for seat in state.seats]
        motions = [motion for one in happened for motion in one.motions if isinstance(motion, Moved)]
        laid = tuple(face for motion in motions if motion.target not in names for face in motion.faces)
        yield CountedEvent(numbers[entry.input], law.codec.text(event), before, law.zones(state).sizes, laid)


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
    deck = Counter(face for cards in law.zones(state).decks.values() for face in cards)
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
        return sentence("count.fits", n=found.counted)
    sides = ((found.extra, "too many"), (found.missing, "too few"))
    what = " and ".join(
        f"{', '.join(_times(face, count) for face, count in pile)} {side}" for pile, side in sides if pile
    )
    why = " ".join(_cause(one, laid) for one in found.suspicions)
    counted = sentence("n.cards", n=found.counted)
    return sentence("count.differs", counted=counted, expected=found.expected, what=what, why=why)


def _times(face: Face, count: int) -> str:
    return face if count == 1 else f"{count}×{face}"


def _cause(one: Suspicion, laid: bool) -> str:
    at = "" if one.entered is None else _entry(one.entered.number, one.entered.text)
    if one.most is not None:
        return sentence("count.only", most=one.most, card=f"{one.there}")
    if one.there is not None and one.gone is not None:
        played, said = (one.there, one.gone) if laid else (one.gone, one.there)
        return sentence("count.entered_as", played=played, said=said, entry=at)
    if one.there is not None:
        return sentence("count.not_entered" if laid else "count.not_played", card=one.there)
    return sentence("count.gone_since" if at else "count.gone", card=f"{one.gone}", entry=at)


def _entry(number: int, text: str) -> str:
    return sentence("count.entry", number=number, text=text)


# ----------------------------------------------------------------------------------------------------
# Counts that a host states during a game, held against the record: an alarm, kept as a note, changing nothing.


def count_said(game: Match, text: str) -> str:
    """Hold the cards that a text counts against the record, keep that as a note, and return what is said to it.

    Raises `CommandError` where the text counts no cards, or none of the game lie open.
    """
    counted, found, some = _compared(game, text)
    said = words_of(found, game.run is None)
    if found.fits and some:
        said = sentence("count.fits_some", cards=_as_counted(counted))
    game.note(f"counted {_as_counted(counted)}: {said}"[:LONGEST_KEPT])
    return said


def recount_said(game: Match, text: str) -> str:
    """Hold the size of a hand, a deck or a pile against the record, keep that as a note, and return what is said.

    Raises `CommandError` in a run, or where the text names none of them.
    """
    if game.run is not None:
        raise CommandError(
            "a recount between runs",
            "a run under way",
            "Its cards are checked by its acts: finish it, or stop.",
        )
    record = game.law.zones(game.state).sizes
    zone, number = _size_said(text, list(record))
    if number == record[zone]:
        said = sentence("recount.fits", zone=zone, number=number)
    else:
        said = _differs(game, zone, number - record[zone], record[zone])
    game.note(f"recount {zone} {number}: {said}"[:LONGEST_KEPT])
    return said


LONGEST_KEPT = 1_000
"""Letters of what is kept of a count."""


def pile_of(law: Law[Any], state: Any) -> tuple[Zone, tuple[Face, ...]]:
    """Return the open cards that a count is held against: the discard pile, or what the game lays instead."""
    lying = law.zones(state).open
    zone = DISCARDS if DISCARDS in lying else next(iter(lying))
    return zone, lying[zone]


def past_of(game: Match) -> list[CountedEvent]:
    """Return the public events of a game that count, the oldest first."""
    return list(events_of(game.law, state_before(game.table), game.journal.entries))


# -- cards ---------------------------------------------------------------------------------------------------


def _compared(game: Match, text: str) -> tuple[Counter[Face], Comparison, bool]:
    """Return what a text counts, beside the cards that lie face up now, and whether it is only about some kinds."""
    some = text.split(maxsplit=1)[:1] == ["only"]
    counted = read_count(text.split(maxsplit=1)[1] if some and " " in text.strip() else text, game.law.kinds)
    laid = game.run is None
    lying = pile_of(game.law, game.state)[1] if game.run is None else _in_sight(game.run.acts)
    if some:
        lying = tuple(face for face in lying if face in counted)
    return counted, compared(+counted, lying, past_of(game), game.law, game.state, laid), some


def _as_counted(counted: Counter[Face]) -> str:
    return ", ".join(
        filter(None, (tally(counted.elements()), *(f"no {f}" for f, n in counted.items() if not n)))
    )


def _in_sight(acts: Sequence[Op]) -> tuple[Face, ...]:
    """Return the play cards that the act at hand turns over, or works on face up."""
    for op in acts:
        cards = op.expect if isinstance(op, Reveal) else op.shown if isinstance(op, Encode) else ()
        if cards and not any(map(is_extra, cards)):
            return cards
    raise CommandError(
        "an act that turns over the cards of the list",
        "another act",
        "Count there, or between runs: then it is the discard pile.",
    )


# -- sizes ---------------------------------------------------------------------------------------------------


def _size_said(text: str, zones: Sequence[Zone]) -> tuple[Zone, int]:
    example = f"e.g. recount {zones[0]} 7"
    name, _, number = text.strip().rpartition(" ")
    found = [zone for zone in zones if fold(zone) == fold(name)]
    if not number.isdecimal() or len(number) > 4:
        raise CommandError("whose cards and how many", quoted(text), f"Type both, {example}.")
    if not found:
        raise CommandError(f"one of {listed(list(zones), 'or')}", quoted(name), f"Type it, {example}.")
    return found[0], int(number)


def _differs(game: Match, zone: Zone, by: int, record: int) -> str:
    """Say what is likely where a size differs: an event not carried out, or one that was not entered.

    ``by``: how many cards more lie there than the ``record`` says.
    """
    blamed = [_entry(one.number, one.text) for one in past_of(game) if one.changed(zone) == -by][-2:]
    missed = sentence("recount.missed")
    if zone in game.names and by > 0:
        missed = sentence("recount.drew", cards=plural(by, "card"))
    elif zone in game.names:
        missed = sentence("recount.played", cards=plural(1 - by, "card"))
    return sentence(
        "recount.differs",
        zone=zone,
        number=record + by,
        record=record,
        much=f"{abs(by)} too {'many' if by > 0 else 'few'}",
        entered=sentence("recount.carried", entries=" or ".join(reversed(blamed))) if blamed else "",
        missed=missed,
        example=at_table(example(), game.table.named_first),
    )
