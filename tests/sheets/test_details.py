"""Small things that were once wrong on paper: which way up, what black is made of, what stands beside what."""

from __future__ import annotations

import re
import zlib
from collections import Counter
from contextlib import closing, suppress
from dataclasses import replace
from functools import cache
from math import hypot

import pypdfium2
import pytest
from pypdfium2 import raw

from drawings import measure_text, no_overlap, overlaps, read_words, small, table_of, tiny
from facilitator.i18n import tally_faces
from facilitator.i18n.catalogue import LANGUAGES, sentence, set_language
from facilitator.instructions.conditions import Conditions
from facilitator.instructions.grouping import Wording
from facilitator.instructions.instruction import phase_title
from facilitator.operations.purposes import Phase
from facilitator.pictures.marks import CARD_SIZES, WHITE, Document, Line, Rect, Text
from facilitator.play.match import Match
from facilitator.play.turn_starts import TurnNumbers, get_turn_numbers, plan_opening
from facilitator.sheets.build import SheetOptions, build
from facilitator.sheets.drawing.render import pdf
from facilitator.sheets.extra_cards import calibration
from facilitator.sheets.page import Brief, Column
from facilitator.sheets.setup import BASE
from facilitator.sheets.stocks import SLIPS, stocks
from facilitator.sheets.turn_script import names_of
from facilitator.sheets.turns import EveryTurn
from facilitator.table_files.load import sample
from facilitator.table_files.yaml import TableFileError
from sure import sure
from turns import go_on

VERA: dict[str, object] = {"name": "Vera", "virtual": True}


def test_neighbouring_table_cells_do_not_touch() -> None:
    column = Column(0, 0, 100)
    column.add_table([["l" * 999, "next"]], (0.5, 0.5), 1)
    *left, right = (mark for mark in column.marks if isinstance(mark, Text))
    assert right.x - max(measure_text(text).right for text in left) >= 3


def test_black_is_printed_with_black_ink_only() -> None:
    """A printer mixes what is said in red, green and blue from all its inks: greys are never said so."""
    for name in ("labels", "cards", "setup", "script"):
        content = pdf(build(tiny(), SheetOptions(), [name])[0][0])
        drawn = b""
        for stream in re.findall(rb"stream\r?\n(.*?)endstream", content, re.DOTALL):
            with suppress(zlib.error):  # a typeface
                drawn += zlib.decompress(stream)
        colours = re.findall(rb"([\d.]+) ([\d.]+) ([\d.]+) (?:rg|RG)\b", drawn)
        assert all(len({*colour}) > 1 for colour in colours), name
        assert re.search(rb"\b0 g\b", drawn), name


@pytest.mark.parametrize("name", stocks())
def test_the_vernier_covers_two_millimetres_without_overlaps(name: str) -> None:
    """On each of four edges 41 lines from -2.0 to +2.0 mm, and nothing else is drawn there."""
    stock = stocks()[name]
    if stock.use == SLIPS:
        return
    page = calibration(Brief("Test", stock.paper, "knockout"), stock).pages[1]
    lines = [mark for mark in page.marks if isinstance(mark, Line) and mark.width == 0.08]
    block = stock.block
    for edge in (block.x, block.right):
        across = [line.x1 - edge for line in lines if line.x1 == line.x2 and abs(line.x1 - edge) < 2.05]
        assert sorted(round(10 * at) for at in across) == list(range(-20, 21))
    for edge in (block.y, block.bottom):
        down = [line.y1 - edge for line in lines if line.y1 == line.y2 and abs(line.y1 - edge) < 2.05]
        assert sorted(round(10 * at) for at in down) == list(range(-20, 21))
    assert not any(isinstance(mark, Rect) for mark in page.marks)
    numbers = [
        mark for mark in page.marks if isinstance(mark, Text) and re.fullmatch(r"0|[+-]\d\.\d", mark.text)
    ]
    beside = [min(abs(mark.x - edge) for edge in (block.x, block.right)) for mark in numbers]
    assert min(beside) > 2 + 1  # a number is at least a millimetre from the lines


