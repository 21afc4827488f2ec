"""Acts from operations: every wording covers every operation, and no question is passed over."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from pathlib import Path

import pytest

from facilitator.games.uno import cards as uno
from facilitator.machine.faces import DECK, DISCARDS
from facilitator.machine.operations import Choose, Encode, Heading, Op, Reveal, Scramble
from facilitator.machine.perform import Recipe, operations
from facilitator.machine.physics import Surface
from facilitator.protocols.forms import FORMS, example_layout
from facilitator.protocols.knockout import knockout, knockout_any, knockout_tree, weighted_knockout
from facilitator.protocols.layout import Layout, class_code, uniform_code, weighted_code
from facilitator.protocols.lottery import colour_lottery
from facilitator.protocols.open_tries import open_tries
from facilitator.protocols.recovery import give_up
from facilitator.protocols.selection import published
from facilitator.readings.before_after import around
from facilitator.readings.brief import Speech
from facilitator.readings.brief_sleeves import SleeveSpeech
from facilitator.readings.grouping import Kind, Wording, grouped
from facilitator.readings.narrate import Narrator
from facilitator.readings.sleeves import SleeveNarrator
from facilitator.readings.wording import Cue, cues, spoken

GOLDEN = Path(__file__).parent.parent / "golden" / "turns"
PEOPLE = ("Ana", "Ben")


def speech(equipment: str, people: tuple[str, ...] = PEOPLE, pairs: int = 1) -> Speech:
    if equipment == "sleeves":
        narrator = SleeveNarrator(people, describe=uno.describe, deck="the deck")
        return SleeveSpeech(narrator, uno.traits, pairs)
    return Speech(Narrator(people, describe=uno.describe), uno.traits, pairs)


def full_deck(m: int = 7) -> Layout:
    """The first turn of two people and Vera: 107 cards on the table, a green 9 on top."""
    cards = list(uno.DECK)
    cards.remove("9G")
    hands = (("Vera", m), ("Ana", 7), ("Ben", 7), (DECK, 93 - m))
    return Layout(hands, tuple(cards), uniform_code(cards, uno.valid_kinds("9G", "G")))


def split_pool(m: int = 7) -> Layout:
    """The small pool; a yellow 5 from the people's deck lies on top."""
    cards = uno.POOLS["compact-27"]
    return Layout((("Vera", m), (DECK, 27 - m)), cards, uniform_code(cards, uno.valid_kinds("5Y", "Y")))


def classes(layout: Layout) -> Layout:
    """A wild draw four only if nothing else fits."""
    legal = frozenset(layout.playable)
    code = class_code(layout.cards, legal - {"D"}, frozenset({"D"}))
    return replace(layout, code=code, classes=2)


def weights(layout: Layout) -> Layout:
    return replace(layout, code=weighted_code({face: 2 if any(b) else 0 for face, b in layout.code}, 2))


def concealed(layout: Layout) -> Layout:
    hands, cards = (*layout.hands, (DISCARDS, 1)), (*layout.cards, "9G")
    return replace(layout, hands=hands, cards=cards)


def chained(layout: Layout) -> Layout:
    """Vera's turn, then Nils's: what lies there stays for him."""
    (_, m), (_, rest) = layout.hands
    hands = (("Vera", m), ("Nils", 5), (DECK, rest - 5))
    return replace(layout, hands=hands, hands_over=lambda known: known.card is not None)


def answering(end: str) -> Callable[[Op], str]:
    """Every pair reads β α and every lone card β (``played``), or the other way round (``none``)."""
    wanted = {"played": ("βα", "β"), "none": ("αβ", "α")}[end]

    def answer(op: Op) -> str:
        ask: tuple[str, ...] = getattr(op, "ask", ())
        return next((one for one in wanted if one in ask), ask[0] if ask else "")

    return answer


