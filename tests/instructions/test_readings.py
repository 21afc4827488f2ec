"""Readings agree: what is counted, simulated and told is the same stream of operations."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import islice

import pytest

from facilitator.errors import ProtocolBug
from facilitator.instructions.cost import count_cost
from facilitator.instructions.grouping import Wording
from facilitator.instructions.instruction import Instruction, Verb
from facilitator.instructions.simulate import SimulatedTable
from facilitator.instructions.speech import Speech, Voice
from facilitator.instructions.text_table import BIT_CARDS, PLAY_CARDS, draw_operation, get_card_kind
from facilitator.instructions.wording import WordedStep, split_into_steps
from facilitator.operations import definitions as ops
from facilitator.operations.effects import VisibleTable
from facilitator.operations.faces import DECK, DISCARDS
from facilitator.operations.perform import Outcome, operations, run_stages
from facilitator.operations.steps import Kind
from facilitator.protocols.forms import FORMS, example_layout, get_certified_forms
from facilitator.protocols.knockout import knockout, weighted_knockout
from facilitator.protocols.layout import Layout, bits, class_code, column, weighted_code
from facilitator.protocols.lottery import simple_lot
from running import perform
from turns import Scripted, small_layout

PAPER = tuple("4G 7R 6B W 2Y SY 1B +R".split())
VALID = frozenset("7R W 2Y +R".split())
"""Paper §4: the top card is 2R."""


UNIFORM = ("knockout", "published", "published-2023")
"""The forms that choose uniformly among the valid cards."""
TOLD = [name for name, form in FORMS.items() if form.played]
"""The forms for which there are words."""


def layout_for(m: int, k: int = 20) -> Layout:
    return small_layout((m, 3, 2, k - 5 - m), valid=6)


@pytest.mark.parametrize("m", range(1, 11))
@pytest.mark.parametrize("name", get_certified_forms())
def test_costs_counted_from_operations_match_the_formulas(name: str, m: int) -> None:
    """m+5, m+4, m+1 (m = 1: 2), mW+2, m (m = 1: 0) shuffles; 3k+4, 3k+2 (m = 1: 3k), (1+2W)k+mW+2, no extra cards."""
    form = get_certified_forms()[name]
    layout = form.example(layout_for(m))
    spent = count_cost(operations(form.recipe(layout)))
    assert spent.shuffles == form.shuffles(layout)
    assert spent.extra_cards == form.extra_cards(layout)
    assert spent.envelopes == (layout.k if form.columns else 0) or name not in FORMS  # piles may be more


@pytest.mark.parametrize("m", range(1, 11))
@pytest.mark.parametrize("most", [2, 3])
def test_costs_of_the_weighted_knockout_match_the_formulas(m: int, most: int) -> None:
    """mW+2 shuffles, (1+2W)k+mW+2 extra cards."""
    base = layout_for(m)
    code = weighted_code({card: i % (most + 1) for i, card in enumerate(base.cards)})
    spent = count_cost(operations(weighted_knockout(Layout(base.hands, base.cards, code))))
    assert spent.shuffles == m * most + 2
    assert spent.extra_cards == (1 + 2 * most) * base.k + m * most + 2


@pytest.mark.parametrize("m", range(1, 11))
@pytest.mark.parametrize("won", [True, False])
def test_costs_with_two_priorities_match_the_formulas(m: int, won: bool) -> None:
    """m+1 shuffles if a card of the first class is there, else 2m; 5k+2 extra cards (m = 1: 2 shuffles, 5k)."""
    base = layout_for(m)
    code = class_code(base.cards, frozenset("abc"), frozenset("de"))
    answers = Scripted("βα") if won else Scripted("αβ")
    spent = count_cost(operations(knockout(Layout(base.hands, base.cards, code, classes=2)), answers))
    assert spent.shuffles == (2 if m == 1 else m + 1 if won else 2 * m)
    assert spent.extra_cards == 5 * base.k + (2 if m > 1 else 0)


def paper_table(hand: tuple[str, ...], others: tuple[str, ...], seed: int) -> tuple[Layout, SimulatedTable]:
    cards = hand + others
    layout = Layout((("V", len(hand)), (DECK, len(others))), cards, class_code(cards, VALID))
    return layout, SimulatedTable({"V": list(hand), DECK: list(others), DISCARDS: []}, seed)


@pytest.mark.parametrize("name", UNIFORM)
def test_a_simulated_selection_leaves_nothing_on_the_table(name: str) -> None:
    for seed in range(40):
        layout, table = paper_table(PAPER[:5], PAPER[5:], seed)
        outcome = perform(run_stages(FORMS[name].recipe(FORMS[name].example(layout))), table)
        assert outcome.card in {"7R", "W", "2Y"}
        assert list(table.face_up().values()) == [outcome.card]
        assert sorted(table.hands["V"]) == sorted(set(PAPER[:5]) - {outcome.card})
        assert sorted(table.hands[DECK]) == sorted(PAPER[5:])


@pytest.mark.parametrize("name", UNIFORM)
def test_the_choice_among_three_playable_of_seven_cards_is_uniform(name: str, full: bool) -> None:
    """240 selections (750 with --full) from 3 valid and 4 others: chi-square, 2 degrees of freedom, 0.1 %: 13.8."""
    each = 250 if full else 80
    hand = ("7R", "2Y", "W", "4G", "6B", "SY", "1B")
    counts = Counter[str | None]()
    for seed in range(3 * each):
        layout, table = paper_table(hand, ("+R",), seed)
        counts[perform(run_stages(FORMS[name].recipe(FORMS[name].example(layout))), table).card] += 1
    assert set(counts) == {"7R", "2Y", "W"}
    assert sum((n - each) ** 2 / each for n in counts.values()) < 13.8


def test_the_outcome_is_none_only_if_no_card_is_playable() -> None:
    hand = ("4G", "6B", "SY")
    for name in UNIFORM:
        layout, table = paper_table(hand, ("1B", "+R"), 3)
        outcome = perform(run_stages(FORMS[name].recipe(FORMS[name].example(layout))), table)
        if FORMS[name].draws:
            assert outcome in (Outcome(None, 1), Outcome("+R", 1))
        else:
            assert outcome == Outcome()


@pytest.mark.parametrize("name", FORMS)
def test_every_operation_is_physically_possible(name: str) -> None:
    """No card is laid on a card, no empty place turned over, no open card scrambled; at the end all is gone."""
    for script in (("βα",) * 30, ("αβ",) * 30):
        layout = FORMS[name].example(small_layout((3, 2, 4), valid=4))
        surface, answers = VisibleTable(), _Echo(script[0])
        for op in operations(FORMS[name].recipe(layout), answers):
            surface.note(op, answers.last if isinstance(op, ops.Choose | ops.Reveal) else "")
            answers.last = answers(op)
        assert set(surface.values()) <= {True}


class _Echo:
    """Answers every pair with one reading and every card with the last choice."""

    def __init__(self, pair: str) -> None:
        self.pair, self.last = pair, ""

    def __call__(self, op: object) -> str:
        ask: tuple[str, ...] = getattr(op, "ask", ())
        self.last = self.pair if self.pair in ask else (ask[0] if ask else "")
        return self.last


VOICES = (Speech(Voice(("A", "B"))), Speech(Voice(("A", "B"), True)))


def told(form: str, layout: Layout, speech: Speech = VOICES[0]) -> tuple[WordedStep, ...]:
    """The acts of a whole run, one a number."""
    return split_into_steps(list(operations(FORMS[form].recipe(layout))), speech, Wording.FULL)


def instructions(acts: Sequence[WordedStep]) -> list[Instruction]:
    return [instruction for cue in acts for instruction in cue.instructions]


def scrambles(acts: Sequence[WordedStep]) -> Iterator[tuple[ops.Mixing, WordedStep]]:
    return (
        (op, cue)
        for cue in acts
        for op in cue.ops
        if isinstance(op, ops.Mixing) and not isinstance(op, ops.Stir)
    )


@pytest.mark.parametrize("speech", VOICES, ids=["envelopes", "sleeves"])
@pytest.mark.parametrize("name", TOLD)
def test_every_instruction_says_who_what_and_a_check_or_question(name: str, speech: Speech) -> None:
    """An answer checks itself; a round's lines are done together: two have checks. A swap is checked at its end."""
    for cue in told(name, FORMS[name].example(layout_for(7)), speech):
        assert bool(cue.instructions) != all(isinstance(op, ops.Heading) for op in cue.ops)
        for number, instruction in enumerate(cue.instructions):
            assert instruction.verb in Verb
            assert instruction.doer
            assert instruction.text
            assert instruction.check.endswith("?") or not instruction.check
            assert bool(instruction.check) == bool(instruction.expected)
            duel = cue.kind is Kind.WALLET_DUEL or (cue.kind is Kind.ROUND and number not in (2, 4))
            swap = cue.kind is Kind.SWAP_ROW and number < 2
            assert instruction.check or instruction.ask or duel or swap
            assert bool(instruction.question) == bool(instruction.ask)