@pytest.mark.parametrize("n", range(2, 11))
def test_seats_are_drawn_outside_the_table(n: int) -> None:
    table = table_of(*[f"Maximiliane von Hohen {i}" for i in range(n - 1)], VERA, hand_size=2)
    document = build(table, SheetOptions(), ["setup"])[0][0]
    assert no_overlap(document)
    page = document.pages[0]
    outline = next(m.box for m in page.marks if isinstance(m, Rect) and m.radius == 2)
    seats = [m.box for m in page.marks if isinstance(m, Rect) and m.radius == 2 and m.fill == 1.0]
    assert len(seats) == n
    assert not any(overlaps(outline, seat, 0.01) for seat in seats)


def test_a_name_tent_has_a_base() -> None:
    """Four folds: base, two sides, the strip that is glued below the base."""
    (page,) = build(table_of("Ana", VERA), SheetOptions(), ["seats"])[0][0].pages
    folds = sorted(mark.y1 for mark in page.marks if isinstance(mark, Line) and mark.dash)
    edges = [mark for mark in page.marks if isinstance(mark, Line) and not mark.dash and mark.width == 0.15]
    top, low = min(edge.y1 for edge in edges), max(edge.y1 for edge in edges)
    strips = [b - a for a, b in zip([top, *folds], [*folds, low], strict=True)]
    assert strips[0] == pytest.approx(BASE)
    assert strips[1] == pytest.approx(strips[2])
    assert 0 < strips[3] < BASE


@pytest.mark.parametrize(
    "keys",
    [
        {"seats": ["Ana", {**VERA, "style": "attacker"}, "Ben", "Cem", {"name": "Nils", "virtual": True}]},
        {"seats": ["Ana", VERA, "Ben"], "protocol": "published", "hand_size": 3},
    ],
    ids=["five, a style", "published"],
)
def test_every_conditional_step_names_the_question(keys: dict[str, object]) -> None:
    """Where an act depends on an answer, the question stands on the folder under a number, earlier."""
    from facilitator.table_files.load import make_table

    told = EveryTurn(make_table(keys)).merge_steps(Wording.BRIEF)
    when = Conditions(told)
    names = names_of(told)
    led = [(act, found) for act in told.steps if (found := when[act].asked)]
    assert led
    for act, found in led:
        for asked, answers in found:
            assert names[asked]
            assert asked.number < act.number or act.again is not None or asked.again is not None
            assert 0 < len(answers) < len(asked.replies)


def test_the_text_of_the_set_up_sheet_does_not_touch_its_footer() -> None:
    """Ten seats on Letter paper, three of names that have to be written in by hand: these lines, too."""
    virtual = [VERA, {"name": "Nils", "virtual": True}]
    people = ["Ana", "Ben", "Cem", "សុខា", "ដារា", "ភា", "Fay", "Gus"]
    table = table_of(*people, *virtual, pool="split", equipment="sleeves", paper="Letter")
    (page,) = build(table, SheetOptions(), ["setup"])[0][0].pages
    lines = [mark for mark in page.marks if isinstance(mark, Text) and "____" in mark.text]
    assert len(lines) == 3
    long = [mark for mark in page.marks if isinstance(mark, Line) and mark.x2 - mark.x1 > 150]
    assert max(line.y for line in lines) < max(mark.y1 for mark in long)


def test_a_printed_deck_of_a_style_with_too_many_priorities_is_rejected() -> None:
    with pytest.raises(TableFileError, match="with style: finisher there are 85"):
        table_of("Ana", {**VERA, "style": "finisher"}, protocol="wallet")


