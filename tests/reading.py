"""A run is read by somebody naive, in every way that its sentences leave open, beside what its operations do."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from random import Random

from facilitator.instructions.grouping import Wording
from facilitator.instructions.instruction import Instruction
from facilitator.instructions.speech import Speech
from facilitator.operations.definitions import Draw, Look, Put, get_answers
from facilitator.operations.faces import is_mask
from facilitator.operations.perform import Recipe
from facilitator.play.attempt import StepRenderer
from naive_reader import Reader
from reading_things import TURNED, CannotDo, Caught, Ways
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
    undrawn: bool


def run_of(
    recipe: Recipe,
    hands: Hands,
    seed: int,
    speech: Speech,
    wording: Wording,
    standing: Sequence[str] = (),
    cut: int | None = None,
    first: bool = False,
) -> Run:
    """Perform a protocol with known cards, and render its instructions.

    Args:
        recipe: Protocol.
        hands: Cards of each owner.
        speech: Renderer of the sentences.
        wording: How much the sentences say.
        seed: Seed of the shuffles.
        standing: Owners of the kept columns.
        cut: Number of operations after which rendering starts again, as it does for a recovery.
        first: Whether the first duel is explained in full.
    """
    truth = played(recipe, hands, seed, standing)
    done = [op for op, _ in truth.done]
    answers = iter(answer for _, answer in truth.done)
    told = [
        Told(
            [answer for op, answer in zip(cue.ops, answers, strict=False) if get_answers(op)],
            cue.instructions,
        )
        for part in (done[:cut], done[cut:] if cut else [])
        for cue in StepRenderer(speech, wording, first).cues(part)
    ]
    fits = dict[str, Sequence[str]]()
    mask = ""
    for op, _ in truth.done:
        if isinstance(op, Put) and is_mask(op.faces[0]):
            mask = speech.masks[int(op.faces[0].removeprefix("mask ")) - 1]
        if isinstance(op, Look):
            fits[mask] = op.fits
    undrawn = cut is not None and any(isinstance(op, Draw) for op in done)
    return Run(hands, truth, told, speech.voice.sleeves, speech.voice.humans, standing, fits, undrawn)


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
    if run.undrawn:  # nobody can tell which of the hand were drawn: as many go back
        return "" if _sizes(mine) == _sizes(theirs) else f"ends with {mine}"
    return "" if mine == theirs else f"ends with {mine} for {theirs}"


def _sizes(held: Mapping[str, Sequence[str]]) -> dict[str, int]:
    return {zone: len(cards) for zone, cards in held.items()}


def held(reader: Reader) -> dict[str, list[str]]:
    """Return whose cards are which at last, and which lie on the table."""
    names = {owner.casefold(): owner for owner in reader.names}
    zones = {names[owner]: [card.name for card in cards] for owner, cards in reader.hands.items()}
    zones["table"] = [card.name for card in reader.left]
    return {zone: sorted(cards) for zone, cards in zones.items() if cards}


def every_way(cap: int, seed: int, told: Callable[[Ways], object]) -> Iterator[Ways]:
    """Yield the ways to understand instructions that leave choices to the reader.

    Ways with few choices other than the first come first. After at most `cap` of them, half as many random
    ways follow.

    Args:
        cap: Largest number of systematic ways.
        seed: Seed of the random ways.
        told: Function that follows the instructions in a way, and so finds the choices.
    """
    waiting: deque[list[int]] = deque([[]])
    for _ in range(cap):
        if not waiting:
            return
        start = waiting.popleft()
        ways = Ways(start)
        told(ways)
        yield ways
        script = ways.script
        for at in range(len(start), len(script)):
            waiting.extend([*script[:at], other] for other in range(1, ways.taken[at][2]))
    chance = Random(seed)
    for _ in range(min(len(waiting), cap // 2)):
        ways = Ways((), chance)
        told(ways)
        yield ways


@dataclass
class Tried:
    """How many ways were tried, and in how many a check failed."""

    ways: int = 0
    caught: int = 0

    def all_of(self, run: Run, cap: int, seed: int = 0) -> Iterator[str]:
        """Try every way of a run; yield what is wrong that no check found, and what was done so."""
        found = list[str]()
        for ways in every_way(cap, seed, lambda ways: found.append(read(run, ways))):
            self.ways += 1
            self.caught += found[-1] == CAUGHT
            if found[-1] not in ("", CAUGHT):
                yield f"{found[-1]}\n      {ways}"


def goes_wrong(run: Run, cap: int) -> bool:
    """Tell whether some way goes wrong, be it found by a check, that nobody takes who only turns something round."""
    found = list[str]()
    return any(
        found[-1] and not any(number and about.startswith(TURNED) for about, number, _ in ways.taken)
        for ways in every_way(cap, 0, lambda ways: found.append(read(run, ways)))
    )
