"""Two golden playthroughs a game, one by each rule set: what is public beside the hand that only its owner sees."""

from __future__ import annotations

import textwrap
from itertools import takewhile

import pytest
from followed import followed
from referees import REFEREES
from test_played_games import table

from facilitator.games.events import Event, Round
from facilitator.games.registry import get_game
from facilitator.games.rules import Seat
from facilitator.operations.faces import Face
from facilitator.play.match import Match
from facilitator.play.messages import RunLine
from game_driver import NAMES
from golden_files import GOLDEN, check_golden

TABLES = {
    ("sevens", "paper"): ("PVP", 1),
    ("sevens", "usual"): ("VPVP", 0),
    ("hearts", "paper"): ("PVPV", 0),
    ("hearts", "usual"): ("VPPV", 0),
    ("dominoes", "paper"): ("PVV", 0),
    ("dominoes", "usual"): ("VP", 0),
    ("eights", "usual"): ("PV", 0),
    ("eights", "match"): ("VPP", 0),
    ("eights", "mau-mau"): ("PVV", 1),
}
"""For each playthrough who sits there, P for a person and V for nobody, and the seed."""
WIDTH = 118


def run_words(run: RunLine) -> str:
    """Return a finished run on one line."""
    spent = f"{run.k} columns, {run.m} of them {run.seat}'s, {run.shuffles} shuffles, {run.extra_cards} extra cards"
    return f"   run      {run.form}, {spent}: {run.outcome}"


def playthrough(game: str, rules: str) -> str:
    """Return a rehearsal as a transcript, the first round of a match."""
    kinds, seed = TABLES[game, rules]
    seats = [Seat(name, kind == "V") for name, kind in zip(NAMES, kinds, strict=False)]
    played = Match.open(table(game, rules, seats), None, seed)
    law, state = played.rules, played.state
    who = ", ".join(f"{seat.name} (virtual)" if seat.virtual else seat.name for seat in seats)
    lines = [f"{game}, {rules}: {who}; seed {seed}", *map(law.describe_effect, law.deal(state)), ""]

    def line(head: str, text: str) -> None:
        lines.extend(textwrap.wrap(text, WIDTH, initial_indent=f"   {head:<9}", subsequent_indent=" " * 12))

    def hand(cards: tuple[Face, ...]) -> str:
        return " ".join(sorted(cards, key=law.kinds.order)) or "nothing"

    def first_round(event: Event) -> bool:
        return not (isinstance(event, Round) and event.number == 2)

    steps = followed(played, lambda run: lines.append(run_words(run)))
    for step in takewhile(lambda step: first_round(step.event), steps):
        at = getattr(step.event, "seat", None)
        if at is not None:
            line("private", f"{at} holds {hand(step.held[at])}")
        lines.append(f"{step.after.n:>2} {law.codec.text(step.event)}")
        for said in filter(None, map(law.describe_effect, step.happened)):
            line("", said)
        line("public", law.describe_state(step.after))
    steps.close()
    played.close()
    return "\n".join(lines) + "\n"


@pytest.mark.golden
@pytest.mark.parametrize(("game", "rules"), TABLES)
@pytest.mark.every(2)
def test_a_game_matches_its_approved_transcript(game: str, rules: str) -> None:
    check_golden(GOLDEN / "games" / f"{game}.{rules}.txt", playthrough(game, rules))


def test_every_rule_set_has_an_approved_transcript() -> None:
    assert set(TABLES) == {(game, rules) for game in REFEREES for rules in get_game(game).about.rules}
    assert {path.name for path in (GOLDEN / "games").iterdir()} == {
        f"{game}.{rules}.txt" for game, rules in TABLES
    }
