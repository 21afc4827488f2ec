"""A mistake told of at the table: the ways on, led through as hands do them, and what stands in the record."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path

import pytest

from facilitator.errors import FacilitatorError, TableError
from facilitator.games.uno import cards as uno
from facilitator.mistakes.bounds import NOTHING, LeakKind
from facilitator.mistakes.kinds import Mistake, OtherIncident
from facilitator.mistakes.options import BackTo, CancelAttempt, CarryOn, DeclareVoid, RepairInPlace
from facilitator.operations.definitions import Collect, Cover, Draw, Encode, Reveal, Scramble
from facilitator.operations.purposes import Part
from facilitator.play.history import InputStatus
from facilitator.play.journal import EVENT, OOPS, REPAIR
from facilitator.play.match import Match
from facilitator.play.mistake_questions import name_incident
from facilitator.play.prompt import StepPrompt
from facilitator.play.stop import can_cancel
from facilitator.protocols.recovery import Repair, list_repairs
from facilitator.table_files.load import make_table
from performer import AtTheTable, some_cases
from programs import run, run_well
from sessions import (
    MARKERS,
    VERA,
    at,
    count_voids,
    go,
    mark,
    offered_now,
    opened,
    said,
    small,
    straight,
    take,
    ways,
)
from sure import sure, sure_of
from turns import all_cards

# -- the ways on ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("wording", ["full", "brief"])
@pytest.mark.parametrize(
    ("what", "before", "repair"),
    [
        (Mistake.MARKER_SEEN, 0, Repair.SCRAMBLE_AGAIN),
        (Mistake.CARD_SEEN, MARKERS, Repair.SCRAMBLE_AGAIN),
        (Mistake.WRONG_BITS, MARKERS, Repair.PAIRS_ANEW),
    ],
)
def test_an_attempt_goes_on_after_a_repair(what: Mistake, before: int, repair: Repair, wording: str) -> None:
    session = at(opened(small(seats=[VERA, "Ana"], wording=wording), None, 4), Reveal, before)
    game = session.match
    run = sure(game.attempt)
    doing = run.ops[-1]
    assert take(session, what, RepairInPlace).value == RepairInPlace(repair)
    assert game.attempt is not None
    assert game.attempt.heading.part is Part.PUT_RIGHT
    asked = sure_of(StepPrompt, session.get_prompt().asked)
    assert asked.title == "Repair"
    while game.attempt.heading.part is Part.PUT_RIGHT:
        go(session, 1)
    assert game.attempt.ops[-1] == doing
    now, then = ([*map(type, one.ops)].count(Scramble) for one in (game.attempt, run))
    assert now - then == (2 if repair is Repair.PAIRS_ANEW else 1)
    state = game.state
    while game.state is state:
        go(session, 1)
    assert all_cards(game) == Counter(uno.POOLS["compact-27"]) + Counter(uno.DECK)
    assert mark(straight(session).match) == mark(game)


def test_a_repair_is_undone_completely() -> None:
    session = at(opened(small(seats=[VERA, "Ana"]), None, 4), Reveal, MARKERS)
    before = mark(session.match)
    take(session, Mistake.WRONG_BITS, RepairInPlace)
    session.take("u")
    assert mark(session.match) == before
    session.take("redo")
    go(session, 3)
    session.take("back 1")
    for line in ("u", "u", "u"):
        session.take(line)
    refused = sure_of(TableError, session.take("u").refused)
    assert "Finish these steps" in refused.remedy
    assert sure(session.match.attempt).heading.part is Part.PUT_RIGHT


def test_a_repair_is_rejected_if_the_columns_are_not_shuffled() -> None:
    session = at(opened(small(seats=[VERA, "Ana"]), None, 4), Encode)
    size = session.match.journal.size
    for repair in Repair:
        with pytest.raises(TableError, match="shuffled and face down"):
            session.match.put_right(repair)
    assert session.match.journal.size == size


def test_going_back_and_cancelling_are_offered_after_a_mistake() -> None:
    session = at(opened(small(seats=[VERA, "Ana"]), None, 4), Encode)
    go(session, 1)
    back = take(session, Mistake.WRONG_BITS, BackTo)  # covered, and not yet mixed: hands can put it back
    assert back.leak == NOTHING
    assert isinstance(sure(session.match.attempt).ops[-1], Encode)
    take(session, Mistake.MARKER_SEEN, CancelAttempt)
    assert session.match.recovering
    assert Mistake.CARD_SEEN in offered_now(session)
    while session.match.recovering:
        go(session, 1)
    while can_cancel(session.match.front):
        go(session, 1)
    take(session, Mistake.UNSCRAMBLED, DeclareVoid)
    assert count_voids(session.match) == 1


def test_the_program_offers_to_go_back_to_a_wrong_entry() -> None:
    session = go(opened(make_table({"seats": ["Ana", "Ben"]}), None, 15), 3)
    assert session.match.attempt is None
    number = max(past.number for past in session.match.inputs if past.kind == EVENT)
    one = take(session, OtherIncident.ENTERED, BackTo)
    assert one.value == BackTo(number)
    assert one.minutes is None
    assert f"before number {number}, and carry on from there: " in one.text
    assert max(past.number for past in session.match.inputs if past.kind != OOPS) == number - 1


def test_a_misread_answer_can_be_changed_only_while_cards_can_be_moved_back() -> None:
    """After "none" a card is drawn unseen: then another answer would be refused, and the turn can only be void."""
    session = at(opened(small(seats=[VERA, "Ana"], wording="brief"), None, 4), Collect)
    while not isinstance(sure(session.match.attempt).hand_operations[-1], Draw):
        go(session, 1)
    assert ways(session, Mistake.MISREAD)[BackTo][1].leak == NOTHING
    session.take("")
    go(session, 1)
    found = ways(session, Mistake.MISREAD)
    assert set(found) == {DeclareVoid}
    assert found[DeclareVoid][1].leak.gives is LeakKind.FITS  # that the drawn card did not fit was seen


def test_mixed_up_piles_are_sorted_or_returned_to_any_owner() -> None:
    session = at(opened(small(seats=[VERA, "Ana"], wording="brief"), None, 4), Cover)
    found = ways(session, Mistake.MIXED_UP)
    assert found[CarryOn][1].leak == NOTHING
    assert found[CancelAttempt][1].leak.gives is LeakKind.CARD
    assert found[CancelAttempt][1].value == CancelAttempt(astray=True)


# -- the record ----------------------------------------------------------------------------------------


def test_a_reported_mistake_is_recorded_and_survives_a_restart(tmp_path: Path) -> None:
    table = small(seats=[VERA, "Ana"])
    path = tmp_path / "a.game"
    session = at(opened(table, path, 4), Reveal)
    take(session, Mistake.MARKER_SEEN, RepairInPlace)
    go(session, 2)
    lines = session.match.history()
    session.close()
    again = opened(table, path, 4)
    assert again.match.history() == lines
    kinds = [entry.kind for entry in again.match.journal.entries]
    assert kinds.count(OOPS) == kinds.count(REPAIR) == 1
    assert any(name_incident(Mistake.MARKER_SEEN) in line.text for line in lines)
    said(again, "stop")
    given_up = {line.standing for line in again.match.history() if line.stage or "right" in line.text}
    assert InputStatus.GIVEN_UP in given_up
    again.close()


TABLE = """seats: [{name: Vera, virtual: true}, Ana]
hand_size: 2
pool: split
pool_deck: compact-27
wording: brief
"""


def played(path: Path, keys: str, *options: str) -> str:
    path.write_text(TABLE, encoding="utf-8")
    found = run_well("play", path, *options, typed=keys)
    return found.stdout


def test_terminal_and_log_show_a_reported_mistake(tmp_path: Path) -> None:
    path = tmp_path / "t.yaml"
    told = played(path, "7R Vera\n\n\no\n2\n2\nq\n")
    assert "somebody saw a hidden marker" in told
    assert "first shuffle all columns once more" in told
    assert "gives nothing away" in told
    assert "REPAIR" in told
    assert max(map(len, told.splitlines())) <= 100
    for form in ("text", "markdown", "json"):
        log = run("log", path, "--format", form).stdout
        assert "somebody saw a hidden marker" in log
        assert "scramble again" in log


def test_json_lines_contain_a_reported_mistake(tmp_path: Path) -> None:
    told = played(tmp_path / "t.yaml", "7R Vera\n\n\no\n2\n\nq\n", "--json")
    lines = [json.loads(line)["oops"] for line in told.splitlines() if line.startswith('{"oops"')]
    assert "somebody saw a hidden marker" in lines[0]["choices"]
    assert lines[1]["happened"] == "somebody saw a hidden marker"
    assert {"way", "minutes", "gives", "bits"} == set(lines[1]["ways"][0])


# -- hands that do not rewind ---------------------------------------------------------------------------


def test_a_repair_followed_by_a_stop_returns_every_card(full: bool) -> None:
    """Whatever is put right, and wherever it is stopped then: every card comes home, and nothing more is shown."""
    cases = some_cases(600 if full else 10, 7)
    homes = sum(mended_home(case.table(), case.seed, case.steps, case.undos) for case in cases)
    assert homes > 2


def mended_home(table: object, seed: int, steps: int, more: int) -> bool:
    here = AtTheTable(table, seed)  # type: ignore[arg-type]
    if not here.game.logs:  # people are asked before the first virtual turn
        return False
    mended, first = 0, here.game.logs[0]
    for _ in range(steps + 8):
        if here.game.attempt is None or here.game.attempt.log is not first:
            return False
        for repair in Repair:
            if mended < 2 and repairable(here.game, repair):
                here.game.put_right(repair)
                mended += 1
        here.type(here.do())
        if mended and (more := more - 1) < 0:
            break
    if not mended or here.game.attempt is None:
        return False
    here.do()
    try:
        led = here.lead_home("stop")
    except FacilitatorError as err:
        if "type void" not in err.remedy.lower():
            raise
        led = here.lead_home("void it cannot be a result")
    now, then = here.hands.owned(), here.owned(led)
    assert {who: len(cards) for who, cards in now.items()} == {who: len(cards) for who, cards in then.items()}
    return True


def repairable(game: Match, repair: Repair) -> bool:
    run = game.attempt
    return run is not None and repair in list_repairs(run.ops[:-1], run.ops[-1])
