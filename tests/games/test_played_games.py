"""The games beside UNO as the program plays them, event by event before a referee who knows the cards."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from followed import followed
from hearts_referee import HeartsReferee
from referee import Referee
from referees import REFEREES

from facilitator.games import hearts
from facilitator.games.eights import EIGHTS
from facilitator.games.registry import get_game
from facilitator.games.rules import Seat
from facilitator.play.match import Match
from facilitator.table_files.load import Table, make_table
from game_driver import mixes

FORMS = {
    "sevens": ("knockout", "published", "published-2023"),
    "hearts": ("knockout", "published"),
    "hearts usual": ("knockout",),
    "dominoes": ("knockout", "published", "published-2023"),
    "eights": ("knockout", "published", "published-2023"),
}
"""What a table may choose: Hearts has two classes of cards, or three."""
EQUIPMENT = {
    "sevens": ("envelopes", "sleeves"),
    "hearts": ("envelopes", "sleeves"),
    "dominoes": ("envelopes",),
    "eights": ("envelopes", "sleeves"),
}


def table(game: str, rules: str, seats: Sequence[Seat], seed: int = 0, draw: str = "one") -> Table:
    """Return a table of these seats; form and equipment go round with the seed."""
    forms = FORMS.get(f"{game} {rules}", FORMS[game])
    form, equipment = forms[seed // 2 % len(forms)], EQUIPMENT[game][seed % len(EQUIPMENT[game])]
    return make_table(
        {
            "game": game,
            "rules": rules,
            "seats": [{"name": seat.name, "virtual": seat.virtual} for seat in seats],
            "protocol": form,
            "equipment": equipment,
            **({"draw": draw} if draw != "one" else {}),
        }
    )


def judged(made: Table, seed: int, referee: type[Referee]) -> Referee:
    """Play a rehearsal to its end before a referee; return it."""
    game = Match.open(made, None, seed)
    judge = referee(game.rules, game.state.seats, made.rules)
    for step in followed(game):
        judge.see(step)
    game.close()
    assert judge.over()
    return judge


RULES = [(name, rules, "one") for name in REFEREES for rules in get_game(name).about.rules]


@pytest.mark.parametrize(
    ("name", "rules", "draw"),
    [*RULES, *(("eights", rules, "until playable") for rules in EIGHTS.about.rules)],
)
def test_the_referee_agrees_with_what_the_program_plays(
    name: str, rules: str, draw: str, full: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """300 games by each rule set with --full, over every mix of seats; a match of Hearts goes to 20 here, or 5."""
    monkeypatch.setattr(hearts, "LIMIT", 20 if full else 5)
    monkeypatch.setattr(HeartsReferee, "limit", 20 if full else 5)
    referee, least, most = REFEREES[name]
    tables = mixes(least, most)
    for seed in range(300 if full else 1):
        seats = tables[(seed * 37 + 5) % len(tables)]
        judged(table(name, rules, seats, seed, draw), seed, referee)


def test_every_mix_of_seats_and_every_form_is_met() -> None:
    for name, (_, least, most) in REFEREES.items():
        tables = mixes(least, most)
        met = [tables[(seed * 37 + 5) % len(tables)] for seed in range(250)]
        assert set(met) == set(tables)
        assert {
            table(name, get_game(name).about.rules[0], seats, seed).protocol for seed, seats in enumerate(met)
        } == set(FORMS[name])


@pytest.mark.parametrize("rules", ["paper", "usual"])
def test_two_virtual_seats_and_two_people_play_a_match_of_hearts(
    rules: str, full: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """To 100 with --full, else to 26: by either rule set all points are in then."""
    limit = 100 if full else 26
    monkeypatch.setattr(hearts, "LIMIT", limit)
    monkeypatch.setattr(HeartsReferee, "limit", limit)
    four = [Seat("Ana"), Seat("Vera", True), Seat("Ben"), Seat("Udo", True)]
    for made in [
        table("hearts", rules, four, seed) for seed in ((1, 2) if full and rules == "paper" else (1,))
    ]:
        judge = judged(made, 1, HeartsReferee)
        assert isinstance(judge, HeartsReferee)
        totals = judge.total.values()
        assert max(totals) >= limit
        assert sum(totals) % 26 == 0
        assert judge.number == 1 or max(totals) - 26 * (1 + 2 * judge.usual) < limit
