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
from sessions import DESIGN_EXAMPLE, S


def refused(text: str) -> list[str]:
    """Everything `parse_table` says against a text."""
    with pytest.raises(TableFileError) as caught:
        parse_table(text, "friday.yaml")
    assert caught.value.exit_code == 2
    return str(caught.value).splitlines()


# -- what is wrong -----------------------------------------------------------------------------------


def test_one_name_written_two_ways_is_one_name() -> None:
    assert parse_table("seats: [Zoe\u0308, Ana]").seats[0].name == "Zo\u00eb"
    assert "would share a name" in refused("seats: [Zoe\u0308, zo\u00eb]")[0]


def test_everything_wrong_is_said_at_once() -> None:
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


V = "seats: [Ana, {name: Vera, virtual: true}]\n"

BAD = [
    ("", 0, "The file is empty."),
    ("# nothing yet\n", 0, "The file is empty."),
    ("- Ana\n- Ben\n", 1, "a setting with a colon on each line here, not a list."),
    ("Ana", 1, 'on each line here, not "Ana".'),
    ("name: [Ana\nhand_size: 7", 2, "It belongs to something that begins on line 1"),
    ("seats:\n\t- Ana", 2, "Indent with spaces instead of tabs."),
    ("seats:\t[Ana, Ben]", 1, "Indent with spaces instead of tabs."),
    ('name: "Friday\n', 2, "This line is not YAML: "),
    (S + "---\nseats: [A, B]", 2, "This line is not YAML: "),
    (S + "a\x00b: 1", 2, "a character here that no text contains"),
    ('name: "\\UFFFFFFFF"', 0, "a character here that does not exist"),
    ("[" * 5000, 0, "brackets nested too deeply"),
    (f"seats: [{'A, ' * 2000} A]", 0, "more than 2000 words, lists and settings"),
    (f"a: {{{'b: {}, ' * 1000}}}", 0, "more than 2000 words, lists and settings"),
    (S + "name: A\nname: B", 3, "name: This setting is there twice, on line 2 and on line 3. Keep one"),
    (S + "hand_sise: 7", 2, "Did you mean hand_size?"),
    (S + "Helpers: 3", 2, "Did you mean helpers?"),
    (S + "zzz: 3", 2, "Take it out."),
    ("name: Friday", 1, "seats: This should be a list of 2 to 10 seats, not nothing"),
    ("seats: Ana", 1, "seats: This should be a list of 2 to 10 seats"),
    ("seats:", 1, "not nothing."),
    ("seats: []", 1, "seats: This should be 2 to 10 seats, not 0."),
    ("seats: [Ana]", 1, "not 1."),
    ("seats: [A, B, C, E, F, G, H, I, J, K, L]", 1, "not 11."),
    ("seats:\n- {name: V, virtual: true}\n- {name: W, virtual: true}", 1, "somebody has to move the cards"),
    ("seats: [Ana, Ben, ANA]", 1, "seat 3: name: Seat 1 is called ANA already"),
    ("seats: [Ana, No]", 1, 'Put it in quotes: "No"'),
    ("seats: [Ana, yes]", 1, 'Put it in quotes: "yes"'),
    ("seats:\n- Ana\n- 42", 3, 'Put it in quotes: "42"'),
    ("seats: [Ana, null]", 1, 'Put it in quotes: "null"'),
    ("seats: [Ana, 1.50]", 1, 'Put it in quotes: "1.50"'),
    ("seats: [Ana, [Ben]]", 1, "Write a single name"),
    ('seats: [Ana, ""]', 1, "1 to 24 characters"),
    ('seats: [Ana, " Ben"]', 1, "without a space at either end"),
    (f"seats: [Ana, {'x' * 25}]", 1, "Make the name shorter"),
    ('seats: [Ana, "B\\ten"]', 1, "1 to 24 characters"),
    (
        "seats: [Ana, Deck]",
        1,
        'seat 2: name: This should be a name that is not a word of the game, not "Deck"',
    ),
    ("seats: [Ana, {virtual: true}]", 1, "seat 2: name: This should be a name, not nothing"),
    ("seats: [Ana, {name: Vera, virtual: maybe}]", 1, "virtual: This should be true or false"),
    ("seats: [Ana, {name: Vera, virtuel: true}]", 1, "Did you mean virtual?"),
    ("seats: [Ana, {name: Ben, style: saver}]", 1, "Add virtual: true"),
    ("seats: [Ana, {name: V, virtual: true, style: bold}]", 1, "uniform, attacker, saver or finisher"),
    ("seats: [Ana, {name: V, virtual: true, style: {skip: 3}}]", 1, "Write, for example, style: uniform."),
    (S + "protocol: open", 2, "there is no open any more"),
    (S + "protocol: open", 2, "Write protocol: wallet"),
    (S + "protocol: asking", 2, "Write protocol: wallet"),
    (S + "seconds: {lay: 6}", 2, "There is no setting seconds any more"),
    (S + "name: 2024", 2, 'Put it in quotes: "2024"'),
    (S + "game: hearts", 1, "seats: This should be 4 seats, not 2"),
    (S + "game: chess", 2, 'game: This should be uno, sevens, hearts, dominoes or eights, not "chess"'),
    (
        S + "rules: offical",
        2,
        'This should be paper, official or kpgut, not "offical". Write, for example, rules: official',
    ),
    (S + "hand_size: many", 2, 'from 1 to 53, not "many". Write, for example, hand_size: 7.'),
    (S + "hand_size: 0", 2, "from 1 to 53, not 0."),
    (S + "hand_size: 54", 2, "from 1 to 53, not 54."),
    (S + "hand_size: 7.5", 2, "not 7.5."),
    (S + "hand_size: yes", 2, "not true."),
    (S + "hand_size:", 2, "not nothing."),
    (S + "hand_size: " + "9" * 5000, 2, "…"),
    (V + "pool: split\npool_deck: compact-27\nhand_size: 27", 4, "from 1 to 26, not 27"),
    (V + "pool: split\npool_deck: [7R]", 3, "a card for each virtual player and one more"),
    (S + "protocol: stream-lined", 2, "Write, for example, protocol: knockout."),
    (S + "conceal: 1", 2, "conceal: This should be true or false, not 1."),
    (S + "pool: both", 2, "This should be shared or split"),
    (S + "pool_deck: half", 2, "full-108, half-54 or compact-27, or a list of cards"),
    (S + "pool_deck: [7R, 7X]", 2, 'Correct "7X".'),
    (S + "pool_deck: []", 2, "1 to 108 cards"),
    (S + "pool_deck: [[7R]]", 2, "Correct a list."),
    (S + "equipment: boxes", 2, "This should be envelopes or sleeves"),
    (
        S + "helpers: 9",
        2,
        "helpers: This should be a whole number from 1 to 8, not 9. Write, for example, helpers: 8.",
    ),
    (S + "extras: printed cards", 2, "Write, for example, extras: business cards."),
    (S + "equipment: sleeves\nextras: slips", 3, "would show the owner and the card together"),
    (S + "paper: letter", 2, "Write, for example, paper: Letter."),
    (S + "printers: [office]", 2, "This should be up to 8 printers, each with a name, not a list"),
    (
        S + "printers:\n  office: 3",
        3,
        "printers: office: This should be the corrections that the sheet calibration gives, not 3",
    ),
    (
        S + "printers:\n  office:\n    offset_x: 21",
        4,
        "offset_x: This should be a number from -20 to 20, not 21",
    ),
    (
        S + "printers: {a: {scale_y: 0.89}}",
        2,
        "a number from 0.9 to 1.1, not 0.89. Write, for example, scale_y: 0.9.",
    ),
    (S + "printers: {a: {scale_y: .nan}}", 2, "a number from 0.9 to 1.1"),
    (S + "printers: {a: {offset_x: yes}}", 2, "not true."),
    (S + "printers: {a: {ofset_x: 1}}", 2, "Did you mean offset_x?"),
    (S + 'printers: {"": {}}', 2, "a name of 1 to 24 characters"),
    (S + "printers: {A: {}, a: {}}", 2, "Two of them differ only in capital letters"),
    (S + f"printers: {{{', '.join(f'p{n}: {{}}' for n in range(9))}}}", 2, "up to 8 printers"),
    ("a: &a [Ana]\nseats: *a", 2, "an alias (*)"),
    # what to write comes from what was written
    ('seats: [Ana, {name: Vera, virtual: "true"}]', 1, "Write, for example, virtual: true."),
    ("seats: [Ana, {name: Vera, virtual: „Ja“}]", 1, "Write, for example, virtual: true."),
    ("seats: [Ana, {name: Vera, virtual: yes please}]", 1, "Write, for example, virtual: true."),
    ("seats: [Ana, {name: Vera, virtual: ture}]", 1, "Write, for example, virtual: true."),
    (S + "conceal: wahr, bitte", 2, "Write, for example, conceal: true."),
    (S + "hand_size: 7.5", 2, "Write, for example, hand_size: 7."),
    (S + "readers: 1.5", 2, "Write, for example, readers: 1."),
    (S + "helpers: 2.5 people", 2, "Write, for example, helpers: 2."),
    (S + 'conceal: "yes"', 2, "Write, for example, conceal: true."),
    (S + "language: German", 2, "Write, for example, language: de."),
    (S + "language: deutsch", 2, "Write, for example, language: de."),
    (S + "readers: 3", 2, "Write, for example, readers: 2."),
    (S + "readers: two", 2, "Write, for example, readers: 2."),
    (S + 'hand_size: "5"', 2, "Write, for example, hand_size: 5."),
    (S + "hand_size: five cards", 2, "Write, for example, hand_size: 5."),
    (S + "hand_size: 54", 2, "Write, for example, hand_size: 53."),
    (S + "pool_deck: full", 2, "Write, for example, pool_deck: full-108."),
    (S + "pool_deck: [7R, red 9]", 2, 'Write 9R instead of "red 9".'),
    (S + "stacking: D on D", 2, "Write, for example, stacking: [D on D]."),
    (S + "stacking: [d on +]", 2, "Write, for example, stacking: [D on +]."),
    (S + "printers: {a: {offset_x: '0,4 mm'}}", 2, "Write, for example, offset_x: 0.4."),
    ("seats: Ana, Ben and Vera", 1, "Write, for example, seats: [Ana, Ben, Vera]."),
    ("- Kim\n- Opa\n", 1, "Write, for example, seats: [Kim, Opa]."),
    # characters that look like others
    ("seats:\u00a0[Ana, Ben]\nhand_size: 7", 2, "Line 1, column 7 has a non-breaking space (U+00A0)"),
    ("seats:\n  - Ana\n\u00a0\u00a0- Ben\n", 4, "a non-breaking space (U+00A0)"),
    ("seats:\n– Ana\n– Ben\n", 3, "Line 2, column 1 has a dash (–, U+2013) instead of a hyphen"),
    ("seats： [Ana, Ben]", 1, 'a wide character (：, U+FF1A) instead of ":"'),
    (S + "рaper: A4", 2, "Line 2, column 1 has a letter (р, U+0440) that only looks like p"),
    (S + "paper: А4", 2, "Line 2, column 8 has a letter (А, U+0410) that only looks like A"),
    (S + "hand_sizе: 7", 2, "(е, U+0435) that only looks like e"),
    (S + "“paper”: A4", 2, "a typographic quote (“, U+201C)"),
    (
        S + "paper: ‘Letter’",
        2,
        "Write, for example, paper: Letter. Line 2, column 8 has a typographic quote (‘, U+2018)",
    ),
    (S + "hand\u200b_size: 3", 2, "Line 2, column 5 has an invisible character (U+200B)"),
    ("seats: [Ana, 'B\u00a0en']", 1, "Take out a non-breaking space (U+00A0)."),
    (S + "? [a, b]\n: 3", 2, "more than one word before the colon"),
    (S + "<<: {name: A}", 2, "<<: There is no setting"),
]


