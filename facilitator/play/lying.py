"""What must lie on the table now, and how it may be left: from the ledger of what hands did."""

from __future__ import annotations

from facilitator.errors import FacilitatorError
from facilitator.machine.faces import DECK, DISCARDS, SLEEVES
from facilitator.machine.operations import Draw, Heading, Scramble
from facilitator.play.game import Match
from facilitator.play.giving_up import RECOVERY, may_give_up
from facilitator.play.ledger import Ledger
from facilitator.play.prompt import Leaving, TableNow
from facilitator.readings.lying import counted, open_faces, owners
from facilitator.readings.titles import title


def lies(game: Match) -> bool:
    """Whether cards of a run may lie on the table: something of it was done, or it began on standing columns."""
    front = game.front
    if front is None:
        return False
    done = (one.ticked or one.pressed for one in front.entries if not isinstance(one.op, Heading))
    return bool(front.start) or any(done)


def table_now(game: Match) -> TableNow:
    """Return what must lie where: as hands left it, whatever was taken back since."""
    facts = game.law.facts(game.state)
    front = game.front
    if front is None or not lies(game):
        return TableNow("", "", {}, {}, (), (), (), facts)
    surface = front.surface(finished=front.closed)
    done = front.entries if front.closed else front.entries[:-1]
    up = open_faces([(one.op, one.answer if one.ticked else "") for one in done], surface)
    called = {DECK: "the deck", DISCARDS: "the discard pile"}
    laid = [(called.get(owner, owner), count) for owner, count in _owners(game, front)]
    return TableNow(
        front.seat,
        _since(game, front),
        surface,
        up,
        tuple(laid),
        counted(surface),
        _remarks(game, front),
        facts,
    )


def _owners(game: Match, front: Ledger) -> tuple[tuple[str, int], ...]:
    done = list(front.ops if front.closed else front.ops[:-1])
    before = [one for one in game.ledgers if one is not front and one.closed]
    one: Ledger | None = front
    while one is not None and one.back_from is not None:  # the way back gives back what its run laid out
        one = one.back_from
        done = [*(one.ops if one.closed else one.ops[:-1]), *done]
    if front.standing or (one is not None and one.standing):
        done = [*(op for ledger in before if not ledger.home for op in ledger.ops), *done]
    return owners(done)


def _since(game: Match, front: Ledger) -> str:
    """Say up to where it is so."""
    run = game.run
    if run is None or run.ledger is not front or front.closed:
        return "its columns still stand"
    if len(run.ops) < len(front.entries):
        return "steps were taken back; hands leave everything as it lies"
    way = "the way back, " if front.form == RECOVERY else ""
    return f"{way}before act {run.number} of {run.total}, {title(run.heading)}"


def _remarks(game: Match, front: Ledger) -> tuple[str, ...]:
    told = []
    now = front.entries[-1]
    if not front.closed and now.pressed and isinstance(now.op, Scramble):
        told.append("The act at hand is begun: its piles are being mixed, and some of them may be put away.")
    elif not front.closed and now.pressed:
        told.append("The act at hand is begun: some of it may be done already.")
    if game.table.equipment == SLEEVES:
        told.append(
            "Every covered column or pile lies in its sleeve, clear side down; all other sleeves are empty."
        )
    else:
        told.append("All envelopes are empty and put away, but for a scramble at hand.")
    told.append("All other extra cards lie in the box; all other cards lie with their owners.")
    if any(isinstance(op, Draw) for op in front.ops[:-1]):
        told.append(f"A card of the deck was drawn for {front.seat}, and is in its hand.")
    return tuple(told)


def leaving(game: Match) -> Leaving:
    """Return the question a host gets who leaves while cards lie on the table."""
    front = game.front
    assert front is not None
    head = f"Cards of {front.seat}'s run lie on the table."
    if front.form == RECOVERY:
        ask = (
            f"{head} stay (Enter): all stays as it lies. clear: the rest of the way back first. back: play on"
        )
        return Leaving(f"{ask}: ", True, "")
    try:
        may_give_up(front)
    except FacilitatorError as err:
        told = (
            f"{head} It cannot be cleared by giving the run up: {err.found}. Finish the run, or type back, "
            "then void and why; or leave it as it lies."
        )
        return Leaving("stay (Enter): all stays as it lies. back: play on: ", False, told)
    told = f"{head} Does it stay as it is till you go on, or is it cleared? Cleared, the turn starts again."
    return Leaving("stay (Enter), clear, or back: ", True, told)
