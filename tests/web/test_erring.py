"""A rehearsal whose helpers err, on the page: what went wrong is seen there, and noticed there."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from time import sleep
from typing import Any

import pexpect
import pytest

from erring import at_hand, opened
from facilitator.cli.mistaken import reckon
from facilitator.play import staging
from facilitator.play.astray import PUT_RIGHT, Astray
from facilitator.play.misentries import Misentry
from facilitator.play.prompt import Act
from facilitator.play.reckoning import Noticed
from facilitator.play.session import Session
from facilitator.play.slips import CALLED, Besides
from facilitator.play.staging import Staged
from facilitator.protocols.mishaps import Mishap
from facilitator.web.pictures import lying
from program_helpers import ENV
from web_helpers import Caller, Served, served, small

PROMPTS = 26
SEEN = "should be covered"
"""What a page says of a card that lies face up by mistake."""


@pytest.fixture
def often(monkeypatch: pytest.MonkeyPatch) -> None:
    """At every prompt somebody errs, where it can be seen."""
    monkeypatch.setattr(staging, "ONE_ACT_IN", 1)
    monkeypatch.setattr(staging, "ONE_MOVE_IN", 1)


@contextmanager
def page(seed: int) -> Iterator[tuple[Served, Astray]]:
    session = opened(small(), None, seed)
    with served(session) as one:
        yield one, session


def offered(state: dict[str, Any], words: str) -> str:
    """The key of what is offered in these words."""
    return next(str(one["key"]) for one in state["offers"] if " ".join(one["path"]).startswith(words))


def tapped(caller: Caller, key: str) -> dict[str, Any]:
    """Tap what is offered; what was said of it."""
    state = caller.state()
    assert key in [one["key"] for one in state["offers"]]
    status, said = caller.tap(state["prompt"], key)
    assert (status, said["taken"]) == (200, True), said
    return said


def goes_on(one: Served, session: Astray) -> None:
    """Do what is asked; an answer is what lies there."""
    run = session._game.run
    tapped(one.caller, f"say {run.look().answer}" if run is not None and run.ask else "done")


def is_shown(state: dict[str, Any], session: Astray, found: Staged) -> bool:
    """Whether the page shows a mistake, as the prompt looks with it: in words, drawn, or as what is to be entered."""
    now, plain = session.now(), session._stage.looks(Session.now(session), False)[0]
    assert set(now.witnessed) <= set(state["hints"])
    if isinstance(found.what, Misentry):
        return found.seen.split(" About to be entered")[0] in state["hints"]
    assert isinstance(now.asked, Act)
    assert isinstance(plain.asked, Act)
    sights = [one.sight and lying(one.sight, session.card) for one in (now.asked, plain.asked)]
    assert state["act"]["sight"] == sights[0]
    return {*now.witnessed} > {*now.witnessed} & {*plain.witnessed} or sights[0] != sights[1]


def notices(one: Served, found: Staged) -> bool:
    """Tap Oops, what happened, and the first way on; tell whether it was offered."""
    tapped(one.caller, "oops")
    what = Besides.ENTERED if isinstance(found.what, Misentry) else found.what
    state = one.caller.state()
    assert state["kind"] == "whathappened"
    if CALLED[what] not in [" ".join(offer["path"]) for offer in state["offers"]]:
        tapped(one.caller, "back")
        return False
    tapped(one.caller, offered(state, CALLED[what]))
    assert one.caller.state()["kind"] == "wayson"
    assert PUT_RIGHT in tapped(one.caller, "pick 1")["said"] + one.caller.state()["news"]
    return True


@pytest.mark.usefixtures("often")
def test_mistakes_are_seen_on_the_page_and_noticed_there(
    capsys: pytest.CaptureFixture[str], full: bool
) -> None:
    """Every second one; the others are missed, and the sum at the end has both."""
    for seed in range(3, 11 if full else 4):
        with page(seed) as (one, session):
            noticed = shown = 0
            for _ in range(PROMPTS):
                if one.caller.state()["kind"] == "end":
                    break
                found = at_hand(session)
                if found is not None:
                    assert is_shown(one.caller.state(), session, found), found
                    shown += 1
                    if shown % 2 and notices(one, found):
                        noticed += 1
                        continue
                goes_on(one, session)
            told = session.reckon()
            assert noticed > 2
            assert sum(one.how is Noticed.OOPS for one in told) == noticed
            assert any(one.how is Noticed.MISSED for one in told)
            capsys.readouterr()
            reckon(session, False)
            said = " ".join(capsys.readouterr().out.split())
            caught = sum(one.how not in (Noticed.MISSED, Noticed.ALARM) for one in told)
            assert f"{caught} caught" in said
            assert said.count("by oops:") == noticed


@pytest.mark.usefixtures("often")
def test_what_is_put_right_is_shown_no_more() -> None:
    with page(3) as (one, session):
        for _ in range(PROMPTS):
            found = at_hand(session)
            if found is not None and not isinstance(found.what, Misentry) and notices(one, found):
                break
            goes_on(one, session)
        assert found is not None
        assert found.seen not in " ".join(one.caller.state()["hints"])
        assert session.reckon()[-1].called in CALLED.values()


def tap(caller: Caller, prompt: int, key: str) -> list[str]:
    """Tap at a prompt, once nobody can take it for too soon, and wait for the next; return what was said."""
    caller.until(prompt)
    sleep(caller.state()["rest"] / 1000 + 0.1)
    status, said = caller.tap(prompt, key)
    assert (status, said["taken"]) == (200, True), said
    caller.until(prompt + 1)
    return list(said["said"])


def test_a_mistake_noticed_on_a_real_page_is_counted_at_the_terminal(tmp_path: Path) -> None:
    words = "-m facilitator play sample:duel --dry-run --mistakes --screen --seed 3".split()
    at = pexpect.spawn(
        sys.executable, words, encoding="utf-8", dimensions=(60, 100), timeout=60, env=ENV, cwd=tmp_path
    )
    at.expect(r"The table's screen: http:[\w.:/-]+")
    address = re.search(r"http:[\w.:/-]+", str(at.after))
    assert address is not None
    caller, prompt = Caller(address[0]), 1
    while not any(SEEN in hint for hint in caller.state()["hints"]):
        tap(caller, prompt, "done")
        prompt += 1
    (seen,) = (hint for hint in caller.state()["hints"] if SEEN in hint)
    what = Mishap.MARKER_SEEN if "reads θ" in seen else Mishap.CARD_SEEN
    tap(caller, prompt, "oops")
    tap(caller, prompt + 1, offered(caller.state(), CALLED[what]))
    news = tap(caller, prompt + 2, "pick 1") + caller.state()["news"]
    assert PUT_RIGHT in news
    at.expect(r"one\s+of\s+the\s+rehearsed\s+mistakes")
    at.sendline("q")
    at.expect("stay")
    at.sendline("stay")
    at.expect("Caught at once, by oops")
    at.expect("1 mistake, 1 caught, 0 missed")
    at.expect(pexpect.EOF)
    at.close()
    assert at.exitstatus == 0
