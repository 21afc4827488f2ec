"""What is drawn on a sheet: nothing overlaps, drawing calls are as recorded, and what map and log show."""

from __future__ import annotations

import pytest

from drawings import DRAWN, drawing, holds, no_overlap, split, table_of, tiny
from facilitator.games.registry import get_game
from facilitator.i18n.catalogue import LANGUAGES, set_language
from facilitator.pictures.marks import PAPERS, Rect, Text
from facilitator.planning.shopping import has_row, measure_space
from facilitator.sheets.build import SHEETS, SheetOptions, build
from facilitator.sheets.page import points_to_mm
from facilitator.table_files.load import SAMPLES, sample
from facilitator.table_files.model import slips_show, state_before
from golden_files import GOLDEN, check_golden

# -- boxes -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("paper", PAPERS)
@pytest.mark.every(2)
def test_no_texts_overlap_and_everything_is_printable(paper: str, full: bool) -> None:
    """Every line of text and every symbol, with its type's real measures, on every page."""
    wordy = split().model_copy(update={"protocol": "published", "equipment": "sleeves"})
    tables = [sample(name) for name in SAMPLES] if full else [tiny(), wordy] if paper == "A4" else [split()]
    for table in tables:
        names = [name for name in SHEETS if not slips_show(table.equipment, name)]
        names = [name for name in names if name != "mat" or has_row(table)]
        documents, _ = build(table, SheetOptions(paper), names)
        assert [document.name for document in documents] == names
        assert all(no_overlap(document) for document in documents)


@pytest.mark.parametrize("name", SAMPLES)
@pytest.mark.every(2)
def test_cheat_sheets_of_every_game_fit_their_pages(name: str) -> None:
    """Also where a knockout asks for several classes."""
    assert no_overlap(build(sample(name), SheetOptions("Letter"), ["cheats"])[0][0])


# -- recorded drawing calls --------------------------------------------------------------------------


@pytest.mark.golden
@pytest.mark.parametrize("name", DRAWN)
def test_drawing_operations_match_the_golden_file(name: str) -> None:
    check_golden(GOLDEN / "sheets" / f"{name}.log", drawing(name))


# -- the table map, what fits, the log --------------------------------------------------------


def test_the_table_map_is_to_scale_and_says_what_to_do() -> None:
    """All columns, none beyond the table's edge, and what they take in words."""
    table = table_of("Ana", {"name": "Vera", "virtual": True}, "Ben")
    page = build(table, SheetOptions(), ["setup"])[0][0].pages[0]
    boxes = [m.box for m in page.marks if isinstance(m, Rect) and m.width == 0.12]
    outline = next(m.box for m in page.marks if isinstance(m, Rect) and m.radius == 2)
    assert outline.w / outline.h == pytest.approx(180 / measure_space(table).depth_cm)
    assert len(boxes) == 107
    assert all(holds(outline, box) for box in boxes)
    said = " ".join(m.text for m in page.marks if isinstance(m, Text))
    assert "107 columns, in 6 rows of 18" in said


@pytest.mark.parametrize(
    ("game", "names"),
    [
        ("three", {"turn script", "draw pile", "discard pile"}),
        ("demo", {"turn script", "Vera's draw pile", "people's draw pile", "discard pile"}),
        ("hearts", {"turn script", "trick", "discard pile"}),
        ("sevens", {"turn script", "rows"}),
        ("dominoes", {"turn script", "draw pile", "row"}),
    ],
)
def test_the_table_map_has_exactly_the_piles_of_the_game(game: str, names: set[str]) -> None:
    page = build(sample(game), SheetOptions(), ["setup"])[0][0].pages[0]
    shown = {mark.text for mark in page.marks if isinstance(mark, Text) and mark.size == points_to_mm(8)}
    piles = {"Vera's draw pile", "people's draw pile", "draw pile", "discard pile"}
    assert shown & (piles | {"turn script", "trick", "row", "rows"}) == names


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", SAMPLES)
def test_replay_accepts_every_line_of_the_log_sheet(name: str, language: str) -> None:
    """Every line is one of the game's events, read as it is printed, of the sorts that these rules know."""
    set_language(language)
    table = sample(name)
    law, state, seats = get_game(table.game), state_before(table), [seat.name for seat in table.seats]
    document = build(table, SheetOptions(), ["log"])[0][0]
    said = [
        mark.text
        for mark in document.pages[0].marks
        if isinstance(mark, Text) and mark.size == points_to_mm(11)
    ]
    assert len(said) >= 4
    for line in said:
        assert type(law.codec.read_line(line, seats)) in law.list_event_types(state)


@pytest.mark.parametrize("paper", PAPERS)
def test_the_map_shows_the_mat_and_the_piles_and_measures_in_centimetres(paper: str) -> None:
    """The strip in front of the host has room for the mat and the row of piles behind it."""
    table = table_of("Ana", {"name": "Vera", "virtual": True}, "Ben", protocol="published", hand_size=5)
    document = build(table, SheetOptions(paper), ["setup"])[0][0]
    assert no_overlap(document)
    (page,) = document.pages
    said = [m.text for m in page.marks if isinstance(m, Text)]
    room = measure_space(table)
    assert room.depth_cm == room.rows * 14.5 + 36
    assert {"mat", "box", "turn script", "draw pile", "discard pile", "Vera's piles"} <= {*said}
    wanted = {f"{room.width_cm:.0f} cm", f"{room.rows * 14.5:.0f} cm", "36 cm", "8.5 cm", "14.5 cm"}
    assert wanted <= {*said}
    outline = next(m.box for m in page.marks if isinstance(m, Rect) and m.radius == 2)
    thin = [m.box for m in page.marks if isinstance(m, Rect) and m.width == 0.25]
    assert sum(holds(outline, box) for box in thin) == 5  # the piles
