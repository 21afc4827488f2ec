"""The games beside UNO as the program plays them, event by event before a referee who knows the cards."""

from __future__ import annotations

import textwrap
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import takewhile
from random import Random
from typing import Any

import pytest
from followed import followed
from hearts_referee import HeartsReferee
from referee import Referee
from referees import REFEREES

from facilitator.games import hearts
from facilitator.games.decks import CARDS, TILES, Pack
from facilitator.games.dominoes import DOMINOES
from facilitator.games.eights import EIGHTS
from facilitator.games.events import Absent, Challenge, Drew, Event, Join, Pass, Play, Round, Show, Start
from facilitator.games.hearts import HEARTS
from facilitator.games.registry import get_game
from facilitator.games.rules import AwaitMove, Rules, Seat, Select
from facilitator.games.sevens import SEVENS
from facilitator.operations.faces import DISCARDS, Face
from facilitator.play.match import Match
from facilitator.play.messages import RunLine
from facilitator.table_files.load import Table, make_table
from game_driver import NAMES, Driver, Step, mixes
from golden_files import GOLDEN, check_golden
from states import ANA, BEN, FOUR, UDO, VERA, dealt, refused_event

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
    seated = [{"name": seat.name, "virtual": seat.virtual} for seat in seats]
    keys = {"game": game, "rules": rules, "seats": seated, "protocol": form, "equipment": equipment}
    return make_table(keys if draw == "one" else {**keys, "draw": draw})


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
@pytest.mark.every(2)
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


def test_every_mix_of_seats_and_every_form_occurs() -> None:
    for name, (_, least, most) in REFEREES.items():
        tables = mixes(least, most)
        met, others = ([tables[(seed * 37 + by) % len(tables)] for seed in range(250)] for by in (5, 0))
        assert set(met) == set(others) == set(tables)
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
    for seed in (1, 2) if full and rules == "paper" else (1,):
        judge = judged(table("hearts", rules, four, seed), 1, HeartsReferee)
        assert isinstance(judge, HeartsReferee)
        totals = judge.total.values()
        assert max(totals) >= limit
        assert sum(totals) % 26 == 0
        assert judge.number == 1 or max(totals) - 26 * (1 + 2 * judge.usual) < limit


# -- whole games of all games but UNO -----------------------------------------------------------------


GAMES: dict[str, tuple[Rules[Any], int]] = {
    "sevens": (SEVENS, 6),
    "hearts": (HEARTS, 2),
    "dominoes": (DOMINOES, 4),
    "eights": (EIGHTS, 3),
}


