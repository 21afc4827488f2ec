"""Giving a run up, or declaring it void: until when it may be, what hands do first, and the run that leads back."""

from __future__ import annotations

from collections.abc import Sequence

from facilitator.errors import CommandError, TableError
from facilitator.machine.operations import (
    LOT,
    TOP_ROW,
    Choose,
    Collect,
    Draw,
    Heading,
    Op,
    Place,
    Return,
    Reveal,
    Scramble,
    places_of,
)
from facilitator.machine.parts import Part
from facilitator.machine.perform import Outcome, Recipe, Stage, Steps
from facilitator.play.ledger import Ledger, LedgerEntry
from facilitator.play.telling import Telling
from facilitator.play.turn import LOT_FORM, Selection
from facilitator.protocols.recovery import decided, give_up
from facilitator.readings.sleeves import SleeveNarrator
from facilitator.wording import listed

RECOVERY = "give up"


NEED_REASON = "Say why, in a few words: void two pairs read β α."


def may_give_up(ledger: Ledger) -> None:
    """Raise `TableError` where a run may not be given up, saying how to go on."""
    not_on_the_way_back(ledger, "stop")
    if not ledger.closed and not decided(ledger.ops):
        return
    if ledger.form == LOT_FORM:
        raise TableError(
            "the run to be finished",
            "a lot that is drawn already",
            f"What was turned over stays. Drawn twice, it would no longer be left to chance. {VOID}",
        )
    raise TableError(
        "the run to be finished",
        "its result in sight already",
        f"{STANDS} {VOID}",
    )


NOBODY_S = "Covered cards that may be anybody's: mix them face down, and give everyone, the deck too, what they lack."
"""What is done with cards that went astray."""
STANDS = f"It stays the outcome: begun again, chance would not have chosen it. Finish the steps. {NOBODY_S}"
"""What is done once the result is in sight."""
VOID = (
    "If it cannot be a result (the card does not fit, two pairs read β α, a pair is no α and β): type void and "
    "why. The cards go home, and the turn starts again."
)


def not_on_the_way_back(ledger: Ledger, word: str) -> None:
    """Raise `TableError` on the way back from a run: there is nothing more to give up."""
    if ledger.form == RECOVERY:
        raise TableError(
            "these steps to be finished",
            f"{word}, on the way back already",
            "They take every card home; u takes a step back.",
        )


def way_back_begun() -> TableError:
    """Return the refusal of a void typed before the end of a run that was given up: hands are on its way back."""
    return TableError(
        "the way back, which hands have begun, to be gone on with",
        "void, typed before it",
        "Type stop: what was given up stays so, and its steps go on.",
    )


MIX_FIRST = "Finish the scramble: mix all of it and lay it out again, covered"
BACK_FIRST = "Put all back as the step before left it"
"""What hands do before the way back: where they were mixing, and elsewhere."""
DUEL_FIRST = {
    False: "Take out what is in an envelope, face down. From any duel the way home is the same",
    True: "Take out what is in an envelope, opaque side up. From any duel the way home is the same",
}
"""The same in a duel, by whether there are sleeves: wherever hands are in it, all that lies there is the hand's."""


def hands_first(ledger: Ledger, telling: Telling, back: bool, within: bool = False) -> str:
    """Return what hands do before the way back from a run; `Game` does it for a rehearsal's table.

    ``back``: steps that were ticked off have been taken back since, and hands may have followed.  ``within``: the
    operation that came up last ends an act of several.
    """
    *_, now = ledger.entries
    if _within_duels(now.op):
        told = DUEL_FIRST[isinstance(telling.speech.narrator, SleeveNarrator)]
        return f"Do again what was put back by hand since, up to the duels. {told}" if back else told
    words = telling.words(ledger.ops if finished_first(now.op) else [now.op])
    if isinstance(now.op, Scramble) and now.pressed and not now.mixed and not now.ticked:
        told = "Mix all that was put away and lay it out again, covered"
    elif isinstance(now.op, Scramble):
        told = MIX_FIRST
    elif finished_first(now.op) or ledger.closed:  # as `way_back` has it
        told = f'Finish the step that came up last: "{words}"'
    elif within:
        told = f'Finish the act at hand, all but its end: do not do this, or take it back: "{words}"'
    else:
        told = BACK_FIRST
    if not back:
        return told
    return f'Do again what was ticked off and put back by hand since, up to this step: "{words}". {told}'


def _within_duels(op: Op) -> bool:
    """Whether two piles are fighting: a card lies loose on each of them, or is about to."""
    return any(place.row == TOP_ROW for place in places_of(op)) and not isinstance(op, Collect)