def test_a_count_precedes_every_large_shuffle() -> None:
    large = [(op, cue) for op, cue in scrambles(told("published", layout_for(7))) if len(op.piles) > 2]
    assert len(large) == 4  # two of k columns, two of m piles
    for op, cue in large:
        fill, mix, lay = cue.instructions
        assert (fill.verb, mix.verb, lay.verb) == (Verb.ENVELOPES, Verb.SCRAMBLE, Verb.LAY)
        assert fill.check.startswith("How many cards are in each stack"), "counted before they are hidden"
        assert fill.expected == str(len(op.piles[0]))
        assert (mix.check, mix.expected) == ("How many envelopes are there?", str(len(op.piles)))


def test_people_lay_their_own_cards_and_helpers_lay_the_others() -> None:
    """All hands at once; the check names them, in order."""
    theirs, deck = layout_for(4), small_layout((3, 5), valid=4)
    laid = [
        cue.instructions
        for layout in (theirs, deck)
        for cue in told("published", layout)
        if cue.kind is Kind.LAY
    ]
    assert [(one.doer, one.full_check) for (one,) in laid] == [
        (
            "Everyone",
            "Count the columns: 20 (V 4, A 3, B 2, the draw pile 11). Do all backs point the same way? Yes.",
        ),
        ("A and B", "Count the columns: 8 (V 3, the draw pile 5). Do all backs point the same way? Yes."),
    ]


