"""Show everything in a generated language, in which every letter of a message has a mark.

    pseudo.py           print JSON: the output of rehearsals and the words of some sheets, by their names
    pseudo.py --full    with the sheets of all samples

The marked messages take the place of the English ones. Patterns and words that people type stay, so that the
program can read them. A word without marks in the output does not come from a catalogue.
"""

from __future__ import annotations

import json
import re
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import polib

from facilitator.i18n import catalogue

LETTERS = str.maketrans(
    "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ",
    "åƀçđéƒĝĥîĵķļɱñöþɋŕšťûṽŵẋýžÅƁÇĐÉƑĜĤÎĴĶĻⱮÑÖÞɊŔŠŤÛṼŴẊÝŽ",
)
TYPED = ("read.", "word.", "log.lines")
"""Beginnings of the keys of messages that the program reads."""
MORE = {"demo": ["puzzles"], "three": ["slips", "cards"]}
"""Sheets that no sample needs, by the sample that is printed with them."""
ALIKE = ("sleeves", "published-split", "duel", "five", "eights", "sevens")
"""Samples whose protocol, and whose game or its cards, another sample has."""
SLOT = re.compile(r"(\{[^{}]*\})")


def mark(text: str) -> str:
    """Return a message with a mark on every letter, except in its placeholders."""
    return "".join(part if part.startswith("{") else part.translate(LETTERS) for part in SLOT.split(text))


def install(folder: Path) -> None:
    """Use the marked messages from now on. The folder gets the compiled catalogue."""
    messages = polib.mofile(str(catalogue._FOLDER / "en.mo"))
    for entry in messages:
        if not entry.msgid.startswith(TYPED):
            entry.msgstr = mark(entry.msgstr)
            entry.msgstr_plural = {n: mark(text) for n, text in entry.msgstr_plural.items()}
    messages.save(str(folder / "en.mo"))
    catalogue._FOLDER = folder
    catalogue._catalogue.cache_clear()


def shown(full: bool) -> Iterator[tuple[str, str]]:
    """Yield the name and the text of every rehearsal, and of the sheets of all samples or of those that differ."""
    from facilitator.pictures.marks import Tag, Text
    from facilitator.sheets.build import SheetOptions, build, list_needed_sheets
    from facilitator.table_files.load import SAMPLES, sample
    from programs import run

    for name in SAMPLES:
        turns = "2" if full else "1"
        command = ["play", f"sample:{name}", "--dry-run", "--auto", "--turns", turns, "--seed", "3"]
        done = run(*command, COLUMNS="100", NO_COLOR="1")
        yield f"rehearsal of {name}", done.output
        if name in ALIKE and not full:
            continue
        wanted = [*list_needed_sheets(sample(name)), *MORE.get(name, ())]
        for document in build(sample(name), SheetOptions(), wanted)[0]:
            marks = [mark for page in document.pages for mark in page.marks]
            words = [
                mark.text if isinstance(mark, Text) else mark.alt_text
                for mark in marks
                if isinstance(mark, Text | Tag)
            ]
            yield f"sheet {document.name} of {name}", "\n".join(words)


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as folder:
        install(Path(folder))
        print(json.dumps(dict(shown("--full" in sys.argv))))