def stopped_words(first: str, void: bool, led_home: bool, lot: bool) -> str:
    """Return what a stop, or a void, says: ``first``, what hands do before all else, and what begins again then."""
    what = "It is declared void, in the record." if void else "The run is given up."
    told = "these steps then take every card home, and" if led_home else "nothing else lies there, so"
    hands = f"{first}; {told} {'the colour lottery' if lot else 'the turn'} starts again." if first else ""
    return f"{what} What was seen by accident stays seen: keep it with note TEXT. {hands}".rstrip()


def finished_first(op: Op) -> bool:
    """Whether hands finish an operation that may have been begun: nobody could put it back for certain."""
    return isinstance(op, Scramble | Return | Draw | Collect)


def begun_for_good(acts: Sequence[Op]) -> bool:
    """Whether hands may be so far in an act of several operations that nobody could put it back."""
    return len(acts) > 1 and any(map(finished_first, acts))


def way_back(plan: Selection, ledger: Ledger) -> Selection | None:
    """Return the run that takes home what lies on the table, whatever was typed; None if nothing does.

    It starts from the ledger: everything ever done in this run, and the surface as it lies.
    """
    *done, doing = ledger.ops
    ends = ledger.closed or (finished_first(doing) and not isinstance(doing, Scramble))
    surface = ledger.surface(finished=ends)
    if plan.layout is None:
        lot = tuple(sorted(place for place in surface if place.area == LOT))
        lies = tuple((place, surface[place]) for place in lot)
        recipe = lot_back(lot)
        return Selection(plan.seat, RECOVERY, recipe, None, plan.chosen, plan.drawn, lies) if lot else None
    drawn = any(isinstance(op, Draw) for op in (ledger.ops if ends else done))
    if not surface and not drawn:
        return None
    known = ([*done, doing], None) if ends else (done, doing)
    recipe = give_up(plan.layout, surface, *known)
    return Selection(plan.seat, RECOVERY, recipe, surface=tuple(surface.items()), home_of=plan.layout)


def lot_back(lot: tuple[Place, ...]) -> Recipe:
    """Return the way back from a lot: its cards go into the box."""

    def steps(known: Outcome) -> Steps[Outcome]:
        yield Collect(lot)
        return known

    return (Stage(Heading(Part.LOT_BACK), steps),)


def stays_words(beyond: Sequence[LedgerEntry]) -> str:
    """Return what an undo leaves as it is, of all that hands have done beyond the step it led to."""
    done = [one for one in beyond if one.ticked or one.pressed]
    if not done:
        return ""
    parts = ["Hands leave everything as it lies: a step that is DONE ALREADY needs only what is missing."]
    if any(one.mixed or (one.ticked and isinstance(one.op, Scramble)) for one in done):
        parts.append("What was mixed stays mixed; do not mix it again.")
    if any(isinstance(one.op, Reveal | Choose) for one in done):
        parts.append("What was seen stays seen; a result that was seen stands, unless it was typed wrongly.")
    return " ".join(parts)


def redrawn_words(ledger: Ledger) -> str:
    """Return what a void turn that drew cards changes and tells; empty if it drew none."""
    if not any(isinstance(op, Draw) for op in ledger.ops):
        return ""
    return (
        f"{ledger.seat} drew in this turn, and nobody can tell which card that was: as many of its hand, mixed and "
        "covered, go back. No more is shown; but its hand may be another than before, so what was seen in this "
        f"turn (that {ledger.seat} had no card to play, say) may no longer be true of it."
    )


def nothing_to_give_up() -> CommandError:
    """Return the refusal where no run is under way."""
    return CommandError(
        "a run under way", "none", "There is nothing to give up. u takes the last entry back."
    )


def nothing_to_put_right() -> TableError:
    """Return the refusal where a run cannot be put right in place."""
    return TableError(
        "all columns scrambled and covered, before something of them is turned over",
        "another place in the run",
        "Type oops: it says what can be done here.",
    )


def not_in_mid_repair() -> TableError:
    """Return the refusal of an undo that would leave a repair half done."""
    return TableError(
        "the repair to be finished",
        "u, in the midst of it",
        "Finish these steps: they put the run right. Or type stop.",
    )


def results_ahead(results: Sequence[str]) -> TableError:
    """Return the refusal of another input where finished runs came after this point."""
    return TableError(
        "the same as was typed here before",
        f"another entry, though after it came {listed(results)}",
        "What was seen stands. Type the same again (Enter shows it in a rehearsal, log shows it always), or void "
        "and why: the record keeps that everything after this point was declared void.",
    )


def cards_out(seat: str) -> TableError:
    """Return the refusal of another input while a later run lies on the table, mixed or seen in part."""
    return TableError(
        "the same as was typed here before",
        f"another entry, while the cards of {seat}'s run lie on the table",
        "Type stop: it goes forward to that run and leads its cards home. Then u comes back here in one step.",
    )