def test_a_colour_draw_takes_one_shuffle_and_can_give_any_colour() -> None:
    recipe = simple_lot(tuple("RYGB"))
    assert count_cost(operations(recipe)).shuffles == 1
    found = {perform(run_stages(recipe), SimulatedTable({}, seed)).card for seed in range(60)}
    assert found == set("RYGB")


def test_only_touched_columns_of_a_wide_layout_are_drawn() -> None:
    """Two bit cards of one column among twenty: that column, not two rows of twenty."""
    pair = bits(9)
    surface = {place: False for n in range(1, 21) for place in column(n)} | dict.fromkeys(pair, True)
    lines = draw_operation(ops.Reveal(pair), surface, dict(zip(pair, "αβ", strict=True)))
    assert lines == ["column  9", "card    ▒▒", "marker  ▒▒", "pair    α β"]


def test_only_the_champion_is_drawn_after_the_duels() -> None:
    """The piles that lost are pushed away, and the loose cards are taken off, as the last step says."""
    piles = [
        ops.Place(ops.PILE, number, row)
        for number in (1, 2, 3)
        for row in (ops.CARD_ROW, ops.CARD_ROW + 2, ops.CARD_ROW + 3)
    ]
    tops = {ops.Place(ops.PILE, 1, ops.TOP_ROW): "β", ops.Place(ops.PILE, 3, ops.TOP_ROW): "α"}
    pair = piles[1:3]
    surface = dict.fromkeys(piles, False) | dict.fromkeys((*tops, *pair), True)
    lines = draw_operation(ops.Reveal(tuple(pair)), surface, tops | dict(zip(pair, "βα", strict=True)))
    assert lines == ["pile  1", "card  ▒▒", "pair  β α"]


