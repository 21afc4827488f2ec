"""`facilitator new`: a table file from a sample and from a code. The rest is in transcripts."""

from __future__ import annotations

from pathlib import Path

import pytest

from facilitator.table_files import load
from programs import files, new, run_well

pytestmark = pytest.mark.usefixtures("folder")


@pytest.mark.parametrize("name", load.SAMPLES)
@pytest.mark.every(3)
def test_a_sample_can_be_copied_and_changed(name: str) -> None:
    assert new("mine.yaml", "--sample", name)[0] == 0
    wanted = load.sample(name).model_copy(update={"name": "mine"})
    assert Path("mine.yaml").read_text(encoding="utf-8") == load.table_text(wanted)
    assert new("mine.yaml", "--sample", name, "--paper", "Letter", "--force")[0] == 0
    assert load.load_table("mine.yaml") == wanted.model_copy(update={"paper": "Letter"})


FULL = """\
name: Everything
game: uno
rules: paper
seats: [Ana, {name: Zoë, virtual: true, style: finisher}, {name: 桜, virtual: true, style: saver}]
hand_size: 3
language: de
draw: until playable
stacking: [+ on +, D on +]
jump_in: plays on
wild_draw_four: last
end_on_action: draw one
scores: none
protocol: knockout
conceal: true
pool: split
pool_deck: [7R, SY, +B, W, D, 2R, 4G, 6B, 1Y, 9G]
equipment: sleeves
wording: full
readers: 2
helpers: 3
extras: plain
paper: Letter
printers: {office: {offset_x: 0.3, offset_y: -0.2, scale_x: 1.0025, scale_y: 0.999}, home: {}}
minutes: 90
track: all
"""


@pytest.mark.parametrize("name", [*load.SAMPLES, "with every key"])
@pytest.mark.every(3)
def test_the_code_of_a_set_up_sheet_restores_the_table(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """As it is; wrapped, in small letters."""
    wanted = load.sample(name) if name in load.SAMPLES else load.parse_table(FULL)
    keys = {line.split(":")[0] for line in FULL.splitlines()}
    assert name in load.SAMPLES or set(load.Table.model_fields) == keys
    code = load.table_code(load.keys_of(wanted))
    wrapped = "\n".join(f" {code[i : i + 30].lower()}" for i in range(0, len(code), 30))
    for typed in (code, wrapped):
        run_well("new", "t.yaml", "--force", "--from-code", typed)
        assert Path("t.yaml").read_text(encoding="utf-8") == load.table_text(wanted)


def test_bytes_that_are_not_a_code_write_no_file(folder: Path) -> None:
    for typed in ("Ä" * 200, "a\0b"):
        assert new("t.yaml", "--from-code", typed)[:2] == (2, "")
    assert files(folder) == []