def given_up(layout: Layout) -> Recipe:
    """The way back from the cards in sight, the pairs laid below them."""
    surface, done = Surface(), list[Op]()
    for op in operations(knockout(layout), answering("none")):
        done.append(op)
        surface.note(op)
        if isinstance(op, Encode):
            break
    return give_up(layout, surface, done)


Runs = Mapping[str, tuple[Recipe, str]]
RUNS: Runs = {
    "full-deck": (knockout(full_deck()), "envelopes"),
    "full-deck-in-sleeves": (knockout(full_deck()), "sleeves"),
    "split-27": (knockout(split_pool()), "sleeves"),
    "one-card": (knockout(split_pool(1)), "sleeves"),
    "two-cards": (knockout(full_deck(2)), "envelopes"),
    "tree": (knockout_tree(split_pool()), "envelopes"),
    "any": (knockout_any(split_pool()), "envelopes"),
    "two-classes": (knockout(classes(split_pool())), "envelopes"),
    "weights": (weighted_knockout(weights(split_pool(3))), "sleeves"),
    "concealed": (knockout(concealed(full_deck())), "envelopes"),
    "chained": (knockout(chained(split_pool())), "sleeves"),
    "standing": (knockout(replace(split_pool(6), standing=True)), "sleeves"),
    "until-playable": (knockout(replace(split_pool(), until=True)), "envelopes"),
    "open-tries": (open_tries(replace(split_pool(), lone=True)), "sleeves"),
    "published": (published(split_pool(2)), "sleeves"),
    "given-up": (given_up(split_pool(3)), "envelopes"),
    "colour": (colour_lottery(tuple(uno.COLORS)), "envelopes"),
}


def run(name: str, end: str = "played") -> list[Op]:
    return list(operations(RUNS[name][0], answering(end)))


def every_run() -> Iterator[tuple[str, list[Op], Speech]]:
    for name, (_, equipment) in RUNS.items():
        for end in ("played", "none"):
            yield f"{name}, {end}", run(name, end), speech(equipment)
    for name, form in FORMS.items():
        layout = example_layout((3, 2, 4), 4, form)
        for end in ("played", "none"):
            ops = list(operations(form.recipe(layout), answering(end)))
            yield f"{name}, {end}", ops, Speech(Narrator(PEOPLE))
            yield f"{name}, {end}, sleeves", ops, SleeveSpeech(SleeveNarrator(PEOPLE))
    for name, ops in recoveries():
        yield name, ops, speech("envelopes")


def recoveries() -> Iterator[tuple[str, list[Op]]]:
    """Giving up the knockout on the small pool after each of its operations."""
    layout = split_pool(3)
    done: list[Op] = []
    surface = Surface()
    for op in operations(knockout(layout), answering("none")):
        done.append(op)
        surface.note(op)
        if surface:
            yield (
                f"giving up after {len(done)}",
                list(operations(give_up(layout, surface, done), answering("none"))),
            )


ALL = list(every_run())


@pytest.mark.parametrize("wording", Wording)
def test_every_operation_is_covered_once_and_in_order(wording: Wording) -> None:
    for name, ops, voice in ALL:
        told = cues(ops, voice, wording)
        assert [op for cue in told for op in cue.ops] == ops, name


@pytest.mark.parametrize("wording", Wording)
def test_headings_at_the_end_are_covered_too(wording: Wording) -> None:
    """A stage for which nothing is left to do, as at a table where everything is given back."""
    ops = run("split-27")
    heading = next(op for op in ops if isinstance(op, Heading))
    for some in ([*ops, heading, heading], [heading], []):
        told = cues(some, speech("sleeves"), wording)
        assert [op for cue in told for op in cue.ops] == some


@pytest.mark.parametrize("wording", Wording)
def test_an_answer_ends_a_cue_and_is_asked_for(wording: Wording) -> None:
    """What follows an answer is never foreseen; what is asked is asked by the last instruction of its cue."""
    for name, ops, voice in ALL:
        for cue in cues(ops, voice, wording):
            asking = [op for op in cue.ops if isinstance(op, Reveal | Choose) and op.ask]
            assert asking in ([], [cue.ops[-1]]), name
            asked = [one for one in cue.told if one.ask]
            assert [one.ask for one in asked] == [
                op.ask for op in asking if isinstance(op, Reveal | Choose)
            ], name
            assert asked == [one for one in cue.told[-1:] if one.ask], name


