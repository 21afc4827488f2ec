"""Sheets as data: stocks, places, counts, codes, names and recorded drawing calls."""

from __future__ import annotations

import json
import re
from collections import Counter
from itertools import combinations
from math import ceil
from pathlib import Path

import pytest
from typer.testing import CliRunner

from drawings import DRAWN, drawing, path_of, small, table_of
from facilitator.cli.app import app
from facilitator.errors import CommandError
from facilitator.games.registry import game_named
from facilitator.games.uno.game import UNO
from facilitator.machine.faces import ALPHA, BETA
from facilitator.machine.perform import Answers, operations
from facilitator.play.first import opens
from facilitator.play.opening import opening
from facilitator.play.turn import state_before
from facilitator.readings.cost import cost
from facilitator.sheets.build import ASKED, SHEETS, Material, Wish, build
from facilitator.sheets.cards import BLEED, FOLD, GUTTER, HOW_TO_FOLD, NONE, CardRun, Grid
from facilitator.sheets.drawing.geometry import CARD_SIZES, DOT, PAPERS, Adjust, Box
from facilitator.sheets.drawing.marks import Document, Line, Page, Rect, Text, Use, placed
from facilitator.sheets.drawing.patterns import pattern, symbol
from facilitator.sheets.drawing.render import missing, pdf, text_width
from facilitator.sheets.drawing.typeset import points, taken, wrapped
from facilitator.sheets.kinds import kinds_of
from facilitator.sheets.kit import kit, kits
from facilitator.sheets.labels import LabelRun, labels
from facilitator.sheets.names import printable
from facilitator.sheets.stocks import CARD, LABELS, Stock, stock_named, stocks
from facilitator.supplies.needs import SPARE_CARDS, needs, together
from facilitator.supplies.space import parse_size, space
from facilitator.table.code import from_code, table_code
from facilitator.table.load import SAMPLES, Table, make_table, sample, table_text, write_table

SHEET_OF = {"labels": "labels", "slips": "slips", "business cards": "cards", "cards": "cards"}
"""The sheet that holds the extra cards, by route."""


def tiny() -> Table:
    """A table with a deck of a few cards: still fewer sheets."""
    deck = ["2R", "7R", "4G", "6B", "W", "2Y", "SY", "1B", "+R", "D"]
    seats = ("Ana", {"name": "Vera", "virtual": True})
    return table_of(*seats, hand_size=2, pool="split", pool_deck=deck)


def label_sheets(table: Table, run: LabelRun, adjust: Adjust | None = None) -> Document:
    material = Material.of(table, Wish(labels=run))
    found = labels(material.brief, material.needed, material.kinds, run)
    return found.adjusted(adjust) if adjust else found


# -- stocks and places -------------------------------------------------------------------------------


def test_twelve_stocks_or_more_on_both_papers() -> None:
    known = stocks()
    assert len(known) >= 12
    assert {stock.paper.name for stock in known.values()} == set(PAPERS)


@pytest.mark.parametrize("name", stocks())
def test_a_stock_lies_on_its_sheet_and_its_label_on_a_card(name: str) -> None:
    stock = stocks()[name]
    assert Box(0, 0, stock.paper.w, stock.paper.h).holds(stock.block)
    w, h = sorted(stock.size)
    assert w <= CARD.w
    assert h <= CARD.h or stock.use != LABELS
    boxes = [stock.label(n) for n in range(1, stock.per_sheet + 1)]
    assert not any(a.overlaps(b, 0.01) for i, a in enumerate(boxes) for b in boxes[i + 1 :])
    if not stock.cut:
        assert stock_named(stock.title.split()[-1].lower()).paper == stock.paper


