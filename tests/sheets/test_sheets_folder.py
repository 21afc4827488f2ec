"""The turn folder: true for every turn, at most six pages, walked beside play over whole games."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache

import pytest

from drawings import read_words, table_of
from facilitator.i18n.catalogue import Either, Listed, Phrase, Value
from facilitator.instructions.grouping import Wording
from facilitator.instructions.instruction import title
from facilitator.operations.purposes import Phase
from facilitator.operations.steps import labels_of
from facilitator.pictures.marks import POINT, WHITE, Document, Polygon, Text
from facilitator.play.match import Match
from facilitator.sheets.build import SheetOptions, build
from facilitator.sheets.turn_script import LARGE, RecoveryGuide, list_rule, names_of
from facilitator.sheets.turns import EveryTurn
from facilitator.table_files.load import Table
from turns import BOTH, Folders, go_on

VERA: dict[str, object] = {"name": "Vera", "virtual": True}
NILS: dict[str, object] = {"name": "Nils", "virtual": True}
THREE = ("Ana", "Ben", VERA)
FEW = ["7R", "SY", "+B", "W", "D", "3G", "4B", "0R"]
TABLES: dict[str, Table] = {
    "knockout": table_of(*THREE, hand_size=4),
    "split pool in sleeves": table_of(
        "Ana", VERA, NILS, hand_size=4, pool="split", pool_deck="compact-27", equipment="sleeves"
    ),
    "sleeves": table_of(NILS, "Ana", VERA, "Ben", hand_size=3, equipment="sleeves"),
    "until playable": table_of(*THREE, hand_size=3, draw="until playable"),
    "official": table_of(*THREE, hand_size=3, rules="official"),
    "kpgut": table_of(*THREE, hand_size=3, rules="kpgut"),
    "attacker": table_of("Ana", {**VERA, "style": "attacker"}, hand_size=4),
    "attacker, official": table_of("Ana", {**VERA, "style": "attacker"}, hand_size=4, rules="official"),
    "concealed": table_of(*THREE, hand_size=2, conceal=True),
    "published": table_of(*THREE, hand_size=2, protocol="published"),
    "published-2023": table_of(*THREE, hand_size=2, protocol="published-2023", equipment="sleeves"),
    "hearts": table_of("Ana", "Ben", "Cem", VERA, game="hearts"),
    "hearts, usual rules": table_of("Ana", "Ben", "Cem", VERA, game="hearts", rules="usual"),
    "hearts, published": table_of("Ana", "Ben", "Cem", VERA, game="hearts", protocol="published"),
    "sevens": table_of(*THREE, game="sevens"),
    "dominoes": table_of(*THREE, game="dominoes"),
    "concealed, official": table_of(*THREE, hand_size=2, conceal=True, rules="official"),
    "concealed, in sleeves": table_of(*THREE, hand_size=2, conceal=True, equipment="sleeves"),
    "concealed, published": table_of(*THREE, hand_size=2, conceal=True, protocol="published"),
    "concealed, published-2023": table_of(*THREE, hand_size=2, conceal=True, protocol="published-2023"),
    "split pool in envelopes": table_of("Ana", VERA, hand_size=3, pool="split"),
    "split pool of few cards": table_of("Ana", VERA, hand_size=2, pool="split", pool_deck=FEW),
    "stacking, jump-in": table_of("Ana", VERA, hand_size=2, jump_in="plays on", stacking=["D on +"]),
    "wallet": table_of(*THREE, hand_size=4, protocol="wallet"),
    "wallet, official": table_of(*THREE, hand_size=3, rules="official", protocol="wallet"),
    "wallet, until playable": table_of(
        "Ana", VERA, NILS, hand_size=3, draw="until playable", protocol="wallet"
    ),
    "wallet, hearts": table_of("Ana", "Ben", "Cem", VERA, game="hearts", protocol="wallet"),
    "wallet, hearts, usual rules": table_of(
        "Ana", NILS, "Cem", VERA, game="hearts", rules="usual", protocol="wallet"
    ),
    "wallet, dominoes": table_of(*THREE, game="dominoes", protocol="wallet"),
    "wallet, attacker": table_of("Ana", {**VERA, "style": "attacker"}, hand_size=4, protocol="wallet"),
    "end on action": table_of("Ana", VERA, hand_size=3, end_on_action="draw one"),
}


ONLY_FULL = ("hearts, usual rules", "concealed, official", "concealed, published")
"""Tables whose forms another table has too: left to the full run."""


@pytest.mark.parametrize("name", TABLES)
@pytest.mark.every(3)
def test_every_step_of_play_is_in_the_turn_script(name: str, full: bool) -> None:
    """In order, sizes put in: whole games in both wordings, or in the usual run the first turns of one in brief."""
    if not full and name in ONLY_FULL:
        return
    folders = Folders(TABLES[name], BOTH if full else BOTH[:1])
    runs = sum(folders.walk(seed) for seed in range(50)) if full else folders.walk(3, most=2)
    assert runs >= 2
    assert folders.acts > 3 * runs


def test_a_step_has_one_title_on_screen_and_paper() -> None:
    """The screen may add the number of a pile; a colour is drawn below a heading that says when."""
    game, titles = Match.open(TABLES["published"], None, 3), set[str]()
    while not game.is_over and len(titles) < 12:
        if game.attempt is not None:
            titles.add(title(game.attempt.heading))
        go_on(game)
    game.close()
    heads = [
        mark.text
        for page in folder_of("published").pages
        for mark in page.marks
        if isinstance(mark, Text) and mark.ink == WHITE and mark.align == "left"
    ]
    words = {re.split("[:,]", head)[0] for head in heads}
    assert {re.split(":", one)[0] for one in titles} <= words
    assert "Draw lots" in words & titles


def test_turns_after_a_seat_has_finished_are_in_the_turn_script() -> None:
    """In a ranking: its name is left out of the lists, as the folder says, and its letter is 0."""
    folders = Folders(TABLES["kpgut"], BOTH[:1])
    assert folders.walk(0, most=4) == 4
    assert folders.finished == {"Ben"}
    assert "Skip players who have no cards" in list_rule(folders.turns)


@pytest.mark.parametrize("name", ["knockout", "until playable", "wallet, official", "hearts", "kpgut"])
def test_every_outcome_has_its_own_check_at_the_return_of_cards(name: str) -> None:
    """Of a number of cards each hand has one, after a card was played, drawn and played, drawn and kept, or none."""
    told = EveryTurn(TABLES[name]).merge_steps(BOTH[0])
    back = [
        act
        for act in told.steps
        if len(act.parts_by_result) > 1 and act.first.heading.part.phase is Phase.GIVE_BACK
    ]
    assert back
    for act in back:
        for told_after in act.parts_by_result.values():
            assert not [side for said in told_after for part in said for side in either(part)]


def test_a_drawn_and_kept_card_is_counted_in_the_hand() -> None:
    """So nobody is told that a seat has one more, and asked for the number it had before."""
    pages = folder_of("knockout").pages
    said = read_words(*pages)
    assert "Played: Vera m−1, Ana a, Ben b, the draw pile d." in said
    assert "Drawn and played: Vera m, Ana a, Ben b, the draw pile d−1." in said
    assert "Drawn and kept: Vera m+1, Ana a, Ben b, the draw pile d−1." in said


def either(value: Value | None) -> Iterator[Either]:
    match value:
        case Either():
            yield value
        case Phrase(_, slots):
            for _, content in slots:
                yield from either(content)
        case Listed(items):
            for item in items:
                yield from either(item)
        case _:
            return


@cache
def folder_of(name: str) -> Document:
    return build(TABLES[name], SheetOptions(), ["script"])[0][0]


SMALLEST = {"sevens": 18, **dict.fromkeys(("split pool in sleeves", "sleeves", "concealed, in sleeves"), 13)}
"""Points of the smallest words of each folder, where they are not 14: mostly the way home's, so that it takes a page.

