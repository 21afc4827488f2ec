"""Which tables the certificate covers: every table that a file can ask for, against the lines that there are."""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import cache
from itertools import combinations, product
from pathlib import Path
from typing import Any

import pytest

import facilitator
from facilitator.cli import coverage
from facilitator.games.registry import get_game, list_games
from facilitator.games.stacking import STACKS
from facilitator.planning.choices import propose_options
from facilitator.play.attempt import LOT_FORM, Selection
from facilitator.play.match import Match
from facilitator.protocols.forms import get_form, list_offered_forms
from facilitator.table_files.load import SAMPLES, Table, make_table, sample
from facilitator.table_files.model import uses_printed_deck
from facilitator.verification.certificate import Spec
from facilitator.verification.shapes import LOT, Aspect, ProtocolShape, RunShape, shapes_of_run
from programs import run, run_well
from turns import go_on

VARIED: dict[str, tuple[object, ...]] = {
    "pool": coverage.values_of("pool"),
    "pool_deck": ("half-54",),
    "stacking": tuple([*some] for n in range(len(STACKS) + 1) for some in combinations(STACKS, n)),
    **{
        key: coverage.values_of(key)
        for key in ("jump_in", "wild_draw_four", "end_on_action", "scores", "draw")
    },
    "hand_size": (1, 2),
    "equipment": coverage.values_of("equipment"),
}
"""Keys that may change a game's rules or what lies on the table, with values to try one at a time."""


def varied(full: bool) -> Iterator[tuple[dict[str, Any], Table]]:
    """Tables by the keys that decide, each with one other key changed."""
    for game, protocol in product(list_games(), list_offered_forms()):
        about = get_game(game).about
        styles = coverage.values_of("style") if about.styles else ("uniform",)
        bases = product(about.rules, (False, True) if full else (False,), styles if full else styles[-1:])
        for (rules, conceal, style), (key, values) in product(bases, VARIED.items()):
            base = {"game": game, "rules": rules, "protocol": protocol, "style": style}
            base |= {"conceal": True} if conceal else {}
            values = values if full else values[-2:]
            made = (
                {**base, key: value, **({"pool": "split"} if key == "pool_deck" else {})} for value in values
            )
            yield from ((keys, table) for keys in made if (table := coverage.table_with(keys)) is not None)


def covers(keys: dict[str, Any], gap_keys: dict[str, object]) -> bool:
    return all(keys.get(key) == value for key, value in gap_keys.items())


@cache
def all_gaps() -> tuple[coverage.Gap, ...]:
    return tuple(coverage.list_all_gaps())


def lacking() -> list[tuple[dict[str, Any], frozenset[ProtocolShape]]]:
    """Those of them that the certificate does not cover, and what it lacks."""
    return [
        (keys, needed - coverage.shapes_proved())
        for keys, needed in coverage.list_shapes_by_table()
        if needed - coverage.shapes_proved()
    ]


def test_every_table_is_covered_or_listed_as_not_proved(full: bool) -> None:
    """What a table lacks is listed under keys that it has; no key but the deciding ones adds anything."""
    listed = {gap.form: dict(gap.keys) for gap in all_gaps()}
    missing = {shape for _, shapes in lacking() for shape in shapes}
    more = [(keys, coverage.shapes_needed(table) - coverage.shapes_proved()) for keys, table in varied(full)]
    assert len(more) > 100
    for keys, shapes in (*lacking(), *more):
        assert shapes <= missing, keys
        assert all(covers(keys, listed[shape.form]) for shape in shapes), (keys, shapes)


def test_every_protocol_and_rule_set_is_covered_or_listed() -> None:
    found = [keys for keys, _ in coverage.list_shapes_by_table()]
    assert {keys["protocol"] for keys in found} == set(list_offered_forms())
    assert {(keys["game"], keys["rules"]) for keys in found} == {
        (game, rules) for game in list_games() for rules in get_game(game).about.rules
    }
    assert {keys.get("style", "uniform") for keys in found} == set(coverage.values_of("style"))
    assert {keys.get("conceal", False) for keys in found} == {False, True}


@pytest.mark.parametrize("name", SAMPLES)
def test_the_samples_are_covered(name: str) -> None:
    assert coverage.shapes_needed(sample(name))
    assert coverage.list_gaps(sample(name)) == []


def test_all_proposals_of_new_are_covered() -> None:
    """`new` proposes no styles and conceals nothing; its forms are the wallet's and the default one."""
    mine = ["Ana", {"name": "Vera", "virtual": True}, {"name": "Udo", "virtual": True}]
    forms = [*filter(uses_printed_deck, list_offered_forms()), list_offered_forms()[0]]
    table = make_table({"seats": mine, "hand_size": 3})
    found = [option for form in forms for option in propose_options(table, 100_000, None, [form])]
    assert {option.table.protocol for option in found} == set(forms)
    assert [coverage.list_gaps(option.table) for option in found] == [[]] * len(found)
    others = [keys for keys, table in lacking() if keys["protocol"] in forms]
    assert all(keys["conceal"] for keys in others)