@pytest.mark.parametrize("name", stocks())
@pytest.mark.parametrize("adjust", [Adjust(), Adjust(0.37, -0.81, 1.0025, 0.998)])
def test_labels_lie_where_the_stock_says(name: str, adjust: Adjust) -> None:
    """Within 0.1 mm, with start, offset and scale; two sheets in full, for every stock."""
    stock = stocks()[name]
    start = min(4, stock.per_sheet)
    document = label_sheets(small(), LabelRun(stock, start), adjust)
    faces = Counter[str]()
    position = start
    sheets = 0
    for page in document.pages:
        if not list(placed(document, page)):
            continue  # the jig
        sheets += 1
        spare = page_spare(page, stock, position)
        for slug, box in placed(document, page):
            position += spare
            spare = 0
            should = stock.label(position)
            x, y = adjust.dx + adjust.sx * should.x, adjust.dy + adjust.sy * should.y
            assert abs(box.x - x) < 0.1
            assert abs(box.y - y) < 0.1
            assert abs(box.w - should.w * adjust.sx) < 0.001
            assert abs(box.h - should.h * adjust.sy) < 0.001
            assert abs(box.x / DOT - round(box.x / DOT)) < 1e-6
            faces[slug] += 1
            position += 1
        position = 1
    kinds = kinds_of(needs(small()), ("Ana", "Vera"), UNO)
    assert sum(bool(list(placed(document, page))) for page in document.pages) == sheets
    assert faces == {kinds[need.face].slug: need.total for need in needs(small())}


def page_spare(page: Page, stock: Stock, start: int) -> int:
    """How many labels the furniture took at the start of a page: 1 if the first stamp leaves the first label free."""
    first = next(mark for mark in page.marks if isinstance(mark, Use))
    return 0 if abs(first.x - stock.label(start).x) + abs(first.y - stock.label(start).y) < 0.01 else 1


def test_labels_of_a_kind_are_one_stamp_without_numbers() -> None:
    document = label_sheets(small(), LabelRun(stock_named("l7651")))
    for name, stamp in document.stamps.items():
        words = [mark.text for mark in stamp.marks if isinstance(mark, Text)]
        assert not any(c.isdigit() for word in words for c in word), name
    assert len(document.stamps) == len(needs(small()))


def ten_seats() -> Table:
    """As many designations as a table can have: ten seats, a concealed deck, a weighted lottery."""
    last = {"name": "J", "virtual": True, "style": {"skip": 3}}
    return table_of(*"ABCDEFGHI", last, hand_size=3, conceal=True)


@pytest.mark.parametrize("table", [*map(sample, SAMPLES), ten_seats()], ids=[*SAMPLES, "ten"])
def test_looks_differ_without_colour(table: Table) -> None:
    """α, β and all θ by symbol, by name and by pattern, each alone; other kinds by letter, symbol and pattern."""
    kinds = kinds_of(needs(table), tuple(seat.name for seat in table.seats), game_named(table.game)).values()
    assert len({(kind.glyph, kind.symbol, kind.pattern) for kind in kinds}) == len(kinds)
    told = [kind for kind in kinds if kind.face in (ALPHA, BETA) or kind.face.startswith("θ")]
    for part in ("symbol", "name", "pattern"):
        assert len({getattr(kind, part) for kind in told}) == len(told), part
    for draw in (symbol, pattern):
        names = [kind.symbol if draw is symbol else kind.pattern for kind in told]
        pictures = [tuple(draw(name, Box(0, 0, 5, 20))) for name in names]
        assert len(set(pictures)) == len(told), "drawn as they are called"
    assert len(kinds_of(needs(ten_seats()), tuple("ABCDEFGHIJ"), UNO)) >= 10 + 2 + 2 + 4 + 9


