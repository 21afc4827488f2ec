"""Counts that a host states during a game, held against the record: an alarm, kept as a note, changing nothing."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from facilitator.errors import CommandError
from facilitator.games.base import Rules as Law
from facilitator.games.corrections import EXAMPLE
from facilitator.games.facts import Zone
from facilitator.machine.faces import DISCARDS, Face, is_extra
from facilitator.machine.operations import Encode, Op, Reveal
from facilitator.play.count import read_count
from facilitator.play.counting import Comparison, CountedEvent, compared, events_of, words_of
from facilitator.play.inputs import Count, Note, Recount
from facilitator.play.turn import state_before
from facilitator.wording import at_table, fold, listed, plural, quoted, tally

if TYPE_CHECKING:
    from facilitator.play.game import Match


def remarked(game: Match, one: Note | Count | Recount) -> str:
    """Keep a remark or a count as a note, and return what is said to it; raises `CommandError` for no such count."""
    match one:
        case Note(text):
            game.note(text)
            return "Noted."
        case Count(text):
            said, kept = _counted(game, text)
        case Recount(text):
            said, kept = _recounted(game, text)
    game.note(kept)
    return said


def pile_of(law: Law[Any], state: Any) -> tuple[Zone, tuple[Face, ...]]:
    """Return the open cards that a count is held against: the discard pile, or what the game lays instead."""
    lying = law.open_cards(state)
    zone = DISCARDS if DISCARDS in lying else next(iter(lying))
    return zone, lying[zone]


def past_of(game: Match) -> list[CountedEvent]:
    """Return the public events of a game that count, the oldest first."""
    return list(events_of(game.law, state_before(game.table), game.journal.entries))


# -- cards ---------------------------------------------------------------------------------------------------


def _counted(game: Match, text: str) -> tuple[str, str]:
    """Compare a count with the cards that lie face up now; return what is said, and what is kept."""
    counted, found, some = _compared(game, text)
    said = words_of(found, game.run is None)
    if found.fits and some:
        said = f"It fits: {_as_counted(counted)}, as the list has it."
    return said, f"counted {_as_counted(counted)}: {said}"[:1_000]


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


def _recounted(game: Match, text: str) -> tuple[str, str]:
    """Compare the size of a hand, a deck or a pile with the record; return what is said, and what is kept."""
    if game.run is not None:
        raise CommandError(
            "a recount between runs",
            "a run under way",
            "Its cards are checked by its acts: finish it, or stop.",
        )
    zone, number = _size_said(text, list(game.law.sizes(game.state)))
    record = game.law.sizes(game.state)[zone]
    if number == record:
        said = f"It fits: {zone} has {number}."
    else:
        said = _differs(zone, number - record, record, past_of(game), zone in game.names)
        said += f" or put the record right: {at_table(EXAMPLE, game.table.named_first)}."
    return said, f"recount {zone} {number}: {said}"[:1_000]


def _size_said(text: str, zones: Sequence[Zone]) -> tuple[Zone, int]:
    example = f"e.g. recount {zones[0]} 7"
    name, _, number = text.strip().rpartition(" ")
    found = [zone for zone in zones if fold(zone) == fold(name)]
    if not number.isdecimal() or len(number) > 4:
        raise CommandError("whose cards and how many", quoted(text), f"Type both, {example}.")
    if not found:
        raise CommandError(f"one of {listed(list(zones), 'or')}", quoted(name), f"Type it, {example}.")
    return found[0], int(number)


def _differs(zone: Zone, by: int, record: int, past: Sequence[CountedEvent], hand: bool) -> str:
    """Say what is likely where a size differs: an event not carried out, or one that was not entered."""
    much = f"{abs(by)} too {'many' if by > 0 else 'few'}"
    blamed = [one for one in past if one.changed(zone) == -by][-2:]
    events = " or ".join(f"entry {one.number} ({one.text})" for one in reversed(blamed))
    entered = f"Was {events} entered and not carried out?" if events else ""
    missed = {
        (True, True): f"Was a draw of {plural(by, 'card')} not entered? Then the deck is short of as many.",
        (True, False): f"Was a play not entered, or {plural(abs(by) + 1, 'card')} played as one?",
    }.get((hand, by > 0), "Was a draw or a play not entered?")
    return (
        f"{zone} has {record + by}, the record says {record}: {much}. {entered} {missed} Nothing was changed. "
        "Count the others too; then u leads back to before a wrong entry, enter what is missing,"
    ).replace("  ", " ")
