"""Somebody who reads the sentences and nothing else ends as the operations do and sees no more, in every way."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from random import Random

import pytest

from drawings import table_of
from facilitator.instructions.grouping import Wording
from facilitator.instructions.speech import Speech
from facilitator.instructions.wording import split_into_steps
from facilitator.operations.definitions import Heading, Op
from facilitator.operations.effects import VisibleTable
from facilitator.operations.faces import DECK, SLEEVES
from facilitator.operations.perform import Outcome, Recipe, Stage, Steps, run_stages
from facilitator.protocols.forms import VARIANTS, Form, example_layout
from facilitator.protocols.layout import Layout
from facilitator.protocols.lottery import simple_lot
from facilitator.protocols.recovery import give_up
from facilitator.sheets.turn_script import list_rule
from facilitator.sheets.turns import EveryTurn
from naive_reader import clauses
from reading import Run, Told, Tried, goes_wrong, read, run_of
from reading_things import NotUnderstood, Ways
from reading_truth import Hands, Thing, played
from told import EQUIPMENT, TOLD, speaks

FORMS = TOLD | {name: form for name, form in VARIANTS.items() if form.played}
MASKS = ("yellow 5", "yellow skip", "any card")
SMALL = (((3, 2, 2), 3), ((2, 1, 2), 0), ((1, 2, 1), 1))
LARGE = (((7, 3, 7), 4), ((2, 2, 2, 3), 5), ((5, 4), 9), ((4, 1, 3), 0))
BOTH = (("Ana", "Ben"), ("Ana",))


def voice_of(equipment: str, people: tuple[str, ...] = BOTH[0]) -> Speech:
    return replace(speaks(equipment, people), masks=MASKS)


def layout_of(form: Form, sizes: tuple[int, ...], valid: int) -> Layout:
    """A small table: Vera's turn, with Ana if three have cards, and Nils if four have."""
    names = {"V": "Vera", "A": "Ana", "B": "Nils"}
    layout = example_layout(sizes, valid, form)
    return replace(layout, hands=tuple((names.get(owner, owner), n) for owner, n in layout.hands))


def dealt(layout: Layout, seed: int) -> Hands:
    """Deal the cards of a layout; the discards are those that are known to be."""
    cards = list(layout.cards)
    Random(f"deal {seed}").shuffle(cards)
    cards.sort(key=lambda face: face == "discard")
    rest = iter(cards)
    return {
        owner: [Thing(face, face) for _, face in zip(range(n), rest, strict=False)]
        for owner, n in layout.hands
    }


def equipments(form: Form) -> tuple[str, ...]:
    """Cards in a wallet lie in nothing else."""
    return EQUIPMENT if form.columns else EQUIPMENT[:1]


def tried(runs: Iterator[Run], cap: int) -> Tried:
    """Try the ways of some runs; none may go wrong."""
    ways, wrong = Tried(), dict[str, None]()
    for number, run in enumerate(runs):
        wrong |= dict.fromkeys(ways.all_of(run, cap, number))
    assert not wrong, "\n".join(wrong)
    return ways


@pytest.mark.parametrize("name", FORMS)
def test_hands_that_know_the_sentences_alone_do_what_the_operations_do(name: str, full: bool) -> None:
    """Every form, equipment, wording; whatever a sentence leaves open is tried in every way, up to a number."""
    form = FORMS[name]

    def runs() -> Iterator[Run]:
        for number, (sizes, valid) in enumerate((*SMALL, *LARGE) if full else SMALL):
            layout = layout_of(form, sizes, valid)
            for equipment in equipments(form):
                for people in BOTH if full else BOTH[number % 2 :][:1]:
                    for wording in Wording:
                        hands = dealt(layout, number)
                        yield run_of(form.recipe(layout), hands, number, voice_of(equipment, people), wording)

    ways = tried(runs(), 200 if full else 24)
    assert ways.ways > ways.caught
    assert ways.ways >= 3 * 3


@pytest.mark.parametrize("equipment", EQUIPMENT)
def test_turns_that_follow_each_other_and_draws_without_end(equipment: str, full: bool) -> None:
    """What stands for the next turn; the next turn; draw until you can play, with the deck's fitting card last."""

    def runs() -> Iterator[Run]:
        knockout, published = FORMS["knockout"], FORMS["wallet"]
        layout = layout_of(knockout, (3, 2, 2), 3)
        until = replace(layout_of(knockout, (2, 3), 1), until=True)
        hidden = {"Vera": [Thing("b", "b"), Thing("c", "c")], DECK: [Thing(face, face) for face in "dea"]}
        for wording in Wording:
            for seed in range(8 if full else 3):
                over = replace(layout, hands_over=lambda known: known.card is not None)
                yield run_of(knockout.recipe(over), dealt(layout, seed), seed, voice_of(equipment), wording)
                stands = replace(layout, standing=True)
                owners = [owner for owner, n in layout.hands for _ in range(n)]
                yield run_of(
                    knockout.recipe(stands), dealt(layout, seed), seed, voice_of(equipment), wording, owners
                )
            for form in (knockout, published):
                yield run_of(form.recipe(until), hidden, 1, voice_of(equipment), wording)

    assert tried(runs(), 200 if full else 8).ways > 100