def test_cards_fill_the_sheet_and_backs_mirror_the_fronts() -> None:
    for paper in PAPERS.values():
        for size in CARD_SIZES.values():
            grid = Grid.of(paper, size)
            assert (grid.cols, grid.rows) == (3, 3)
            assert paper.printable.holds(grid.block.inset(-2))
            assert grid.behind.x == pytest.approx(paper.w - grid.block.right)
    document = build(small(), Wish(), ["cards"])[0][0]
    fronts, backs = document.pages[::2], document.pages[1::2]
    assert len(fronts) == len(backs)
    assert document.duplex
    assert {tuple(placed(document, page)) for page in backs} == {tuple(placed(document, backs[0]))}
    (tint,) = document.stamps["back"].marks
    assert isinstance(tint, Rect)  # nothing that could lie here or there on a card


@pytest.mark.parametrize("paper", PAPERS)
@pytest.mark.parametrize("size", CARD_SIZES)
def test_folded_backs_lie_behind_their_fronts(paper: str, size: str) -> None:
    """Beside each front, mirrored about the fold; no other page, and nothing to print on the other side."""
    run = CardRun(CARD_SIZES[size], FOLD)
    document = build(tiny(), Wish(paper, cards=run), ["cards"])[0][0]
    grid = Grid.of(PAPERS[paper], run.size, fold=True)
    assert not document.duplex
    assert grid.per_page >= 4
    assert len(document.pages) == ceil(sum(document.counts.values()) / grid.per_page)
    assert PAPERS[paper].printable.holds(grid.whole.inset(-BLEED))
    for page in document.pages:
        *fronts, back = [(name, box) for name, box in placed(document, page)]
        (fold,) = {mark.x1 for mark in page.marks if isinstance(mark, Line) and mark.dash}
        assert fold == pytest.approx(grid.axis)
        texture = Box(back[1].x + BLEED, back[1].y + BLEED, back[1].w - 2 * BLEED, back[1].h - 2 * BLEED)
        for _, box in fronts:
            assert sorted(box[2:]) == sorted(run.size)  # lying down
            assert box.right <= fold - GUTTER + DOT
            mirrored = box._replace(x=2 * fold - box.right)
            assert texture.holds(mirrored, DOT)
        assert back[0] == "back"
        assert back[1].x >= fold
        said = [mark.text for mark in page.marks if isinstance(mark, Text)]
        assert any(HOW_TO_FOLD in text for text in said), "the words to fold by are never cut short"
        assert no_overlap(document)


def test_cards_without_backs() -> None:
    document = build(tiny(), Wish(cards=CardRun(backs=NONE)), ["cards"])[0][0]
    assert not document.duplex
    assert not any(name.startswith("back") for page in document.pages for name, _ in placed(document, page))


def test_calibration_shows_the_error_that_all_others_make_up_for() -> None:
    documents, _ = build(tiny(), Wish(adjust=Adjust(0.3)), list(SHEETS))
    adjusted = {document.name: {page.adjust for page in document.pages} for document in documents}
    assert adjusted.pop("calibration") == {Adjust()}
    assert all(found == {Adjust(0.3)} for found in adjusted.values())


# -- counts ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", SAMPLES)
def test_counts_come_from_the_operations(name: str) -> None:
    table = sample(name)
    found = {need.face: need for need in needs(table)}
    runs = [
        run for seat in table.virtual for run in (opening(table, seat.name).plan, opens(table, seat.name))
    ]
    spent = [cost(operations(run.recipe, Answers())).designations for run in runs if run is not None]
    assert all(found[face].first >= n for one in spent for face, n in one.items())
    assert found["α"].first == found["β"].first == max(one["α"] for one in spent)
    drawn = {"sevens": 0, "hearts": 0}  # no hand grows where no card is drawn
    assert found["θ-Vera"].reserve == drawn.get(name, SPARE_CARDS["one"])


def split() -> Table:
    """Two virtual seats with a deck of their own, one of them with a style: tickets, positions, two forms."""
    seats = (
        "Ana",
        {"name": "Vera", "virtual": True},
        {"name": "Otto", "virtual": True, "style": {"skip": 2}},
    )
    return table_of(*seats, hand_size=3, protocol="knockout", pool="split", pool_deck="compact-27")


