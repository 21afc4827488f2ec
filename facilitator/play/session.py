"""The façade of a game: what the table must do now, as data, and one input at a time.

A front-end is a loop over a session: it shows the prompt, hands on what was typed or tapped, and shows the reply.
It needs to know nothing else of a game.  What a host can say stands in one table, `COMMANDS`, at the end: the
parser, the help, the completion at a terminal and the buttons of the page are readings of it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, Self, assert_never

from facilitator.errors import (
    CommandError,
    FacilitatorError,
    JournalError,
    NotWritten,
    ProtocolBug,
    TableError,
)
from facilitator.games.events import CORRECT
from facilitator.games.rules import read_move, typed
from facilitator.i18n import at_table, quoted
from facilitator.i18n.catalogue import closest, phrase, refusal, sentence, spelled
from facilitator.instructions.grouping import Wording
from facilitator.instructions.instruction import Instruction
from facilitator.mistakes.options import BackTo, CarryOn, DeclareVoid, DoAgain, GiveUp, PutRight
from facilitator.operations.faces import NONE, AnswerKind, Face, asked
from facilitator.play.announcements import announced
from facilitator.play.attempt import Run
from facilitator.play.check_codes import RecordMatch, Witness, compare_records
from facilitator.play.commands import (
    ACT,
    GAME,
    PLAY,
    Card,
    Input,
    PromptKind,
    SeveralCards,
    TapOffer,
    answer_taps,
    card_of,
    event_tap,
    event_taps,
    read_answer,
    read_back,
    read_note,
    read_reason,
    read_redo,
    rest_of,
    several,
)
from facilitator.play.counting import count_said
from facilitator.play.match import Match
from facilitator.play.messages import EventNews
from facilitator.play.mistake_questions import ADVICE, ActMistakes, advice, read_number
from facilitator.play.prompt import (
    ActPrompt,
    Asked,
    ChoicePrompt,
    EndPrompt,
    Explained,
    History,
    LastDone,
    MistakeChoice,
    MovePrompt,
    OpeningPrompt,
    Prompt,
    Reply,
    Result,
    Said,
    Saying,
    TableNow,
    WayOn,
    WaysOn,
)
from facilitator.play.questions import Prompter, SupplyNotes, glimpse, last_done, lies, result_of, table_now
from facilitator.play.stop import stopped_words
from facilitator.protocols.forms import form_named
from facilitator.protocols.recovery import Repair

if TYPE_CHECKING:
    from facilitator.table_files.load import Table

QUICKEST = 0.4
"""Seconds within which nobody can have done an act: an Enter that comes sooner was not meant for it."""
WIDE = 110
"""Letters of a line of help, before it is folded to a terminal."""


class Session:
    """One game, driven by whoever looks on: `now` tells the prompt, `take` takes an input.

    ``match``: the game itself, for what judges and tests read; a front-end drives it by `take` alone.  ``first``:
    what came about as it was opened, to be told before the first prompt.  ``readers``: how many must say the same of
    what is seen.  ``ended``: the game is over, and somebody said that so it was.  Calls may come from several
    front-ends, but one after the other.
    """

    def __init__(self, game: Match, minutes: Callable[[Run], float], box: SupplyNotes | None = None) -> None:
        """``minutes``: what is left of a run; ``box``: what an evening needs, if there are virtual seats."""
        self.match = game
        self._minutes, self._asker = minutes, Prompter(game, minutes, box)
        self.readers: int = game.table.readers
        self._told: list[Said] = []
        self._tappable: tuple[Asked, tuple[TapOffer, ...]] | None = None
        self._number = 1
        self._prompt: Prompt | None = None
        self._slip: ChoicePrompt | None = None
        self.ended = False
        self._settle()
        if self.begun and lies(game):
            self._table()
        if self.begun:
            self._slip = last_done(game)
        self.first = Reply(self._tell())

    @classmethod
    def open(
        cls,
        table: Table,
        path: Path | None,
        seed: int | None,
        minutes: Callable[[Run], float],
        box: SupplyNotes | None = None,
    ) -> Self:
        """Open the game in ``path``, or begin one there (None: in memory); ``seed`` makes it a rehearsal.

        Raises `JournalError` if the file is another table's, or damaged, or in use.
        """
        game = Match.open(table, path, seed)
        try:
            return cls(game, minutes, box)
        except BaseException:
            game.close()
            raise

    # -- what is asked now ---------------------------------------------------------------------------

    def now(self) -> Prompt:
        """Return what the table must do now; the same until an input took effect."""
        if self._prompt is None:
            self._prompt = self._asker.prompt(self._number, self._slip)
        return self._prompt

    @property
    def kind(self) -> PromptKind:
        """Where the host is asked; it decides which words are taken."""
        if self._slip is not None:
            return PromptKind.CHOICE
        if self.match.over:
            return PromptKind.END
        if self.match.run is None:
            return PromptKind.MOVE
        return PromptKind.ASK if self.match.run.ask else PromptKind.DO

    def words(self, now: Asked) -> tuple[str, ...]:
        """Return what can be completed where this is asked, now: what it asks for, then words of the table."""
        kind, asked_for = self.kind, tuple[str, ...]()
        match now:
            case OpeningPrompt():
                asked_for = now.seats
            case MovePrompt():
                asked_for = now.words
            case ActPrompt():
                asked_for = now.spelled
        return (*asked_for, *(one.words[0] for one in COMMANDS if kind in one.completes and one.fits(self)))

    def offers(self, now: Asked) -> tuple[TapOffer, ...]:
        """Return what can be tapped where this is asked, now: what it asks for, then buttons of the table."""
        if self._tappable is None or self._tappable[0] is not now:
            kind = self.kind
            buttons = (self._button(one, kind) for one in COMMANDS if kind in one.taps and one.fits(self))
            self._tappable = now, (*self._asked_taps(now), *buttons)
        return self._tappable[1]

    def several(self, now: Asked) -> tuple[SeveralCards, ...]:
        """Return what can be told by several cards at once, where a person moves."""
        move = isinstance(now, MovePrompt)
        return tuple(several(self.match.law, self.match.state)) if move else ()

    def _button(self, one: Command, kind: PromptKind) -> TapOffer:
        label = sentence(closest(f"tap.{one.name}", self._ways(kind)))
        return TapOffer(one.name, Input(one.name, one.said), (label,), aside=not one.asked)

    def _ways(self, kind: PromptKind) -> tuple[str, ...]:
        """Return by what the sentences about commands differ here."""
        return (kind, "drawn") if self.match.slides_again else (kind,)

    def _asked_taps(self, now: Asked) -> tuple[TapOffer, ...]:
        """Return a button for each answer to what is asked."""
        law, state = self.match.law, self.match.state
        match now:
            case ActPrompt(ask=()):
                return (TapOffer("done", Input("done"), (now.done,)),)
            case ActPrompt():
                return tuple(answer_taps(now.ask, law.kinds))
            case MovePrompt() | OpeningPrompt():
                events = event_taps(law, state)
                if now.likely is None:
                    return events
                one = event_tap(law, now.likely.event)
                word = now.likely.text
                if isinstance(now, OpeningPrompt) and one.face:
                    word = sentence("tap.begins", card=" ".join(one.path[:2]), seat=one.path[2])
                first = TapOffer("done", Input("done"), (word,), one.face, one.group)
                return (first, *(one for one in events if one.path != first.path))
            case EndPrompt():
                return ()  # the host answers that
            case _:
                options = enumerate(now.options, 1)
                return tuple(TapOffer(f"pick {n}", Input("pick", n), (text,)) for n, text in options)

    # -- what a front-end shows beside the prompt ----------------------------------------------------

    def public(self) -> Mapping[str, object]:
        """Return the public state, in the shape of the JSON lines."""
        return self.match.law.state_json(self.match.state)

    def glimpse(self) -> dict[str, Any]:
        """Return what everybody may see at one glance."""
        return glimpse(self.match)

    def card(self, face: Face) -> Card | None:
        """Return a card of the game in words; None for an extra card, or one nobody read out."""
        kinds = self.match.law.kinds
        return card_of(face, kinds) if face in kinds.cards else None

    def told_in(self, wording: Wording) -> tuple[Instruction, ...]:
        """Return the act at hand in another wording; nothing where there is none, or it is told so already."""
        run = self.match.run
        if run is None or run.telling.wording is wording:
            return ()
        other = replace(run.telling, wording=wording)
        return tuple(one for cue in other.cues(run.cue.ops) for one in cue.told)

    def table_now(self) -> TableNow:
        """Return what must lie on the table."""
        return table_now(self.match)

    def result(self) -> Result:
        """Return how far the game came."""
        return result_of(self.match)

    @property
    def witness(self) -> Witness:
        """What a front-end remembers of the record, to compare it when the game is opened again."""
        return self.match.witness

    def compare_record(self, game: str, turns: Sequence[str]) -> str:
        """Return what to say if this game does not contain the record that was seen earlier; "" if it does."""
        found = compare_records(Witness(game, tuple(turns)), self.witness)
        match found.match:
            case RecordMatch.SHORTER:
                return sentence("record.shorter", n=found.missing)
            case RecordMatch.DIFFERENT:
                return sentence("record.different")
        return ""

    @property
    def rehearsed(self) -> bool:
        """Whether the cards are the program's."""
        return self.match.truth is not None

    @property
    def taken_back(self) -> bool:
        """Whether something was taken back that could be typed again."""
        return bool(self.match.ahead)

    @property
    def over(self) -> bool:
        """Whether the game is over, as far as was typed."""
        return self.match.over

    @property
    def begun(self) -> bool:
        """Whether anything was typed of this game yet."""
        return self.match.journal.begun

    @property
    def kept(self) -> Path | None:
        """Where the game is kept; None for one in memory."""
        return self.match.journal.path

    def close(self) -> None:
        """Let the game's file go."""
        self.match.close()

    def discard(self) -> None:
        """Close a game that could not start, and leave no new file of it behind."""
        self.match.journal.discard()

    # -- one input -----------------------------------------------------------------------------------

    def take(self, typed: str | Input, prompt: int | None = None, after: float | None = None) -> Reply:
        """Take what was typed at the prompt, or an input that was tapped; what is refused changes nothing.

        ``prompt``: the number of the prompt it was meant for; for another it is refused.  ``after``: how many
        seconds it came after the prompt was shown, where that is known: an Enter that nobody can mean is not taken.
        Raises `JournalError` where the game's file can no longer be written, `ProtocolBug` for our own fault.
        """
        run, before = self.match.run, self._mark()
        stale = prompt is not None and prompt != self._number
        refused: FacilitatorError | None = None
        left = soon = False
        try:
            if stale:
                raise CommandError(*refusal("refused.prompt", now=self._number, then=prompt or 0))
            one = self.read(typed) if isinstance(typed, str) else typed
            if soon := after is not None and after < QUICKEST and self._needs_hands(one):
                self._say(sentence("said.too_soon"))
            else:
                left = self._taken(one)
        except NotWritten as err:
            refused = err
        except (JournalError, ProtocolBug):
            raise
        except FacilitatorError as err:
            refused = err
        moved = self._mark() != before
        self._number += moved
        # what could not be written was taken back with its run: the act comes again
        anew = moved or self.match.run is not run or not (soon or refused is not None)
        if anew:
            self._prompt = None
        return Reply(self._tell(), refused, anew or stale, left)

    def rehearse(self) -> Reply:
        """Take in a rehearsal what its cards say, as somebody would who never errs."""
        return self.take(self.rehearsed_input())

    def rehearsed_input(self) -> Input:
        """Return what the cards of a rehearsal say now."""
        run = self.match.run
        return Input("say", run.look().answer) if run is not None and run.ask else Input("done")

    def read(self, typed: str) -> Input:
        """Return what was typed, as an input; a word of the table goes before an answer or an event.

        Raises `FacilitatorError` if it means nothing here.
        """
        text, kind = typed.strip(), self.kind
        low = " ".join(text.lower().split())
        first = low.partition(" ")[0]
        for one in COMMANDS:
            if kind in one.where and one.takes is None and (low in one.words if low else one.enter):
                return Input(one.name, one.said)
            if kind in one.where and one.takes is not None and first in one.words:
                return Input(one.name, one.takes(text))
        return self._read_no_word(text, kind)

    def _read_no_word(self, text: str, kind: PromptKind) -> Input:
        """Return what is no word of the table: an answer, an event, a number."""
        game = self.match
        match kind:
            case PromptKind.ASK:
                assert game.run is not None
                return Input("say", read_answer(text, game.run.ask, game.law.kinds))
            case PromptKind.DO:
                return self._read_check(text)
            case PromptKind.MOVE:
                return Input("event", read_move(game.law, text, game.state))
            case PromptKind.END:
                return Input("help")
            case PromptKind.CHOICE:
                return Input("pick", read_number(text, self._offered))
            case _:
                assert_never(kind)

    def _read_check(self, text: str) -> Input:
        """Return the act done where its check asks how many, and so many were counted.

        Raises `TableError` where the check says another number, `CommandError` for anything but a number.
        """
        now = self.now().asked
        expected = now.counted if isinstance(now, ActPrompt) else ""
        if not (text.isdecimal() and expected):
            raise CommandError(*refusal("refused.word", found=quoted(text)))
        if int(text) != int(expected):
            raise TableError(*refusal("refused.check", expected=expected, found=quoted(text)))
        return Input("done")

    def _needs_hands(self, one: Input) -> bool:
        """Return whether an input says that an act is done. Counted duels may follow each other at any speed."""
        run = self.match.run
        return run is not None and one.name == "done" and not run.at_hand.tick

    def _mark(self) -> tuple[object, ...]:
        """Return values of which at least one changes whenever an input takes effect."""
        game = self.match
        return game.journal.size, game.wording, self.ended, self._slip

    def _taken(self, one: Input) -> bool:
        """Do all of what an input says, or nothing; tell whether the host leaves."""
        command = next(row for row in COMMANDS if row.name == one.name)
        question = self._slip
        if question is not None and PromptKind.CHOICE not in command.where:
            raise CommandError(*refusal("refused.choice"))
        try:
            with self.match.together():
                left = command.do(self) if one.said is None else command.do(self, one.said)
                self._settle()
                return bool(left)
        except FacilitatorError:
            self._slip = question
            self._told.clear()
            self.match.news.clear()
            raise

    # -- answers and events --------------------------------------------------------------------------

    def _done(self) -> None:
        """Enter alone: the act is done; in a rehearsal, what its cards say; at the end, so it was."""
        game = self.match
        if game.over:
            self.ended = True
        elif game.run is not None:
            self._press(read_answer("", game.run.ask, game.law.kinds) if game.run.ask else "")
        else:
            self._event(game.likely() if game.truth is not None else read_move(game.law, "", game.state))

    def _event(self, event: Any) -> None:
        self.match.submit(event)
        self._gather()

    def _correct(self, what: str) -> None:
        if self.match.run is not None:
            raise CommandError(*refusal("refused.correct.run"))
        self._event(read_move(self.match.law, f"{CORRECT} {what}", self.match.state))

    def _press(self, said: str) -> None:
        """Take an act as done; a card that was turned over is announced before everything goes home."""
        game = self.match
        run, plan = game.run, game.plan
        ask = run.ask if run is not None else ()
        game.press(said)
        if plan is not None and ask and said != NONE and asked(ask) is AnswerKind.CARD and game.run is run:
            told = sentence("said.plays", seat=plan.seat, card=said, name=game.law.kinds.describe(said))
            self._told.append(Saying(told, said))
        self._gather()

    def _settle(self) -> None:
        """Take what was told with the act before as done; what comes up then begins an act."""
        while self.match.run is not None and not self.match.run.lines:
            self._press("")
        if self.match.run is not None:
            self.match.run.begin_here()

    # -- giving up, and taking back ------------------------------------------------------------------

    def _stop(self, reason: str = "") -> None:
        """Give the run up, or with a ``reason`` declare it void, and say what hands do first."""
        game = self.match
        self._begin_again(game.void(reason) if reason else game.stop_run(), bool(reason))

    def _doubt(self) -> None:
        """Start a wallet's turn again, or let a drawn card be slid in again. Either reveals nothing."""
        if self.match.slides_again:
            self.match.put_right(Repair.SLIDE_AGAIN)
            self._say(sentence("doubt.drawn"))
            self._gather()
            return
        void = not self.match.may_stop
        first = self.match.doubt()
        self._say(sentence("stop.nothing_told"))
        self._begin_again(first, void)

    def _begin_again(self, first: str, void: bool) -> None:
        game = self.match
        self._say(stopped_words(first, void, game.recovering, game.colour_lies))
        self._anew()

    def _anew(self) -> None:
        """Collect what hands put back; the head of the turn is read again."""
        self._gather()
        self._asker.read_anew()

    def _undo(self) -> None:
        self._say_taken_back(self.match.unpress())
        self._anew()

    def _say_taken_back(self, what: str) -> None:
        told = sentence("undo.taken_back", what=what)
        self._say(f"{told} {self.match.stays}".rstrip())

    def _back(self, number: int) -> None:
        """Go back to a number: say what was taken back, what hands put back, what stays and what was seen."""
        game = self.match
        self._say_taken_back(game.back(number))
        self._gather()  # what hands put back, the last first
        for said in (game.seen_beyond, game.repair):
            if said:
                self._say(said)
        self._asker.read_anew()

    def _redo(self, presses: int) -> None:
        self._say(sentence("said.typed_again", presses=phrase("n.presses", n=self.match.redo(presses))))
        self._anew()

    # -- what is only said ---------------------------------------------------------------------------

    def _note(self, text: str) -> None:
        self.match.note(text)
        self._say(sentence("said.noted"))

    def _count(self, text: str) -> None:
        self._say(count_said(self.match, text))

    def _history(self, whole: bool = False) -> None:
        if lines := self.match.history():
            self._told.append(History(lines, whole))
        else:
            self._say(sentence("said.nothing_typed"))

    def _table(self) -> None:
        self._told.append(table_now(self.match))

    def _state(self) -> None:
        self._say(self.match.law.facts(self.match.state))

    def _tell_in(self, wording: Wording) -> None:
        """Go on in another wording."""
        self.match.tell_in(wording)
        self._say(sentence(f"told_in.{wording}"))
        self._settle()
        self.match.keep_wording()

    def _two_readers(self) -> None:
        """Ask from now on for two readings, or for one."""
        self.readers = 3 - self.readers
        self._say(sentence("readers.one" if self.readers < 2 else "readers.two"))

    def _explain(self) -> None:
        now = self.now().asked
        if isinstance(now, ActPrompt):
            self._told.append(Explained(now, form_named(self.match.table.protocol).columns))
        else:
            self._help(whole=False)

    def _help(self, whole: bool = True) -> None:
        """Say what can be typed here: what the game has to say of its moves, then the table's words.

        ``whole``: else only those that the page has a button for, and how to see all of them.
        """
        game, kind = self.match, self.kind
        lines = list[str]()
        if kind is PromptKind.MOVE:
            lines += typed(game.law, game.state)
        told = [self._help_of(one, kind) for one in COMMANDS if kind in (one.helps if whole else one.taps)]
        told += [] if whole else [sentence("help.more")]
        begun = len(lines)
        for text in "\n".join(told).split("\n"):
            if len(lines) > begun and len(lines[-1]) + len(text) < WIDE:
                lines[-1] += f"  {text}"
            else:
                lines.append(text)
        for line in lines:
            self._say(at_table(line, game.table.named_first))

    def _help_of(self, one: Command, kind: PromptKind) -> str:
        """Return what the help says of a word, with cards of this game; those there are several of by a number."""
        if one.name == "quit" and self.rehearsed and self.kept is None:
            return sentence("help.quit.unkept")
        law = self.match.law
        first, other, *_ = law.about.picture[0]
        times = law.kinds.cards.count(first)
        card = f"{times}x{first}" if times > 1 else first
        ways = (*self._ways(kind), *(("face",) if law.about.turns_first else ()))
        return sentence(closest(f"help.{one.name}", ways), card=card, cards=f"{card}, {other}")

    def _say(self, text: str) -> None:
        self._told.append(Saying(text))

    def _gather(self) -> None:
        """Collect what the game has to tell."""
        law: Any = self.match.law
        for item in self.match.news:
            self._told.append(announced(item, law) if isinstance(item, EventNews) else item)
        self.match.news.clear()

    def _tell(self) -> tuple[Said, ...]:
        told, self._told = tuple(self._told), []
        return told

    def _quit(self) -> bool:
        """Leave, or say at the end that so it was; tell whether the host leaves."""
        if self.match.over:
            self.ended = True
        elif not self.rehearsed and self.match.front is not None and lies(self.match):
            self._say(sentence("said.left_lying", seat=self.match.front.seat))
        return not self.ended

    # -- what went wrong -----------------------------------------------------------------------------

    @property
    def _offered(self) -> int:
        """The number of options of the question that is open; 0 if there is none."""
        return 0 if self._slip is None else len(self._slip.options)

    def _oops(self) -> None:
        self._slip = ActMistakes(self.match, self._minutes).what()

    def _pick(self, number: int) -> None:
        """Take the option of this number."""
        question = self._slip
        if question is None or not 1 <= number <= self._offered:
            raise CommandError(*refusal("refused.pick", number=number))
        self._slip = None
        match question:
            case WaysOn():
                self._go(question.choice, question.ways[number - 1])
            case LastDone():
                self.match.resume(number - 1)
                self._gather()
            case _:
                self._happened(question.choices[number - 1])

    def _happened(self, choice: MistakeChoice) -> None:
        """Ask for a way on from a mistake, or give the advice that needs no choice."""
        if choice.what in ADVICE:
            self._say(advice(choice.what))
        else:
            self._slip = ActMistakes(self.match, self._minutes).ways(choice)

    def _may_decline(self) -> bool:
        """Return whether the open question has no option that changes nothing."""
        return not isinstance(self._slip, LastDone)

    def _nothing(self) -> None:
        """Go on as if nothing had been asked."""
        self._slip = None

    def _go(self, choice: MistakeChoice, on: WayOn) -> None:
        """Take a way on; the mistake and the way stand in the record."""
        game = self.match

        def keep() -> None:
            game.oops(choice.what.value, on.way.word, f"{choice.text}; {on.text}; {on.gives}")

        match on.way:
            case BackTo(number):  # what is kept would be taken back with what came before
                self._back(number)
                keep()
            case CarryOn() | DoAgain():
                keep()
                self._say(sentence("said.kept"))
            case PutRight(repair):
                keep()
                game.put_right(repair)
                self._anew()
            case GiveUp(doubt=doubt):
                keep()
                (self._doubt if doubt else self._stop)()
            case DeclareVoid():
                keep()
                self._stop(choice.text)
            case _:
                assert_never(on.way)

    # -- where a word is offered ---------------------------------------------------------------------

    def _may_doubt(self) -> bool:
        doubtful = self.match.in_doubt or self.match.slides_again
        return doubtful and not self.match.recovering

    def _may_stop(self) -> bool:
        return not self.match.in_doubt and not self.match.recovering