@pytest.mark.parametrize("name", ["knockout", "wallet", "wallet-2-classes"])
def test_a_tables_first_duel_and_the_loop_after_it(name: str, full: bool) -> None:
    """It is walked through, and what the loop says goes on from there."""
    form = FORMS[name]

    def runs() -> Iterator[Run]:
        for number, (sizes, valid) in enumerate((((4, 2, 2), 3), ((3, 1, 2), 0))):
            layout = layout_of(form, sizes, valid)
            for equipment in equipments(form):
                hands, voice = dealt(layout, number), voice_of(equipment)
                yield run_of(form.recipe(layout), hands, number, voice, Wording.FULL, first=True)

    assert tried(runs(), 200 if full else 24).ways > 1


def test_a_lot_of_cards_on_the_table() -> None:
    runs = (
        run_of(simple_lot(tuple("RYGB")), {}, seed, voice_of("envelopes"), wording)
        for wording in Wording
        for seed in range(3)
    )
    assert tried(runs, 50).ways > 9


@pytest.mark.parametrize("name", ["knockout", "published", "wallet"])
@pytest.mark.parametrize("equipment", EQUIPMENT)
@pytest.mark.every(2)
def test_the_way_home_from_everywhere(name: str, equipment: str, full: bool) -> None:
    form = FORMS[name]
    layout = layout_of(form, (3, 2, 2), 2)
    hands, voice = dealt(layout, 4), voice_of(equipment)

    def runs() -> Iterator[Run]:
        for wording in (Wording.FULL, Wording.BRIEF):
            done = [op for op, _ in played(form.recipe(layout), hands, 4).done]
            cut = 0
            for cue in split_into_steps(done, voice, wording):
                cut += len(cue.ops)
                if cut < len(done):
                    yield run_of(
                        (given_up(layout, form.recipe(layout), cut),), hands, 4, voice, wording, (), cut + 1
                    )

    assert tried(runs(), 60 if full else 3).ways > 15


def given_up(layout: Layout, recipe: Recipe, cut: int) -> Stage:
    """A run that is given up after so many of its operations, led home, as one stage."""

    def steps(known: Outcome) -> Steps[Outcome]:
        done, surface, going = list[Op](), VisibleTable(), run_stages(recipe)
        op = next(going)
        while True:
            answer = yield op
            done.append(op)
            surface.note(op, answer)
            if len(done) == cut:
                break
            op = going.send(answer)
        yield from run_stages(give_up(layout, surface, done))
        return known

    return Stage(Heading(next(iter(recipe)).heading.part), steps)


# ----------------------------------------------------------------------------------------------------
# Sentences with something left out, or as they once were: each is found by what comes of it.

