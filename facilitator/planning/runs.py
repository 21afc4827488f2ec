"""Which runs a virtual turn asks for: one look or several, columns that stand, layouts nobody needs."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from typing import TYPE_CHECKING, NamedTuple

from facilitator.games.records import COUNTED, DREW, PLAYED, STUCK, QuestionSize, Setup, VirtualTurn
from facilitator.games.registry import game_named
from facilitator.planning.handling import EndKind, RunKey
from facilitator.planning.montecarlo import deck_of
from facilitator.play.first import first_turn
from facilitator.play.turn import classed, pool_cards
from facilitator.protocols.forms import CHALLENGE, CONCEALED, Coding, form_named
from facilitator.table.house import changed_rules

if TYPE_CHECKING:
    from facilitator.table.load import Table


class Way(NamedTuple):
    """How virtual turns are run.

    ``forms``: each seat's form, and the pairs of bit cards under each column.  ``shortened``: turns may be
    chained, and a layout nobody needs is left out; the published forms and concealment know neither.
    """

    forms: tuple[tuple[str, int], ...]
    conceal: bool
    owners: int  # others than the seat in turn, the discards among them, the unplayed deck not
    on_table: int  # cards of the layout's deck, wherever they are
    people: int  # cards of people in the layout, taken to be as many as were dealt
    shortened: bool
    lot: int = 4  # cards of a lot


def way_of(setup: Setup, form: str, conceal: bool, pairs: int = 1) -> Way:
    """Return how virtual turns are run at a table of this kind, every seat in one form."""
    return _way(setup, [(form, pairs)] * len(setup.virtual), conceal, not form_named(form).literal)


def way_at(table: Table) -> Way:
    """Return how virtual turns are run at a table, each seat in its own form; raises as `first_turn` does."""
    forms = [("", 0)] * len(table.seats)
    for number, seat in enumerate(table.seats):
        if seat.virtual:
            first = first_turn(table, seat.name)
            forms[number] = (first.form, first.layout.pairs if first.layout else 1)
    return _way(setup_of(table), forms, table.conceal, not form_named(table.protocol).literal)


def setup_of(table: Table) -> Setup:
    """Return the table as the engine plays it."""
    virtual = tuple(seat.virtual for seat in table.seats)
    until = table.draw == "until playable"
    return Setup(
        virtual,
        table.hand_size,
        pool=pool_cards(table),
        until=until,
        game=table.game,
        rules=table.rules,
        house=changed_rules(table),
        styles=tuple(seat.style for seat in table.seats),
    )


def _way(setup: Setup, forms: Sequence[tuple[str, int]], conceal: bool, ours: bool) -> Way:
    others = (sum(setup.virtual) if setup.pool else len(setup.virtual)) - 1
    people = 0 if setup.pool else (len(setup.virtual) - sum(setup.virtual)) * setup.hand_size
    on_table = len(setup.pool or deck_of(setup))
    return Way(
        tuple(forms),
        conceal,
        others + conceal,
        on_table,
        people,
        ours and not conceal,
        len(game_named(setup.game).lot),
    )


def _run(way: Way, turn: VirtualTurn, k: int, m: int, end: EndKind, drawn: int = 0) -> RunKey:
    """Return one run; a hand of one card needs no classes.  Source: `turn.plan_selection`."""
    form, pairs = way.forms[turn.seat]
    if turn.classes > 1:
        form = classed(form_named(form)).name
        pairs = 1 if form_named(form).coding is Coding.ELSE_ANY else turn.classes
    if m == 1:
        form, pairs = form_named(form).single or form, 1
    discards = k - turn.k if way.conceal else 0
    outside = min(way.people + discards, k - m - way.owners)
    return RunKey(
        form,
        k,
        m,
        end,
        way.owners,
        True,
        True,
        pairs,
        min(turn.rank, pairs - 1),
        drawn,
        outside=max(0, outside),
    )


@cache
def runs_of(turn: VirtualTurn, way: Way, follows: bool = False) -> tuple[RunKey, ...]:
    """Return the runs of a virtual turn; ``follows``: the next turn can go on with its columns.

    A form that draws within the run looks once, unless its deck had to be made anew in mid-turn; any other
    form looks again after each draw, with one card more.  Source: paper §3.2; `turn.events_of`.
    """
    if turn.end == COUNTED and way.shortened and not turn.stands:
        return ()
    runs = _looks(turn, way)
    if way.shortened and turn.stands:
        runs[0] = runs[0]._replace(standing=True)
    if way.shortened and follows and form_named(runs[-1].form).chains:
        runs[-1] = runs[-1]._replace(hands_over=True)
    return tuple(runs)


def _looks(turn: VirtualTurn, way: Way) -> list[RunKey]:
    k, again = (way.on_table,) * 2 if way.conceal else (turn.k, turn.k2 or turn.k)
    if turn.end == PLAYED:
        return [_run(way, turn, k, turn.m, EndKind.CARD)]
    before = turn.m2 - turn.m if turn.k2 else 0  # drawn when the deck had been made anew, the first of it too
    first = _run(way, turn, k, turn.m, EndKind.NONE)
    stuck = turn.end == STUCK or (turn.end == COUNTED and not turn.drawn)
    if stuck or before == 1:
        first = first._replace(deck=False)
    if stuck:
        return [first]
    fits = turn.end == DREW
    if not form_named(way.forms[turn.seat][0]).draws:
        last = EndKind.CARD if fits else EndKind.NONE
        ends = [*[EndKind.NONE] * (turn.drawn - 1), last]
        return [first] + [
            _run(way, turn, again if j >= before else k, turn.m + j, end)._replace(may_draw=False)
            for j, end in enumerate(ends, 1)
        ]
    if not turn.k2:
        return [_drawing(first, fits, turn.drawn)]
    second = _run(way, turn, again, turn.m2, EndKind.CARD if fits else EndKind.NONE)
    if turn.drawn > before:
        second = _drawing(second, fits, turn.drawn - before)
    elif turn.drawn == 1:  # one card a turn, and it is drawn
        second = second._replace(may_draw=False)
    return [_drawing(first, False, before - 1) if before > 1 else first, second]


def _drawing(run: RunKey, fits: bool, drawn: int) -> RunKey:
    """Return a run in which so many cards are drawn, the last of them to be played or kept.

    A deck drawn to its end is handled like one whose last card fits.
    """
    return run._replace(end=EndKind.DRAWN if fits or drawn > 1 else EndKind.KEPT, drawn=drawn)


def question_run(asked: QuestionSize, way: Way) -> RunKey:
    """Return the run of a question to a person's hand: laid out as for a turn, and nothing is drawn.

    ``outside`` counts all people's cards, those of the hand too, for they leave their sleeves again.
    """
    form = CONCEALED[CHALLENGE] if way.conceal else CHALLENGE
    k = way.on_table if way.conceal else asked.k
    outside = min(way.people + k - asked.k, k - asked.m - way.owners)
    return RunKey(form, k, asked.m, EndKind.NONE, way.owners, True, False, outside=max(0, outside))


def chain(turns: Sequence[VirtualTurn], way: Way) -> Iterator[tuple[VirtualTurn, bool]]:
    """Yield each turn as it is run, and whether the next one goes on with its columns."""
    stood = False
    for turn, after in zip(turns, (*turns, None)[1:], strict=True):
        mine = turn._replace(stands=stood)
        follows = after is not None and after.stands and way.shortened and turn.end in (PLAYED, DREW)
        stood = follows and form_named(runs_of(mine, way)[-1].form).chains
        yield mine, stood
