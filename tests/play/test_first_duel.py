"""A table's first duel is told step by step, each with a picture; then the loop is told, with what is left of it."""

from __future__ import annotations

import re

import pytest

from facilitator.instructions.grouping import Wording
from facilitator.pictures.layout_movements import Scene
from facilitator.pictures.movements import illustrate_step
from facilitator.play.prompt import StepPrompt
from facilitator.play.session import Session
from facilitator.table_files.load import Table, make_table
from facilitator.web.page_data import view
from sessions import opened

WALLET: dict[str, object] = {"protocol": "wallet"}
SLEEVES: dict[str, object] = {
    "protocol": "knockout",
    "equipment": "sleeves",
    "pool": "split",
    "pool_deck": "compact-27",
}


def table(**keys: object) -> Table:
    return make_table({"seats": ["Ana", {"name": "Vera", "virtual": True}], "hand_size": 4, **keys})


def runs(session: Session, until: int) -> list[list[StepPrompt]]:
    """The acts of so many runs, as each is told."""
    found: dict[int, list[StepPrompt]] = {}
    while len(found) <= until:
        if isinstance(act := session.get_prompt().asked, StepPrompt):
            found.setdefault(act.run, []).append(act)
        session.rehearse()
    return [*found.values()][:until]


@pytest.mark.parametrize("keys", [WALLET, SLEEVES], ids=["wallet", "sleeves"])
def test_the_first_duel_has_a_picture_for_each_step_and_others_are_counted(keys: dict[str, object]) -> None:
    steps = 4 if keys == WALLET else 5
    first, second = (run for run in runs(opened(table(**keys), None, 3), 2))
    walked = [act for act in first if act.wording is Wording.WALK]
    assert [(act.movement, len(act.lines), act.is_only_counted) for act in walked] == [
        (n, 1, False) for n in range(steps)
    ]
    assert all(
        illustrate_step(act.ops, Scene(act.surface, {}, act.sleeves), steps)[act.movement or 0]
        for act in walked
    )
    loop = [act for act in first if act.duel]
    assert first.index(loop[0]) == first.index(walked[-1]) + 1
    assert [act.duel for act in loop] == [(2, 3), (3, 3)]
    assert (loop[0].times, len(loop[0].lines)) == (2, steps)
    assert [act.number for act in first] == sorted(act.number for act in first)
    assert {act.wording for act in second} == {Wording.FULL}


def test_the_loop_says_how_many_are_left_and_which_pair_is_shown() -> None:
    first = runs(opened(table(**SLEEVES), None, 3), 1)[0]
    loop = [act for act in first if act.duel]
    said = [act.all_lines[0].instruction.text.partition(".")[0] for act in loop]
    assert said == ["There are 2 duels left", "There is one duel left"]
    assert "Take the two loose cards that you kept, a β and an α" in loop[0].all_lines[1].instruction.text


@pytest.mark.parametrize("wording", ["auto", "full", "brief"])
@pytest.mark.parametrize("keys", [WALLET, SLEEVES], ids=["wallet", "sleeves"])
def test_every_screen_counts_all_duels_of_the_hand(keys: dict[str, object], wording: str) -> None:
    """The sentence, the tally of the page and the button name the same duel of the same number of duels."""
    session, found = opened(table(**keys, wording=wording), None, 3), list[tuple[int, int]]()
    while not (found and found[-1][0] == 3):
        if isinstance(act := session.get_prompt().asked, StepPrompt) and act.duel:
            number, of = act.duel
            shown = view(session)
            assert (shown["act"]["counted"], shown["act"]["times"]) == (number - 1, of)
            assert act.done_label == f"duel {number} of {of}"
            spoken = re.findall(r"duel (\d+) of (\d+)", " ".join(line.instruction.text for line in act.lines))
            assert spoken == [(str(number), str(of))] * (act.is_only_counted and keys == WALLET)
            found.append(act.duel)
        session.rehearse()
    assert found == [(n, 3) for n in range(2 if wording == "auto" else 1, 4)]


@pytest.mark.parametrize("wording", ["full", "brief"])
def test_a_chosen_wording_also_applies_to_the_first_duel(wording: str) -> None:
    assert {act.wording for act in runs(opened(table(**WALLET, wording=wording), None, 3), 1)[0]} == {
        Wording(wording)
    }


CLEAR, OPAQUE, MARKER = "clear side", "opaque side", "marker, its face to the opaque side"
BITS = ("left bit card", "right bit card")


def test_a_filled_sleeve_is_drawn_in_cross_section() -> None:
    first = runs(opened(table(**SLEEVES), None, 3), 1)[0]
    assert [act.layers for act in first if act.layers] == [
        (CLEAR, "playing card", MARKER, OPAQUE),
        (CLEAR, "playing card", *BITS, MARKER, OPAQUE),
        (CLEAR, "playing card", *BITS, OPAQUE),
    ]
    envelopes = runs(opened(table(**{**SLEEVES, "equipment": "envelopes"}), None, 3), 1)[0]
    assert not any(act.layers for act in envelopes)