@pytest.mark.parametrize(("text", "line", "words"), BAD)
def test_a_bad_file_is_explained(text: str, line: int, words: str) -> None:
    said = refused(text)
    place = f"friday.yaml, line {line}" if line else "friday.yaml"
    assert any(words in message and message.startswith(place) for message in said), said
    for message in said:
        assert message.startswith("friday.yaml")
        assert re.search(r": [A-Z].+[^.]\. [A-Z]", message), message
        assert message.endswith((".", "?"))
        assert len(message) < 430


def test_an_alias_bomb_is_harmless() -> None:
    levels = "".join(f"x{n}: &x{n} [{', '.join([f'*x{n - 1}'] * 9)}]\n" for n in range(1, 30))
    assert any("an alias (*)" in line for line in refused("x0: &x0 [lol]\n" + levels))


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (None, "There is no such file. To make one: facilitator new "),
        (b"seats: [Ana, Ben]\nname: caf\xe9", "Line 2 is not UTF-8 text. Save the file as UTF-8"),
        ("seats: [Ana, Ben]".encode("utf-16"), "UTF-8 text"),
        (b"#" * (32 * 1024 + 1), "32 KiB"),
    ],
)
def test_a_file_that_is_no_text(tmp_path: Path, content: bytes | None, words: str) -> None:
    file = tmp_path / "friday.yaml"
    if content is not None:
        file.write_bytes(content)
    with pytest.raises(TableFileError, match=r"friday\.yaml: [A-Z]") as caught:
        load_table(file)
    assert words in str(caught.value)