@pytest.mark.parametrize("name", [*SAMPLES, "split"])
def test_labels_cards_and_set_up_count_what_the_plan_counts(name: str, tmp_path: Path) -> None:
    """`plan --json`, shopping: every designation; beyond it the colour lottery's cards and the reserve."""
    table = split() if name == "split" else sample(name)
    file = write_table(tmp_path / "table.yaml", table)
    done = CliRunner().invoke(app, ["plan", str(file), "--json", "--games", "20"])
    assert done.exit_code == 0, done.output
    plan = next(line["shopping"] for line in map(json.loads, done.output.splitlines()) if "shopping" in line)
    theta = {
        ("θ-deck" if who == "unplayed" else f"θ-{who}"): n
        for who, n in plan["designations"].pop("theta").items()
    }
    bits = {"α": plan["designations"].pop("alpha"), "β": plan["designations"].pop("beta")}
    first = {need.face: need.first for need in needs(table) if need.first}
    colours = {face: first.pop(face) for face in list(first) if face.startswith("lot ")}
    assert first == theta | bits | plan["designations"].pop("others", {})
    assert not plan["designations"]
    assert set(colours.values()) <= {1}
    assert sum(first.values()) == plan["extra_cards"]
    least = {need.face: need.total for need in needs(table)}
    for route, sheet in SHEET_OF.items():
        own = table.model_copy(update={"extras": route})
        extras, set_up = build(own, Wish(), [sheet, "setup"])[0][::-1]
        assert extras.counts == set_up.counts == {n.face: n.total for n in kit(own, route, needs(own)).needed}
        assert all(extras.counts[face] >= n for face, n in least.items())


@pytest.mark.parametrize("route", SHEET_OF)
def test_whole_sheets_are_used_up(route: str) -> None:
    """The last sheet has no place left, and no more sheets are printed than the needs ask for."""
    table = table_of(*"AB", {"name": "V", "virtual": True}, hand_size=3, extras=route)
    document = build(table, Wish(), [SHEET_OF[route]])[0][0]
    full = [n for page in document.pages if (n := fronts_on(document, page))]
    assert len(set(full)) == 1
    made = kit(table, route, needs(table))
    assert (len(full), sum(full)) == (made.sheets, made.cards)
    assert (len(full) - 1) * full[0] < sum(need.total for need in needs(table)) <= sum(full)


def fronts_on(document: Document, page: Page) -> int:
    return sum(name != "back" for name, _ in placed(document, page))


@pytest.mark.parametrize("paper", PAPERS)
@pytest.mark.parametrize("route", SHEET_OF)
def test_alpha_and_beta_are_mixed_on_each_sheet(route: str, paper: str) -> None:
    """As many of one as of the other but for one or two, and each of them at every place of some sheet."""
    table = table_of("Ana", {"name": "Vera", "virtual": True}, hand_size=7, extras=route)
    document = build(table, Wish(paper), [SHEET_OF[route]])[0][0]
    at: dict[str, Counter[tuple[float, float]]] = {"3b1": Counter(), "3b2": Counter()}
    for page in document.pages:
        bits = [(name, box) for name, box in placed(document, page) if name in at]
        alphas = sum(name == "3b1" for name, _ in bits)
        assert abs(2 * alphas - len(bits)) <= 2
        for name, box in bits:
            at[name][box[:2]] += 1
    places = at["3b1"] | at["3b2"]
    assert all(at[name][place] >= places[place] / 3 for name in at for place in places)


COMES_TO = {
    "full deck": {
        "labels": (31, 99, 72),
        "slips": (37, 36, 50),
        "business cards": (37, 0, 22),
        "cards": (41, 112, 38),
        "plain": (0, 0, 13),
    },
    "split 27": {
        "labels": (9, 27, 21),
        "slips": (10, 9, 14),
        "business cards": (10, 0, 6),
        "cards": (11, 32, 11),
        "plain": (0, 0, 4),
    },
}
"""Sheets, cuts and minutes of three seats' extra cards; once, for the full deck: 42 sheets, 336 cuts, 37 minutes of
sticking."""


