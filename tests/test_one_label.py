"""One label per step: the screen, the page, JSON lines, the log and all sheets show the same."""

from __future__ import annotations

import json
import re
from functools import cache
from itertools import chain, pairwise
from pathlib import Path
from typing import cast

import pytest

from facilitator.i18n.catalogue import sentence
from facilitator.instructions.grouping import Wording
from facilitator.operations.definitions import Heading
from facilitator.operations.perform import operations
from facilitator.operations.steps import labels_of
from facilitator.pictures.marks import Text
from facilitator.play.prompt import StepPrompt
from facilitator.play.session import Session
from facilitator.protocols.forms import get_form
from facilitator.sheets.build import SheetOptions, build
from facilitator.sheets.turns import EveryTurn
from facilitator.table_files.load import Table, make_table, table_text
from facilitator.web.page_data import _heads, _step_to_json
from programs import run
from sessions import opened

FORMS = ("published", "published-2023", "knockout", "wallet")


def table(form: str, wording: str = "full") -> Table:
    seats = [{"name": "Vera", "virtual": True}, "Ana"]
    return make_table({"seats": seats, "protocol": form, "hand_size": 3, "pool": "split", "wording": wording})


@cache
def texts_of(form: str, sheet: str) -> list[Text]:
    """Return what a sheet of the table says, in order."""
    pages = build(table(form), SheetOptions(), [sheet])[0][0].pages
    return [mark for page in pages for mark in page.marks if isinstance(mark, Text)]


@cache
def of_protocol(form: str) -> frozenset[str]:
    """Return the labels that the protocol of the table's first turn gives its steps, on the longest way."""
    turns = EveryTurn(table(form))
    recipe = get_form(form).recipe(turns.layout("Vera"))
    acts = [op.step for op in operations(recipe) if not isinstance(op, Heading) and op.step is not None]
    return frozenset(filter(None, labels_of(acts)))


def prompts(form: str, wording: str) -> list[tuple[StepPrompt, Session]]:
    """Return the steps of the first virtual turn of a rehearsal."""
    made = table(form, "brief" if wording == Wording.BRIEF else "full")
    session = opened(made, None, 1)
    found: list[tuple[StepPrompt, Session]] = []
    if wording == Wording.WALK:
        session.take("walk")
    for _ in range(300):
        asked = session.get_prompt().asked
        if isinstance(asked, StepPrompt):
            found.append((asked, session))
            page = _step_to_json(session, asked)
            lines = cast("list[dict[str, str]]", page["lines"])
            assert [line["label"] for line in lines] == list(asked.line_labels)
            assert asked.label_text in _heads(session, asked)[1]
        elif found:
            break
        session.rehearse()
    return found


@pytest.mark.parametrize("wording", Wording)
@pytest.mark.parametrize("form", FORMS)
@pytest.mark.every(2)
def test_screen_and_page_show_the_labels_of_the_protocol(form: str, wording: Wording) -> None:
    shown = set[str]()
    for asked, _ in prompts(form, wording.value):
        assert asked.labels
        shown |= {*asked.labels}
        assert asked.line_labels[0].partition("–")[0] == asked.labels[0]
    assert len(shown) > 6
    assert shown <= of_protocol(form) | {"6", "7", "C1", "C2", "C3", "10k"}


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.every(3)
def test_the_sheets_show_the_labels_of_the_protocol(form: str) -> None:
    every = of_protocol(form) | {"6", "7"}
    for name in ("script", "wording"):
        bold = [
            text.text
            for text in texts_of(form, name)
            if text.align == "centre" and re.fullmatch(r"\d+[a-z]?(–\w+)?", text.text)
        ]
        assert bold, name
        assert every <= _between(bold), (name, every - _between(bold))


@pytest.mark.parametrize("form", ["published", "published-2023"])
def test_the_return_of_cards_has_a_part_for_each_label_on_screen_and_paper(form: str) -> None:
    asked, _ = prompts(form, "brief")[-1]
    labels = [label for label in asked.line_labels if label]
    assert labels[-1] == {"published": "12c", "published-2023": "15"}[form]
    assert len(asked.line_labels) == len(asked.lines)
    told = EveryTurn(table(form)).merge_steps(Wording.BRIEF)
    printed = [labels_of(act.first.step.group.parts) for act in told.steps]
    assert all((label,) in printed for label in labels), (labels, printed)


