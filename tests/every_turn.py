"""A walk of the turn folder beside play: every act that is told is looked up there, with its sizes put in."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from string import ascii_lowercase

from facilitator.machine.faces import DECK
from facilitator.machine.operations import Heading, Op
from facilitator.machine.perform import DefaultAnswers, operations
from facilitator.machine.physics import Surface
from facilitator.play.every_turn import AT, AT_ALONE, EveryTurn, pairs_words
from facilitator.play.match import Match
from facilitator.play.run import Run
from facilitator.play.turn import Selection
from facilitator.protocols.forms import form_named
from facilitator.protocols.recovery import decided, give_up
from facilitator.sheets.folder import names_of
from facilitator.table.load import Table
from facilitator.telling.grouping import Kind, Wording
from facilitator.telling.instruction import Instruction
from facilitator.telling.merged import EveryAct, HeardAct, Merged, hear, skeleton
from facilitator.telling.wording import cues
from helpers import go_on

NAMES, AND = re.compile(r"\w+(?:, \w+)* and \w+"), re.compile(", | and ")
BOTH = (Wording.BRIEF, Wording.FULL)


class Folders:
    """A table's folders in both wordings, to walk through."""

    def __init__(self, table: Table, wordings: Sequence[Wording] = BOTH, homes: bool = False) -> None:
        self.table, self.turns = table, EveryTurn(table)
        self.told = {wording: self.turns.told(wording) for wording in wordings}
        self.lots = {wording: self.turns.lot(wording) for wording in wordings}
        self.acts, self.stops, self.finished = 0, 0, set[str]()
        self.home = self.turns.home(self.told[Wording.BRIEF], Wording.BRIEF) if homes else None

    def walk(self, seed: int, most: int = 10**6) -> int:
        """Play a rehearsal, its first runs or all, and look every act up; return how many runs."""
        game, runs = Match.open(self.table, None, seed), 0
        while not game.over and runs < most:
            run, plan = game.run, game.plan
            if run is None or plan is None:
                go_on(game)
                continue
            if plan.layout is not None:
                there = dict(plan.layout.hands)
                begun = dict(self.turns.layout(plan.seat).hands)
                self.finished |= {owner for owner in begun if owner != DECK and owner not in there}
            while game.run is run:
                go_on(game)
            runs += 1
            for wording in self.told:
                if plan.layout is not None and form_named(plan.form).asks:
                    self.asked(run, wording)
                else:
                    self._found(run, plan, wording)
        game.close()
        return runs

    def asked(self, run: Run, wording: Wording) -> None:
        """See that a question goes as its half page says: the usual acts up to the answer, then all goes home."""
        folder = self.told[wording]
        usual = folder.now(
            {**folder.usual, **({"pairs": pairs_words(1)} if "pairs" in folder.facets else {})}
        )
        kinds = list(dict.fromkeys(act.first.cue.kind for act in usual))
        real = [cue.kind for cue in cues(run.ops, run.telling.speech, wording) if cue.told]
        at = real.index(Kind.RESULT)
        assert [one for one in kinds[: kinds.index(Kind.RESULT)] if one in real] == list(
            dict.fromkeys(real[:at])
        )
        assert set(kinds[: kinds.index(Kind.RESULT)]) - set(real) <= {Kind.ROUND}  # one card fights nobody
        assert set(real[at + 1 :]) == {Kind.BACK}
        assert self.turns.questions
        self.acts += len(real)

    def _found(self, run: Run, plan: Selection, wording: Wording) -> None:
        """Find a run's acts in the folder, each after the one before, or back where the folder says so."""
        typed = iter(run.typed)
        answers = ["" if isinstance(op, Heading) else next(typed) for op in run.ops]
        folder = self.told[wording] if plan.layout is not None else self.lots[wording]
        assert folder is not None
        at: EveryAct | None = None
        acts, plain = self._acts(plan, run.ops, answers, wording)
        real_ones = (cue for cue in cues(run.ops, run.telling.speech, wording) if cue.told)
        for act, bare, real in zip(acts, plain, real_ones, strict=True):
            here = [one for one in folder.acts if one.says(act.cue, act.sizes)]
            assert here, (plan.form, act.cue.told, act.sizes)
            assert at is None or reached(folder, at, here), (at.number, here[0].number, act.cue.told)
            if act.cue.kind is not Kind.PAIRS:  # which cards fit tonight, the folder cannot say
                names = self.turns.names(plan.seat) if plan.layout is not None else {}
                mine = [in_any_order(skeleton(one)) for one in bare]
                theirs = [tuple(renamed(part, names) for part in skeleton(one)) for one in real.told]
                assert [in_any_order(one) for one in theirs] == mine, mine
            at = here[0]
            self.acts += 1
        if wording is Wording.BRIEF and self.home is not None and plan.layout is not None:
            self._homeward(plan, answers, folder)

    def _homeward(self, plan: Selection, answers: Sequence[str], folder: Merged) -> None:
        """Give a run up after each of its acts, in play's own way: the folder's way home from there is the same."""
        assert plan.layout is not None
        assert self.home is not None
        layout = self.turns.as_told(self.turns.renamed(plan.seat, plan.layout), Wording.BRIEF)
        form, sizes = form_named(plan.form), self.turns.sizes(layout)
        ops = tuple(operations(form.recipe(layout), DefaultAnswers(*filter(None, answers))))
        speech = self.turns.speech(layout)
        surface = Surface({place: face != "?" for place, face in layout.lying})
        done, at = list[Op](), 0
        heard = iter(hear(cues(ops, speech, Wording.BRIEF), answers, sizes, Surface(surface)))
        for cue in cues(ops, speech, Wording.BRIEF):
            if decided(cue.ops):
                break
            for op in cue.ops:
                surface.note(op, answers[len(done)])
                done.append(op)
            at = folder.by_key(next(heard).key).number if cue.told else at
            back = tuple(operations(give_up(layout, surface, tuple(done)), DefaultAnswers()))
            told = cues(back, speech, Wording.BRIEF)
            for act in hear(told, [""] * len(back), sizes, Surface(surface)):
                here = [one for one in self.home.acts if one.says(act.cue, act.sizes)]
                after = (n for one in here for at_ in (AT, AT_ALONE) for n in one.facets.get(at_, ()))
                printed = {self._number(folder, int(n)) for n in after}
                assert self._number(folder, at) in printed, (at, act.cue.told, act.sizes)
            self.stops += 1

    def _number(self, folder: Merged, at: int) -> str:
        """Return the number an act has on the folder, other wordings of it included; 0 before the first."""
        names = names_of(folder, folder.usual)
        return names[folder.acts[at - 1]].rstrip(ascii_lowercase) if at else "0"

    def _acts(
        self, plan: Selection, ops: Sequence[Op], answers: Sequence[str], wording: Wording
    ) -> tuple[tuple[HeardAct, ...], list[tuple[Instruction, ...]]]:
        """Return the acts as the folder tells them, and in the same words but for who is listed: as play lists."""
        if plan.layout is None:
            speech = self.turns.speech(self.turns.layout(self.turns.virtual[0]))
            acts = hear(cues(ops, speech, wording), answers, {}, Surface())
            return acts, [act.cue.told for act in acts]
        form = form_named(plan.form)
        layout = self.turns.as_told(self.turns.renamed(plan.seat, plan.layout), wording)
        again = tuple(operations(form.recipe(layout), DefaultAnswers(*filter(None, answers))))
        assert [type(op) for op in again] == [type(op) for op in ops]
        lies = {place: face != "?" for place, face in layout.lying}
        speech = self.turns.speech(layout)
        acts = hear(cues(again, speech, wording), answers, self.turns.sizes(layout), Surface(lies))
        plain = self.turns.speech(replace(layout, hands=()))
        return acts, [cue.told for cue in cues(again, plain, wording) if cue.told]


def in_any_order(parts: Sequence[str]) -> tuple[str, ...]:
    """Return a skeleton with what is listed in it sorted: whose turn it is changes the order, no more."""
    names = (NAMES.sub(lambda found: " and ".join(sorted(AND.split(found[0]))), part) for part in parts)
    return tuple(", ".join(sorted(part.rstrip(".").split(", "))) for part in names)


def renamed(text: str, names: dict[str, str]) -> str:
    """Return a sentence with the virtual seats called as the folder calls them."""
    words = {f"\0{number}": new for number, new in enumerate(names.values())}
    for old, token in zip(names, words, strict=True):
        text = text.replace(old, token)
    for token, new in words.items():
        text = text.replace(token, new)
    return text


def reached(folder: Merged, at: EveryAct, here: Sequence[EveryAct]) -> bool:
    """Tell whether the folder leads from an act to one of these: onward, or back by what some act says."""
    backs = [one.again for one in folder.acts if one.again is not None and one.number >= at.number]
    return any(one.number > at.number or any(back.number <= one.number for back in backs) for one in here)