def test_what_the_extra_cards_of_three_seats_come_to() -> None:
    seats = ("Ana", {"name": "Vera", "virtual": True}, "Ben")
    split27 = table_of(*seats, pool="split", pool_deck="compact-27", equipment="sleeves")
    for name, table in (("full deck", table_of(*seats)), ("split 27", split27)):
        found = {route: (one.sheets, one.cuts, ceil(one.minutes)) for route, one in kits(table).items()}
        assert found == COMES_TO[name]
    bits, markers = 2 * 27 + 2, 27
    assert sum(need.first for need in needs(split27)) == bits + markers + 4 > 8 * 10, "nine sheets at least"


def test_the_first_turn_of_three_needs_323_cards_and_four_colour_cards() -> None:
    """PROTOCOLS, costs: 3k+2 = 323 extra cards at k = 107."""
    assert sum(need.first for need in needs(sample("three"))) == 323 + 4
    assert together(needs(sample("three")), UNO.kinds).startswith(
        "323 extra cards and 4 colour cards at the first turn, "
    )


def test_a_pool_without_black_cards_has_no_colour_cards() -> None:
    sevens = table_of("Ana", {"name": "V", "virtual": True}, pool="split", pool_deck=["7R"] * 20)
    assert "colour card" not in together(needs(sevens), UNO.kinds)


# -- codes -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", SAMPLES)
def test_the_code_restores_an_equal_table(name: str) -> None:
    code = table_code(table_text(sample(name)))
    assert len(code) < 200
    assert code.isalnum()
    assert code.isupper()
    assert make_table(from_code(f" {code.lower()}\n")) == sample(name)


def test_any_letters_survive_the_code() -> None:
    table = table_of("Zoë", "สมชาย", {"name": "桜 # : 1", "virtual": True})
    assert make_table(from_code(table_code(table_text(table)))) == table


@pytest.mark.parametrize("code", ["", "FT2", "FT2AAAA", "https://example.org", "FT2" + "7" * 60])
def test_a_damaged_code_is_refused(code: str) -> None:
    with pytest.raises(CommandError, match="code of a table"):
        from_code(code)


def test_every_single_slip_in_a_code_is_found() -> None:
    code = table_code(table_text(small()))
    for i in range(3, len(code)):
        wrong = code[:i] + ("A" if code[i] != "A" else "B") + code[i + 1 :]
        try:
            assert from_code(wrong) == from_code(code)  # only bits that no byte uses may differ
        except CommandError:
            continue


# -- names and type ----------------------------------------------------------------------------------


def test_what_the_sheets_say_can_be_drawn() -> None:
    assert not missing("θ α β · × ± ° – … → ☐ ₁ ₂ ÄÖÜßñçŁőЖΩ")
    assert missing("สมชาย 桜") == "สมชาย桜"


def test_names_without_glyphs_get_an_honest_substitute() -> None:
    table = table_of("สมชาย", "Seat 3", {"name": "さくら", "virtual": True})
    shown, substitutes = printable(table)
    assert [seat.name for seat in shown.seats] == ["Seat 1", "Seat 3", "Seat 3*"]
    assert [one.name for one in substitutes] == ["สมชาย", "さくら"]
    documents, remarks = build(table, Wish(), [])
    assert len(remarks) == 2
    assert all(pdf(document) for document in documents)  # drawing checks every letter
    said = {mark.text for page in documents[0].pages for mark in page.marks if isinstance(mark, Text)}
    assert "Seat 3*" in said