def test_markers_of_a_wide_layout_are_grouped_by_owner() -> None:
    """Twenty markers in a row would be four lines of words that are nearly all alike."""
    markers = tuple(column(n)[1] for n in range(1, 21))
    owners = {place: "θ-V" if place.number in (4, 9) else "θ-deck" for place in markers}
    lines = draw_operation(ops.Reveal(markers), dict.fromkeys(markers, True), owners)
    assert lines == ["θ draw pile  1–3, 5–8, 10–20", "θ-V          4, 9"]


@pytest.mark.parametrize("name", FORMS)
def test_drawings_of_twenty_cards_fit_in_sixty_columns(name: str) -> None:
    layout = FORMS[name].example(layout_for(20, 26))
    cards = iter(layout.cards)
    hands = {owner: list(islice(cards, size)) for owner, size in layout.hands}
    table = SimulatedTable({DISCARDS: []} | hands, 1)

    def carry_out(op: ops.Op) -> str:
        answer = table(op)
        up = dict.fromkeys((place for place, is_up in table.surface.items() if is_up), "W-Y")
        assert max(map(len, draw_operation(op, table.surface, up, 60)), default=0) <= 60
        return answer

    assert perform(run_stages(FORMS[name].recipe(layout)), carry_out)


def test_a_hand_with_too_few_cards_is_an_error_of_the_program() -> None:
    layout, _ = paper_table(PAPER, ("1R", "2R"), 1)
    table = SimulatedTable({"V": list(PAPER[1:]), DECK: ["1R", "2R"], DISCARDS: []}, 1)
    with pytest.raises(ProtocolBug, match=f"{len(PAPER)} cards of V"):
        perform(run_stages(knockout(layout)), table)


def one_way(check: str) -> bool:
    """Whether a check asks how backs or openings lie."""
    return "the same way" in check


@pytest.mark.parametrize("speech", VOICES, ids=["envelopes", "sleeves"])
@pytest.mark.parametrize("form", TOLD)
def test_card_backs_are_checked_whenever_cards_are_laid(speech: Speech, form: str) -> None:
    """Backs have a way up: see the twin "one hand's backs the other way up".

    Those of bit cards, which alone lie in the row of six, look the same when they are turned.
    """
    if not FORMS[form].columns:
        return
    layout = example_layout((3, 2, 2), 2, FORMS[form])
    acts = told(form, layout, speech)
    for cue in acts:
        if cue.kind in (Kind.LAY, Kind.COVER):
            assert all(one_way(instruction.check) for instruction in cue.instructions), cue.ops
    for op, cue in scrambles(acts):
        if len(op.piles) > 1 and op.piles[0][0].area != ops.SIX:
            assert any(one_way(one.check) for one in cue.instructions), op


def test_every_place_on_the_table_has_a_kind_of_card() -> None:
    assert get_card_kind(ops.Place(ops.SIX, 1, 1)) == get_card_kind(ops.Place(ops.SIX, 6, 1)) == BIT_CARDS
    assert (
        get_card_kind(ops.Place(ops.COLUMN, 3, ops.CARD_ROW))
        == get_card_kind(ops.Place(ops.PILE, 3, ops.CARD_ROW))
        == PLAY_CARDS
    )