@pytest.mark.parametrize("wording", Wording)
def test_told_up_to_each_question_is_told_as_a_whole(wording: Wording) -> None:
    """Play knows a run only up to its next question: the cues are the same as of the whole run."""
    for name, ops, voice in ALL:
        parts: list[Cue] = []
        begin = 0
        for end, op in enumerate(ops, 1):
            if end == len(ops) or (isinstance(op, Reveal | Choose) and op.ask):
                parts += cues(ops[begin:end], voice, wording)
                begin = end
        assert tuple(parts) == cues(ops, voice, wording), name


@pytest.mark.parametrize("wording", Wording)
@pytest.mark.parametrize("name", RUNS)
def test_a_run_resumes_at_any_operation_in_any_wording(name: str, wording: Wording) -> None:
    voice = speech(RUNS[name][1])
    ops = run(name)
    for done in range(len(ops)):
        told = cues(ops[done:], voice, wording)
        assert [op for cue in told for op in cue.ops] == ops[done:]


@pytest.mark.parametrize("wording", Wording)
def test_no_act_is_long_and_each_has_a_check_a_question_or_company(wording: Wording) -> None:
    """At most forty words a sentence, but for what the paper's own forms are told by the narrator."""
    for name, ops, voice in ALL:
        for cue in cues(ops, voice, wording):
            assert all((cue.why, cue.slip)), name
            if cue.kind is Kind.OTHER:
                continue
            for one in cue.told:
                assert len(one.sentence.split()) <= 40, (name, one)
            assert any(one.check or one.question for one in cue.told) or not cue.told, (name, cue)


def test_hands_that_are_not_told_were_told_just_before() -> None:
    for name, ops, voice in ALL:
        told = cues(ops, voice, Wording.BRIEF)
        for before, cue in zip((None, *told), told, strict=False):
            if not cue.told and any(not isinstance(op, Heading) for op in cue.ops):
                assert before is not None
                assert before.told[-1].text.endswith("aside"), name


FIGURES = {"full-deck": (15, 250, 24, 450), "split-27": (15, 250, 24, 450)}


@pytest.mark.parametrize("name", FIGURES)
def test_the_wanted_figures(name: str) -> None:
    """Seven cards: brief at most 15 prompts and 250 words, full 24 and 450; one answer is typed, one is a key."""
    brief_prompts, brief_words, full_prompts, full_words = FIGURES[name]
    voice, ops = speech(RUNS[name][1]), run(name)
    brief, full = cues(ops, voice, Wording.BRIEF), cues(ops, voice, Wording.FULL)
    assert sum(cue.prompts for cue in brief) <= brief_prompts
    assert sum(cue.words for cue in brief) <= brief_words
    assert sum(cue.prompts for cue in full) <= full_prompts
    assert sum(cue.words for cue in full) <= full_words
    assert max(spoken(one) for cue in (*brief, *full) for one in cue.told) <= 40
    asked = [one.ask for cue in brief for one in cue.told if one.ask]
    assert [len(ask) > 2 for ask in asked] == [False, True]


@pytest.mark.parametrize("m", range(2, 8))
@pytest.mark.parametrize("recipe", [knockout, knockout_tree])
def test_a_round_counts_its_duels(recipe: Callable[[Layout], Recipe], m: int) -> None:
    ops = list(operations(recipe(split_pool(m)), answering("played")))
    for wording in (Wording.FULL, Wording.BRIEF):
        rounds = [cue for cue in cues(ops, speech("envelopes"), wording) if cue.times is not None]
        assert [cue.times for cue in rounds] == [m - 1]
        swaps = sum(isinstance(op, Scramble) for cue in rounds for op in cue.ops)
        assert swaps == m - 1
    walked = [group for group in grouped(ops, Wording.WALK) if group.kind is Kind.DUEL]
    assert len(walked) == m - 1