def test_the_turn_script_for_now_has_the_list_and_the_playable_cards() -> None:
    begun = plan_opening(table_of("Ana", VERA, pool="split"), "Vera")
    layout = sure(begun.plan.layout)
    wish = SheetOptions(now=TurnNumbers(0, layout.hands, layout.cards, layout))
    pages = build(table_of("Ana", VERA, pool="split"), wish, ["script"])[0][0].pages
    assert f"The list has {len(layout.cards)} cards: {tally_faces(layout.cards)}." in read_words(pages[0])
    fits = [face for face in layout.cards if any(dict(layout.code)[face])]
    assert f"These can be played: {tally_faces(fits)}." in read_words(pages[0])


@pytest.mark.parametrize("game", ["sevens", "dominoes", "hearts", "eights"])
@pytest.mark.every(4)
def test_sheets_for_now_have_the_list_in_every_game(game: str) -> None:
    """In a virtual turn with what fits, and between two of them; of several seats the one in turn alone is named."""
    table = table_of("Ana", "Ben", VERA, {"name": "Nils", "virtual": True}, game=game)
    play, seen = Match.open(table, None, 2), set[bool]()
    while len(seen) < 2:
        busy = play.attempt is not None and play.plan is not None and play.plan.layout is not None
        now = get_turn_numbers(play)
        if busy in seen or (not busy and play.rules.find_zones(play.state).sizes[play.names[0]] > 12):
            go_on(play)
            continue
        seen.add(busy)
        page = read_words(build(table, SheetOptions(now=now), ["script"])[0][0].pages[0])
        assert f"The list has {len(now.cards)} cards: {tally_faces(now.cards)}." in page
        assert len(now.cards) == sum(size for _, size in now.hands)
        assert ("These can be played: " in page or "Class 1: " in page) is busy
        assert page.count("'s turn: V is") == 1
    play.close()


@pytest.mark.parametrize("cards", [1, 4])
@pytest.mark.parametrize("name", ["five", "hearts", "sevens", "attacker"])
@pytest.mark.every(3)
def test_the_turn_script_for_now_has_the_steps_of_every_virtual_player(
    name: str, cards: int, full: bool
) -> None:
    """Also those that a step refers to as rare cases. Without --full, of the last virtual player."""
    attacker = table_of("Ana", {**VERA, "style": "attacker"})
    table = attacker if name == "attacker" else sample(name)
    with closing(Match.open(table, None, 2)) as game:
        begun = get_turn_numbers(game)
    for n, seat in list(enumerate(table.virtual))[0 if full else -1 :]:
        now = replace(begun, seat=n, hands=((seat.name, cards), *begun.hands[1:]))
        text = " ".join(map(read_words, build(table, SheetOptions(now=now), ["script"])[0][0].pages))
        assert text.count("CHECK") > 2 + 2 * cards
        assert phase_title(Phase.LAY_OUT) in text
        assert "(“Rare cases”)" not in text or text.count("Rare cases") > text.count("“Rare cases”")


def test_no_sheet_has_large_grey_areas() -> None:
    """Nothing is filled grey but what is cut out.  Ink is dear, and grey hides what is written in it."""
    for table, also in ((small(), "cheats"), (sample("demo"), "wallet")):
        for document in build(table, SheetOptions(), ["setup", "script", "log", "seats", also])[0]:
            pages = [
                *(page.marks for page in document.pages),
                *(stamp.marks for stamp in document.stamps.values()),
            ]
            for mark in (mark for marks in pages for mark in marks):
                if isinstance(mark, Rect) and isinstance(mark.fill, float) and 0 < mark.fill < 1:
                    assert document.name == "wallet", mark  # what is cut out of the front


@pytest.mark.parametrize("language", LANGUAGES)
def test_long_words_stay_in_their_places(language: str) -> None:
    """Names of piles lie side by side on the map of the table."""
    set_language(language)
    assert no_overlap(build(sample("five"), SheetOptions(), ["setup"])[0][0])


SAMPLES = ("demo", "dominoes", "duel", "eights", "five", "hearts", "sevens", "sleeves", "three")


@cache
def sheets_of(name: str) -> list[Document]:
    return build(sample(name), SheetOptions())[0]


