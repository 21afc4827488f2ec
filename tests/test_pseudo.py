"""Every word that people see comes from a catalogue: in a generated language each letter has a mark."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

from facilitator.games.registry import get_game, list_games
from facilitator.sheets.build import EVERY
from facilitator.table_files.load import PROTOCOLS, SAMPLES, sample

HERE = Path(__file__).parent
WORD = re.compile(r"(?<![\w-])[A-Za-z]{3,}(?!\w)")
TYPED = {
    # a record that the log shows as an example, in the words that people type
    *("plays", "passes", "draws", "start", "first", "blue", "lacks", "begins", "round", "shows", "right"),
    # a command, its file, and an example of a printer in a table file
    *("facilitator", "replay", "TABLE", "record", "txt", "office"),
}
CODE = re.compile(r"\b[A-Z0-9]{6}\b")
"""A check code."""


@pytest.fixture(scope="module")
def shown(request: pytest.FixtureRequest) -> dict[str, str]:
    """Output of eleven rehearsals and words of their sheets, in a process of its own."""
    full = ["--full"] if request.config.getoption("--full") else []
    command = [sys.executable, str(HERE / "pseudo.py"), *full]
    done = subprocess.run(command, capture_output=True, encoding="utf-8", check=True, timeout=300)
    found: dict[str, str] = json.loads(done.stdout)
    return found


def test_every_word_of_rehearsals_and_sheets_comes_from_the_catalogue(shown: dict[str, str]) -> None:
    names = {
        word for name in SAMPLES for word in (*sample(name).name.split(), *sample(name).names_people_first)
    }
    keys = {
        *list_games(),
        *PROTOCOLS,
        *EVERY,
        *(rules for game in list_games() for rules in get_game(game).about.rules),
    }
    makers = {"Avery"}
    assert sum(name.startswith("rehearsal") for name in shown) == len(SAMPLES) == 11
    left = {
        (where, word)
        for where, text in shown.items()
        for word in WORD.findall(CODE.sub("", text))
        if word not in names | keys | makers | TYPED
    }
    assert left == set()


def test_a_text_outside_the_catalogue_is_found(shown: dict[str, str]) -> None:
    """The rehearsals really show the generated language, and its placeholders are filled."""
    for where, text in shown.items():
        assert re.search("[åéîöû]", text), where
        assert not re.search(r"\{[a-z_]+\}", text), where
