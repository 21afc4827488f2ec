"""What every page of a game shows, and what a tap does; whoever serves the pages hands it on."""

from __future__ import annotations

import json
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from time import monotonic
from typing import TypedDict

from facilitator.errors import CommandError, FacilitatorError, JournalError, ProtocolBug
from facilitator.play.commands import Input
from facilitator.play.desk import Desks
from facilitator.play.prompt import History, Reply
from facilitator.play.session import QUICKEST, Session
from facilitator.web.view import played, sentences, table, view
from facilitator.words.catalogue import texts_of

NEWS = 12
"""Sentences of news that a page shows at most."""
UNLOCK = "Whoever sits at the terminal types unlock."
TYPED = ("event", "say", "note", "count", "recount", "correct", "void", "back", "redo", "state")
"""What may be typed at a page: nothing that leaves, and nothing that only a terminal shows."""


class TapResult(TypedDict):
    """What became of a tap: whether it took effect or was refused, what to say of it, and whether the host left."""

    taken: bool
    refused: bool
    said: list[str]
    left: bool


@dataclass(frozen=True, slots=True)
class Tapped:
    """What a page sends: the number of its prompt, and the key of an offer, or a ``text`` that was typed."""

    prompt: int
    key: str = ""
    text: str | None = None


def read_tap(body: bytes) -> Tapped:
    """Return what a page sent; raises `CommandError` for anything else."""
    try:
        said = json.loads(body)
    except (ValueError, RecursionError):
        said = None
    match said:
        case {"prompt": int(prompt), "input": str(key), **more} if not more and type(prompt) is int:
            return Tapped(prompt, key)
        case {"prompt": int(prompt), "text": str(text), **more} if not more and type(prompt) is int:
            return Tapped(prompt, text=text)
    raise CommandError('{"prompt": a number, "input": a key}', "something else", "Load the page again.")


class Room:
    """What every page of a game shows; ``changed`` is called, in any thread, when they must show it anew."""

    def __init__(self, desks: Desks, now: Callable[[], float] = monotonic, rest: float = QUICKEST) -> None:
        """``now``: seconds; ``rest``: seconds in which a page takes no tap for a new prompt."""
        self.changed: Callable[[], None] = lambda: None
        self._now, self._rest = now, rest
        self._desk = desks.desk(self._others)
        self._news: deque[str] = deque(sentences(self._desk.session.first.told), maxlen=NEWS)
        self._played = ""
        self._locked = False
        self._kept: tuple[tuple[int, bool], str] | None = None
        self._since = now()

    @property
    def locked(self) -> bool:
        """Whether no tap does anything."""
        return self._locked

    @locked.setter
    def locked(self, locked: bool) -> None:
        self._locked = locked
        self.changed()

    def _others(self) -> None:
        """Another desk did something: its news are the page's."""
        with self._desk.quiet():
            for heard in self._desk.heard():
                self._told(heard.reply)
        self.changed()

    def _told(self, reply: Reply) -> None:
        self._news.clear()
        self._news.extend(sentences(reply.told))
        self._played = played(reply.told)
        self._since = self._now()

    def state(self) -> str:
        """Return what a page shows now, as JSON; made once a prompt."""
        with self._desk.quiet() as session:
            mark = session.now().number, self._locked
            if self._kept is None or self._kept[0] != mark:
                rest = round(self._rest * 1000)
                shown = view(session, tuple(self._news), self._played, self._locked, rest)
                self._kept = mark, json.dumps(shown, ensure_ascii=False, separators=(",", ":"))
            return self._kept[1]

    def ask(self, what: str) -> object:
        """Return what a page looks up: the ``table``, the ``history``, or its own ``words``."""
        with self._desk.quiet() as session:
            match what:
                case "table":
                    return table(session)
                case "history":
                    told = session.take(Input("history", True)).told
                    return [one.to_json() for item in told if isinstance(item, History) for one in item.lines]
                case _:
                    return texts_of("page.")

    def tap(self, tapped: Tapped) -> TapResult:
        """Take what was tapped, if its prompt still stands and offers it; what is refused changes nothing.

        Raises `JournalError` or `ProtocolBug` where the game cannot go on.
        """
        try:
            return self._tap(tapped)
        except (JournalError, ProtocolBug):
            raise
        except FacilitatorError as err:
            return TapResult(taken=False, refused=True, said=[str(err)], left=False)

    def _tap(self, tapped: Tapped) -> TapResult:
        with self._desk.quiet() as session:
            if self._locked:
                raise CommandError("open screens", "locked ones", UNLOCK)
            prompt = session.now()
            if tapped.prompt != prompt.number:
                found = f"one to prompt {tapped.prompt}"
                raise CommandError(f"an answer to prompt {prompt.number}", found, "It was answered since.")
            said, called = self._meant(session, tapped)
            reply = self._desk.take(said, tapped.prompt, self._now() - self._since, called)
            moved = session.now().number != tapped.prompt or reply.left
            told = sentences(reply.told)
            if moved:
                self._told(reply)
        if moved:
            self.changed()
        if reply.refused is not None:
            raise reply.refused
        return TapResult(taken=moved, refused=False, said=[] if moved else told, left=reply.left)

    def _meant(self, session: Session, tapped: Tapped) -> tuple[Input, str]:
        """Return what was tapped or typed, and its words; raises `FacilitatorError` for what is not offered."""
        if tapped.text is not None:
            said = session.read(tapped.text)
            if said.name in TYPED:
                return said, tapped.text
        for offer in session.offers(session.now().asked):
            if tapped.text is None and offer.key == tapped.key:
                return offer.input, " ".join(offer.path)
        raise CommandError("something that is offered", "something else", "Look at the page again.")