def test_a_near_name_is_that_of_a_file_that_is_there(tmp_path: Path) -> None:
    (tmp_path / "friday.yaml").write_text(S, encoding="utf-8")
    (tmp_path / "gone.yaml").symlink_to(tmp_path / "nowhere.yaml")
    for name, todo in (("FRIDAY.YAML", "mean .*friday.yaml"), ("gone.yaml", "facilitator new .*gone.yaml")):
        if not (tmp_path / name).exists():  # a disk may ignore capitals
            with pytest.raises(TableFileError, match=todo):
                load_table(tmp_path / name)


def test_a_folder_and_an_impossible_name(tmp_path: Path) -> None:
    with pytest.raises(TableFileError, match="This is a folder"):
        load_table(tmp_path)
    for name in ("a\0b", "x" * 5000):
        with pytest.raises(TableFileError, match="can't be read"):
            load_table(name)


def test_windows_endings_and_a_byte_order_mark_are_fine(tmp_path: Path) -> None:
    file = tmp_path / "t.yaml"
    file.write_bytes("\ufeffseats:\r\n  - Ana\r\n  - Zoë\r\n".encode())
    assert load_table(file).seats[1].name == "Zoë"


def test_a_tag_runs_nothing() -> None:
    assert parse_table(S + "name: !!python/object/apply:os.system ls").name == "ls"


# -- endless inputs ----------------------------------------------------------------------------------


@given(
    st.one_of(
        st.binary(max_size=200), st.text(max_size=200).map(lambda text: text.encode("utf-8", "replace"))
    )
)
@settings(deadline=None)
def test_any_bytes_load_or_are_refused(tmp_path_factory: pytest.TempPathFactory, raw: bytes) -> None:
    file = tmp_path_factory.getbasetemp() / "any.yaml"
    file.write_bytes(raw)
    with contextlib.suppress(CommandError, TableFileError):
        load_table(file)


@given(st.data())
@settings(deadline=None)
def test_a_mutated_file_loads_or_is_refused(data: st.DataObject) -> None:
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
def test_any_values_make_a_table_or_problems(values: dict[str, object]) -> None:
    for data in (values, {"seats": ["Ana", "Ben"], **values}):
        table, problems = check(data)
        assert (table is None) == bool(problems)