# -- the shapes that a table needs, beside the runs that its games come to -----------------------------


PLAYED: tuple[dict[str, Any], ...] = (
    {"rules": "official", "protocol": "wallet", "style": "attacker", "hand_size": 3},
    {"rules": "official", "protocol": "knockout", "style": "saver", "hand_size": 3},
    {"rules": "official", "protocol": "knockout", "conceal": True, "hand_size": 3},
    {"rules": "kpgut", "protocol": "knockout", "hand_size": 3},
    {"protocol": "published", "draw": "until playable", "hand_size": 3},
    {"protocol": "knockout", "draw": "until playable", "pool": "split", "hand_size": 3},
    {"game": "hearts", "rules": "usual", "protocol": "wallet"},
    {"game": "hearts", "rules": "paper", "protocol": "published"},
    {"game": "hearts", "rules": "usual", "protocol": "knockout"},
    {"game": "dominoes", "protocol": "wallet"},
    {"game": "dominoes", "protocol": "knockout"},
    {"game": "eights", "protocol": "knockout"},
    {"game": "sevens", "protocol": "knockout"},
)


@pytest.mark.parametrize("keys", PLAYED, ids=str)
@pytest.mark.every(2)
def test_every_attempt_of_a_game_has_a_shape_that_its_table_needs(keys: dict[str, Any]) -> None:
    table = coverage.table_with({"game": "uno", **keys})
    assert table is not None
    needed, met = coverage.shapes_needed(table), set[ProtocolShape]()
    for plan in plans(table, 500):
        met |= set(shapes_of(plan))
    assert met
    assert met <= needed, met - needed


def plans(table: Table, inputs: int) -> Iterator[Selection]:
    """The runs that a rehearsal comes to in so many inputs."""
    game = Match.open(table, None, 5)
    last: Selection | None = None
    for _ in range(inputs):
        if game.is_over:
            break
        if game.plan is not None and game.plan is not last:
            last = game.plan
            yield last
        go_on(game)
    game.close()


def shapes_of(plan: Selection) -> Iterator[ProtocolShape]:
    """What must be proved of a run in play, by how it begins and may end."""
    if plan.form == LOT_FORM:
        yield from shapes_of_run(Aspect.DRAW_LOTS, RunShape(LOT))
    elif plan.layout is not None:
        run = RunShape.from_layout(get_form(plan.form), plan.layout)
        yield from shapes_of_run(Aspect.TURN, run)
        if plan.layout.are_columns_kept:
            yield from shapes_of_run(Aspect.SECOND_LINKED, run)
        if plan.layout.hands_over is not None:
            yield from shapes_of_run(Aspect.FIRST_LINKED, run)


# -- where it is said ----------------------------------------------------------------------------------


def test_verify_ends_with_what_is_not_covered(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("facilitator.cli.verify.default_specs", lambda _: [Spec("and", ())])
    shown = run_well("verify")
    said = " ".join(shown.stdout.split())
    assert "Not proved" in said
    for gap in all_gaps():
        assert f"{gap.form} ({gap.tables}): {gap.words}." in said
    lines = run("verify", "--json").stdout.splitlines()
    assert {gap["form"] for gap in json.loads(lines[-1])["not_proved"]} == {gap.form for gap in all_gaps()}
    assert "Not proved" not in run("verify", "--form", "and").stdout


def test_plan_says_what_is_not_proved_at_its_table(tmp_path: Path) -> None:
    file = tmp_path / "table.yaml"
    seats = "seats: [Ana, {name: Vera, virtual: true}]\nhand_size: 2\n"
    file.write_text(f"{seats}protocol: published\nconceal: true\n")
    shown = run("plan", file, "--games", "20").stdout
    assert "PROOF Not proved at this table: concealed: two turns in a row" in " ".join(shown.split())
    made = json.loads(run("plan", file, "--games", "20", "--json").stdout)
    (gap,) = made["not_proved"]
    assert (gap["form"], gap["what"].startswith("two turns in a row;")) == ("concealed", True)
    covered = run("plan", "sample:duel", "--games", "20").stdout
    assert "Not proved" not in covered


def test_the_guide_lists_what_is_not_proved() -> None:
    page = (Path(facilitator.__file__).parent / "guide" / "proof.md").read_text(encoding="utf-8")
    said = " ".join(page.replace("`", "").split())
    for gap in all_gaps():
        assert f"{gap.form} ({gap.tables}): {gap.words}." in said