def test_long_names_fit() -> None:
    table = table_of(
        "W" * 24, {"name": "Wilhelmine Wunderwaldine"[:24], "virtual": True}, name="M" * 60, hand_size=2
    )
    documents, _ = build(table, Wish(labels=LabelRun(stock_named("l4731"))))
    for document in documents:
        for stamp in document.stamps.values():
            for words, box in taken(stamp.marks):
                assert Box(0, 0, *stamp.size).holds(box, 0.6), (document.name, words)


@pytest.mark.parametrize("n", range(2, 11))
def test_any_number_of_seats_fits_around_the_table(n: int) -> None:
    names = [f"Maximiliane von Hohen {i}" for i in range(n - 1)]
    table = table_of(*names, {"name": "Vera", "virtual": True}, hand_size=2)
    assert no_overlap(build(table, Wish(), ["setup"])[0][0])


def test_a_host_who_does_it_all_has_a_card_with_room_for_every_verb() -> None:
    """One person and a virtual seat: seven verbs on a card of a quarter page."""
    table = table_of("Ana", {"name": "Vera", "virtual": True}, hand_size=3, equipment="sleeves")
    assert no_overlap(build(table, Wish(), ["roles"])[0][0])
    assert no_overlap(build(table, Wish("Letter"), ["roles"])[0][0])


def test_the_page_of_what_fits_has_one_top_card_for_its_examples() -> None:
    table = table_of("Ana", {"name": "Vera", "virtual": True, "style": "attacker"})
    pages = [
        " ".join(mark.text for mark in page.marks if isinstance(mark, Text))
        for page in build(table, Wish(), ["cheats"])[0][0].pages
    ]
    (glance,) = (said for said in pages if "Validity at a glance" in said)
    assert set(re.findall(r"[Tt]op card ([0-9SR+][RYGB])", glance)) == {"2R"}


def test_wrapping_loses_nothing() -> None:
    text = "one two threefourfivesixseveneightnineteneleven twelve"
    lines = wrapped(text, 30, 4)
    assert "".join(lines).replace(" ", "") == text.replace(" ", "")
    assert all(text_width(line, 4) <= 30 for line in lines)


@pytest.mark.parametrize("width", range(12, 60, 3))
def test_no_line_ends_within_a_pair(width: int) -> None:
    text = "lay β α under what fits, α β under the rest; 90 % in 20 s, then β α, α β, β α and α β once more"
    lines = wrapped(text, width, 4)
    assert " ".join(lines) == text
    assert not [line for line in lines if line.endswith((" α", " β")) and line.count("α") != line.count("β")]
    assert not [line for line in lines if line in ("α", "β", "s,") or line.startswith(("%", "s,"))]


@pytest.mark.parametrize(
    ("game", "names"),
    [
        ("three", {"mat", "deck", "discards"}),
        ("demo", {"mat", "pool", "deck", "discards"}),
        ("hearts", {"mat", "trick", "discards"}),
        ("sevens", {"mat", "rows"}),
        ("dominoes", {"mat", "deck", "row"}),
    ],
)
def test_the_table_map_has_a_place_for_what_the_game_has_and_no_other(game: str, names: set[str]) -> None:
    page = build(sample(game), Wish(), ["setup"])[0][0].pages[0]
    shown = {mark.text for mark in page.marks if isinstance(mark, Text) and mark.size == points(7)}
    assert shown & {"mat", "pool", "deck", "discards", "trick", "row", "rows"} == names


@pytest.mark.parametrize("name", SAMPLES)
def test_the_log_sheet_is_what_replay_accepts(name: str) -> None:
    """Every line is one of the game's events, read as it is printed; those of UNO are also a game's beginning."""
    table = sample(name)
    law, state, seats = game_named(table.game), state_before(table), [seat.name for seat in table.seats]
    events = law.examples(seats)
    document = build(table, Wish(), ["log"])[0][0]
    said = {mark.text for mark in document.pages[0].marks if isinstance(mark, Text)}
    assert events
    for event in events:
        assert law.text(event) in said
        assert law.read_line(law.text(event), seats) == event
        if law is UNO:
            state = law.apply(state, event).state


