"""A person's wild draw four challenged by a virtual seat: the lot, the run with one answer, the ways home."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from random import Random
from typing import Any

import pytest

from facilitator.games.events import Challenge, Play, Start
from facilitator.games.records import LayoutSize
from facilitator.games.rules import AwaitMove, HandQuestion, RandomDraw, Seat, Select
from facilitator.games.uno import cards as uno
from facilitator.operations.definitions import CARD_ROW, PILE, Op, Reveal
from facilitator.operations.faces import DECK, DISCARDS
from facilitator.pictures.marks import Box
from facilitator.pictures.marks import Text as Mark
from facilitator.planning.attempt_cost import AttemptKey, EndKind
from facilitator.planning.forecast import Prices, Simulator, get_turn_settings, setup_of, sum_work
from facilitator.planning.pace import pace_of
from facilitator.play.journal import RUN, list_live_entries
from facilitator.play.match import Match
from facilitator.play.messages import EventMessage
from facilitator.play.questions import Prompter
from facilitator.play.turn_starts import TurnNumbers, get_turn_numbers
from facilitator.play.virtual_turn import TurnPolicy, explain_no_layout
from facilitator.protocols.forms import CHALLENGE, CONCEALED
from facilitator.sheets.turn_script import names_of, question_blocks
from facilitator.table_files.load import Table, make_table
from facilitator.table_files.model import state_before
from sessions import count_voids
from states import UNO
from sure import sure, sure_of
from turns import BOTH, Folders, all_cards, go_on

ANA, BEN, VERA = "Ana", "Ben", {"name": "Vera", "virtual": True}


def table(**keys: Any) -> Table:
    seats = [ANA, VERA, BEN]
    return make_table(
        {"seats": seats, "rules": "official", "scores": "none", "hand_size": 3, "wording": "brief", **keys}
    )


def put(game: Match, seat: str, *cards: str) -> None:
    """Exchange a hand for these cards, in a rehearsal before anything was played."""
    hands = sure(game.truth).table.hands
    for at, card in enumerate(cards):
        places = [(zone, i) for zone, held in hands.items() if zone != DISCARDS for i in range(len(held))]
        zone, i = next((z, i) for z, i in places if hands[z][i] == card and (z != seat or i >= at))
        hands[zone][i], hands[seat][at] = hands[seat][at], hands[zone][i]


def accused(*rest: str, lot: bool = False, named: str = "", **keys: Any) -> Match:
    """A rehearsal in which Ana, with a D and these cards, has played the D; then on to the question.

    ``lot``: up to the lot only.  Ana names the colour that the lot will show, if no other is told.
    """
    for colour in named or uno.COLORS:
        game = Match.open(table(**keys), None, 4)
        top = sure_of(Start, sure(game.truth).move(game.state))
        game.submit(Start(top.card, ANA))
        put(game, ANA, "D", *rest)
        game.submit(Play(ANA, "D", colour))
        assert isinstance(game.next_action, RandomDraw)
        while not lot and isinstance(game.next_action, RandomDraw):
            go_on(game)
        if lot or isinstance(game.next_action, HandQuestion):
            return game
        game.close()
    raise AssertionError("one colour of four is drawn")


def rest_of(game_top: str, guilty: bool) -> tuple[str, str]:
    """Two cards of a hand beside its D, one of the colour if the hand is guilty; both of another number."""
    own = game_top[1]
    other = next(color for color in uno.COLORS if color != own)
    return (f"{'5' if game_top[0] != '5' else '6'}{own if guilty else other}", f"8{other}")


def first_top() -> str:
    game = Match.open(table(), None, 4)
    start = sure_of(Start, sure(game.truth).move(game.state))
    return sure(start.card)


WAYS: list[tuple[dict[str, Any], bool]] = [
    ({}, True),
    ({"wording": "full"}, False),
    ({"equipment": "sleeves"}, False),
    ({"equipment": "sleeves", "wording": "full"}, True),
    ({"conceal": True}, False),
]


@pytest.mark.parametrize(("keys", "guilty"), WAYS, ids=str)
def test_a_challenge_gets_the_true_answer_and_its_consequence(keys: dict[str, Any], guilty: bool) -> None:
    game = accused(*rest_of(first_top(), guilty), **keys)
    assert game.truth is not None
    assert (sure(game.plan).form, sure(game.plan).seat) == (
        CONCEALED[CHALLENGE] if keys.get("conceal") else CHALLENGE,
        "Vera",
    )
    sizes = dict(zip(game.names, game.state.hands, strict=True))
    ops: list[Op] = []
    while isinstance(game.next_action, HandQuestion):
        ops += game.attempt.ops[len(ops) :] if game.attempt is not None else []
        go_on(game)
    shown = [place for op in ops if isinstance(op, Reveal) for place in op.places if place.area == PILE]
    assert shown
    assert all(place.row != CARD_ROW for place in shown), "no card of the hand is shown"
    after = dict(zip(game.names, game.state.hands, strict=True))
    if guilty:
        assert after == {**sizes, ANA: sizes[ANA] + 4}
        assert isinstance(game.next_action, Select)
    else:
        assert after == {**sizes, "Vera": sizes["Vera"] + 6}
        assert game.next_action == AwaitMove(BEN)
    assert all_cards(game) == Counter(uno.DECK)
    run = next(entry.body for entry in reversed(list_live_entries(game.journal.entries)) if entry.kind == RUN)
    assert (run["outcome"], run["m"]) == ("some" if guilty else "none", 2)
    while not game.is_over and game.state.n < 6:
        go_on(game)


def test_a_random_draw_decides_whether_a_virtual_seat_challenges() -> None:
    """Of the four colours that Ana may name, one makes Vera challenge; with each other it draws four."""
    ends = []
    for named in uno.COLORS:
        game = accused(*rest_of(first_top(), False), lot=True, named=named)
        assert game.drawing_lot
        while isinstance(game.next_action, RandomDraw):
            go_on(game)
        ends.append(isinstance(game.next_action, HandQuestion))
        assert game.state.hands[1] == 3 + (0 if ends[-1] else 4)
    assert ends.count(True) == 1


def at_question(number: int, **keys: Any) -> Match | None:
    """A game whose question has had so many inputs; None where it is over by then."""
    game = accused(*rest_of(first_top(), True), **keys)
    for _ in range(number):
        go_on(game)
        if not isinstance(game.next_action, HandQuestion):
            return None
    return game


@pytest.mark.parametrize("equipment", ["envelopes", "sleeves"])
def test_cancelling_a_question_returns_every_card_and_asks_again(equipment: str, full: bool) -> None:
    """Also once the answer lies open: begun again, it would be the same."""
    stopped = 0
    for number in range(0, 40, 1 if full else 7):
        game = at_question(number, equipment=equipment)
        if game is None:
            break
        state, hand = game.state, Counter(rest_of(first_top(), True))
        game.stop_attempt()
        while game.recovering:
            go_on(game)
        assert (game.state, game.next_action) == (state, game.rules.get_next_action(state))
        assert isinstance(game.next_action, HandQuestion)
        assert sure(game.attempt).number == 1
        assert game.truth is not None
        lying = Counter(game.truth.table.faces.values())
        assert Counter(game.truth.table.hands[ANA]) + Counter({card: lying[card] for card in hand}) >= hand
        assert all_cards(game) == Counter(uno.DECK)
        while isinstance(game.next_action, HandQuestion):
            go_on(game)
        assert game.state.hands[0] == 2 + 4
        stopped += 1
    assert stopped >= (9 if full else 2)


def test_a_voided_question_is_asked_again_and_recorded() -> None:
    game = sure(at_question(8))
    game.stop_attempt("two pairs read β α")
    while game.recovering:
        go_on(game)
    assert isinstance(game.next_action, HandQuestion)
    while isinstance(game.next_action, HandQuestion):
        go_on(game)
    assert count_voids(game) == 1
    assert game.state.hands[0] == 6


def test_a_question_with_a_public_answer_is_not_asked() -> None:
    """All blue cards lie on the discards: the answer is known, and no layout is needed."""
    law, state = UNO, UNO.begin([Seat(ANA), Seat("Vera", True), Seat(BEN)], {"rules": "official"})
    for event in (Start("0B", ANA), Play(ANA, "D", "R")):
        state = law.apply(state, event).state
    state = law.apply(state, Challenge("Vera")).state
    choice = TurnPolicy.from_table(table())
    need = sure_of(HandQuestion, law.get_next_action(state))
    assert explain_no_layout(state, need, choice) is None
    blue = tuple(card for card in uno.DECK if card[-1] == "B" and card != "0B")
    gone = replace(state, discards=(*blue, *state.discards), origin=(0,) * (len(blue) + 2))
    assert "everybody can count" in (explain_no_layout(gone, need, choice) or "")


def test_the_heading_names_the_hand_and_the_steps_name_the_question() -> None:
    game = accused(*rest_of(first_top(), True))
    prompt = Prompter(game, lambda run: 1.0, None).prompt(1)
    assert (sure(prompt.head).seat, sure(prompt.head).of) == ("Vera", ANA)
    told = [
        UNO.describe_effect(effect)
        for item in game.news
        if isinstance(item, EventMessage)
        for effect in item.happened
    ]
    colour = uno.color_word(first_top()[1])
    assert any(f"is there a {colour} card in it" in words for words in told)
    assert any(words.startswith("Draw a colour card for Vera. If it is") for words in told)


def test_virtual_seats_with_a_separate_deck_do_not_challenge() -> None:
    """The people's cards are not in the layout there: nothing could be asked of them."""
    state = state_before(table(pool="split", pool_deck="compact-27"))
    for event in (Start("7R", ANA), Play(ANA, "D", "B")):
        state = UNO.apply(state, event).state
    assert (state.hands[1], state.name(state.turn)) == (3 + 4, BEN)


