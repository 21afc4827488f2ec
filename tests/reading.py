"""A run is read by somebody naive, in every way that its sentences leave open, beside what its operations do."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from random import Random

from facilitator.machine.faces import is_mask
from facilitator.machine.operations import Look, Put, asked_by
from facilitator.machine.perform import Recipe
from facilitator.telling.grouping import Wording
from facilitator.telling.instruction import Instruction
from facilitator.telling.speech import Speech
from facilitator.telling.wording import cues
from naive_reader import Reader
from reading_things import CannotDo, Caught, Ways
from reading_truth import Hands, Truth, played


@dataclass(frozen=True)
class Told:
    """What is told at once: the answers its operations had, and the instructions."""

    answers: Sequence[str]
    instructions: Sequence[Instruction]


@dataclass(frozen=True)
class Run:
    """A run as its operations go, and what is told of it."""

    hands: Hands
    truth: Truth
    told: Sequence[Told]
    sleeves: bool
    outside: Sequence[str]
    standing: Sequence[str]
    fits: Mapping[str, Sequence[str]]


def run_of(
    recipe: Recipe, hands: Hands, seed: int, speech: Speech, wording: Wording, standing: Sequence[str] = ()
) -> Run:
    """Perform a recipe at a table of known cards, and tell it."""
    truth = played(recipe, hands, seed, standing)
    answers = iter(answer for _, answer in truth.done)
    told = [
        Told([answer for op, answer in zip(cue.ops, answers) if asked_by(op)], cue.told)
        for cue in cues([op for op, _ in truth.done], speech, wording)
    ]
    fits = dict[str, Sequence[str]]()
    mask = ""
    for op, _ in truth.done:
        if isinstance(op, Put) and is_mask(op.faces[0]):
            mask = speech.masks[int(op.faces[0].removeprefix("mask ")) - 1]
        if isinstance(op, Look):
            fits[mask] = op.fits
    return Run(hands, truth, told, speech.voice.sleeves, speech.voice.humans, standing, fits)


CAUGHT = "caught"


def read(run: Run, ways: Ways) -> str:
    """Follow what is told; return what went wrong that no check found, `CAUGHT` if one did, or nothing."""
    reader = Reader(run.hands, run.truth.seed, ways, run.sleeves, run.outside)
    reader.stand(run.standing)
    reader.fits = run.fits
    try:
        for told in run.told:
            before = len(reader.said)
            reader.follow(told.instructions)
            if told.answers and reader.said[before:] != told.answers:
                return f"read {reader.said[before:]} for {told.answers}"
    except Caught as found:
        return f"{CAUGHT} by {found}" if ways.meant else CAUGHT
    except CannotDo as found:
        return f"cannot be done: {found}"
    if seen := reader.sights - run.truth.sights:
        return f"seen: {sorted(seen)}"
    mine, theirs = held(reader), run.truth.held()
    return "" if mine == theirs else f"ends with {mine} for {theirs}"


def held(reader: Reader) -> dict[str, list[str]]:
    """Return whose cards are which at last, and which lie on the table."""
    names = {owner.casefold(): owner for owner in reader.names}
    zones = {names[owner]: [card.name for card in cards] for owner, cards in reader.hands.items()}
    zones["table"] = [card.name for card in reader.left]
    return {zone: sorted(cards) for zone, cards in zones.items() if cards}


@dataclass
class Tried:
    """What came of the ways that were tried."""

    ways: int = 0
    caught: int = 0

    def all_of(self, run: Run, cap: int, seed: int = 0) -> Iterator[str]:
        """Try every way of a run, those with the fewest choices other than the first of each before the others;
        beyond ``cap`` of them as many any, at random.  Yield what is wrong, and what was done so.
        """
        waiting: deque[list[int]] = deque([[]])
        tried = 0
        while waiting and tried < cap:
            start = waiting.popleft()
            ways = Ways(start)
            yield from self._one(run, ways)
            tried += 1
            script = ways.script
            for at in range(len(start), len(script)):
                waiting.extend([*script[:at], other] for other in range(1, ways.taken[at][2]))
        chance = Random(seed)
        for _ in range(min(len(waiting), cap // 2)):
            yield from self._one(run, Ways((), chance))

    def _one(self, run: Run, ways: Ways) -> Iterable[str]:
        found = read(run, ways)
        self.ways += 1
        self.caught += found == CAUGHT
        return [f"{found}\n      {ways}"] if found not in ("", CAUGHT) else []
