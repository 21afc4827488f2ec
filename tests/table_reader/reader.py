"""Somebody at a table who hears instructions, does them in every way they leave open, and answers what eyes see.

Two ways of one instruction that pass its CHECK and leave the table in two states are a fault of the sentence
(`Open`). What a sentence leaves to people in so many words ("at either end") is not open: luck decides it.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from copy import deepcopy
from typing import NamedTuple

from table_reader.eyes import agrees, find_answer
from table_reader.grammar import Parser
from table_reader.hands import Hands, Luck, Ways
from table_reader.things import CannotDo, Caught, Table

LOOP = re.compile(r"(?:for each challenger, )?do these (\w+) things[^.]*(?:\. |$)", re.IGNORECASE)
COUNTED = re.compile(r"do duel \d+ of \d+", re.IGNORECASE)
NUMBERS = {word: number for number, word in enumerate("zero one two three four five six".split())}
MOST_WAYS = 64


class Open(Exception):
    """Raised if a sentence can be followed in two ways that no CHECK tells apart."""


class Heard(NamedTuple):
    """An instruction as people hear it."""

    text: str
    check: str = ""
    expected: str = ""
    question: str = ""


class Reader:
    """Somebody who hears one instruction after another.

    Attributes:
        table: The table as it is now.
        luck: Chance and secret choices.
        printed: Whether the steps are printed, so that nobody counts the duels.
        strict: Whether a wrong way that only the CHECK finds is a fault, too.
    """

    def __init__(self, table: Table, names: Sequence[str], luck: Luck) -> None:
        self.table, self.luck = table, luck
        self.parser = Parser(frozenset(name.casefold() for name in names))
        self.loop: list[Heard] = []
        self.strict = self.printed = False

    def hear(self, heard: Heard) -> str:
        """Do what an instruction says, in every way; return the answer to its question.

        Raises:
            NotUnderstood: The sentence has an unknown word.
            CannotDo: The sentence cannot be followed.
            Caught: No way passes the CHECK.
            Open: Two ways pass the CHECK and differ.
        """
        passed, failed = dict[object, tuple[str, Hands]](), list[Exception]()
        scripts, tried = [list[int]()], 0
        while scripts and tried < MOST_WAYS:
            script, tried = scripts.pop(0), tried + 1
            hands = Hands(deepcopy(self.table), deepcopy(self.luck), Ways(script))
            try:
                answer = self._follow(heard, hands)
                passed.setdefault((hands.table.picture(), answer), (answer, hands))
            except Caught as fault:
                failed.append(fault)
            except (CannotDo, LookupError, ValueError, StopIteration) as fault:  # or there is no such card
                seen = hands.table.sights != self.table.sights and any(script)
                failed.append((Caught if seen else CannotDo)(f"{heard.text}: {fault!r}"))
            taken = hands.ways.taken
            for at in range(len(script), len(taken)):
                stem = [number for _, number, _ in taken[:at]]
                scripts.extend([*stem, other] for other in range(1, taken[at][2]))
        if not passed:
            raise failed[0]
        if self.strict and any(isinstance(fault, Caught) for fault in failed):
            raise Open("only the CHECK tells")
        if len(passed) > 1:
            taken = [choice for _, hands in passed.values() for choice in hands.ways.taken]
            raise Open("; ".join(sorted({about for about, number, _ in taken if number})))
        ((answer, hands),) = passed.values()
        self.table, self.luck = hands.table, hands.luck
        return answer

    def _follow(self, heard: Heard, hands: Hands) -> str:
        """Do an instruction in one way, answer its CHECK, and return the answer to its question."""
        clauses = self.parser.clauses(heard.text)
        hands.said |= {how for clause in clauses for how in clause.how} & {"unturned", "unseen"}
        for clause in clauses:
            hands.do(clause)
        if heard.check and not agrees(said := find_answer(heard.check)(hands), heard.expected):
            raise Caught(f"{heard.check} {said!r}, not {heard.expected!r}")
        return find_answer(heard.question)(hands) if heard.question else ""

    def perform(self, step: Sequence[Heard]) -> str:
        """Do the instructions of a step; return the last answer.

        A loop is done as often as its first instruction says. "Do duel 2 of 6" repeats the last loop.
        """
        answer = ""
        for number, heard in enumerate(step):
            if COUNTED.fullmatch(heard.text):
                if not self.loop:
                    raise CannotDo("which duel?")
                return [self.hear(one) for one in self.loop][-1]
            if found := LOOP.search(heard.text):
                if found.start():
                    self.hear(Heard(heard.text[: found.start()]))
                self.loop = [heard._replace(text=heard.text[found.end() :]), *step[number + 1 :]]
                if not self.printed and len(self.loop) != NUMBERS.get(found[1].casefold()):
                    raise CannotDo(f"{len(self.loop)} things, not {found[1]}")
                return self._repeat(found[0])
            answer = self.hear(heard)
        return answer

    def _repeat(self, until: str) -> str:
        """Do a loop once, or for each challenger; in print also for each card that is left."""
        while True:
            answer = [self.hear(one) for one in self.loop][-1]
            challengers = "challenger" in until and self.table.challengers
            if not (challengers or ("card" in until and self.printed and self.table.zone("pile"))):
                return answer
