"""The asking deck: what is printed, looked at through the doors of the printed reader, against the rules."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import combinations_with_replacement, product

import numpy as np
import pypdfium2
import pypdfium2.raw as raw
import pytest
from test_sheets_pdf import Pixels, pixels

from drawings import table_of
from facilitator.errors import CommandError
from facilitator.games.asking import Asking, asking_of
from facilitator.games.uno.cards import KINDS, describe, traits, valid_kinds
from facilitator.machine.faces import Face
from facilitator.sheets.build import Wish, build
from facilitator.sheets.cards import NONE, CardRun
from facilitator.sheets.deck import CARD, DOOR, PLAY, asking, deck_of, reader, spot
from facilitator.sheets.drawing.geometry import PAPERS, POINT
from facilitator.sheets.drawing.marks import Document, Line, placed
from facilitator.sheets.drawing.render import pdf
from facilitator.sheets.furniture import Brief

Cases = Mapping[str, tuple[frozenset[Face], ...]]
DPI = 300
DARK = 0.12
"""A door with a dot is a sixth black, one with a ring a sixteenth."""
SHIFTS = [(0.0, 0.0), *product((-PLAY, PLAY), repeat=2)]
BRIEF = Brief("Small", PAPERS["A4"], "published")


def uno() -> tuple[Sequence[Face], Callable[[Face], tuple[str, ...]], Cases]:
    """The kinds of UNO against every top card and every named colour, by the rules themselves."""
    tops = {f"top card {top}": (valid_kinds(top, top[1]),) for top in KINDS if top not in "WD"}
    named = {f"{color} named": (valid_kinds("W", color),) for color in "RYGB"}
    return KINDS, traits, tops | named


def hearts() -> tuple[Sequence[Face], Callable[[Face], tuple[str, ...]], Cases]:
    """Follow suit, else anything."""
    cards = [rank + suit for suit in "CDHS" for rank in "A23456789TJQK"]
    cases = {f"led {s}": (frozenset(c for c in cards if c[1] == s), frozenset(cards)) for s in "CDHS"}
    return cards, lambda card: (card[1],), cases


def dominoes() -> tuple[Sequence[Face], Callable[[Face], tuple[str, ...]], Cases]:
    """A tile fits either open end."""
    tiles = [f"{a}-{b}" for a, b in combinations_with_replacement(range(7), 2)]
    cases = {
        f"ends {a} and {b}": (frozenset(t for t in tiles if str(a) in t or str(b) in t),)
        for a, b in combinations_with_replacement(range(7), 2)
    }
    return tiles, lambda tile: tuple(dict.fromkeys(tile.split("-"))), cases


def seen(document: Document, number: int, dots: Pixels, asked: Asking) -> list[tuple[str, set[str]]]:
    """Return every card of a page with the places at which a door shows a dot: both ways up, pushed every way."""
    per, found = DPI / 25.4, []
    for slug, box in placed(document, document.pages[number]):
        for way, (dx, dy) in product((0, 180), SHIFTS):
            shown = set()
            for place in asked.places:
                u, v = spot(asked, place)
                u, v = (u, v) if way == 0 else (CARD.w - u, CARD.h - v)
                x, y = box.x + u + dx, box.y + v + dy
                top, left = round((y - DOOR.h / 2) * per), round((x - DOOR.w / 2) * per)
                window = dots[top : top + round(DOOR.h * per), left : left + round(DOOR.w * per)]
                if float(np.mean(window < 128)) > DARK:
                    shown.add(place)
            found.append((slug, shown))
    return found


@pytest.mark.parametrize("game", [uno, hearts, dominoes])
def test_the_doors_say_what_the_rules_say(
    game: Callable[[], tuple[Sequence[Face], Callable[[Face], tuple[str, ...]], Cases]],
) -> None:
    """Every card against every top card, through the doors at the rendered card: exactly the rules' answer."""
    kinds, words, cases = game()
    asked = asking_of(kinds, words, cases)
    document = deck_of(asked, kinds, str, BRIEF, CardRun(backs=NONE))
    book, slugs = pypdfium2.PdfDocument(pdf(document)), {f"play{n}": face for n, face in enumerate(kinds)}
    looked = 0
    for number in range(len(document.pages)):
        for slug, shown in seen(document, number, pixels(book[number], DPI), asked):
            for case, (fits, *_) in cases.items():
                assert bool(shown & asked.doors[case]) is (slugs[slug] in fits), (case, slugs[slug])
            looked += 1
    assert looked == len(kinds) * 2 * len(SHIFTS)