# ----------------------------------------------------------------------------------------------------
# Every word a host can say, each once.


def always(session: Session) -> bool:
    """Offer a word wherever it is taken."""
    return True


def told_otherwise(wording: Wording) -> Callable[[Session], bool]:
    """Offer a wording where the table is told in another."""
    return lambda session: session.match.wording is not wording


@dataclass(frozen=True, slots=True)
class Command:
    """One thing a host can say.

    ``name``: of its input, and of its sentences in the catalogue: ``help.NAME`` and ``tap.NAME``, with the kind
    after them where it is another.  ``do``: what it does, with what was said if something was.  ``where``: the kinds
    that take it.  ``takes``: reads the line of a word that something follows, or may; ``said``: what a word says that
    nothing follows.  ``typed``: it is a word, in the catalogue as ``word.NAME`` with its ``way`` after it; ``enter``:
    Enter alone says it.
    ``helps``, ``completes``, ``taps``: the kinds whose help explains it, whose terminal completes it, whose page has
    a button for it; the last two only where it ``fits``.  ``asked``: it answers what is asked there.
    """

    name: str
    do: Callable[..., bool | None]
    where: tuple[PromptKind, ...]
    takes: Callable[[str], Any] | None = None
    said: Any = None
    way: str = ""
    typed: bool = True
    enter: bool = False
    helps: tuple[PromptKind, ...] = ()
    completes: tuple[PromptKind, ...] = ()
    taps: tuple[PromptKind, ...] = ()
    fits: Callable[[Session], bool] = always
    asked: bool = False

    @property
    def words(self) -> tuple[str, ...]:
        """How it is typed, in the spoken language and in English; the one that is completed first."""
        own = spelled(f"word.{self.name}{self.way}") if self.typed else ()
        return (*own, "") if self.enter else own


