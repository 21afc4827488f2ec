"""Words decide nothing: with every title and every sentence turned to nonsense, only what is said differs."""

from __future__ import annotations

import ast
import re
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from itertools import repeat
from pathlib import Path

import polib
import pytest

import facilitator.i18n
from facilitator.games.registry import get_game, list_games
from facilitator.i18n import catalogue
from facilitator.i18n.catalogue import ENGLISH, set_language
from facilitator.instructions.conditions import Conditions
from facilitator.instructions.grouping import OpGroup, Wording
from facilitator.instructions.instruction import Instruction
from facilitator.instructions.sentences import render_step
from facilitator.instructions.speech import Speech
from facilitator.instructions.text_table import draw_operation
from facilitator.instructions.wording import split_into_steps
from facilitator.operations.effects import VisibleTable
from facilitator.pictures.layout_movements import Scene
from facilitator.pictures.marks import Mark, Page, Tag, Text
from facilitator.pictures.movements import illustrate_step
from facilitator.pictures.text import to_text
from facilitator.play.journal import ANSWER, EVENT
from facilitator.play.match import Match
from facilitator.play.turn_starts import plan_opening
from facilitator.protocols.forms import FORMS, fingerprint
from facilitator.sheets.build import SheetOptions, build
from facilitator.sheets.turns import EveryTurn
from facilitator.table_files.load import Table, make_table
from facilitator.verification.cases import CHAINED, GIVE_UP, UNTIL
from facilitator.verification.certificate import CertificateLine, Spec, sabotaged_specs, verify_spec
from sessions import settled
from test_house import FILES, ROOT, room, tree
from told import readers
from turns import RUNS, answering, go_on, run, speech

ANA, BEN, VERA, UDO = "Ana", "Ben", {"name": "Vera", "virtual": True}, {"name": "Udo", "virtual": True}
KEYS: tuple[dict[str, object], ...] = (
    {"seats": [ANA, VERA, BEN], "hand_size": 3},
    {"seats": [ANA, VERA, UDO], "hand_size": 2, "equipment": "sleeves", "draw": "until playable"},
    {"seats": [ANA, {**VERA, "style": "attacker"}], "hand_size": 3, "protocol": "published"},
    {"seats": [ANA, VERA, BEN], "game": "dominoes", "hand_size": 3},
)


def jabber(words: str) -> str:
    """Nonsense that takes as much room: every word backwards, figures and slots as they are."""
    return re.sub(r"{\w+}|[^\W\d_]+", lambda found: found[0] if found[0][0] == "{" else found[0][::-1], words)


TITLES = ("phase.",)
"""What begins the keys of titles."""
CARDS = ("color.", "symbol.", "named.", "rank.", "pip.", "suit.one.", "card.", "tile", "fits")
"""What begins the keys of names of cards, and of what lies on top: these stay apart."""


def nonsense(monkeypatch: pytest.MonkeyPatch, steps: int = 0, slots: bool = True) -> None:
    """Replace every title and sentence; ``steps``: how many steps an act is told in, if not as many as it was.

    Titles of several parts become the same, so that nothing can tell parts by them; without ``slots`` all sentences
    do, and nothing that fills them is said.
    """

    def garbled(key: str, words: str) -> str:
        if key.startswith(TITLES):
            return f"zyx {len(key) % 3}"
        return jabber(words) if slots or key.startswith(CARDS) else "zyx"

    sentences(monkeypatch, garbled, steps)


def backwards(monkeypatch: pytest.MonkeyPatch) -> None:
    """Replace every title and sentence by nonsense of the same width, so that a page breaks where it did."""
    sentences(monkeypatch, lambda _, words: jabber(words))


def sentences(monkeypatch: pytest.MonkeyPatch, garbled: Callable[[str, str], str], steps: int = 0) -> None:
    """Replace what the catalogue has: what every game and its deck say stands there, too."""
    said = catalogue.template
    for entry in polib.mofile(str(Path(facilitator.i18n.__file__).with_name("en.mo"))):
        catalogue.slots_of(entry.msgid)  # kept: what may fill a sentence is no matter of its words
    for reader in readers():
        monkeypatch.setattr(reader, "template", lambda key, *more: garbled(key, said(key, *more)))

    def in_steps(speech: Speech, group: OpGroup, how: Wording) -> tuple[Instruction, ...]:
        found = render_step(speech, group, how)
        if not found or not steps:
            return found
        *before, last = found
        return (*[*before, *repeat(replace(found[0], question="", ask=()), steps)][: steps - 1], last)

    monkeypatch.setattr("facilitator.instructions.wording.render_step", in_steps)


