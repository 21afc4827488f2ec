"""Back and forth in what was typed: one press, to a number of the history, and again what was taken back.

Hands do not rewind: what an undo leaves on the table is the fold's business.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from facilitator.errors import CommandError, FacilitatorError, TableError
from facilitator.games.motions import Mixed
from facilitator.machine.faces import called
from facilitator.machine.operations import asked_by
from facilitator.play.chronicle import HistoryLine, InputStatus, Lived, history
from facilitator.play.fold import Fold
from facilitator.play.giving_up import may_give_up, not_in_mid_repair, stays_words
from facilitator.play.history import TAKES
from facilitator.play.journal import ANSWER, EVENT, MEND, REMARKS, UNDO
from facilitator.play.ledger import Begun, LedgerEntry
from facilitator.play.past import UndoPoint, undone_words
from facilitator.wording import listed, plural


class Rewinding(Fold):
    """A game whose inputs are taken, taken back and typed again; each way is on disk before it counts."""

    _moved = False  # whether a whole under way has taken effect in part

    @contextmanager
    def together(self) -> Iterator[None]:
        """Let all that is taken within count together: if one of it is refused or cannot be written, none does."""
        if self.journal.gathering:  # within a larger whole
            yield
            return
        path, run, stood = list(self._path), self.run, 0 if self.run is None else self.run.pressed
        begun = None if self.front is None else self.front.begun
        self._moved = False
        try:
            with self.journal.together():
                yield
        except FacilitatorError:
            # also where a card that cannot be came to light as the run ended
            if self._moved or self.run is not run:
                self._restore(path, stood, begun)
            elif run is not None:
                run.stand(stood)
            raise

    def _take(self, kind: str, body: dict[str, object]) -> None:
        with self.together():
            self._input = 1 + self.journal.inputs
            self._fold(kind, body)
            self._moved = True
            self.journal.append(kind, body, self._derived)

    def _restore(self, path: Sequence[UndoPoint], stood: int, begun: Begun | None) -> None:
        """Go back to what is on disk, for nothing else counts.

        ``stood``, ``begun``: how far the act at hand was then, and the run's last operation, which no file says.
        """
        self._rebuild()
        for past, before in zip(self._path, path, strict=False):  # one more, if it came on disk all the same
            past.stood = before.stood
        if len(self._path) != len(path):
            return
        if self.run is not None:
            self.run.stand(stood)
        if self.front is not None and begun is not None:
            self.front.begun = begun

    # -- one press -----------------------------------------------------------------------------------

    def undo(self) -> str:
        """Take back the last input and return what it was, in words; raises `CommandError` at the start.

        Within a run it is an operation; `unpress` takes a whole act back.
        """
        takes = self._takes()
        last = self._path[-1]
        if self.run is not None and self.run.pressed > (last.stood if last.kind in REMARKS else 0):
            self.run.press(-1)
            self.run.ledger.undone = True
            return "the last step"
        self._take(UNDO, {TAKES: takes})
        return undone_words(last, takes, self.law, self.names)

    def unpress(self) -> str:
        """Take back the last press, be it of an act of several operations; return what it was, in words."""
        stood = self.run is not None and self.run.pressed > 0
        note = self._path[-1].kind in (*REMARKS, MEND) if self._path else False
        with self.together():
            told = self.undo()
            while not (stood or note) and self.run is not None and self.run.inside and self._in_run():
                self.undo()
        return told

    def _in_run(self) -> bool:
        """Whether the last input is an answer of the run under way."""
        return bool(self.run and self.run.typed) and self._path[-1].kind in (ANSWER, MEND, *REMARKS)

    # -- to a number, and forth again ----------------------------------------------------------------

    def history(self) -> tuple[HistoryLine, ...]:
        """Return the history of the game, the oldest line first."""
        return history(self._lived, self.law)

    @property
    def lived(self) -> tuple[Lived, ...]:
        """Every input there was, those taken back too, by its number in the history."""
        return tuple(self._lived)

    def back(self, number: int) -> str:
        """Take back everything from the input of this number on, in one transaction; return what it was.

        Where the number stands within an act, the act is taken back from its beginning.  Raises `CommandError`
        for a number that does not count, `TableError` where hands cannot follow; then nothing has changed.
        """
        index = self._index(number)
        self._unmixed(self._path[index:])
        if any(past.kind == MEND for past in self._path[index:]) and self.front and self.front.mending:
            raise not_in_mid_repair()
        path, entries, notes = list(self._path), 0, 0
        with self.together():
            while len(self._path) > index or (self.run is not None and self.run.inside and self._in_run()):
                takes = self._takes()
                entries, notes = entries + takes, notes + (self._path[-1].kind in REMARKS)
                self._take(UNDO, {TAKES: takes})
        kept = f", {plural(notes, 'remark')} among them, which redo leaves out" if notes else ""
        return f"everything from number {self._lowest(path)} on ({plural(entries, 'entry', 'entries')}{kept})"

    def _lowest(self, path: Sequence[UndoPoint]) -> int:
        return path[len(self._path)].number

    def _index(self, number: int) -> int:
        """Return where in the path an input stands; raises `CommandError` for one that does not count now."""
        for index, past in enumerate(self._path):
            if past.number == number:
                return index
        counting = [line for line in self.history() if line.first <= number <= line.last]
        todo = "Type history all: it says which numbers count."
        if not counting:
            raise CommandError("a number of the history", str(number), todo)
        opener = [past.number for past in self._path if past.number < number and past.settled]
        if counting[0].standing is not InputStatus.TAKEN_BACK and opener:
            todo = f"That run was led home, so it is taken back with the entry that opened it: back {opener[-1]}."
        raise CommandError("a number that still counts", f"{number}, which does not", todo)

    def _unmixed(self, inputs: Sequence[UndoPoint]) -> None:
        """Raise `TableError` if cards were mixed into a deck by one of these inputs."""
        mixed = [
            past.number
            for past in inputs
            for told in past.told
            for one in told.happened
            if any(isinstance(motion, Mixed) for motion in one.motions)
        ]
        if mixed:
            raise TableError(
                f"a number after {mixed[-1]}, when cards were mixed into a deck",
                "one before it",
                "Nobody can find those cards again unseen. Go back less far, or put what is wrong on record: note "
                "TEXT.",
            )

    def redo(self, presses: int = 1) -> int:
        """Type again what was taken back, so many presses of it; return how many there were.

        Raises `CommandError` if nothing was taken back, or something else was typed since; or what a press raises.
        """
        if not self._ahead:
            raise CommandError(
                "something that was taken back", "nothing, or something else was typed since", "Go on."
            )
        done = 0
        with self.together():
            while done < presses and self._ahead:
                self._press_again()
                done += 1
        return done

    def _press_again(self) -> None:
        run = self.run
        for _ in range(1 if run is None else len(run.acts)):
            kind = self._ahead[-1].kind
            self._take(kind, self._ahead[-1].body)
            if kind != ANSWER or self.run is not run or not self._ahead:
                return

    @property
    def numbers(self) -> list[int]:
        """The number in the history of each operation answered in the run under way."""
        if self.run is None:
            return []
        own = self._path[self.run.ledger.opened :]
        return [past.number for past in own if past.kind == ANSWER]

    def entered(self) -> list[int]:
        """Return the numbers of the public events that were typed and count, the newest first."""
        return [past.number for past in reversed(self._path) if past.kind == EVENT]

    # -- what is to be said --------------------------------------------------------------------------

    @property
    def _beyond(self) -> list[LedgerEntry]:
        """What hands have done beyond the step at hand, in every run that came up."""
        here = [] if self.run is None else self.run.ledger.entries[len(self.run.ops) - 1 :]
        return here + [done for one in self._ledgers[self._begun :] for done in one.entries]

    @property
    def stays(self) -> str:
        """What an undo has left as it is on the table; empty if nothing."""
        return stays_words(self._beyond)

    @property
    def seen_beyond(self) -> str:
        """What was read beyond the step at hand, and cannot be unseen; empty if nothing."""
        named = self.law.kinds.describe_named
        read = [
            called(done.answer, named)
            for done in self._beyond
            if done.ticked and done.answer and asked_by(done.op)
        ]
        return f"Seen since, in this order, and not to be unseen: {listed(read)}." if read else ""

    @property
    def repair(self) -> str:
        """The honest way to change what hands cannot put back; empty where anything may be typed."""
        if not any(done.lasting for done in self._beyond):
            return ""
        later = self._begun < len(self._ledgers)
        told = (
            "only the same may be typed here"
            if later
            else "another answer is taken only if the steps after it stay"
        )
        way = "stop" if self.may_stop else "void and why"
        return f"redo types again what was typed; {told}. What is wrong on the table itself is put right by: {way}."

    @property
    def may_stop(self) -> bool:
        """Whether the run whose cards lie on the table may be given up."""
        if self.front is None:
            return False
        try:
            may_give_up(self.front)
        except TableError:
            return False
        return True
