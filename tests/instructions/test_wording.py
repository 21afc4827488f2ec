"""Acts from operations: every wording covers every operation, and no question is passed over."""

from __future__ import annotations

from dataclasses import replace

import pytest

from facilitator.instructions.grouping import Wording, group_operations
from facilitator.instructions.speech import Speech, Voice
from facilitator.instructions.wording import WordedStep, split_into_steps
from facilitator.operations.definitions import CHOSEN, Choose, Heading, Mixing, Move, Reveal, get_answers
from facilitator.operations.effects import VisibleTable
from facilitator.operations.perform import operations
from facilitator.operations.steps import Kind
from facilitator.protocols.forms import FORMS, example_layout
from facilitator.protocols.knockout import knockout
from facilitator.protocols.recovery import build_recovery
from golden_files import GOLDEN, check_golden
from turns import RUNS, answering, every_run, run, small_layout, speech, split_pool

ALL = list(every_run())


@pytest.mark.parametrize("wording", Wording)
def test_headings_at_the_end_are_covered_too(wording: Wording) -> None:
    """A stage for which nothing is left to do, as at a table where everything is given back."""
    ops = run("split-27")
    heading = next(op for op in ops if isinstance(op, Heading))
    for some in ([*ops, heading, heading], [heading], []):
        told = split_into_steps(some, speech("sleeves"), wording)
        assert [op for cue in told for op in cue.ops] == some


@pytest.mark.parametrize("wording", Wording)
def test_every_operation_is_covered_and_a_question_is_at_the_end_of_its_step(wording: Wording) -> None:
    """What follows an answer is never foreseen; what is asked is asked by the last instruction of its cue."""
    for name, ops, voice in ALL:
        told = split_into_steps(ops, voice, wording)
        assert [op for cue in told for op in cue.ops] == ops, name
        for cue in told:
            asking = [op for op in cue.ops if get_answers(op)]
            assert asking in ([], [cue.ops[-1]]), name
            asked = [instruction for instruction in cue.instructions if instruction.ask]
            assert [instruction.ask for instruction in asked] == [get_answers(op) for op in asking], name
            assert asked == [instruction for instruction in cue.instructions[-1:] if instruction.ask], name


@pytest.mark.parametrize("wording", Wording)
def test_if_no_card_is_playable_the_champion_is_not_turned_over(wording: Wording) -> None:
    """One answer is left, α β, and it is a pair's: a sentence on the card would give a covered hand away."""
    layout = replace(small_layout((3, 1, 2), 0), until=True)
    ops = tuple(operations(knockout(layout), lambda op: asked[0] if (asked := get_answers(op)) else ""))
    kinds = [group.kind for group in group_operations(ops, wording)]
    assert Kind.RESULT in kinds
    assert Kind.CARD not in kinds


@pytest.mark.parametrize("wording", Wording)
def test_rendering_up_to_each_question_equals_rendering_the_whole_attempt(wording: Wording) -> None:
    """Play knows a run only up to its next question: the cues are the same as of the whole run."""
    for name, ops, voice in ALL:
        parts: list[WordedStep] = []
        begin = 0
        for end, op in enumerate(ops, 1):
            if end == len(ops) or (isinstance(op, Reveal | Choose) and op.ask):
                parts += split_into_steps(ops[begin:end], voice, wording)
                begin = end
        told, whole = (
            [(cue.group, cue.instructions) for cue in some]
            for some in (parts, split_into_steps(ops, voice, wording))
        )
        assert told == whole, name


@pytest.mark.parametrize("wording", Wording)
@pytest.mark.parametrize("name", RUNS)
def test_an_attempt_can_continue_at_any_operation_in_any_wording(name: str, wording: Wording) -> None:
    voice = speech(RUNS[name][1])
    ops = run(name)
    for done in range(len(ops)):
        told = split_into_steps(ops[done:], voice, wording)
        assert [op for cue in told for op in cue.ops] == ops[done:]


@pytest.mark.parametrize("wording", Wording)
def test_every_step_has_a_check_or_a_question_or_joins_another_step(wording: Wording) -> None:
    for name, ops, voice in ALL:
        for cue in split_into_steps(ops, voice, wording):
            assert all(cue.reason), name
            if cue.reason.slip.startswith("Pairs stay together while they are stirred"):
                assert any(act.kind is Kind.BITS for act in cue.group.parts), (name, cue)
            for instruction in cue.instructions:
                assert "on the list" not in instruction.check or instruction.by_list, (name, cue)
            again = cue.kind is Kind.WALLET_DUEL and cue.group.parts[0].number > 1  # told once for all
            glanced_at = wording is Wording.BRIEF and name.startswith("wallet") and cue.kind is not Kind.MASK
            assert (
                again
                or glanced_at
                or any(instruction.check or instruction.question for instruction in cue.instructions)
                or not cue.instructions
            ), (name, cue)


def test_operations_without_instruction_are_covered_by_the_previous_step() -> None:
    for name, ops, voice in ALL:
        told = split_into_steps(ops, voice, Wording.BRIEF)
        for before, cue in zip((None, *told), told, strict=False):
            if not cue.instructions and any(not isinstance(op, Heading) for op in cue.ops):
                assert before is not None
                assert " to one side" in before.instructions[-1].text, name


