"""`play --speak`: the system's own voice reads along, in the brief wording; what it needs is on most machines."""

from __future__ import annotations

import re
import shutil
import subprocess
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass

from facilitator.cli.ask import Question, Source
from facilitator.cli.screen import News, Screen
from facilitator.errors import CommandError
from facilitator.play.handover import HandOver
from facilitator.play.prompt import Act, Announced, Head, History, Prompt, Result, TableNow
from facilitator.play.slips import WaysOn, WhatHappened
from facilitator.readings.grouping import Wording
from facilitator.readings.instruction import Instruction

VOICES = (
    ("say", "-f", "-"),
    ("espeak-ng", "-v", "en", "-s", "150", "--stdin"),
    ("espeak", "-v", "en", "-s", "150", "--stdin"),
    ("spd-say", "--wait", "--pipe-mode"),
    (
        "powershell",
        "-NoProfile",
        "-Command",
        "Add-Type -AssemblyName System.Speech; $t = [Console]::In.ReadToEnd(); "
        "(New-Object System.Speech.Synthesis.SpeechSynthesizer).Speak($t)",
    ),
)
"""Programs that say what they read on their input, the first that is there is taken."""
LETTERS = {"α": "alpha", "β": "beta", "θ-": "marker "}


def found() -> tuple[str, ...]:
    """Return the command of a voice; raises `CommandError` where there is none."""
    for program, *words in VOICES:
        if path := shutil.which(program):
            return (path, *words)
    expected = "a voice, such as espeak-ng or say"
    raise CommandError(expected, "none on this machine", "Install espeak-ng, or play without --speak.")


class Voice:
    """Says what it heard since it spoke last; what it was still saying then ends."""

    def __init__(self, command: Sequence[str]) -> None:
        self._command, self._heard = tuple(command), list[str]()
        self._process: subprocess.Popen[bytes] | None = None

    def beside(
        self, screen: Screen, source: Source | None, told_in: Callable[[Wording], Sequence[Instruction]]
    ) -> tuple[Screen, Source | None]:
        """Return a screen and a terminal with the voice beside them; ``told_in``: the act at hand in a wording."""
        return Aloud(screen, self, told_in), None if source is None else Speaking(source, self)

    def hear(self, text: str) -> None:
        """Keep a sentence for the next time it speaks."""
        self._heard.append(text)

    def speak(self) -> None:
        """Say what was heard; a voice that fails is silent, for all stands on the terminal."""
        if not self._heard:
            return
        self.hush()
        said, self._heard = aloud(" ".join(self._heard)), []
        with suppress(OSError):
            self._process = subprocess.Popen(
                self._command,
                stdin=subprocess.PIPE,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
            )
            assert self._process.stdin is not None
            self._process.stdin.write(said.encode())
            self._process.stdin.close()

    def hush(self) -> None:
        """Say no more."""
        if self._process is not None:
            with suppress(OSError):
                self._process.terminate()
            self._process.wait()
            self._process = None


def aloud(text: str) -> str:
    """Return a text as a voice can say it.

    >>> aloud("show β α; box θ-Vera")
    'show beta alpha; box marker Vera'
    """
    return re.sub("|".join(LETTERS), lambda found: LETTERS[found[0]], text)


def sentences(told: Sequence[Instruction]) -> str:
    """Return instructions as they are read aloud."""
    return " ".join(
        f"{one.doer}: {one.verb.lower()}: {one.text}.{f' Check: {one.check}' if one.check else ''}"
        for one in told
    )


@dataclass(frozen=True, slots=True)
class Aloud:
    """Shows on a screen, and lets a voice hear turns, acts and what is announced."""

    inner: Screen
    voice: Voice
    told_in: Callable[[Wording], Sequence[Instruction]]

    def turn(self, prompt: Prompt, head: Head) -> None:
        self.inner.turn(prompt, head)
        mark = f" Mark {' '.join(head.mark)}." if head.mark else ""
        self.voice.hear(f"{head.seat}'s turn.{mark}")

    def act(self, act: Act) -> None:
        self.inner.act(act)
        told = self.told_in(Wording.BRIEF) or [line.said for line in act.lines]
        self.voice.hear(f"{sentences(told)} {act.question}".strip())

    def witnessed(self, said: Sequence[str]) -> None:
        self.inner.witnessed(said)

    def news(self, item: News) -> None:
        self.inner.news(item)
        if isinstance(item, Announced):
            for said in (item.text, *item.followed):
                self.voice.hear(said)

    def explain(self, act: Act) -> None:
        self.inner.explain(act)
        self.voice.hear(act.why)

    def history(self, item: History) -> None:
        self.inner.history(item)

    def table(self, item: TableNow) -> None:
        self.inner.table(item)

    def choices(self, item: WhatHappened | WaysOn) -> None:
        self.inner.choices(item)

    def hand_over(self, item: HandOver, ask: Callable[[str], str] | None) -> None:
        self.inner.hand_over(item, ask)

    def say(self, text: str) -> None:
        self.inner.say(text)

    def over(self, result: Result) -> None:
        self.inner.over(result)


class Speaking:
    """Asks, and lets a voice say first what it heard."""

    def __init__(self, inner: Source, voice: Voice) -> None:
        self.inner, self._voice = inner, voice
        self.interactive = inner.interactive

    def ask(self, question: Question) -> str:
        """Return what was typed, while the voice speaks."""
        self._voice.speak()
        return self.inner.ask(question)
