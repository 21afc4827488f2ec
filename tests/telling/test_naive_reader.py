"""Every sentence that scrambles two piles, turns, slips in or draws out names its method, its side, its order."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import pytest

from drawings import table_of
from facilitator.machine.faces import SLEEVES
from facilitator.sheets.folder import list_rule
from facilitator.sheets.turns import EveryTurn
from facilitator.table.model import Table
from facilitator.telling.grouping import Wording
from facilitator.telling.wording import cues
from facilitator.words.catalogue import sentence
from naive_reader import objections, unclear, unscrambled
from told import EQUIPMENT, ON_PAPER, runs, speaks
from turns import PEOPLE, run

VERA = {"name": "Vera", "virtual": True}


@pytest.mark.parametrize("people", [PEOPLE, PEOPLE[:1]])
@pytest.mark.parametrize("equipment", EQUIPMENT)
def test_nothing_is_left_open_in_any_wording(equipment: str, people: tuple[str, ...]) -> None:
    heard, found = set[str](), dict[str, str]()
    voice = speaks(equipment, people)
    for name, ops in runs():
        for wording in Wording:
            for cue in cues(ops, voice, wording):
                heard |= {one.sentence for one in cue.told}
                for one in objections(cue.ops, cue.told, equipment == SLEEVES):
                    found.setdefault(one, f"{name}, {wording}")
    assert len(heard) > 150
    assert not found, "\n".join(f"{where}: {what}" for what, where in found.items())


@pytest.mark.parametrize("equipment", EQUIPMENT)
def test_nothing_is_left_open_on_paper(equipment: str, full: bool) -> None:
    """The folder's acts and those of the full wording, and the ways home; here of two tables, with --full of all."""
    for name in ON_PAPER if full else ("knockout", "published"):
        left_open_on_paper(table_of("Ana", "Ben", VERA, hand_size=2, equipment=equipment, **ON_PAPER[name]))


def left_open_on_paper(table: Table) -> None:
    turns = EveryTurn(table)
    found, heard = set[str](), 0
    for wording in (Wording.BRIEF, Wording.FULL):
        told = turns.told(wording)
        for act in (*told.acts, *turns.home(told, wording).acts):
            heard += 1
            for one in act.said:
                doer, text, check, *_ = (part.words(letters=turns.letters) if part else "" for part in one)
                found |= {f"{what}: {text}" for what in unclear(f"{doer}, {text}", check)}
    assert heard > 30
    assert not found


def test_nothing_is_left_open_in_what_paper_says_in_words_of_its_own() -> None:
    """The way home's first lines, what is said of two piles alone."""
    first = ("duel", "duel.sleeves", "back", "mixing")
    own = (sentence("ask.home"), *(sentence(f"stop.first.{one}") for one in first))
    assert not [(found, one) for one in own for found in unclear(one)]
    for people in (("Ana", "Ben"), ("Ana",)):
        rule = list_rule(EveryTurn(table_of(*people, VERA, hand_size=2, protocol="published")))
        assert not unscrambled(rule), rule
        assert not [*unclear(rule)], rule


SABOTAGED = {
    "Two people: both, loose cards on top, into opaque envelopes; swap unseen": {"method", "side", "order"},
    "Host: take its pair, covered: left card onto challenger, right onto champion": {"whose"},
    "Host: draw out its pair, face down: lower card onto the challenger, upper onto the champion": {"whose"},
    "Host: draw out the challenger's pair: lower card onto challenger, upper onto champion": {"side"},
    "Host: draw out the challenger's pair, face down: one card onto challenger, the other onto champion": {
        "order"
    },
    "Helpers: put each column face down into an envelope": {"order"},
    "Helpers: put each column into an envelope, play card on marker": {"side"},
    "Helpers: slip each pair behind its card into the sleeve, left one next to it": {
        "side",
        "order",
        "how far",
    },
    "Helpers: push each pair, face up as it lies, into its sleeve, outermost": {"how far"},
    "Helpers: push each marker fully into its sleeve, outermost": {"side"},
    "Helpers: push each marker, face down, fully into its sleeve": {"order"},
    "Helpers: draw the marker out of each sleeve": {"side"},
    "Host: turn over the champion's own pair": {"side", "order"},
    "Host: turn that sleeve over; its card aside": {"side"},
    "Helpers: turn over play cards only": {"side"},
    "Helpers: empty each envelope into a column": {"side"},
}


@pytest.mark.parametrize("sentence", SABOTAGED)
def test_the_reader_objects_to_what_was_said_before_or_might_be(sentence: str) -> None:
    assert {*unclear(sentence)} == SABOTAGED[sentence]


SAID = "Two people, one after the other, out of sight, exchange them as often as you like. Tell nobody"


@pytest.mark.parametrize(
    "left_out", ["one after the other", "out of sight", "as often as you like", "tell nobody"]
)
def test_the_reader_objects_to_every_half_of_the_method(left_out: str) -> None:
    assert not unscrambled(SAID)
    assert unscrambled(SAID.casefold().replace(left_out, ""))


def test_the_reader_objects_where_backs_are_not_checked_again_and_where_a_duel_s_check_has_no_side() -> None:
    ops, voice = run("split-27"), speaks(SLEEVES, PEOPLE)
    found = Counter[str]()
    for cue in cues(ops, voice, Wording.BRIEF):
        told = [replace(one, check="Done.") for one in cue.told]
        found.update(one.partition(":")[0] for one in objections(cue.ops, told, sleeves=True))
    assert found == {"way": 4, "side, in the check": 6}
