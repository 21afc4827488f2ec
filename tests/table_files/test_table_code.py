"""The code of a table: it restores an equal table, and any slip in it is found."""

from __future__ import annotations

import pytest

from drawings import small, table_of
from facilitator.errors import CommandError, FacilitatorError
from facilitator.table_files.load import SAMPLES, from_code, keys_of, make_table, sample, table_code


@pytest.mark.parametrize("name", SAMPLES)
def test_the_code_restores_an_equal_table(name: str) -> None:
    code = table_code(keys_of(sample(name)))
    assert len(code) < 200
    assert code.isalnum()
    assert code.isupper()
    assert make_table(from_code(f" {code.lower()}\n")) == sample(name)


def test_any_letters_survive_the_code() -> None:
    table = table_of("Zoë", "สมชาย", {"name": "桜 # : 1", "virtual": True})
    assert make_table(from_code(table_code(keys_of(table)))) == table


@pytest.mark.parametrize("code", ["", "FT2", "FT2AAAA", "https://example.org", "FT2" + "7" * 60])
def test_a_damaged_code_is_rejected(code: str) -> None:
    with pytest.raises(CommandError, match=r"code of a table|cut short or mistyped"):
        from_code(code)


@pytest.mark.parametrize("letters", [1 << 15, 1 << 20])
def test_a_code_that_unpacks_to_too_much_is_rejected(letters: int) -> None:
    """Its checksum is right; a code of a few hundred letters must not fill the memory."""
    assert from_code(table_code({"name": "x" * 30_000})) == {"name": "x" * 30_000}
    code = table_code({"name": "x" * letters})
    assert len(code) < 2_000
    with pytest.raises(CommandError, match="cut short or mistyped"):
        from_code(code)


def test_a_code_with_slips_in_sleeves_is_rejected() -> None:
    """What the code says is a table file's word: sleeves would show a slip's owner together with the card."""
    keys = {**keys_of(sample("sleeves")), "extras": "slips"}
    with pytest.raises(FacilitatorError, match="would show the owner and the card together"):
        make_table(from_code(table_code(keys)))


def test_every_single_typo_in_a_code_is_found() -> None:
    code = table_code(keys_of(small()))
    for i in range(3, len(code)):
        wrong = code[:i] + ("A" if code[i] != "A" else "B") + code[i + 1 :]
        try:
            assert from_code(wrong) == from_code(code)  # only bits that no byte uses may differ
        except CommandError:
            continue