@pytest.mark.parametrize("name", SAMPLES)
@pytest.mark.every(5)
def test_no_text_is_smaller_than_eight_points(name: str) -> None:
    """But the trademark."""
    for document in sheets_of(name):
        assert small_print(document) == "", document.name


def test_no_text_on_cards_of_any_stock_is_smaller_than_eight_points() -> None:
    """Where margins are narrow, too, and where the names of masks are long."""
    few = {"hand_size": 3, "pool": "split", "pool_deck": "compact-27", "protocol": "wallet"}
    attacker = table_of("Ana", {**VERA, "style": "attacker"}, **few)
    official = table_of("Ana", VERA, **few, rules="official", scores="none")
    made = [
        *(build(tiny(), SheetOptions("Letter", size=size), ["cards"])[0][0] for size in CARD_SIZES.values()),
        *build(tiny(), SheetOptions("Letter"), ["labels", "slips"])[0],
        *build(attacker, SheetOptions("Letter"), ["deck", "wallet"])[0],
        *build(official, SheetOptions("Letter"), ["deck", "wallet"])[0],
    ]
    for document in made:
        first, *_, last = document.pages
        assert small_print(replace(document, pages=(first, last))) == "", document.title
        assert any(isinstance(mark, Text) and document.title[:4] in mark.text for mark in first.marks)


def small_print(document: Document) -> str:
    """What is smaller than eight points in a document's PDF, the trademark left out."""
    found = ""
    for page in pypdfium2.PdfDocument(pdf(document)):
        text, matrix = page.get_textpage(), raw.FS_MATRIX()
        for n in range(text.count_chars()):
            raw.FPDFText_GetMatrix(text, n, matrix)
            if 0 < raw.FPDFText_GetFontSize(text, n) * hypot(matrix.b, matrix.d) < 7.95:
                found += chr(raw.FPDFText_GetUnicode(text, n))
        found = found.strip().removesuffix(sentence("trademark.uno"))
    return found


@pytest.mark.parametrize("name", SAMPLES)
@pytest.mark.every(5)
def test_no_last_page_has_only_one_or_two_lines(name: str) -> None:
    """What is read; cards and labels end where they end, and the full wording ends with its last step."""
    for document in sheets_of(name):
        last = document.pages[-1]
        lines = {mark.y for mark in last.marks if isinstance(mark, Text) and 15 < mark.y < last.paper.h - 26}
        ends = last.kind in ("labels", "cards", "front", "tent") or document.name == "wording"
        assert len(lines) > 4 or ends, document.name


@pytest.mark.parametrize("name", SAMPLES)
@pytest.mark.every(5)
def test_no_label_of_a_recovery_belongs_to_two_steps(name: str) -> None:
    badges = Counter[str]()
    for document in sheets_of(name):
        if document.name == "script":
            marks = (mark for page in document.pages for mark in page.marks if isinstance(mark, Text))
            badges = Counter(
                mark.text for mark in marks if mark.ink == WHITE and re.fullmatch(r"R\d+", mark.text)
            )
    assert set(badges.values()) == {1}, badges


def test_the_last_page_of_a_script_for_now_says_which_cards_were_seen() -> None:
    """Page 1 lists the cards of the turn, the last page the whole deck: the difference lies face up."""
    table = table_of("Ana", VERA, protocol="published", pool="split", hand_size=2)
    layout = sure(plan_opening(table, "Vera").plan.layout)
    now = TurnNumbers(0, layout.hands, layout.cards, layout, (*layout.cards, "5Y", "7R"))
    pages = build(table, SheetOptions(now=now), ["script"])[0][0].pages
    assert f"The list has {len(layout.cards)} cards" in read_words(pages[0])
    assert "cross them out now: 7R, 5Y." in read_words(pages[-1])
    assert "cross them out now" not in read_words(build(table, SheetOptions(), ["script"])[0][0].pages[-1])
