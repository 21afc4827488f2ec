"""The turn folder followed by its conditions alone: who does what is printed does what play says, and no act more."""

from __future__ import annotations

from collections.abc import Collection, Sequence

import pytest
from test_sheets_folder import TABLES

from facilitator.play.every_turn import OTHERS, SOME, EveryTurn
from facilitator.sheets.build import Wish, build
from facilitator.sheets.drawing.marks import Text
from facilitator.sheets.folder import hidden
from facilitator.table.load import Table
from facilitator.telling.grouping import Wording
from facilitator.telling.merged import INDEX, EveryAct, Merged, ToldRun, Unless, leads, like, unless, variants

Read = Sequence[tuple[EveryAct, str]]


LEARNT = ("hearts, published",)
"""In full, a sheet to learn from, not all of what is given back there in many small acts is conditioned."""


class Reader:
    """Somebody with the folder, and no program: what is so this turn is known, and what lay open, in order.

    Of acts done in each other's place the one whose condition says most is done; where several questions are named,
    the one asked last counts.
    """

    def __init__(self, told: Merged) -> None:
        self.told = told
        self.instead = variants(told, told.now(told.usual))
        self.printed = [act for act in told.acts if not hidden(act)]

    def walks(self, run: ToldRun) -> str:
        """Do a run's acts by the folder; return what is done at last that play does not, or the reverse."""
        so, real = {*run.facets.values(), OTHERS, SOME}, run.acts
        read: list[tuple[EveryAct, str]] = []
        before = set[EveryAct]()
        at = done = 0
        last = True  # where there is none of several, no more of them comes
        while at < len(self.printed):
            act, at = self.printed[at], at + 1
            heard = real[min(done, len(real) - 1)]
            if not self._does(act, so, read, before, last):
                continue
            before.add(act)
            if done == len(real) or heard.key != act.key:
                return f"{act.wordings[0].sample.sentence}, and not {heard.cue.told[0].sentence}"
            done, last = done + 1, heard.heading.number == heard.heading.of if INDEX in heard.sizes else last
            if heard.reply:
                read.append((act, heard.reply))
            following = self.told.by_key(real[done].key).number if done < len(real) else act.number + 1
            if act.again is not None and following <= act.number:
                at = self.printed.index(act.again)
                read = [(asked, said) for asked, said in read if asked.number < act.again.number]
        return "" if done == len(real) else f"not {real[done].cue.told[0].sentence}"

    def _does(
        self, act: EveryAct, so: Collection[str], read: Read, before: Collection[EveryAct], last: bool
    ) -> bool:
        return self._holds(act, so, read, before, last) and not any(
            self._holds(one, so, read, before, last)
            for one in self.printed
            if self._says_more(one, act) and one not in act.beside
        )

    def _says_more(self, one: EveryAct, act: EveryAct) -> bool:
        alike = self.instead.get(one) is act or like(one, act)
        return alike and len(self.told.only(one)) > len(self.told.only(act))

    def _holds(
        self, act: EveryAct, so: Collection[str], read: Read, before: Collection[EveryAct], last: bool
    ) -> bool:
        if led_by := dict(leads(self.told, act)):
            asked, said = next((one for one in reversed(read) if one[0] in led_by), (None, ""))
            if said not in led_by[asked] if asked else None not in act.answers or read:
                return False
        if self.told.counts(act) and last not in act.last:
            return False
        led_here = all(any(one in so for one in values) for values in self.told.only(act))
        return led_here and not any(
            all(value in so for value in one.so)
            and (not one.read or one.read == (read[-1][1] if read else ""))
            and (one.after is None or one.after in before)
            for one in unless(self.told, act)
        )


def followed(table: Table, wording: Wording) -> tuple[int, list[str]]:
    """Return how many runs were followed, and where the folder leads elsewhere than play."""
    turns = EveryTurn(table)
    reader = Reader(turns.told(wording))
    runs = [run for run in turns._runs(wording) if run.of is None and "hand" in run.facets]
    return len(runs), [
        f"{found}: {sorted(run.facets.values())}" for run in runs if (found := reader.walks(run))
    ]


@pytest.mark.parametrize("name", TABLES)
def test_the_conditions_lead_where_play_leads(name: str, full: bool) -> None:
    for wording in (Wording.BRIEF, Wording.FULL) if full and name not in LEARNT else (Wording.BRIEF,):
        runs, found = followed(TABLES[name], wording)
        assert runs >= 12
        assert not found, (wording, found[:3])


def test_a_condition_that_is_missing_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where nothing is said of what was read, the champion's card is turned over though it does not fit."""
    monkeypatch.setattr("test_folder_followed.leads", lambda told, act: ())
    _, found = followed(TABLES["official"], Wording.BRIEF)
    assert any("turn its card face up" in one for one in found)


def test_an_exception_that_is_missing_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where two pairs a column are no reason to leave an act out, a pair is covered before a third class."""

    known = unless

    def forgetful(told: Merged, act: EveryAct) -> tuple[Unless, ...]:
        return tuple(one for one in known(told, act) if one.so != ("2 pairs a column",))

    monkeypatch.setattr("test_folder_followed.unless", forgetful)
    _, found = followed(TABLES["hearts, usual rules"], Wording.BRIEF)
    assert any("the pair of pile 1 face down, each card on its own spot, and not" in one for one in found)


def said(table: Table) -> str:
    pages = build(table, Wish(), ["folder"])[0][0].pages
    return " ".join(mark.text for page in pages for mark in page.marks if isinstance(mark, Text))


def test_what_leads_to_a_card_is_on_the_folder() -> None:
    """A card is turned over only where a pair says it fits, whichever of several pairs it was."""
    words = said(TABLES["official"])
    assert "IF β α in 14 or 15: REVEAL" in words
    assert "IF β α in 9, 9b or 12: REVEAL" in words
    assert "1 pair a column: 9b" in words
    assert (
        "11b" not in words
    )  # a round is told for any number of duels: nothing of it is said otherwise for two
    assert "the last one read counts" in words


def test_what_an_act_is_left_out_for_is_on_the_folder() -> None:
    """What is so, what was done before, what was read, and which of several piles it is."""
    assert "IF α β in 12 (not if 2 pairs a column): ROUND" in said(TABLES["hearts, usual rules"])
    assert "If i < m−1 (1 class: i < m): COVER" in said(TABLES["hearts, published"])


def test_what_holds_of_the_usual_act_is_said_to_hold() -> None:
    """A loser of the only round lies aside: that is told with the usual act, and nothing else of it is left out."""
    assert "The rest as in 8." in said(TABLES["official"])
    chained = said(TABLES["split pool in sleeves"])
    assert "m = 1, the columns stay and β α in 9: 14c" in chained


def test_what_comes_up_for_one_card_alone_is_no_usual_act() -> None:
    """The last card of the last seat of a trick lies there alone: how it is laid is not read every turn."""
    turns = EveryTurn(TABLES["hearts"])
    told = turns.told(Wording.BRIEF)
    alone = [act for act in told.acts if "only one pile" in act.wordings[0].sample.sentence]
    assert alone
    assert not {*alone} & {*told.now(told.usual)}
