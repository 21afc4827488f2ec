"""Words of single pages, kept in golden files."""

from __future__ import annotations

import pytest
from test_sheets_folder import TABLES, folder_of

from drawings import small, table_of, tiny
from facilitator.pictures.marks import Text
from facilitator.sheets.build import SheetOptions, build
from facilitator.sheets.stocks import BUSINESS
from facilitator.table_files.load import Table, sample
from golden_files import GOLDEN, check_golden

VERA: dict[str, object] = {"name": "Vera", "virtual": True}
GAMES = ("uno", "sevens", "hearts", "dominoes", "eights")
FOLDERS = (
    *("official", "hearts, usual rules", "hearts, published", "split pool in sleeves"),
    *("wallet, official", "wallet, hearts, usual rules"),
)
EXTRAS = ("labels", "slips", "business cards", "cards")


def four(**keys: object) -> Table:
    """Return a table of four seats."""
    return table_of("Ana", VERA, "Ben", "Cem", **keys)


PAGES: dict[str, tuple[Table, str, int | None]] = {
    **{f"alone-{game}": (four(game=game), "script", -1) for game in GAMES},
    **{
        f"alone-{rules}": (table_of("Ana", VERA, rules=rules), "script", -1)
        for rules in ("official", "kpgut")
    },
    "alone-mau-mau": (four(game="eights", rules="mau-mau"), "script", -1),
    "alone-match": (four(game="eights", rules="match", draw="until playable"), "script", -1),
    "alone-dominoes-usual": (four(game="dominoes", rules="usual"), "script", -1),
    "alone-sevens-usual": (four(game="sevens", rules="usual"), "script", -1),
    "alone-stacking": (TABLES["stacking, jump-in"], "script", -1),
    "alone-until-playable": (TABLES["until playable"], "script", -1),
    **{
        f"alone-{style}": (table_of("Ana", {**VERA, "style": style}), "script", -1)
        for style in ("attacker", "saver", "finisher")
    },
    "script-uno": (four(), "script", 0),
    "script-hearts": (four(game="hearts"), "script", 0),
    **{f"cheats-{game}": (four(game=game), "cheats", -1) for game in ("hearts", "uno", "sevens")},
    "cheats-wallet": (four(protocol="wallet"), "cheats", -1),
    **{f"log-{game}": (four(game=game), "log", 0) for game in GAMES},
    **{
        f"contents-{extras}": (tiny().model_copy(update={"extras": extras}), "contents", 0)
        for extras in EXTRAS
    },
    **{
        f"calibration-{extras}": (table_of("Ana", VERA, "Ben", extras=extras), "calibration", 1)
        for extras in EXTRAS
    },
    "calibration-demo": (sample("demo"), "calibration", 0),
    "calibration-business": (tiny().model_copy(update={"extras": BUSINESS}), "calibration", 0),
    **{
        f"{sheet}-{name}": (sample(name), sheet, 0)
        for name in ("demo", "dominoes")
        for sheet in ("contents", "setup")
    },
    "wallet-demo": (sample("demo"), "wallet", 6),
    "guests-demo": (sample("demo"), "guests", 0),
    "guests-small": (small(), "guests", 0),
    "guests-five": (sample("five"), "guests", 0),
    **{
        f"script-{name.replace(', ', '-').replace(' ', '-')}": (TABLES[name], "script", None)
        for name in FOLDERS
    },
}
"""Table, sheet and page (None: all pages), by the name of the golden file."""


@pytest.mark.golden
@pytest.mark.parametrize("name", PAGES)
def test_a_page_has_the_approved_words(name: str) -> None:
    table, sheet, number = PAGES[name]
    shared = next((name for name, other in TABLES.items() if other is table and sheet == "script"), None)
    pages = (folder_of(shared) if shared else build(table, SheetOptions(), [sheet])[0][0]).pages
    marks = (mark for page in (pages if number is None else [pages[number]]) for mark in page.marks)
    said = [mark.text for mark in marks if isinstance(mark, Text)]
    check_golden(GOLDEN / "sheets" / f"{name}.txt", "\n".join(said) + "\n")