@pytest.mark.parametrize("name", list_games())
def test_german_and_nonsense_reach_every_game(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Also after the game was described in English: no description is kept in the language of before."""
    law = get_game(name)
    table = make_table({"seats": [ANA, VERA, BEN, "Cleo"], "game": name})
    state = plan_opening(table, "Vera").state

    def told() -> tuple[str, ...]:
        kinds = law.kinds
        said = [
            law.describe_state(state),
            law.make_prompt(state).question,
            kinds.describe(kinds.cards[0]),
            law.make_quick_reference(state).title,
        ]
        return (*said, *law.make_quick_reference(state).questions)

    before = told()
    set_language("de")
    german = told()
    set_language(ENGLISH)
    assert not {*german} & {*before}
    assert german[0].split()[0] != before[0].split()[0]
    nonsense(monkeypatch)
    assert all(one != other for one, other in zip(told(), before, strict=True))


SPECS = (
    *(Spec(form, (2, 1, 1)) for form in ("knockout", "published-2023")),
    Spec("knockout-2-classes", (2, 1)),
    Spec(GIVE_UP, (1, 1, 1), of="knockout"),
    Spec(CHAINED, (1, 1, 1), of="knockout"),
    Spec(UNTIL, (1, 3), of="knockout"),
    *list(sabotaged_specs(["published-2023"]))[::6],
)


def verdict(line: CertificateLine) -> tuple[object, ...]:
    return line.form, line.cases, line.correct, line.secret, line.good, line.shuffles, line.fingerprint


def test_verdicts_and_fingerprints_do_not_depend_on_texts(monkeypatch: pytest.MonkeyPatch) -> None:
    before = [verdict(verify_spec(spec)) for spec in SPECS]
    digits = [fingerprint(name) for name in FORMS]
    nonsense(monkeypatch)
    fingerprint.cache_clear()
    assert [verdict(verify_spec(spec)) for spec in SPECS] == before
    assert [fingerprint(name) for name in FORMS] == digits


def where(game: Match) -> tuple[object, ...]:
    run = game.attempt
    return game.state, game.recovering, run and (run.ops, run.heading, run.surface)


@pytest.mark.parametrize("keys", KEYS, ids=str)
@pytest.mark.parametrize("steps", [1, 3])
@pytest.mark.every(2)
def test_a_game_from_an_earlier_version_continues_at_the_same_operation(
    keys: dict[str, object], steps: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """However many steps an act is told in now, and whatever they say."""
    table, path = make_table(keys), tmp_path / "old.game"
    game = Match.open(table, path, 5)
    for number in range(50):
        if number == 5 and game.attempt is not None and not settled(game):
            game.stop_attempt()
        go_on(game)
    while game.attempt is not None and game.attempt.movements_done:
        game.undo()  # steps within an act are not kept
    before = where(game)
    game.close()
    whole = played_on(table, path)
    nonsense(monkeypatch, steps, slots=steps > 1)
    again = Match.open(table, path, 5)
    assert where(again) == before
    again.close()
    assert played_on(table, path) == whole


def played_on(table: Table, path: Path) -> list[object]:
    """The next inputs of a copy of the game."""
    copy = path.with_name("copy.game")
    copy.write_bytes(path.read_bytes())
    game = Match.open(table, copy, 5)
    kept = len(game.journal.entries)
    while len(game.journal.entries) < kept + 12:
        go_on(game)
    game.close()
    copy.unlink()
    return [entry.body for entry in game.journal.entries if entry.kind in (EVENT, ANSWER)]


def shape(table: Table) -> list[object]:
    """The way a folder goes, without its sentences: its acts, when each is done, what may follow."""
    told = EveryTurn(table).merge_steps(Wording.BRIEF)
    when = Conditions(told)
    return [
        (
            *act.identity,
            act.first.step.ops,
            act.again and act.again.number,
            [(one.number, answers) for one, answers in when[act].asked],
            when[act]._replace(asked=()),
        )
        for act in told.steps
    ]


@pytest.mark.parametrize("keys", KEYS, ids=str)
@pytest.mark.parametrize("slots", [True, False])
@pytest.mark.every(2)
def test_paths_through_a_turn_script_do_not_depend_on_texts(
    keys: dict[str, object], slots: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = make_table(keys)
    before = shape(table)
    nonsense(monkeypatch, slots=slots)
    assert shape(table) == before


PRINTED = ("cheats", "seats", "setup", "log", "script", "wording", "puzzles")


def test_pages_differ_only_in_their_words(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every mark of a sheet is where it was, as large and as dark; of what is written the figures are the same."""
    table = make_table(KEYS[0])
    before = pages(table)
    backwards(monkeypatch)
    after = pages(table)
    assert drawn(after) == drawn(before)
    assert written(after) != written(before)


def drawn(pages: list[Page]) -> list[object]:
    return [without_its_words(mark) for page in pages for mark in page.marks]


def without_its_words(mark: Mark) -> Mark:
    """A mark with the figures alone of what it says, or of what is read out of it."""
    match mark:
        case Text(text=said):
            return replace(mark, text="".join(filter(str.isdigit, said)))
        case Tag(alt_text=said):
            return replace(mark, alt_text="".join(filter(str.isdigit, said)))
    return mark


def written(pages: list[Page]) -> list[str]:
    return [mark.text for page in pages for mark in page.marks if isinstance(mark, Text)]


def pages(table: Table) -> list[Page]:
    return [page for document in build(table, SheetOptions(), PRINTED)[0] for page in document.pages]


@pytest.mark.parametrize("name", ["split-27", "full-deck"])
def test_pictures_do_not_depend_on_texts(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The rows before and after every act, in both wordings, and what an operation leaves in sight."""
    before, said = seen(name), sentences_of(name)
    backwards(monkeypatch)
    assert seen(name) == before
    assert not set(sentences_of(name)) & set(said)


def seen(name: str) -> list[object]:
    ops, found = run(name), list[object]()
    for how in (Wording.FULL, Wording.BRIEF):
        surface = VisibleTable()
        for cue in split_into_steps(ops, speech(RUNS[name][1]), how):
            groups = illustrate_step(cue.ops, Scene(surface, {}, cue.sleeves), max(1, len(cue.instructions)))
            drawn = [without_words(to_text(picture)) for group in groups for picture in group]
            found.append((cue.kind, cue.ops, cue.prompts, *drawn))
            for op in cue.ops:
                surface.note(op, answering("played")(op))
                found.append(without_words(draw_operation(op, surface, {})))
    return found


def without_words(lines: Sequence[str]) -> list[str]:
    """Lines in which only the places of letters are seen."""
    return [re.sub(r"[^\W\d_]", "x", line) for line in lines]


def sentences_of(name: str) -> list[str]:
    voice = speech(RUNS[name][1])
    return [
        instruction.text
        for cue in split_into_steps(run(name), voice, Wording.BRIEF)
        for instruction in cue.instructions
    ]


REPLACED = {"games": 1, "guide": 37, "messages": 137, "operations": 1, "protocols": 4, "verification": 1}
"""Words that the glossary replaces, still in the docstrings of a package, in messages and guide: a ratchet."""


CODE = re.compile(r"```(?s:.*?)```|`[^`]*`|^ +\w+:", re.MULTILINE)
"""Code in a text, and the names of parameters and fields."""


def glossary() -> dict[str, str]:
    """The glossary of the guide: every term, with the words that it replaces."""
    text = (ROOT / "guide" / "contributing.md").read_text(encoding="utf-8").partition("## Glossary")[2]
    return dict(re.findall(r"^\| (?!term|--)([^|]+) \|[^|]*\|([^|]*)\|$", text, re.MULTILINE))


def prose() -> Iterator[tuple[str, str]]:
    """Every docstring with its package, every English message, and the chapters of the guide."""
    for module in FILES:
        for node in ast.walk(tree(module)):
            if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
                yield room(module), str(node.value.value)
    for path in (ROOT / "i18n" / "en").glob("*.po"):
        yield from (
            ("messages", " ".join([e.msgstr, *e.msgstr_plural.values()])) for e in polib.pofile(str(path))
        )
    yield from (("guide", path.read_text(encoding="utf-8")) for path in (ROOT / "guide").glob("*.md"))


def test_words_replaced_by_the_glossary_do_not_increase() -> None:
    terms = glossary()
    replaced = re.findall(r"`([^`]+)`", " ".join(terms.values()))
    assert len(terms) >= 60
    assert not set(replaced) & {word for term in terms for word in term.split(", ")}
    word = re.compile(rf"(?i)\b(?:{'|'.join(replaced)})s?\b")
    found = Counter(where for where, text in prose() for _ in word.findall(CODE.sub("", text)))
    assert {where: n for where, n in found.items() if n > REPLACED.get(where, 0)} == {}
