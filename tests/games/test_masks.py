"""What a printed deck's marks say, against rules told in other words, and in games played whole."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from itertools import product
from typing import Any

import pytest

from facilitator.errors import CommandError, ProtocolBug
from facilitator.games import hearts
from facilitator.games.dominoes import DOMINOES
from facilitator.games.eights import EIGHTS
from facilitator.games.hearts import HEARTS
from facilitator.games.masks import MANY, ROWS, Masks, masks_of
from facilitator.games.registry import get_game
from facilitator.games.rules import NextAction, Rules, Seat, Select
from facilitator.games.sevens import SEVENS
from facilitator.games.uno import cards as uno
from facilitator.games.uno.game import UNO, Uno
from facilitator.games.uno.state import UnoState
from game_driver import Driver, mixes
from sure import sure

SEATS = (Seat("Ana"), Seat("Vera", True), Seat("Ben"), Seat("Udo", True))


def made(law: Rules[Any] = UNO, pool: str = "compact-27", style: str = "uniform", **options: Any) -> Masks:
    given = {"hand_size": 3, "pool": law.about.pools[pool] if pool else (), **options}
    return masks_of(law, law.begin(SEATS, given), [style])


def colour_and_symbol(name: str) -> tuple[str, str]:
    colour, _, on = name.replace(", any other card", " any").partition(" ")
    letters = {uno.color_word(letter): letter for letter in uno.COLORS}
    symbols = {uno.symbol_word(letter): letter for letter in "SR+"}
    return letters[colour], symbols.get(on, on)


def fits_on(card: str, colour: str, symbol: str) -> bool:
    """The paper's rule (§3.1), told once more: colour, symbol, or black."""
    return card in "WD" or card.endswith(colour) or card.startswith(symbol)


@pytest.mark.parametrize(("pool", "states"), [("compact-27", 28), ("half-54", 56), ("full-108", 56)])
def test_with_the_papers_rules_a_card_matches_by_colour_symbol_or_as_black(pool: str, states: int) -> None:
    masks = made(pool=pool)
    assert len(masks.states) == states
    for state, card in product(masks.states, masks.deck):
        assert (card in state.fits) == fits_on(card, *colour_and_symbol(state.name)), (state.name, card)


def test_with_official_rules_a_wild_draw_four_has_its_own_state() -> None:
    masks = made(rules="official")
    *others, last = masks.states
    assert (len(others), last.name, last.fits) == (28, "only wild draw four", frozenset("D"))
    assert (last.row, last.col) == (ROWS, 3), "where a card's name leaves room"
    for state, card in product(others, masks.deck):
        fits = card != "D" and fits_on(card, *colour_and_symbol(state.name))
        assert (card in state.fits) == fits, (state.name, card)


def test_turned_over_red_masks_are_for_blue_and_yellow_masks_for_green() -> None:
    for pool, rules in product(("compact-27", "half-54"), ("paper", "official")):
        masks = made(pool=pool, rules=rules)
        names = [[state.name for state in side] for side in masks.sides]
        turned = {"red": "blue", "yellow": "green", "blue": "red", "green": "yellow"}
        for one, *other in names:
            colour = one.replace(",", " ").split()[0]
            assert other == [one.replace(colour, turned[colour])] if colour in turned else not other
        assert len(masks.sides) == (len(masks.states) + 1) // 2


TABLES: tuple[tuple[Rules[Any], dict[str, Any]], ...] = (
    (UNO, {}),
    (UNO, {"rules": "official"}),
    (HEARTS, {}),
    (HEARTS, {"rules": "usual"}),
    (DOMINOES, {"rules": "usual"}),
    (EIGHTS, {}),
    (EIGHTS, {"rules": "mau-mau"}),
)


@pytest.mark.parametrize(("law", "options"), TABLES)
def test_situations_of_a_state_have_equal_playable_cards(law: Rules[Any], options: Mapping[str, Any]) -> None:
    """But for those that lie open: a mark is printed once, for all the situations of its state."""
    plain = law is not UNO or options
    for style in ("uniform",) if plain else ("uniform", "attacker", "saver"):
        given = {"hand_size": 3, "pool": uno.POOLS["compact-27"] if law is UNO else (), **options}
        before = law.begin(SEATS, given)
        masks = masks_of(law, before, [style])
        for at in sure(law.about.tops).list_situations(before):
            cards = frozenset(law.get_shared_deck(at, "Vera").cards)
            for state, kinds in masks.find_classes(law, at):
                assert state is None or kinds & cards == state.fits & cards, (state, at)


@pytest.mark.parametrize(("law", "options"), TABLES)
def test_every_state_has_its_own_place_and_name(law: Rules[Any], options: Mapping[str, Any]) -> None:
    masks = made(law, "" if law is not UNO else "compact-27", **options)
    places = [(state.row, state.col) for state in masks.states]
    assert len(set(places)) == len(places)
    assert all(0 <= col < masks.cols for _, col in places)
    several = [state.fits for state in masks.states if len(state.fits) > 1]
    assert len(set(several)) == len(several)
    assert {state for side in masks.sides for state in side} == set(masks.states)


class SkipAnswersDrawTwo(Uno):
    """A house rule that the names of the masks do not know: a skip of the active colour answers a draw two."""

    def get_next_action(self, state: UnoState) -> NextAction:
        need = super().get_next_action(state)
        if not isinstance(need, Select) or not state.pending or state.discards[-1][0] != "+":
            return need
        return replace(need, classes=tuple(kinds | {f"S{state.color}"} for kinds in need.classes))