def test_uno_opens_two_doors_and_one_after_a_black_card() -> None:
    asked = asking_of(*uno())
    assert len(asked.places) == 4 + 13
    assert asked.doors["top card 7R"] == {"red", "7"}
    assert asked.doors["G named"] == {"green"}
    assert {"red", "yellow", "green", "blue"} <= asked.dots["W"]


def test_the_doors_of_a_table_are_its_games() -> None:
    """Through the game's own page of what fits: the same doors as by the rules, for the pool's own cards."""
    seats = ("Ana", {"name": "Vera", "virtual": True})
    asked, cards, kinds = asking(table_of(*seats, pool="split", pool_deck="compact-27"))
    assert len(cards) == 27
    assert [kinds.describe(card) for card in cards] == [describe(card) for card in cards]
    for top in KINDS:
        if top not in "WD":
            doors = asked.doors[f"top card {top}"]
            fits = {card for card in cards if asked.dots[card] & doors}
            assert fits == valid_kinds(top, top[1]) & set(cards)


def test_dots_and_doors_lie_where_they_should() -> None:
    """Read from the files: every door within 0.5 mm of its dot, measured from the fold and the open edge."""
    asked = asking_of(*uno())
    table = table_of("Ana", {"name": "Vera", "virtual": True}, hand_size=3)
    document = reader(table, BRIEF)
    folds = [m for m in document.pages[0].marks if isinstance(m, Line) and m.dash]
    x, y = min(f.x1 for f in folds) + PLAY, min(f.y1 for f in folds) + PLAY
    page = pypdfium2.PdfDocument(pdf(document))[0]
    height = page.get_size()[1]
    at = []
    for form in page.get_objects(max_depth=1):
        if form.type == raw.FPDF_PAGEOBJ_FORM:
            m = form.get_matrix()
            at.append((m.e * POINT + DOOR.w / 2 - x, (height - m.f) * POINT - DOOR.h / 2 - y))
    assert len(at) == len(asked.places)
    for place, (u, v) in zip(asked.places, at, strict=True):
        assert (u, v) == pytest.approx(spot(asked, place), abs=0.5)
        assert (u, v) == pytest.approx(spot(asked, place), abs=0.05 + 25.4 / 300)


def test_sevens_cannot_be_asked() -> None:
    """What fits depends on what was played: no dots tell it, and the refusal says so."""
    cards = [rank + suit for suit in "CDHS" for rank in "A23456789TJQK"]
    cases = {
        "7C lies": (frozenset({"6C", "8C", "7D", "7H", "7S"}),),
        "7C 8C lie": (frozenset({"6C", "9C", "7D", "7H", "7S"}),),
    }
    with pytest.raises(CommandError, match="depends on what else was played"):
        asking_of(cards, lambda card: (card[1], card[0]), cases)
    with pytest.raises(CommandError, match="cannot be asked"):
        asking_of(cards, lambda card: (), cases)
    with pytest.raises(CommandError, match="one class"):
        asking_of(cards, lambda card: (card[1],), {"two": (frozenset({"6C"}), frozenset({"7C"}))})


def test_deck_and_reader_are_printed_when_they_are_named() -> None:
    table = table_of("Ana", {"name": "Vera", "virtual": True}, pool="split", pool_deck="compact-27")
    assert not {"deck", "reader"} & {document.name for document in build(table, Wish())[0]}
    made = build(table, Wish(), ["deck", "reader"])[0]
    assert [document.name for document in made] == ["deck", "reader"]
    assert sum(made[0].counts.values()) == 27


def test_a_second_class_is_refused_with_nothing_printed() -> None:
    """A wild draw four only if nothing else fits: a dot cannot say so."""
    table = table_of("Ana", {"name": "Vera", "virtual": True}, hand_size=3, wild_draw_four="last")
    with pytest.raises(CommandError, match="one class"):
        build(table, Wish(), ["deck"])
