"""What several tests share: small layouts, whole rehearsed games."""

from __future__ import annotations

from collections import Counter

from facilitator.games.events import Play
from facilitator.games.uno import cards as uno
from facilitator.games.uno.state import UnoState
from facilitator.machine.faces import DECK, DISCARDS, marker
from facilitator.machine.operations import COLUMN, MARKER_ROW
from facilitator.play.match import Match
from facilitator.play.news import EventNews, News, Remark, RunLine, VoidNews
from facilitator.protocols.layout import Layout, uniform_code
from facilitator.table.load import Table


def small_layout(sizes: tuple[int, ...], valid: int, may_draw: bool = True) -> Layout:
    """A layout of distinct cards a, b, c…, the first ``valid`` of them valid; the last size is the deck's."""
    names = [*"VABCDEF"[: len(sizes) - 1], DECK]
    cards = tuple("abcdefghijklmnopqrstuvwxyz"[: sum(sizes)])
    code = uniform_code(cards, frozenset(cards[:valid]))
    return Layout(tuple(zip(names, sizes, strict=True)), cards, code, may_draw)


def all_cards(game: Match) -> Counter[str]:
    """Every play card of a rehearsal, wherever it lies."""
    assert game.truth is not None
    table = game.truth.table
    lying = [face for face in table.faces.values() if face in uno.KINDS]
    return Counter(lying) + Counter(card for hand in table.hands.values() for card in hand)


def held(game: Match, seat: str) -> list[str]:
    """The cards of a seat, in the hand or just laid out for the run that follows; the newest last."""
    assert game.truth is not None
    table = game.truth.table
    if game.plan is None or game.plan.seat != seat:
        return table.hands[seat]
    return table.hands[seat] + [face for _, face in sorted(table.faces.items()) if face in uno.KINDS]


def on_table(game: Match, owner: str) -> int:
    """How many of an owner's cards lie in columns: by their markers (chained turns), or just laid out."""
    assert game.truth is not None
    faces = game.truth.table.faces
    markers = [face for place, face in faces.items() if place.area == COLUMN and place.row == MARKER_ROW]
    if markers:
        return markers.count(marker(owner))
    if game.plan is None or game.plan.seat != owner:
        return 0
    return sum(face in uno.KINDS for face in faces.values())


def sizes(game: Match) -> tuple[tuple[int, ...], int, int]:
    """How many cards each seat, the deck and the discard pile really hold."""
    assert game.truth is not None
    hands = game.truth.table.hands
    held = tuple(len(hands[name]) + on_table(game, name) for name in game.names)
    return held, len(hands[DECK]) + on_table(game, DECK), len(hands.get(DISCARDS, ()))


def go_on(game: Match) -> None:
    """Give a rehearsal its next input as it is."""
    assert game.truth is not None
    if game.run is not None:
        game.answer("" if game.run.more else game.run.truth)
    else:
        game.submit(game.likely())


def play_through(table: Table, seed: int) -> Counter[str]:
    """Play a rehearsal to its end, checking the public state against the truth after every event."""
    game = Match.open(table, None, seed)
    assert game.truth is not None
    counts = Counter[str]()
    while not game.over:
        before = game.state
        go_on(game)
        for item in game.news:
            if isinstance(item, RunLine):
                counts[item.form] += 1
                counts["none"] += item.outcome == "none"
            _check(game, before, item)
        counts["events"] += sum(isinstance(item, EventNews) for item in game.news)
        game.news.clear()
    assert not game.truth.table.hands[str(game.state.to_json()["winner"])]
    game.close()
    return counts


def _check(game: Match, before: UnoState, item: News) -> None:
    assert game.truth is not None
    if isinstance(item, Remark | VoidNews):
        return
    if isinstance(item, RunLine):
        if item.outcome == "none":  # said only when true; the newest card may be the one just drawn
            assert not before.legal_cards() & set(held(game, item.seat)[:-1])
        else:
            assert item.outcome.split(",")[0] in before.legal_cards()
        return
    assert all_cards(game) == Counter(uno.DECK)
    assert sizes(game) == (game.state.hands, game.state.unplayed, len(game.state.discards))
    if isinstance(item.event, Play):
        assert item.state.top == item.event.card