def test_a_mask_that_contradicts_the_rules_is_an_error() -> None:
    """All four colours of the draw two would share a mask that shows all four skips: three too many."""
    options = {"hand_size": 3, "pool": uno.POOLS["compact-27"], "stacking": ["+ on +"]}
    begun = UNO.begin(SEATS, options)
    waiting = replace(begun, turn=1, discards=("+R",), origin=(0,), color="R", pending=2)
    masks, house = masks_of(UNO, begun), SkipAnswersDrawTwo()
    ((state, kinds),) = masks.find_classes(UNO, waiting)
    assert state is not None
    assert kinds == {"+R", "+Y", "+G", "+B"}
    with pytest.raises(ProtocolBug, match=r"to show \+B \+G \+R \+Y SR, but found \+B \+G \+R \+Y\."):
        masks.find_classes(house, waiting)
    with pytest.raises(ProtocolBug, match=r"to show .* SR, but found .* SB SG SR SY"):
        masks_of(house, begun)
    only_wild = replace(masks, states=masks.states[:1])
    with pytest.raises(ProtocolBug, match="found no such mask"):
        only_wild.find_classes(UNO, waiting)


def test_a_mask_may_show_a_card_that_the_hand_is_known_to_lack() -> None:
    begun = HEARTS.begin(SEATS, {"hand_size": 13, "rules": "usual"})
    masks = masks_of(HEARTS, begun)
    for at in sure(HEARTS.about.tops).list_situations(begun):
        for state, kinds in masks.find_classes(HEARTS, at):
            if state is not None and len(kinds) > 1:
                poorer = replace(at, lacks=(frozenset({min(kinds)}),) * len(SEATS))
                assert (state, kinds - {min(kinds)}) in masks.find_classes(HEARTS, poorer)


def test_the_state_is_named_after_the_top_card() -> None:
    """Every card of people's deck on top, every colour after a black one; what the pool has not is "any"."""
    masks = made()
    begun = UNO.begin(SEATS, {"hand_size": 3, "pool": masks.deck})
    for top, named in product(uno.KINDS, uno.COLORS):
        colour = uno.color_of(top) or named
        state = replace(begun, turn=1, discards=(top,), origin=(0,), color=colour)
        ((found, _),) = masks.find_classes(UNO, state)
        has = not uno.is_black(top) and any(card[0] == top[0] for card in masks.deck)
        assert colour_and_symbol(sure(found).name) == (colour, top[0] if has else "any")


def test_the_style_saver_has_black_cards_last_and_a_chain_has_its_own_state() -> None:
    black = made(style="saver").states[-1]
    assert (black.name, black.fits) == ("only black cards", frozenset("WD"))
    chain = made(stacking=["+ on +"]).states[-1]
    assert chain.fits == {"+R", "+Y", "+G", "+B"}
    assert made(style="attacker").cols == MANY
    assert len(made(style="attacker").states) == 56


REFUSED: tuple[tuple[Rules[Any], dict[str, Any], list[str], bool, str], ...] = (
    (UNO, {"rules": "kpgut"}, ["uniform"], False, "kpgut"),
    (UNO, {}, ["uniform"], False, "pool: split"),
    (SEVENS, {}, ["uniform"], False, "the top card alone"),
    (UNO, {"pool": uno.POOLS["compact-27"]}, ["finisher"], False, "57 states"),
    (UNO, {"pool": uno.POOLS["compact-27"]}, ["uniform", "saver"], False, "one style"),
    (UNO, {"pool": uno.POOLS["compact-27"]}, ["uniform"], True, "conceal: false"),
    (UNO, {"pool": uno.POOLS["full-108"], "stacking": ["+ on +", "D on D"]}, ["uniform"], False, "57 states"),
)


@pytest.mark.parametrize(("law", "options", "styles", "conceal", "why"), REFUSED)
def test_unsuitable_tables_for_masks_are_rejected_with_the_reason(
    law: Rules[Any], options: dict[str, Any], styles: list[str], conceal: bool, why: str
) -> None:
    state = law.begin(SEATS, {"hand_size": 3, **options})
    with pytest.raises(CommandError, match=why):
        masks_of(law, state, styles, conceal)


@pytest.mark.parametrize("rules", ["paper", "usual"])
@pytest.mark.parametrize(("law", "least", "most"), [(HEARTS, 4, 4), (DOMINOES, 2, 4)])
@pytest.mark.every(3)
def test_in_whole_games_masks_and_rules_select_the_same_cards(
    law: Rules[Any], least: int, most: int, rules: str, full: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(hearts, "LIMIT", 30)
    tables = [seats for seats in mixes(least, most) if any(seat.virtual for seat in seats)]
    game, seen = get_game(law.about.name), set[str]()
    for seed in range(60 if full else 6):
        seats = tables[seed * 37 % len(tables)]
        masks = masks_of(game, law.begin(seats, {"rules": rules}))
        for step in Driver(law, seats, seed, {"rules": rules}).steps():
            if not isinstance(step.need, Select):
                continue
            hand = frozenset(step.held[step.need.seat])
            now = masks.find_classes(game, step.before)
            assert [kinds for _, kinds in now] == [kinds for kinds in step.need.classes if kinds]
            for state, kinds in now:
                shown = hand if state is None else hand & state.fits
                assert shown == hand & kinds, (step.before, state)
                if shown:
                    seen |= {state.name} if state else set()
                    break
    assert len(seen) >= len(masks.states) // 2