@pytest.mark.parametrize(
    ("name", "rules"), [(name, rules) for name, (game, _) in GAMES.items() for rules in game.about.rules]
)
@pytest.mark.every(2)
def test_the_public_state_matches_the_cards_and_the_referee_agrees(
    name: str, rules: str, full: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A match of Hearts to 100 is some six hundred events; but for the full sweep it goes to 30."""
    if not full:
        monkeypatch.setattr(hearts, "LIMIT", 30)
        monkeypatch.setattr(HeartsReferee, "limit", 30)
    (game, few), (referee, least, most) = GAMES[name], REFEREES[name]
    tables = mixes(least, most)
    for seed in range(300 if full else few):
        seats = tables[seed * 37 % len(tables)]
        judge = referee(game, seats, rules)
        for step in Driver(game, seats, seed, {"rules": rules}).steps():
            judge.see(step)
        assert judge.over()


def test_a_hand_shown_for_scoring_lies_face_up() -> None:
    state = EIGHTS.begin((ANA, VERA, BEN), {"rules": "match", "hand_size": 1})
    for event in (Start("5D", "Ana"), Play("Ana", "9D"), Show("Vera", ("8C",))):
        state = EIGHTS.apply(state, event).state
    assert EIGHTS.find_zones(state).open == {DISCARDS: ("5D", "9D"), "Vera": ("8C",)}


# -- names of cards and tiles -------------------------------------------------------------------------


@pytest.mark.parametrize(("pack", "size"), [(CARDS, 52), (TILES, 28)])
def test_cards_survive_a_round_trip_as_codes_and_words(pack: Pack, size: int) -> None:
    assert len(set(pack.cards)) == len(pack.cards) == size
    for face in pack.cards:
        for said in (face, face.lower(), pack.describe(face), pack.describe(face).upper()):
            assert pack.parse(said) == face
        assert pack.cards[pack.order(face)] == face
        assert pack.group(face)


# -- what holds for Sevens, Hearts and Muggins alike --------------------------------------------------


@pytest.mark.parametrize("rules", ["paper", "usual"])
@pytest.mark.parametrize("game", [SEVENS, HEARTS, DOMINOES])
@pytest.mark.parametrize("seat", ["Ana", "Vera", "Ben", "Udo"])
def test_every_opening_gives_the_seat_the_first_turn(game: Rules[Any], rules: str, seat: str) -> None:
    for mix in (FOUR, (VERA, ANA, UDO, BEN)):
        state = dealt(game, mix, rules)
        for event in next(iter(game.list_openings(state, seat))):
            state = game.apply(state, event).state
        assert game.state_json(state)["turn"] == seat
        assert isinstance(game.get_next_action(state), AwaitMove | Select)


# -- golden playthroughs, one by each rule set: what is public beside the hand of who acts ---------


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
def test_a_game_matches_its_approved_transcript(game: str, rules: str) -> None:
    check_golden(GOLDEN / "games" / f"{game}.{rules}.txt", playthrough(game, rules))


def test_every_rule_set_has_an_approved_transcript() -> None:
    assert set(TABLES) == {(game, rules) for game in REFEREES for rules in get_game(game).about.rules}
    kept = {path.name for path in (GOLDEN / "games").iterdir()}
    assert kept == {f"{game}.{rules}.txt" for game, rules in TABLES}


# -- events that the rules do not allow: each is refused with its reason ---------------------------


ALL = [(name, rules) for name in REFEREES for rules in get_game(name).about.rules]
EACH = 4
"""Events that are tried at each state."""


def wrong(game: Rules[Any], judge: Referee, step: Step, chance: Random) -> Iterator[Event]:
    """Some events that cannot be now, by the text."""
    state, names = step.after, judge.names
    every = [card for deck in game.find_zones(state).decks.values() for card in deck]
    yield Challenge(chance.choice(names))  # nobody challenges in these games
    yield Join("Joe")
    yield Absent(chance.choice(names))
    if judge.over():
        yield Play(chance.choice(names), chance.choice(every))
        yield Drew(chance.choice(names))
        return
    turn: str | None = getattr(judge, "turn", None)
    if (
        not turn
        or not isinstance(game.get_next_action(state), AwaitMove | Select)
        or isinstance(step.event, Round)
    ):
        return
    yield Start(None, chance.choice(names))
    if game.about.name in ("sevens", "hearts"):
        yield Drew(chance.choice(names))
    card = chance.choice(every)
    if not judge.legal({card}):
        yield Play(turn, card)
    for lying in game.find_zones(state).open.values():
        if lying:
            yield Play(turn, chance.choice(list(lying)))
    other = chance.choice(names)
    # who plays next says by it that the one before passes
    if other != turn and not getattr(judge, "drew", False):
        yield Play(other, card)
        yield Pass(other)


@pytest.mark.parametrize(("name", "rules"), ALL)
def test_illegal_events_are_rejected(name: str, rules: str, full: bool) -> None:
    """2,000 events by each rule set with --full."""
    game, (referee, least, most) = get_game(name), REFEREES[name]
    tables, chance, met = mixes(least, most), Random(f"{name} {rules}"), Counter[str]()
    for seed in range(1000):
        seats = tables[(seed * 37 + 5) % len(tables)]
        judge = referee(game, seats, rules)
        for step in Driver(game, seats, seed, {"rules": rules}).steps():
            judge.see(step)
            found = list(wrong(game, judge, step, chance))
            for event in chance.sample(found, min(EACH, len(found))):
                refused_event(game, step.after, event)
                met[type(event).__name__] += 1
            if met.total() >= (2000 if full else 100):
                return