@pytest.mark.parametrize("sizes", [(7, 20), (7, 7, 7, 86)])
def test_a_pile_of_the_lottery_is_one_entry_in_brief_wording(sizes: tuple[int, ...]) -> None:
    """With its parts below it and a question at its end; what follows from the answer begins the next entry."""
    form = FORMS["published"]
    acts = list(operations(form.recipe(example_layout(sizes, 20, form)), answering("played")))
    entries = split_into_steps(acts, Speech(Voice(("Ana", "Ben"))), Wording.BRIEF)
    assert sum(entry.prompts for entry in entries) <= 24
    piles = [entry for entry in entries if entry.kind is Kind.LINK]
    assert [len(entry.instructions) for entry in piles] == [5] + [7] * 6
    assert all(len(get_answers(entry.ops[-1])) == 2 for entry in piles)
    after = entries[entries.index(piles[-1]) + 1]
    assert (after.kind, after.prompts) == (Kind.CARRY, 1)


WANTED = ("full-deck", "full-deck-in-sleeves", "split-27")


@pytest.mark.parametrize("name", WANTED)
def test_wordings_have_at_most_the_intended_number_of_prompts(name: str) -> None:
    """Seven cards: brief at most 15 prompts, full 24; one answer is typed, one is a key."""
    brief_prompts, full_prompts = 15, 24
    voice, ops = speech(RUNS[name][1]), run(name)
    brief, full = split_into_steps(ops, voice, Wording.BRIEF), split_into_steps(ops, voice, Wording.FULL)
    assert sum(cue.prompts for cue in brief) <= brief_prompts
    assert sum(cue.prompts for cue in full) <= full_prompts
    asked = [one.ask for cue in brief for one in cue.instructions if one.ask]
    assert [len(ask) > 2 for ask in asked] == [False, True]


@pytest.mark.parametrize("m", range(2, 8))
def test_a_round_counts_its_duels(m: int) -> None:
    ops = list(operations(knockout(split_pool(m)), answering("played")))
    for wording in (Wording.FULL, Wording.BRIEF):
        rounds = [cue for cue in split_into_steps(ops, speech("envelopes"), wording) if cue.times is not None]
        assert [cue.times for cue in rounds] == [m - 1]
        swaps = sum(isinstance(op, Mixing) for cue in rounds for op in cue.ops)
        assert swaps == m - 1
    walked = [group for group in group_operations(ops, Wording.WALK) if group.kind is Kind.DUEL]
    assert len(walked) == m - 1


def test_the_sentence_for_a_round_does_not_depend_on_the_hand() -> None:
    """But for the number: so the printed words hold for every turn."""
    said = set()
    for m in range(3, 11):
        ops = list(operations(knockout(split_pool(m)), answering("played")))
        found = next(
            cue for cue in split_into_steps(ops, speech("envelopes"), Wording.BRIEF) if cue.kind is Kind.ROUND
        )
        said.add(tuple(one.text.replace(f"{m - 1} ", "n ") for one in found.instructions))
    assert len(said) == 1


def test_a_single_person_shuffles_alone() -> None:
    for equipment in ("envelopes", "sleeves"):
        for wording in Wording:
            told = split_into_steps(run("split-27"), speech(equipment, ("Ana",)), wording)
            doers = {one.doer for cue in told for one in cue.instructions}
            assert doers <= {"Ana", "Everyone"}
            said = " ".join(one.text for cue in told for one in cue.instructions)
            assert "everybody else" not in said
            assert "the others looking away" not in said


def page(name: str, wording: Wording) -> str:
    """A whole turn as it is read at the table: ends with a card played, and with none."""
    lines = []
    for end in ("played", "none"):
        told = split_into_steps(run(name, end), speech(RUNS[name][1]), wording)
        prompts, words = sum(cue.prompts for cue in told), sum(cue.words for cue in told)
        lines.append(f"== {name}, {wording}: {end}.  {prompts} prompts, {words} words")
        number = 0
        for cue in told:
            for i, one in enumerate(cue.instructions):
                first = i == 0 or not cue.is_whole
                number += first
                mark = f"{number:>2}" if first else "  "
                verb = one.verb if first or cue.times is None else ""
                check = f"  CHECK {one.full_check}" if one.check else ""
                ask = f"  {one.question}" if one.question else ""
                tally = "  " + " ".join("○" * cue.times) if cue.times and i == 0 else ""
                lines.append(f"{mark} {verb:<9} {one.text}.{check}{ask}{tally}")
        lines.append("")
    return "\n".join(lines)


@pytest.mark.golden
@pytest.mark.parametrize("wording", Wording)
@pytest.mark.parametrize("name", RUNS)
def test_whole_turns_match_their_approved_text(name: str, wording: Wording) -> None:
    check_golden(GOLDEN / "turns" / f"{name}.{wording}.txt", page(name, wording))


@pytest.mark.parametrize("wording", Wording)
def test_a_recovery_puts_the_played_card_back_into_its_sleeve(wording: Wording) -> None:
    ops, surface = run("split-27"), VisibleTable()
    done = ops[
        : next(n for n, op in enumerate(ops, 1) if isinstance(op, Move) and op.target[0].area == CHOSEN)
    ]
    for op in done:
        surface.note(op, "")
    back = list(operations(build_recovery(split_pool(), surface, done)))
    said = [
        one.text for cue in split_into_steps(back, speech("sleeves"), wording) for one in cue.instructions
    ]
    assert said[0].startswith("Put the card that lies to one side back into its sleeve"), said
    assert any(text.endswith("without turning them over") for text in said[1:])