def told_in(wording: Wording, helps: tuple[PromptKind, ...] = ()) -> Command:
    """Return the row of a wording: it is offered where the table is told in another."""
    fits = told_otherwise(wording)
    row = Command(f"{wording}", Session._tell_in, GAME, said=wording, helps=helps)
    return replace(row, completes=ACT, taps=ACT, fits=fits)


MOVE, END, CHOICE = (PromptKind.MOVE,), (PromptKind.END,), (PromptKind.CHOICE,)
COMMANDS: tuple[Command, ...] = (
    Command("done", Session._done, PLAY, typed=False, enter=True, helps=ACT, taps=END, asked=True),
    Command("say", Session._press, ACT, typed=False, helps=ACT),
    Command("event", Session._event, MOVE, typed=False),
    Command("explain", Session._explain, GAME, helps=ACT),
    Command("help", Session._help, PLAY, helps=END),
    Command("stop", Session._stop, GAME, helps=ACT, completes=ACT, taps=ACT, fits=Session._may_stop),
    Command("doubt", Session._doubt, GAME, helps=ACT, completes=ACT, taps=ACT, fits=Session._may_doubt),
    Command("oops", Session._oops, GAME, helps=GAME, completes=GAME, taps=GAME),
    Command("void", Session._stop, GAME, read_reason, helps=ACT, completes=ACT),
    Command("undo", Session._undo, PLAY, helps=GAME, completes=PLAY, taps=PLAY),
    Command("history", Session._history, PLAY, helps=GAME, completes=GAME),
    Command("history", Session._history, PLAY, said=True, way=".all"),
    Command("back", Session._back, PLAY, read_back, helps=GAME, completes=GAME),
    Command("redo", Session._redo, PLAY, read_redo, helps=GAME, completes=GAME),
    Command("table", Session._table, GAME, helps=GAME, completes=GAME),
    told_in(Wording.FULL, GAME),
    told_in(Wording.BRIEF),
    told_in(Wording.WALK),
    Command("readers", Session._two_readers, GAME, helps=GAME, completes=ACT, taps=ACT),
    Command("note", Session._note, GAME, read_note, helps=GAME),
    Command("state", Session._state, GAME, helps=GAME),
    Command("count", Session._count, GAME, rest_of, helps=GAME),
    Command("correct", Session._correct, GAME, rest_of),
    Command("quit", Session._quit, PLAY, helps=GAME, completes=PLAY),
    Command("pick", Session._pick, CHOICE, typed=False),
    Command(
        "nothing",
        Session._nothing,
        CHOICE,
        enter=True,
        completes=CHOICE,
        taps=CHOICE,
        fits=Session._may_decline,
        asked=True,
    ),
)
"""The table: a new word is a row here, and its sentences in the catalogue."""
