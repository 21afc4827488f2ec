"""What may follow a virtual turn: "none", a black card, forced draws, an empty deck, a run given up.

Where operations or the rules say it, their words are used: the announcements of the state, the acts of the
lot and of giving up.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from facilitator.games.registry import game_named
from facilitator.machine.operations import CARD_ROW, COLUMN, Op, Place, Reveal, Sort
from facilitator.machine.perform import Answers, Recipe, operations
from facilitator.machine.physics import Surface
from facilitator.play.opening import Opening
from facilitator.play.run import all_steps
from facilitator.play.turn import Choice, plan_selection
from facilitator.protocols.forms import form_named
from facilitator.protocols.lottery import simple_lot
from facilitator.protocols.recovery import give_up
from facilitator.sheets.flow import Act, acts_of
from facilitator.table.load import Table
from facilitator.wording import listed


def aftermath(table: Table, begun: Opening) -> Iterator[tuple[str, str]]:
    """Yield a title and what to say and do, for everything that may follow."""
    law, seat = game_named(table.game), begun.plan.seat
    deck = law.stock(begun.state, seat).called
    yield (
        "A card was selected",
        f"It goes on the discard pile, face up: it is {seat}'s play. Write it in the record.",
    )
    yield "IF none", _none(table, begun, deck)
    yield from _chained(table, begun)
    yield from law.may_follow(begun.state, seat)
    yield (
        "IF something differs from a CHECK, or was seen by accident",
        "Stop, and write down what was seen: it stays seen. Finish a scramble that was begun. Until the result lies "
        "open, give the run up as told below, then begin again. From then on finish the acts: what was turned over "
        "stays the outcome.",
    )


def _none(table: Table, begun: Opening, deck: str) -> str:
    """Return how a seat without a card that fits draws, by this table's rule and this form of the run."""
    seat, until = begun.plan.seat, table.draw == "until playable"
    if form_named(begun.plan.form).draws:
        draws = f"for {seat} until a card fits" if until else f"{seat}'s card and looks whether it fits"
        kept = f"What does not fit stays in {seat}'s hand unseen{'' if until else ', and the turn ends'}."
        return f"The run itself draws {draws}: nothing more is laid out. {kept}"
    again = "and so on until a card is selected" if until else "Still none: the turn ends"
    return (
        f"Move one card from {deck}, covered and unseen by all, to {seat}'s hand and run the whole selection "
        f"again, with one card more{', ' if until else '. '}{again}."
    )


def _chained(table: Table, begun: Opening) -> Iterator[tuple[str, str]]:
    """Yield how a run begins on columns that the run before left standing, where this table chains turns."""
    layout = begun.plan.layout
    if layout is None or layout.hands_over is None:
        return
    standing = plan_selection(begun.state, Choice.of(table), standing=True)
    first = all_steps(standing.recipe, begun.narrator)[0].instruction
    steps = all_steps(begun.plan.recipe, begun.narrator)
    number = next(step.number for step in steps if step.instruction == first)
    yield (
        "IF the columns still stand because the next seat is virtual too",
        f"Nothing is laid anew: its run begins with act {number} of its script, {first.verb}, its own columns first.",
    )


def ways_home(table: Table, begun: Opening) -> Iterator[tuple[str, Sequence[Act]]]:
    """Yield the short runs a turn may need: the colour lottery, and giving up where a run may stand."""
    law = game_named(table.game)
    if lot := law.lot:
        names = listed([law.kinds.describe_named(named) for named in lot], "or")
        yield (
            f"IF something is left to chance with the card: {names}",
            acts_of(simple_lot(lot), begun.narrator),
        )
    layout = begun.plan.layout
    assert layout is not None
    for title, done in _standing(begun.plan.recipe):
        surface = Surface()
        for op in done:
            surface.note(op)
        recipe = give_up(layout, surface, done)
        yield f"Giving up: {title}", acts_of(recipe, begun.narrator)


def _standing(recipe: Recipe) -> Iterator[tuple[str, Sequence[Op]]]:
    """Yield where a run may stand when it is given up, and the operations done by then."""
    done: list[Op] = []
    first = Place(COLUMN, 1, CARD_ROW)
    for op in operations(recipe, Answers()):
        if isinstance(op, Sort):
            yield "when row 1 was covered again, before the markers are turned over", tuple(done[:-1])
            done.append(op)
            yield "when the columns are sorted by owner", tuple(done)
            return
        done.append(op)
        if isinstance(op, Reveal) and op.places[0] == first:
            yield "while row 1, the play cards, lies open", tuple(done)
