"""`facilitator print`: what it writes and what it refuses, and that printables/ is what the code makes."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

from drawings import read_words, small, tiny
from facilitator.cli.guide import chapters
from facilitator.cli.printing import PrintOptions, get_sheet_options, print_sheets
from facilitator.errors import CommandError, FacilitatorError
from facilitator.pictures.marks import Adjust, Line, Use
from facilitator.sheets.build import SheetOptions, build
from facilitator.sheets.drawing.render import pdf
from facilitator.sheets.stocks import get_stock
from facilitator.table_files.load import Printer, parse_table, table_text, write_table
from programs import files
from sure import sure

ROOT = Path(__file__).parent.parent.parent


@pytest.fixture
def table(tmp_path: Path) -> str:
    return str(write_table(tmp_path / "small.yaml", tiny()))


def test_all_sheets_as_json(table: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    print_sheets(table, [], tmp_path / "out", PrintOptions(), json=True)
    lines = [json.loads(line)["printed"] for line in capsys.readouterr().out.splitlines()]
    names = ["contents", "setup", "script", "wording", "cheats", "guests", "labels", "jig", "seats", "log"]
    assert [line["sheet"] for line in lines] == names
    assert [Path(line["file"]).name for line in lines] == [f"{name}.pdf" for name in names]
    assert all(Path(line["file"]).read_bytes().startswith(b"%PDF") and line["pages"] for line in lines)
    by_name = {line["sheet"]: line for line in lines}
    assert by_name["labels"]["counts"] == by_name["setup"]["counts"]
    assert files(tmp_path / "out") == sorted(f"{name}.pdf" for name in names)


@pytest.mark.parametrize(
    ("extras", "sheet", "stock"),
    [("slips", "slips", "slips-a4"), ("business cards", "cards", "avery-c32011"), ("cards", "cards", "own")],
)
def test_extra_cards_use_the_stock_of_the_table(extras: str, sheet: str, stock: str, tmp_path: Path) -> None:
    table = tiny().model_copy(update={"extras": extras})
    wish = get_sheet_options(PrintOptions(), table)
    assert sure(wish.stock).id == stock
    assert build(table, wish, [sheet])[0][0].counts
    assert sheet in [document.name for document in build(table, wish)[0]]


def test_the_progress_bar_counts_every_sheet() -> None:
    told: list[tuple[int, ...]] = []
    made, _ = build(tiny(), SheetOptions(), ["contents", "setup", "log"], lambda *at: told.append(at))
    assert told == [(0, 3), (1, 3), (2, 3)]
    assert len(made) == 3


def test_a_printer_is_saved_in_the_table_file(tmp_path: Path) -> None:
    """By its name; the only one unasked; a wrong name is told the right ones."""
    office = {"offset_x": 0.3, "offset_y": -0.2, "scale_x": 1.0025, "scale_y": 1.001}
    one = parse_table(f"{table_text(tiny())}printers: {{Office: {office}}}")
    two = one.model_copy(update={"printers": {**one.printers, "home": Printer(offset_x=1)}})
    assert get_sheet_options(PrintOptions(), one).adjust == Adjust(0.3, -0.2, 1.0025, 1.001)
    assert get_sheet_options(PrintOptions(printer="home"), two).adjust == Adjust(1.0)
    assert get_sheet_options(PrintOptions(), two).adjust == Adjust()
    with pytest.raises(CommandError, match=r"Office, home"):
        get_sheet_options(PrintOptions(printer="ofice"), two)
    file = str(write_table(tmp_path / "two.yaml", two))
    print_sheets(file, ["labels"], tmp_path, PrintOptions(printer="office"), json=True)
    plain = pdf(build(two, SheetOptions(), ["labels"])[0][0])
    assert (tmp_path / "labels.pdf").read_bytes() != plain


def test_the_calibration_sheet_explains_how_to_save_corrections() -> None:
    document = build(tiny(), SheetOptions(), ["calibration"])[0][0]
    said = read_words(document.pages[0])
    example = said[said.index("printers: ") : said.index("}}") + 2]
    table = parse_table(f"seats: [Ana, {{name: Vera, virtual: true}}]\n{example}")
    assert get_sheet_options(PrintOptions(printer="office"), table).adjust != Adjust()
    assert "--printer office" in said


EXAMPLE = re.compile(r"```\n(page: .*?)\n```", re.DOTALL)
"""What the guide says a user's own sheets are described by."""


@pytest.fixture
def measured(tmp_path: Path) -> Path:
    """A user's file, as the guide has it."""
    found = sure(EXAMPLE.search(chapters()["paper"]))
    file = tmp_path / "mine.yaml"
    file.write_text(found[1], encoding="utf-8")
    return file


def test_user_defined_stocks_can_be_printed(measured: Path) -> None:
    """Each card lies in a cell of its own, and nothing is cut."""
    stock = get_stock(str(measured))
    (document,), _ = build(small(), SheetOptions(stock=stock), ["cards"])
    for page in document.pages:
        for mark in page.marks:
            assert not isinstance(mark, Use) or (mark.x - 10.5) % 63 == (mark.y - 16.5) % 88 == 0
            assert not isinstance(mark, Line)
    assert len([mark for mark in document.pages[0].marks if isinstance(mark, Use)]) == stock.per_sheet == 9


@pytest.mark.parametrize(
    ("content", "said"),
    [(b"\xff", "not UTF-8 text"), (b"page: [", "not YAML"), (b"- A4", "missing or wrong: page")],
)
def test_a_stock_file_that_describes_no_sheet_is_refused(measured: Path, content: bytes, said: str) -> None:
    measured.write_bytes(content)
    with pytest.raises(FacilitatorError, match=said):
        get_stock(str(measured))


def test_printables_are_up_to_date(full: bool) -> None:
    """All files are there; one kit's are built anew and compared (all of them with --full)."""
    script = ROOT / "scripts" / "make_printables"
    only = [] if full else ["--only", "split"]
    done = subprocess.run(
        [sys.executable, str(script), "--check", *only], capture_output=True, text=True, encoding="utf-8"
    )
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.parametrize(("old", "new"), [("folder", "script"), ("leaflet", "guests")])
def test_a_former_name_of_a_sheet_prints_it_and_says_the_new_name(
    old: str, new: str, table: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    print_sheets(table, [old], tmp_path / "out", PrintOptions(), json=False)
    assert files(tmp_path / "out") == [f"{new}.pdf"]
    assert f"The sheet {old} is called {new} now" in " ".join(capsys.readouterr().out.split())
    print_sheets(table, [old], tmp_path / "out", PrintOptions(), json=True)
    printed, note = map(json.loads, capsys.readouterr().out.splitlines())
    assert printed["printed"]["sheet"] == new
    assert new in note["note"]