def test_the_round_is_the_same_sentence_for_every_hand() -> None:
    """But for the number: so the printed words hold for every turn."""
    said = set()
    for m in range(3, 11):
        ops = list(operations(knockout(split_pool(m)), answering("played")))
        found = next(cue for cue in cues(ops, speech("envelopes"), Wording.BRIEF) if cue.kind is Kind.ROUND)
        said.add(tuple(one.sentence.replace(f" {m - 1} ", " n ") for one in found.told))
    assert len(said) == 1


def test_one_person_swaps_alone() -> None:
    for equipment in ("envelopes", "sleeves"):
        for wording in Wording:
            told = cues(run("split-27"), speech(equipment, ("Ana",)), wording)
            doers = {one.doer for cue in told for one in cue.told}
            assert not doers & {"Two people", "Helpers"}


def test_pictures_need_no_face_and_show_none_that_is_covered() -> None:
    """Before an act and after it, in every run: from the surface alone."""
    for name, ops, voice in ALL:
        if name.startswith(("giving up", "given-up")):
            continue  # begins on a table that is already laid
        surface = Surface()
        if name.startswith("standing"):
            surface = Surface(
                {place: face != "?" for place, face in replace(split_pool(6), standing=True).lying}
            )
        for cue in cues(ops, voice, Wording.BRIEF):
            drawn = around(cue.ops, surface)
            for op in cue.ops:
                surface.note(op, answering("played")(op))
            assert all(len(line) <= 72 for line in (*drawn.before, *drawn.after)), name


def test_a_duel_is_drawn_before_and_after() -> None:
    surface = Surface()
    for cue in cues(run("split-27"), speech("sleeves"), Wording.BRIEF):
        drawn = around(cue.ops, surface)
        if cue.kind is Kind.ROUND:
            assert drawn.before == ("pile  1      2", "card  ▒▒     ▒▒", "pair  ▒▒ ▒▒  ▒▒ ▒▒")
            assert drawn.after[1] == "on top  β      α"
            return
        for op in cue.ops:
            surface.note(op)
    raise AssertionError("no round")


def page(name: str, wording: Wording) -> str:
    """A whole turn as it is read at the table: ends with a card played, and with none."""
    lines = []
    for end in ("played", "none"):
        pairs = 2 if name in ("two-classes", "weights") else 1
        told = cues(run(name, end), speech(RUNS[name][1], pairs=pairs), wording)
        prompts, words = sum(cue.prompts for cue in told), sum(cue.words for cue in told)
        lines.append(f"== {name}, {wording}: {end}.  {prompts} prompts, {words} words")
        number = 0
        for cue in told:
            for i, one in enumerate(cue.told):
                number += cue.times is None or i == 0
                mark = f"{number:>2}" if cue.times is None or i == 0 else "  "
                verb = one.verb if cue.times is None or i == 0 else ""
                check = f"  CHECK {one.check}" if one.check else ""
                ask = f"  {one.question}" if one.question else ""
                tally = "  " + " ".join("○" * cue.times) if cue.times and i == 0 else ""
                lines.append(f"{mark} {verb:<9} {one.sentence}.{check}{ask}{tally}")
        lines.append("")
    return "\n".join(lines)


@pytest.mark.parametrize("wording", Wording)
@pytest.mark.parametrize("name", RUNS)
def test_whole_turns_read_as_they_were_approved(name: str, wording: Wording) -> None:
    """Run with GOLDEN_TURNS=1 to write them anew; then read them aloud."""
    path = GOLDEN / f"{name}.{wording}.txt"
    said = page(name, wording)
    if os.environ.get("GOLDEN_TURNS"):
        GOLDEN.mkdir(parents=True, exist_ok=True)
        path.write_text(said, encoding="utf-8")
    assert path.read_text(encoding="utf-8") == said
