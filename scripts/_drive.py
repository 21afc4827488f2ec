"""Drive the page of a game in a real browser: tap the correct answers, and measure the time of each tap."""

from __future__ import annotations

import json
import os
import shutil
import signal
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from facilitator.planning.pace import AttemptClock, Pace
from facilitator.play.clients import Clients
from facilitator.play.match import Match
from facilitator.play.prompt import MovePrompt, OpeningPrompt, StepPrompt
from facilitator.play.session import Session
from facilitator.table_files.load import Table
from facilitator.web.address import Address, ScreenScope
from facilitator.web.page_data import PageState
from facilitator.web.server import Server

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

BROWSERS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome", "msedge")
ARGUMENTS = (
    "--no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking "
    "--disable-component-update --disable-sync --renderer-process-limit=1 --disable-site-isolation-trials"
).split()
TAP = """async ([key, path]) => {
  const began = performance.now(), before = document.body.dataset.prompt;
  const find = () => [...document.querySelectorAll("#pads button")].find((one) => one.dataset.key === key);
  for (const word of path) {
    if (find()) break;
    const pads = [...document.querySelectorAll("#pads button[aria-haspopup]")];
    pads.find((one) => one.querySelector(".label").textContent === word).click();
  }
  find().click();
  await new Promise((done, fail) => {
    const until = setTimeout(() => fail(new Error("no other prompt after " + key)), 5000);
    const look = () => {
      if (document.body.dataset.prompt === before) return;
      watch.disconnect();
      clearTimeout(until);
      done();
    };
    const watch = new MutationObserver(look);
    watch.observe(document.body, { attributes: true });
    look();
  });
  return performance.now() - began;
}"""


NO_BROWSER = "no Chromium was found. On Debian: apt install chromium."


def find_browser() -> str | None:
    """Return the path of a Chromium on this machine, or None. The variable CHROMIUM overrides the search."""
    named = os.environ.get("CHROMIUM")
    return named or next((path for name in BROWSERS if (path := shutil.which(name))), None)


@contextmanager
def browser(path: str) -> Iterator[Browser]:
    """Start a browser without a window, and discard its data at the end."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=path, args=list(ARGUMENTS))
        try:
            yield browser
        finally:
            browser.close()


class Driven:
    """Game of a table with its pages. Its clock runs fast, so that no tap counts as too early."""

    def __init__(  # noqa: PLR0913
        self,
        table: Table,
        seed: int | None,
        scope: ScreenScope = ScreenScope.THIS,
        rest: float = 0.0,
        file: Path | None = None,
        wished: Address | None = None,
    ) -> None:
        """Open a game.

        Args:
            table: Table of the game.
            seed: Seed of a rehearsal. `None` for a real game.
            scope: Who can open the pages.
            rest: Seconds during which a page ignores taps on a new prompt.
            file: File of the game. `None` keeps it in memory.
            wished: Address of the pages. `None` takes any address.
        """
        self.session = Session(Match.open(table, file, seed), AttemptClock(table, Pace).minutes)
        self.desks = Clients(self.session)
        self.terminal = self.desks.add_client()
        self.room = PageState(self.desks, lambda: time.monotonic() * 1000, rest)
        self.server = Server(self.room, scope, 1e9, wished)
        self.pages: list[Page] = []

    @contextmanager
    def served(self) -> Iterator[Driven]:
        """Serve the pages within the context.

        The pages are closed before the server stops, so that they don't reconnect.
        """
        self.server.start()
        try:
            yield self
        finally:
            for page in self.pages:
                page.close()
            self.server.stop()

    def page(self, browser: Browser, width: int, height: int, scheme: str = "light") -> Page:
        """Open a page of this size. An error on the page raises an exception here."""
        whole: Any = {"width": width, "height": height}
        look: Any = scheme
        page = browser.new_page(viewport=whole, color_scheme=look)
        self.pages.append(page)
        page.on("pageerror", _complain)
        page.goto(self.server.address())
        self.wait(page)
        return page

    def wait(self, page: Page) -> None:
        """Wait until a page shows the current prompt."""
        page.wait_for_selector(
            f"body[data-prompt='{self.room.prompt_id(self.session.get_prompt().number)}']:not(.waiting)"
        )

    def right(self, pads: bool) -> tuple[str, tuple[str, ...]]:
        """Return the key of the correct answer, and the labels of the buttons that lead to it.

        Args:
            pads: Whether to enter an event card by card.
        """
        return right(self.session, pads)

    def tap(self, page: Page, pads: bool = False) -> float:
        """Tap the correct answer. Return the milliseconds until the page shows the next prompt."""
        key, path = self.right(pads)
        took: float = page.evaluate(TAP, [key, list(path)])
        return took


def right(session: Session, pads: bool) -> tuple[str, tuple[str, ...]]:
    """Return the key of the correct answer, and the labels of the buttons that lead to it.

    Args:
        session: Session whose prompt is answered.
        pads: Whether to enter an event card by card.
    """
    now, game = session.get_prompt().asked, session.match
    key = "done"
    if isinstance(now, StepPrompt) and now.ask and game.attempt is not None:
        key = f"say {game.attempt.look().answer}"
    elif pads and isinstance(now, MovePrompt | OpeningPrompt) and now.likely is not None:
        said = game.rules.codec.json(now.likely.event)
        key = json.dumps(said, ensure_ascii=False, separators=(",", ":"))
    offers = {offer.key: offer.path for offer in session.offers(now)}
    return (key, offers[key]) if key in offers else ("done", offers["done"])


class Program:
    """The program in a terminal, with a table from a folder and a page. A restart resumes the same game."""

    def __init__(self, folder: Path) -> None:
        import pexpect

        words = ["-m", "facilitator", "play", str(folder / "friday.yaml"), "--screen"]
        size, named = (60, 100), {**os.environ, "TERM": "xterm"}
        self.at = pexpect.spawn(
            sys.executable, words, encoding="utf-8", dimensions=size, timeout=60, env=named
        )
        self.at.expect(r"The page for this table: http:[\w.:/-]+/(?=[^\w.:/-])")
        self.address = str(self.at.after).split()[-1]
        self.at.expect("first top card")

    def send(self, name: signal.Signals) -> None:
        """Send a signal to the program."""
        self.at.kill(name)

    def ended(self) -> None:
        """Wait until the program has ended."""
        self.at.wait()
        self.at.close()


def _complain(error: Exception) -> None:
    raise AssertionError(f"the page complains: {error}")