def _between(labels: list[str]) -> set[str]:
    """Return all labels within ranges such as 11a–e and 1–2."""
    found = set[str]()
    for first, _, last in (label.partition("–") for label in labels):
        if first[-1].isalpha() and last:
            number = first[:-1]
            found |= {f"{number}{chr(letter)}" for letter in range(ord(first[-1]), ord(last[-1]) + 1)}
        elif last:
            digits, letter_at = last.rstrip("abcdefghijk"), last.lstrip("0123456789")
            found |= {first, *(str(at) for at in range(int(first), int(digits) + (not letter_at)))}
            found |= {f"{digits}{chr(at)}" for at in range(ord("a"), ord(letter_at or "`") + 1)}
    return found | {*labels}


@pytest.mark.parametrize("form", ["published", "published-2023"])
def test_the_mat_has_the_steps_of_a_pile_and_the_cheat_sheet_all_steps(form: str) -> None:
    every = of_protocol(form)
    for name, wanted in (
        ("mat", {label for label in every if re.fullmatch("10[c-i]", label)}),
        ("cheats", every),
    ):
        texts = [text for text in texts_of(form, name) if text.font == "bold"]
        shown = _between([text.text for text in texts if re.fullmatch(r"\d+[a-z]?(–\w+)?", text.text)])
        assert wanted <= shown, name
        assert {label for label in shown if re.fullmatch("1[0-5][a-k]", label)} <= every


def printed_recoveries(form: str) -> tuple[dict[str, list[str]], dict[str, str]]:
    """Return what the turn script prints: the labels of the recovery after each step, and the words of each label."""
    texts = texts_of(form, "script")
    ways, words = dict[str, list[str]](), dict[str, str]()
    for text, after in pairwise(texts):
        if after.font == "bold" and re.fullmatch(r"R\d+( R\d+)*", after.text) and text.text.endswith(":"):
            ways |= dict.fromkeys(_between(text.text.rstrip(":").split(", ")), after.text.split())
        elif text.align == "centre" and re.fullmatch(r"R\d+", text.text):
            assert text.text not in words
            words[text.text] = after.text.removeprefix(sentence("home.played")).lstrip()
    assert words.keys() == {label for way in ways.values() for label in way}
    return ways, words


@pytest.mark.parametrize("form", ["published", "knockout", "wallet"])
def test_a_recovery_has_the_same_labels_on_screen_page_and_paper(form: str, full: bool) -> None:
    """At every step, or every third, at which the turn can be stopped.

    On paper the step is finished or taken back before.
    """
    (ways, words), compared = printed_recoveries(form), 0
    for done in range(1, 40, 1 if full else 3):
        made = table(form, "brief")
        session = opened(made, None, 1)
        last = _rehearse_steps(session, done)
        now = session.get_prompt().asked
        if not last or not isinstance(now, StepPrompt) or session.take("stop").refused is not None:
            break
        shown = []
        while isinstance(asked := session.get_prompt().asked, StepPrompt) and session.match.recovering:
            page = _step_to_json(session, asked)
            lines = cast("list[dict[str, str]]", page["lines"])
            assert [line["label"] for line in lines] == [*asked.line_labels]
            (label,) = {*asked.labels}
            assert asked.lines[0].instruction.text.split()[:3] == words[label].split()[:3]
            shown.append(label)
            session.rehearse()
        assert shown == sorted(shown, key=lambda label: int(label[1:]))
        printed = (ways.get(label) or ways[label.rstrip("abcdefghijk")] for label in (last, now.labels[-1]))
        assert {*shown} <= {*chain(*printed)}, last
        compared += 1
    assert compared > (3 if full else 1)


def _rehearse_steps(session: Session, count: int) -> str:
    """Do so many steps of the first virtual turn, and return the last label of the last of them."""
    last = ""
    while count:
        asked = session.get_prompt().asked
        if isinstance(asked, StepPrompt):
            last, count = asked.labels[-1], count - 1
        elif last:
            return ""
        session.rehearse()
    return last


def test_the_log_names_the_step_and_json_the_recovery_as_the_page_does(tmp_path: Path) -> None:
    ways, words = printed_recoveries("published")
    yaml = tmp_path / "friday.yaml"
    yaml.write_text(table_text(table("published", "brief")), encoding="utf-8")
    begun = ["play", str(yaml), "--dry-run", "--seed", "1", "--json"]
    typed = "\n" * 6 + "stop\n" + "\n" * 8
    steps = [json.loads(line).get("step") for line in run(*begun, typed=typed).output.splitlines()]
    shown = [step["label"] for step in steps if step]
    home = [label for label in shown if label.startswith("R")]
    assert len(home) > 2
    assert {*home} <= words.keys()
    done = run("log", yaml, "--dry-run", "--format", "json").output
    (stop,) = re.findall(r'"label": ?"(\w+)"', done)
    assert stop in ways
