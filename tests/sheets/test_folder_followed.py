"""The turn folder followed by its conditions alone: who does what is printed does what play says, and no act more."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from test_sheets_folder import TABLES

from facilitator.instructions.conditions import Conditions
from facilitator.instructions.grouping import Wording
from facilitator.instructions.merging import CARD, Facts, Merged, MergedStep, Path
from facilitator.operations.steps import Factor, Kind
from facilitator.sheets.turns import EveryTurn
from facilitator.table_files.load import Table

Read = Sequence[tuple[MergedStep, str]]


class Reader:
    """Somebody with the folder, and no program: what is so this turn is known, and what lay open, in order.

    Of acts done in each other's place the one whose condition says most is done; where several questions are named,
    the one asked last counts.
    """

    def __init__(self, told: Merged) -> None:
        self.told, self.when = told, Conditions(told)

    def walks(self, path: Path) -> str:
        """Do a run's acts by the folder; return what is done at last that play does not, or the reverse."""
        facts, real = dict(path.facts), path.steps
        read: list[tuple[MergedStep, str]] = []
        at = done = 0
        last = True  # where there is none of several, no more of them comes
        while at < len(self.told.steps):
            act, at = self.told.steps[at], at + 1
            if not self._does(act, facts, read, last):
                continue
            if done == len(real) or real[done].merged is not act:
                if gives_nothing_back(act, facts, read):
                    continue
                return f"{words(act)}, and not {words(real[min(done, len(real) - 1)].merged)}"
            step = real[done]
            done, last = done + 1, last if step.last is None else step.last
            if step.reply:
                read.append((act, step.reply))
            following = real[done].merged.number if done < len(real) else act.number + 1
            if act.again is not None and following <= act.number:
                at = self.told.steps.index(act.again)
                read = [(asked, said) for asked, said in read if asked.number < act.again.number]
        return "" if done == len(real) else f"not {words(real[done].merged)}"

    def _does(self, act: MergedStep, facts: Facts, read: Read, last: bool) -> bool:
        return self._holds(act, facts, read, last) and not any(
            self._holds(other, facts, read, last) for other in self._more(act)
        )

    def _more(self, act: MergedStep) -> list[MergedStep]:
        """Return the wordings that are done in an act's place where their conditions hold, which say more."""
        usual = self.when.instead.get(act, act)
        family = [one for one, main in self.when.instead.items() if main is usual and one is not act]
        return [member for member in family if len(self.when[member].only) > len(self.when[act].only)]

    def _holds(self, act: MergedStep, facts: Facts, read: Read, last: bool) -> bool:
        when = self.when[act]
        return when.allows_facts(facts) and when.matches_answers(read) and when.last in (None, last)


def gives_nothing_back(act: MergedStep, facts: Facts, read: list[tuple[MergedStep, str]]) -> bool:
    """The script says to skip a step that has no cards: a hand's return after it has played its only card."""
    acts = act.first.step.group.parts
    played = any(reply == CARD for _, reply in read)
    return [step.kind for step in acts] == [Kind.HOME] and facts[Factor.HAND] == "m = 1" and played


def words(act: MergedStep) -> str:
    return act.first.step.instructions[0].text


def followed(table: Table, wording: Wording) -> tuple[int, list[str]]:
    """Return how many runs were followed, and where the folder leads elsewhere than play."""
    turns = EveryTurn(table)
    merge = turns.merge_usual_steps if wording is Wording.FULL else turns.merge_steps
    reader = Reader(merge(wording))
    paths = reader.told.paths
    return len(paths), [
        f"{found}: {sorted(dict(path.facts).values())}" for path in paths if (found := reader.walks(path))
    ]


@pytest.mark.parametrize("wording", [Wording.BRIEF, Wording.FULL])
@pytest.mark.parametrize("name", TABLES)
@pytest.mark.every(6)
def test_conditions_of_the_turn_script_lead_to_the_steps_of_play(name: str, wording: Wording) -> None:
    """In full, a sheet to learn from, the usual turn alone is told; a wallet's in Hearts has one way to go."""
    runs, found = followed(TABLES[name], wording)
    assert runs >= (1 if "wallet" in name else 2 if wording is Wording.FULL else 4)
    assert not found, found[:3]