# -- boxes -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("paper", PAPERS)
def test_nothing_overlaps_and_all_is_printable(paper: str, full: bool) -> None:
    """Every line of text and every symbol, with its type's real measures, on every page."""
    wordy = split().model_copy(update={"protocol": "published", "equipment": "sleeves"})
    tables = [sample(name) for name in SAMPLES] if full else [tiny(), wordy] if paper == "A4" else [split()]
    for table in tables:
        names = [name for name in SHEETS if table.game in ("uno", "dominoes") or name not in ASKED]
        documents, _ = build(table, Wish(paper), names)
        assert [document.name for document in documents] == names
        assert all(no_overlap(document) for document in documents)


@pytest.mark.parametrize("name", SAMPLES)
def test_cheat_sheets_of_every_game_fit_their_pages(name: str) -> None:
    """Also where a knockout asks for several classes."""
    assert no_overlap(build(sample(name), Wish("Letter"), ["cheats"])[0][0])


def no_overlap(document: Document) -> bool:
    """Check every page: what is written is printable, and no line of text touches another."""
    for number, page in enumerate(document.pages, 1):
        where = f"{document.name} {number}"
        found = sorted(taken(page.marks), key=lambda pair: pair[1].y)
        for i, (said, box) in enumerate(found):
            assert page.paper.printable.holds(box, 0.01), (where, said, box)
            for other, near in found[i + 1 :]:
                if near.y > box.bottom:
                    break
                assert not box.overlaps(near, 0.35), (where, said, other)
    return True


# -- recorded drawing calls --------------------------------------------------------------------------


@pytest.mark.parametrize("name", DRAWN)
def test_drawing_calls(name: str) -> None:
    """Golden logs in millimetres; scripts/regolden writes them anew, for review."""
    assert drawing(name) == path_of(name).read_text(encoding="utf-8")


# -- the mat and the table map -------------------------------------------------------------------------


@pytest.mark.parametrize(("protocol", "tied"), [("published", 2), ("knockout", 0)])
def test_the_mat_has_twelve_places_of_a_cards_size(protocol: str, tied: int) -> None:
    """Both pages; for the six cards also lines for 1 3 4 and 2 5 6 that run on from page to page."""
    for paper in PAPERS.values():
        document = build(small(protocol), Wish(paper.name), ["mat"])[0][0]
        left, right = document.pages
        for page in (left, right):
            places = [m.box for m in page.marks if isinstance(m, Rect) and m.box.h > 80]
            assert len(places) == 6
            assert not any(a.overlaps(b, 0) for a, b in combinations(places, 2))
            assert all(box.w >= CARD.w and box.h >= CARD.h and paper.printable.holds(box) for box in places)
        ends = {round(m.y2, 2) for m in left.marks if isinstance(m, Line) and m.x2 == paper.printable.right}
        starts = {round(m.y1, 2) for m in right.marks if isinstance(m, Line) and m.x1 == paper.printable.x}
        assert ends == starts
        assert len(ends) == tied
        assert no_overlap(document)


def test_the_table_map_is_to_scale_and_says_what_to_do() -> None:
    """As many columns as fit, none beyond the table's edge; where they do not fit, how many to lay elsewhere."""
    table = table_of("Ana", {"name": "Vera", "virtual": True}, "Ben", table_size="180x90")
    page = build(table, Wish(), ["setup"])[0][0].pages[0]
    boxes = [m.box for m in page.marks if isinstance(m, Rect) and m.width == 0.12]
    outline = next(m.box for m in page.marks if isinstance(m, Rect) and m.radius == 2)
    assert outline.w / outline.h == pytest.approx(180 / 90)
    assert len(boxes) == space(107, table.equipment, parse_size("180x90")).room
    assert all(outline.holds(box) for box in boxes)
    said = " ".join(m.text for m in page.marks if isinstance(m, Text))
    assert "on a second table" in said