Where a style or a rule meets a second class there are too many acts: all of it is smaller, or without pictures.
"""
LONG = (
    "official",
    "kpgut",
    "attacker",
    "attacker, official",
    "published-2023",
    "hearts, usual rules",
    "concealed, official",
)
"""Folders with a page more than seven."""
BARE = ("kpgut", "attacker, official", "concealed, official")
"""Folders without pictures, because their text alone takes all pages."""


@pytest.mark.parametrize("name", TABLES)
@pytest.mark.every(3)
def test_the_recovery_after_every_step_equals_that_of_play(name: str, full: bool) -> None:
    """Given up after any act of a run, at the run's own sizes: the folder's letters for that act say the same."""
    usual = ("knockout", "split pool in sleeves", "published", "until playable", "hearts, published")
    if not full and name not in usual:
        return
    folders = Folders(TABLES[name], BOTH[:1], homes=True)
    for seed in range(5) if full else (1,):
        folders.walk(seed, most=12 if full else 2)
    assert folders.stops > 8


@pytest.mark.parametrize("name", TABLES)
@pytest.mark.every(3)
def test_a_condition_names_each_step_once(name: str, full: bool) -> None:
    """Several classes ask in steps of the same label; "step 5 or 5 with the drawn card" are two steps."""
    if not full and name not in ("official", "attacker, official"):
        return
    pages = folder_of(name).pages
    said = read_words(*pages)
    asked = re.findall(r"\bin step ([^:;(]*)", said)
    lists = [re.split(r", | or ", one.partition(" and ")[0]) for one in asked]
    assert lists or name not in ("official", "attacker, official")
    assert all(len({*steps}) == len(steps) for steps in lists)
    for clause in re.findall(r"But if ([^.(]*)", said):
        whole = [part.rpartition(": ")[2] for part in clause.split("; ") if "," not in part]
        assert len({*whole}) == len(whole), clause


WALLETS = [name for name in TABLES if name.startswith("wallet")]


@pytest.mark.parametrize("name", [name for name in TABLES if name not in WALLETS])
@pytest.mark.every(3)
def test_every_step_of_a_turn_has_a_row_in_the_recovery(name: str, full: bool) -> None:
    """A turn may be declared void until the last marker is in its box."""
    if not full and not name.startswith(("published", "split pool in sleeves")):
        return
    turns = EveryTurn(TABLES[name])
    told = turns.merge_steps(Wording.BRIEF)
    rows = RecoveryGuide(turns.merge_recoveries(told, Wording.BRIEF), told, names_of(told)).rows
    in_rows = {label for spans in rows.values() for span in spans for label in span}
    acts = (act for step in told.steps for act in step.first.step.group.parts)
    assert in_rows == {*labels_of([*acts])}
    assert "" not in rows


@pytest.mark.parametrize("name", WALLETS)
@pytest.mark.every(2)
def test_the_turn_script_of_a_wallet_has_two_pages_and_one_to_continue_without_the_program(name: str) -> None:
    """The loop of duels is told once; the way home is a part of the second page."""
    document = folder_of(name)
    assert len(document.pages) == (4 if name in ("wallet, official", "wallet, attacker") else 3)
    words = [
        mark for page in document.pages[:2] for mark in page.marks if isinstance(mark, Text) and read(mark)
    ]
    assert min(mark.size for mark in words) >= 12 * POINT - 0.01
    said = " ".join(mark.text for mark in words)
    assert said.count("dot's side wins") == 1
    texts = {mark.text for page in document.pages for mark in page.marks if isinstance(mark, Text)}
    assert "go on" in texts
    assert any(text.startswith("Now lay the played card") for text in texts)
    assert ("the tab's side in step 5 with the champion" in said) == ("The drawn card" in said)
    for gone in ("column", "marker", "envelope", "sleeve", "α", "k =", "p ="):
        assert gone not in said, gone
    assert "Something went wrong" in [
        mark.text
        for page in document.pages[1:-1]
        for mark in page.marks
        if isinstance(mark, Text) and mark.align == "centre"
    ]


@pytest.mark.parametrize("name", [name for name in TABLES if name not in WALLETS])
@pytest.mark.every(3)
def test_a_turn_script_has_at_most_seven_pages_of_large_type(name: str, full: bool) -> None:
    """What stands in a picture, and a warning sign, is no word to read: they alone are centred and smaller.

    The usual acts have pictures with arrows, whose heads are triangles.
    """
    if not full and name not in ("knockout", "split pool in sleeves", "official", "attacker"):
        return
    document = folder_of(name)
    assert len(document.pages) <= 7 + (name in LONG)
    words = [
        mark for page in document.pages[:-1] for mark in page.marks if isinstance(mark, Text) and read(mark)
    ]
    assert round(min(mark.size for mark in words) / POINT) == SMALLEST.get(name, 14)
    arrows = sum(isinstance(mark, Polygon) and len(mark.points) == 3 for mark in document.pages[0].marks)
    assert (arrows >= 3) != (name in BARE)
    first = document.pages[0].marks
    assert sum(isinstance(m, Text) and read(m) for m in first) > 20


def read(mark: Text) -> bool:
    """Tell whether a line is read at the table: neither the page's head and foot, nor within a picture."""
    return 15 < mark.y < 297 - 26 and (mark.align != "centre" or mark.size >= LARGE)


@pytest.mark.parametrize("name", TABLES)
def test_the_full_wording_is_a_separate_sheet(name: str, full: bool) -> None:
    """To learn a turn from: with the same letters, of the size of a book's for children, in few pages."""
    if not full and name not in ("knockout", "hearts, published"):
        return
    document = build(TABLES[name], SheetOptions(), ["wording"])[0][0]
    assert len(document.pages) <= 6
    words = [mark for page in document.pages for mark in page.marks if isinstance(mark, Text) and read(mark)]
    assert round(min(mark.size for mark in words) / POINT) == 14