METHOD = "One after the other, out of sight, exchange them as often as you like. Tell nobody"
IN = "push each pair, face up as it lies, fully in between the play card and its marker"
LEFT = "The left card goes against the play card"
SABOTAGED: dict[tuple[str, str], tuple[tuple[str, str], ...]] = {
    ("knockout", SLEEVES): (
        (METHOD, "swap unseen"),
        ("one after the other, out of sight", "out of sight"),
        ("out of sight, exchange", "exchange"),
        (" as often as you like", ""),
        (". Tell nobody", ""),
        ("draw out the challenger's pair, face down", "draw out the challenger's pair"),
        ("put its lower card onto the challenger, its upper card", "one card onto the challenger, the other"),
        ("the challenger's pair", "its pair"),
        (", β against the play card,", ","),
        (
            "both face down, β against the play card, fully into the challenger's sleeve",
            "it face down, fully in",
        ),
        ("face down, fully into its sleeve", "face down, into its sleeve"),
        ("into its sleeve, outermost", "into its sleeve"),
        (IN, IN.replace(" face up as it lies,", "")),
        (
            f"{IN}. {LEFT}. The marker stays outermost",
            IN.replace(" between the play card and its marker", ""),
        ),
        (f"{LEFT}. ", ""),
        ("the marker, the outermost card, out", "the marker out"),
        (", opaque side up in and out", ""),
        ("loose card face down on it", "loose card on it"),
        ("face down, upper card right", "face down"),
        ("draw the lowest card out of that sleeve, face up", "turn it over"),
        ("the champion once, left to right", "the champion once"),
        (
            f"put each sleeve, loose card face down on it, into an envelope, opaque side up in and out. {METHOD}",
            "both, loose cards on top, into opaque envelopes; swap unseen",
        ),
        (
            f"{IN}. {LEFT}. The marker stays outermost",
            "slip each pair behind its card into the sleeve, left one next to it",
        ),
    ),
    ("knockout", "envelopes"): (
        (" on pairs, left on right", " on pairs"),
        (", play card on marker on bit cards, left on right", ""),
        ("face down, in that order", "face down"),
        ("into a column, face down", "into a column"),
        ("everything face down, each card on its own spot", "everything face down"),
        ("put its left card onto the challenger, its right card", "one card onto the challenger, the other"),
        ("own pair face up, each card on its own spot", "own pair face up"),
        (", as they lie", ""),
        ("mix the bit cards, face down", "mix the bit cards"),
    ),
    ("published", "envelopes"): (
        ("covered, as it lies, to the left", "covered, to the left"),
        ("as it lies, in its place", "in its place"),
        ("4 5 6 likewise", "4 5 6"),
        ("face up, each card on its own spot. The cards stay", "face up. The cards stay"),
        ("face down, in that order, on places", "face down, on places"),
    ),
    ("wallet", "envelopes"): (
        ("put the lid over the wallet. ", ""),
        (". Tell nobody how many", ""),
        ("one after the other, while", "while"),
        (", while everybody else looks away", ""),
        (": none, one or more", ""),
        (", the top card first", ""),
        ("at the empty end, face down. Lift", "face down. Lift"),
        ("so that it slides on top of the champion, and push until nothing sticks out", ""),
        (", so that it slides on top of the champion", ""),
        (", and push until nothing sticks out", ""),
        ("Turn the wallet over like the page of a book. ", ""),
        (" The card on the side of the black dot wins: it is the champion now", ""),
        (", and keep pinching it while you turn the wallet back over", ""),
        (", and keep pinching it while you turn", ". Turn"),
        ("pull the card out of the other end", "pull the card out"),
        ("With the other hand pull the card out of the other end, face down. Lay it on the losers. ", ""),
        ("Slide the NONE tab into the empty end, up to its line. ", ""),
        ("the NONE tab into the empty end", "the NONE tab"),
        ("turn the wallet back over. Take the tab out", "take the tab out"),
        ("take the tab out, pull the card out", "pull the card out"),
        ("Stir the cards with flat hands until nobody can follow a card. ", ""),
        (" until nobody can follow a card", ""),
        ("Gather them into a pile", ""),
        ("spread Vera's hand face down", "spread Vera's hand"),
        (" with its windows down", ""),
        ("lay the wallet on the table with its windows down. ", ""),
        (", without looking at it, until", ", until"),
        ("take the mask and the tab out. ", ""),
        (", with that name facing you", ""),
    ),
    ("wallet-2-classes", "envelopes"): (
        ("turn the wallet windows down and take the tab out, if it is in. Slide", "slide"),
        (" in place of the other", ""),
        (", the last loser on top", ""),
    ),
}
"""What is left out, or said as it once was, by form and equipment."""


@pytest.mark.parametrize(
    ("table", "said", "instead"),
    [(table, *change) for table, some in SABOTAGED.items() for change in some],
    ids=[
        f"{table[0]} {change[1][:40] or change[0][:40]}"
        for table, some in SABOTAGED.items()
        for change in some
    ],
)
def test_what_is_left_open_is_found_by_what_comes_of_it(
    table: tuple[str, str], said: str, instead: str
) -> None:
    form, changed, found = FORMS[table[0]], 0, False
    for sizes, valid, seed in (((3, 2, 2), 3, 1), ((3, 2, 2), 0, 2), ((3, 2, 2), 5, 3), ((3, 2), 2, 0)):
        layout = layout_of(form, sizes, valid)
        run = run_of(form.recipe(layout), dealt(layout, seed), seed, voice_of(table[1]), Wording.FULL)
        assert not goes_wrong(run, 5)
        old = re.compile(re.escape(said), re.IGNORECASE)
        worse = [
            Told(
                told.answers,
                [
                    replace(instruction, text=old.sub(instead, instruction.text))
                    for instruction in told.instructions
                ],
            )
            for told in run.told
        ]
        changed += worse != list(run.told)
        found = found or goes_wrong(replace(run, told=worse), 40)
    assert changed
    assert found


def test_words_that_are_not_known_are_not_passed_over() -> None:
    form = FORMS["knockout"]
    layout = layout_of(form, (2, 1, 2), 1)
    run = run_of(form.recipe(layout), dealt(layout, 0), 0, voice_of(SLEEVES), Wording.FULL)
    one = replace(run.told[0].instructions[0], text="juggle the sleeves")
    with pytest.raises(NotUnderstood, match="juggle"):
        read(replace(run, told=[Told((), [one])]), Ways())


@pytest.mark.parametrize("people", BOTH)
def test_paper_says_of_two_piles_how_they_are_lost_sight_of(people: tuple[str, ...]) -> None:
    vera = {"name": "Vera", "virtual": True}
    rule = list_rule(EveryTurn(table_of(*people, vera, hand_size=2, protocol="published")))
    said = frozenset[str]().union(*(clause.how for clause in clauses("", rule)))
    assert {"behind back", "often", "lost track"} <= said or {
        "by turns",
        "out of sight",
        "often",
        "secret",
    } <= said