def test_the_turn_script_explains_a_question(full: bool) -> None:
    """Its half page: the acts of a turn up to the answer, then home; its numbers are a turn's meanwhile."""
    game = accused(*rest_of(first_top(), False))
    run, folders = sure(game.attempt), Folders(table(), BOTH if full else BOTH[:1])
    now = get_turn_numbers(game)
    hands = (("Vera", 3), (BEN, 3), (ANA, 2), (DECK, game.state.draw_pile_size))
    assert now == TurnNumbers(0, hands, now.cards, deck=now.deck)
    assert len(now.cards) == sum(size for _, size in hands)
    while isinstance(game.next_action, HandQuestion):
        go_on(game)
    for wording in folders.told:
        folders.asked(run, wording)
    told = folders.told[BOTH[0]]
    names = names_of(told)
    blocks = question_blocks(folders.turns, told, names, Box(14, 14, 80, 200), 4)
    words = " ".join(mark.text for block in blocks for mark in block.marks if isinstance(mark, Mark))
    assert all(said in words for said in folders.turns.questions)
    assert "Don't turn over any card." in words


def test_a_plan_counts_the_questions() -> None:
    """A question costs about what a turn costs whose hand is as large."""
    made = table()
    setup, way = setup_of(made), get_turn_settings(made)
    records = [Simulator(setup).play_game(Random(seed).random) for seed in range(6)]
    assert sum(record.lots for record in records) > 0
    lots = [record._replace(asked=(), lots=0) for record in records]
    asked = [record._replace(asked=(LayoutSize(105, 4),)) for record in lots]
    prices = Prices(made.equipment, pace_of(1))
    works = (sum_work(setup, some, way, prices) for some in (lots, asked))
    without, with_ = (sum(cost.whole.clock(1) for cost in work) for work in works)
    turn = prices(AttemptKey("knockout", 105, 4, EndKind.NONE, 2, True, False, 1)).clock(1)
    assert 0.99 * turn < (with_ - without) / len(records) < 1.2 * turn
