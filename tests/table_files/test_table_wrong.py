"""What is wrong with a table file, told in words a host can act on; any input at all is loaded or refused."""

from __future__ import annotations

import contextlib
import re
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from facilitator.errors import CommandError
from facilitator.table_files.load import Table, TableFileError, check, load_table, parse_table, table_text
from golden_files import GOLDEN, check_golden
from sessions import DESIGN_EXAMPLE, S


def refused(text: str) -> list[str]:
    """Everything `parse_table` says against a text."""
    with pytest.raises(TableFileError) as caught:
        parse_table(text, "friday.yaml")
    assert caught.value.exit_code == 2
    return str(caught.value).splitlines()


# -- what is wrong -----------------------------------------------------------------------------------


def test_equivalent_unicode_names_are_duplicates() -> None:
    assert parse_table("seats: [Zoe\u0308, Ana]").seats[0].name == "Zo\u00eb"
    assert "would share a name" in refused("seats: [Zoe\u0308, zo\u00eb]")[0]


def test_all_problems_are_reported_at_once() -> None:
    text = """\
name: Friday
gmae: uno
rules: houseless
seats:
  - No
  - {virtual: yes, styl: saver}
  - Ana
  - ana
hand_size: many
helpers: 30
paper: a4
"""
    lines = refused(text)
    assert [line.split(": ")[0] for line in lines] == [
        f"friday.yaml, line {n}" for n in (2, 3, 5, 6, 6, 8, 9, 10, 11)
    ]
    hand = 'This should be a whole number from 1 to 26, not "many". Write, for example, hand_size: 7.'
    assert f"friday.yaml, line 9: hand_size: {hand}" in lines


SEATS = {
    "S": S,
    "V": "seats: [Ana, {name: Vera, virtual: true}]\n",
    "W": "seats: [Ana, Ben, {name: Vera, virtual: true}]\nprotocol: wallet\n",
    "F": "seats: [Ana, Ben, Cleo, {name: Vera, virtual: true}]\nprotocol: wallet\n",
}


FOREIGN = re.compile(r"(?<=not YAML: ).*?(?=\. [A-Z])|(?<=does not exist \().*?(?=\))")
"""What the YAML library says, which differs from version to version."""


@pytest.mark.golden
def test_bad_files_are_explained() -> None:
    """The texts are the lines of the golden file that begin with a dollar sign."""
    path, lines = GOLDEN / "tables.txt", list[str]()
    for line in path.read_text(encoding="utf-8").splitlines():
        if not line.startswith("    "):
            lines.append(line)
        for message in refused(eval(line[2:], SEATS.copy())) if line.startswith("$ ") else ():
            lines.append(f"    {FOREIGN.sub('…', message)}")
            assert message.startswith("friday.yaml")
            assert re.search(r": (?:[A-Z]|hearts |track: ).+[^.]\. [A-Z]", message), message
            assert message.endswith((".", "?"))
            assert len(message) < 430
    check_golden(path, "\n".join(lines) + "\n")


def test_an_alias_bomb_is_harmless() -> None:
    levels = "".join(f"x{n}: &x{n} [{', '.join([f'*x{n - 1}'] * 9)}]\n" for n in range(1, 30))
    assert any("an alias (*)" in line for line in refused("x0: &x0 [lol]\n" + levels))


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (None, "There is no such file. To make one: facilitator new "),
        (b"seats: [Ana, Ben]\nname: caf\xe9", "Line 2 is not UTF-8 text. Save the file as UTF-8"),
        ("seats: [Ana, Ben]".encode("utf-16"), "UTF-8 text"),
        (b"#" * (32 * 1024 + 1), "larger than 32 KiB"),
    ],
)
def test_a_binary_file_is_rejected(tmp_path: Path, content: bytes | None, words: str) -> None:
    file = tmp_path / "friday.yaml"
    if content is not None:
        file.write_bytes(content)
    with pytest.raises(TableFileError, match=r"friday\.yaml: [A-Z]") as caught:
        load_table(file)
    assert words in str(caught.value)


def test_the_suggested_file_name_exists(tmp_path: Path) -> None:
    with pytest.raises(TableFileError, match=r"a method, .*: sleeves, three, duel, five"):
        load_table("knockout")
    (tmp_path / "friday.yaml").write_text(S, encoding="utf-8")
    (tmp_path / "gone.yaml").symlink_to(tmp_path / "nowhere.yaml")
    for name, todo in (("FRIDAY.YAML", "mean .*friday.yaml"), ("gone.yaml", "facilitator new .*gone.yaml")):
        if not (tmp_path / name).exists():  # a disk may ignore capitals
            with pytest.raises(TableFileError, match=todo):
                load_table(tmp_path / name)


def test_a_folder_and_an_impossible_name_are_rejected(tmp_path: Path) -> None:
    with pytest.raises(TableFileError, match=r"This is a folder .* Name a table file"):
        load_table(tmp_path)
    for name in ("a\0b", "x" * 5000):
        with pytest.raises(TableFileError, match="can't be read"):
            load_table(name)


def test_windows_line_endings_and_a_byte_order_mark_are_accepted(tmp_path: Path) -> None:
    file = tmp_path / "t.yaml"
    file.write_bytes("\ufeffseats:\r\n  - Ana\r\n  - Zoë\r\n".encode())
    assert load_table(file).seats[1].name == "Zoë"


def test_a_yaml_tag_runs_no_code() -> None:
    assert parse_table(S + "name: !!python/object/apply:os.system ls").name == "ls"


# -- endless inputs ----------------------------------------------------------------------------------


@given(st.binary(max_size=200) | st.text(max_size=200).map(lambda said: said.encode(errors="replace")))
@settings(deadline=None)
def test_any_bytes_are_loaded_or_rejected(tmp_path_factory: pytest.TempPathFactory, raw: bytes) -> None:
    file = tmp_path_factory.getbasetemp() / "any.yaml"
    file.write_bytes(raw)
    with contextlib.suppress(CommandError, TableFileError):
        load_table(file)


@given(st.data())
@settings(deadline=None)
def test_a_mutated_file_is_loaded_or_rejected(data: st.DataObject) -> None:
    text = DESIGN_EXAMPLE
    for _ in range(data.draw(st.integers(1, 4))):
        at = data.draw(st.integers(0, len(text)))
        cut = data.draw(st.integers(0, 6))
        put = data.draw(st.text(st.sampled_from("\n :-{}[]*&!|>%@`'\"#?,~<0.e\tTruey\\x"), max_size=5))
        text = text[:at] + put + text[at + cut :]
    table = None
    with contextlib.suppress(CommandError, TableFileError):
        table = parse_table(text)
    if table is not None:
        assert parse_table(table_text(table)) == table


PLAIN = st.recursive(
    st.none() | st.booleans() | st.integers(-3, 120) | st.floats(allow_nan=False) | st.text(max_size=30),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4),
    max_leaves=8,
)


@given(st.dictionaries(st.sampled_from([*Table.model_fields, "sheets"]), PLAIN, max_size=6))
@settings(deadline=None)
def test_any_values_make_a_table_or_a_list_of_problems(values: dict[str, object]) -> None:
    for data in (values, {"seats": ["Ana", "Ben"], **values}):
        table, problems = check(data)
        assert (table is None) == bool(problems)
