"""`play --screen` from the command line: loaded only then, in a real terminal, and three parts where it cannot be."""

from __future__ import annotations

import re
import signal
import socket
import stat
import subprocess
import sys
from contextlib import nullcontext
from pathlib import Path
from time import perf_counter, sleep

import pytest
from served import Caller

from facilitator.sheets.drawing.qr import half_blocks
from programs import ENV, at_terminal, run, table, wait_for_end

PROBE = """
import sys
from facilitator.cli.app import app
sys.argv = ["facilitator", "play", "--dry-run", "--auto", "--turns", "1"]
try:
    app()
except SystemExit:
    pass
print(sorted(m for m in sys.modules if m.split(".")[0] in ("starlette", "uvicorn", "anyio", "h11", "asyncio")
    or m.startswith(("facilitator.web.", "qrcode")) and m != "facilitator.web.address"))
"""


def test_without_a_screen_no_server_is_loaded(capsys: pytest.CaptureFixture[str]) -> None:
    began = perf_counter()
    words = [sys.executable, "-c", PROBE]
    done = subprocess.run(words, capture_output=True, encoding="utf-8", check=True, env=ENV)
    took = perf_counter() - began
    with capsys.disabled():
        print(f"\nplay without --screen: no server module; one whole turn from start to end in {took:.2f} s")
    assert done.stdout.splitlines()[-1] == "[]"


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--screen"], "and this is not one. Start it at a terminal"),
        (["--screen", "lan", "--auto"], "you also need a terminal"),
        (["--screen", "--json"], "--screen and --json can't be used together"),
        (["--screen=everybody"], "--screen everybody is not possible. Write --screen this or lan."),
    ],
)
def test_an_unavailable_screen_is_reported_with_reason_and_remedy(words: list[str], said: str) -> None:

    done = run("play", "--dry-run", *words)
    assert done.exit_code == 2
    assert said in " ".join(done.stderr.split())


def test_missing_packages_are_named(monkeypatch: pytest.MonkeyPatch) -> None:
    from facilitator.cli import input_lines, play
    from facilitator.errors import CommandError
    from facilitator.web.address import ScreenScope, ScreenTarget

    for name in [name for name in sys.modules if name.startswith("facilitator.web.")]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, "uvicorn", None)
    with pytest.raises(
        CommandError, match=r"uvicorn is not installed\. Install .* install starlette uvicorn ifaddr, or"
    ):
        play.check_pages(input_lines.Terminal(), ScreenTarget(ScreenScope.THIS))


def test_the_qr_symbol_contains_the_address() -> None:
    """Read back from what the terminal prints: two modules a sign, light where it shines."""
    import numpy as np
    import zxingcpp

    address = "http://192.168.178.21:43210/abcdefghijklmnopqrstuv/"
    rows = []
    for line in half_blocks(address):
        rows.append([sign in "▀█" for sign in line])
        rows.append([sign in "▄█" for sign in line])
    image = np.kron(np.array(rows), np.ones((4, 4))) * 255
    assert [found.text for found in zxingcpp.read_barcodes(image.astype(np.uint8))] == [address]


def test_terminal_and_page_share_a_game_at_a_real_terminal(tmp_path: Path) -> None:
    at = at_terminal("play", "--dry-run", "--screen", folder=tmp_path, env=ENV)
    at.expect(r"The page for this table: http:[\w.:/-]+/(?=[^\w.:/-])")
    found = re.search(r"http:[\w.:/-]+", str(at.after))
    assert found is not None
    page = Caller(found[0])
    at.expect("first top card")
    page.until(1)
    assert page.tap(1, "done")[0] == 200
    at.expect("On a screen: green 7: Vera begins")
    at.expect("Enter when done")
    page.until(2)
    sleep(0.5)  # an Enter that comes sooner is not taken for an act
    at.sendline("")
    page.until(3)
    assert page.tap(2, "done")[0] == 409
    at.sendline("lock")
    at.expect("buttons on the screens are locked")
    assert page.tap(3, "done")[0] == 409
    at.sendline("unlock")
    at.expect("buttons on the screens work again")
    assert page.tap(3, "done")[0] == 200
    at.expect("On a screen: done")
    at.sendline("q")
    assert wait_for_end(at) == 0
    with pytest.raises(OSError):  # noqa: PT011 - refused, or reset: it is gone
        page.ask("words")


def test_the_address_stays_with_the_game(tmp_path: Path) -> None:
    """Stopped and killed: the same address again; where its port is taken, that is said, and the other one stays."""
    file = table(tmp_path)
    found: list[str] = []
    for end in ("interrupt", "kill", "taken", "quit"):
        taken = (
            socket.create_server(("127.0.0.1", Caller(found[-1]).port)) if end == "taken" else nullcontext()
        )
        with taken:
            at = at_terminal("play", str(file), "--screen", env=ENV)
            if end == "taken":
                at.expect(f"Port {Caller(found[0]).port}, where the page was, is in use")
            at.expect("who starts")
            at.expect(r"The page for this table: http:[\w.:/-]+/(?=[^\w.:/-])")
            found.append(str(at.after).split()[-1])
            at.expect("first top card")
            with Caller(found[-1]).news() as news:
                assert [next(news)[0] for _ in range(2)] == ["status", "message"]
                if end == "interrupt":
                    at.sendintr()
                elif end == "kill":
                    at.kill(signal.SIGKILL)
                else:
                    at.sendline("q")
                said = [kind for kind, _ in news if kind != "beat"]
                assert said == ([] if end == "kill" else ["bye"])
            wait_for_end(at)
    assert found[1] == found[0]
    assert found[3] == found[2]
    assert Caller(found[2]).port != Caller(found[0]).port
    assert Caller(found[2]).path != Caller(found[0]).path
    kept = tmp_path / "friday.game.screen"
    assert stat.S_IMODE(kept.stat().st_mode) == 0o600
    assert Caller(found[2]).path.strip("/").encode() not in (tmp_path / "friday.game").read_bytes()


def test_an_address_that_is_not_saved_is_reported(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    from facilitator.cli.play import _save_address
    from facilitator.web.address import Address

    _save_address(tmp_path / "no folder" / "friday.game.screen", Address(40123))
    assert "friday.game.screen can't be written" in capsys.readouterr().out
    _save_address(None, Address(40123))
    assert capsys.readouterr().out == ""
