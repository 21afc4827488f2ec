"""The program without a server, as the worker of the page asks it: tables, a game, what is kept, what is refused."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

sys.path.insert(0, str(Path(__file__).parents[2] / "scripts" / "app"))
from alone import Alone

from facilitator.i18n.catalogue import ENGLISH, set_language
from facilitator.table_files.load import parse_table

VERA = ["friday.yaml", "--name", "Friday", "--seat", "Ana", "--seat", "Vera:virtual"]


@pytest.fixture
def alone(folder: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Alone]:
    """The program on an empty folder."""
    monkeypatch.setenv("LANG", "en_GB.UTF-8")
    before = Path.cwd()
    yield Alone(folder / "tables")
    os.chdir(before)
    set_language(ENGLISH)


def done(alone: Alone, call: str, **said: object) -> Any:
    """What came of a call that is not refused."""
    answer = json.loads(alone.call(call, json.dumps(said)))
    assert "failed" not in answer, answer
    return answer["done"]


def state(alone: Alone) -> Any:
    """What the page shows."""
    return json.loads(json.loads(alone.call("ask", '{"what": "table"}'))["state"])


def test_a_table_is_made_changed_and_removed(alone: Alone, tmp_path: Path) -> None:
    done(alone, "make", words=VERA)
    (one,) = done(alone, "home", language="en")["tables"]
    assert (one["name"], one["game_begun"], one["rehearsal"]) == ("Friday", False, False)
    assert [seat["name"] for seat in one["seats"]] == ["Ana", "Vera"]
    text = done(alone, "read", file="friday.yaml")
    assert "failed" in json.loads(alone.call("write", json.dumps({"file": "friday.yaml", "text": "seats:"})))
    assert done(alone, "read", file="friday.yaml") == text
    done(alone, "write", file="friday.yaml", text=text.replace("name: Friday", "name: Monday"))
    assert done(alone, "home")["tables"][0]["name"] == "Monday"
    done(alone, "remove", file="friday.yaml")
    assert done(alone, "home")["tables"] == []
    assert [*(tmp_path / "tables").iterdir()] == []


def test_the_page_proposes_the_same_setups_as_new(alone: Alone) -> None:
    asked: dict[str, object] = {"minutes": 120, "game": "sevens", "rules": "usual"}
    asked |= {"people": ["Ana", "Ben"], "virtual": ["Vera"]}
    first, last = done(alone, "propose", **asked)
    assert all(" knockout: one deck for everybody, " in option["said"] for option in (first, last))
    assert first["way"] != last["way"]
    words = ["friday.yaml", "--game", "sevens", *VERA[3:], "--seat", "Ben"]
    done(alone, "make", words=words, way=last["way"])
    text = done(alone, "read", file="friday.yaml")
    assert all(getattr(parse_table(text), key) == last["way"][key] for key in ("protocol", "equipment"))
    assert done(alone, "propose", **{**asked, "virtual": [], "people": ["Ana", "Ben", "Cleo"]}) == []
    assert "failed" in json.loads(alone.call("propose", json.dumps({**asked, "game": "chess"})))


def test_a_game_continues_at_the_same_prompt(alone: Alone) -> None:
    done(alone, "enter", file="sample:demo", rehearsal=True, anew=True)
    for _ in range(3):
        assert done(alone, "say", prompt=state(alone)["prompt"], text="note one more")["taken"]
    shown = state(alone)
    assert (shown["kind"], shown["rehearsal"]) == ("opening", True)
    done(alone, "tap", prompt=shown["prompt"], key="done")
    title = state(alone)["title"]
    done(alone, "leave")
    assert "failed" in json.loads(alone.call("ask", '{"what": "table"}'))
    done(alone, "enter", file="sample:demo", rehearsal=True)
    assert state(alone)["title"] == title
    game = state(alone)["record"]["game"]
    assert (
        "does not contain the last turn"
        in done(alone, "record", game=game, turns=["0" * 64, "1" * 64])["said"]
    )
    texts = [line["text"] for line in done(alone, "ask", what="history")]
    assert sum("one more" in text for text in texts) == 3


def test_paths_outside_the_folder_are_rejected(alone: Alone, tmp_path: Path) -> None:
    (tmp_path / "secret.yaml").write_text("seats: [Ana]", encoding="utf-8")
    for name in ("../secret.yaml", "/etc/passwd", ".hidden", "a/b.yaml"):
        assert "failed" in json.loads(alone.call("read", json.dumps({"file": name})))


def test_a_game_from_elsewhere_can_be_imported(alone: Alone, tmp_path: Path) -> None:
    done(alone, "make", words=VERA)
    done(alone, "enter", file="friday.yaml", rehearsal=False)
    done(alone, "say", prompt=state(alone)["prompt"], text="7R Ana")
    done(alone, "leave")
    kept = (tmp_path / "tables" / "friday.game").read_bytes()
    (tmp_path / "brought").write_bytes(kept)
    done(alone, "remove", file="friday.yaml")
    refused = json.loads(
        alone.call("bring", json.dumps({"file": "friday.game", "path": str(tmp_path / "brought")}))
    )
    assert "failed" in refused  # its table is not there
    done(alone, "make", words=VERA)
    done(alone, "bring", file="friday.game", path=str(tmp_path / "brought"))
    assert done(alone, "home")["tables"][0]["game_begun"]
    (tmp_path / "brought").write_bytes(kept[:3000])
    assert "failed" in json.loads(
        alone.call("bring", json.dumps({"file": "friday.game", "path": str(tmp_path / "brought")}))
    )


def test_commands_say_what_they_print_and_which_files_they_wrote(alone: Alone) -> None:
    done(alone, "make", words=VERA)
    said = done(alone, "run", words=["print", "friday.yaml", "seats", "--output", "/tmp/out"])
    assert (said["code"], said["files"]) == (0, ["seats.pdf"])
    assert done(alone, "run", words=["plan", "nothing.yaml"])["code"] == 2
    assert len(done(alone, "run", words=["guide"])["said"]) > 200
