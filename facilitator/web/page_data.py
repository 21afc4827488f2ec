"""Convert a game to JSON data for its web pages, and parse the answers from the pages.

The first functions convert a session to JSON for `static/page.js` and the files beside it. The data contains
only public knowledge. It is structured so that pages need not parse sentences. The class `PageState` connects
all pages of a game with its session.
"""

from __future__ import annotations

import json
import re
from collections import deque
from collections.abc import Callable, Iterable, Sequence
from dataclasses import asdict, dataclass
from functools import cache
from itertools import chain
from secrets import token_hex
from time import monotonic
from typing import Any, assert_never

from facilitator.errors import CommandError, FacilitatorError, JournalError, ProtocolBug
from facilitator.i18n.catalogue import get_language, join_with_and, refusal, sentence, template, texts_of
from facilitator.instructions.grouping import Wording
from facilitator.instructions.instruction import Instruction
from facilitator.instructions.known_faces import UNREAD
from facilitator.instructions.written_faces import write_owner
from facilitator.operations.faces import Face
from facilitator.pictures.areas import count_left_out, picture_area, picture_dot, picture_result
from facilitator.pictures.first_pictures import first_pictures, list_names
from facilitator.pictures.layout_movements import Scene
from facilitator.pictures.movements import illustrate_step
from facilitator.pictures.objects import Picture, TableCard, TableSleeve
from facilitator.pictures.svg import faces_to_svg, to_svg
from facilitator.planning.pace import minutes_in_words
from facilitator.play import prompt as prompts
from facilitator.play.clients import Clients, Reader
from facilitator.play.commands import Card, Input, SeveralCards, TapOffer, list_faces
from facilitator.play.messages import Remark, VoidMessage
from facilitator.play.session import QUICKEST, Session

CardOf = Callable[[str], Card | None]
Json = dict[str, Any]
"""JSON object in the data for a page."""


# ----------------------------------------------------------------------------------------------------
# Pictures of the table, as SVG.


def result_to_svg(step: prompts.StepPrompt, card: CardOf) -> str:
    """Return an SVG picture of the cards that a rehearsal has just turned face up, or "" if there are none.

    Args:
        step: The step.
        card: Function that describes a play card.
    """
    if step.revealed_cards is None:
        return ""
    scene = Scene(step.revealed_cards.surface, step.revealed_cards.up, step.sleeves)
    picture = picture_result(step.revealed_cards.op, scene, step.shown)
    return to_svg(picture, _describe(picture, card)) if picture else ""


def areas_to_svg(scene: Scene, card: CardOf) -> list[dict[str, str]]:
    """Return an SVG picture of each table area, with a note about columns that are not drawn."""
    found = []
    for area in dict.fromkeys(place.area for place in scene.surface):
        picture, more = picture_area(scene, area), count_left_out(scene, area)
        note = sentence("page.more_columns", n=more) if more else ""
        found.append({"svg": to_svg(picture, _describe(picture, card)), "note": note})
    return found


@cache
def draw_faces() -> dict[Face, str]:
    """Return an SVG picture of every card in every game, because a page can switch to another game."""
    return faces_to_svg(list_faces())


def _describe(picture: Picture, card: CardOf) -> str:
    """Describe a picture for screen readers: the face-up cards in order, and the number of face-down cards."""
    cards = [thing for thing in picture.things if isinstance(thing, TableCard | TableSleeve)]
    said = [_name_face(one.face, card) for one in cards if one.face]
    covered = len(cards) - len(said)
    return ", ".join([*said, *([sentence("page.covered", n=covered)] if covered else [])])


def _name_face(face: Face, card: CardOf) -> str:
    if face == UNREAD:
        return sentence("page.face_up")
    known = card(face)
    return known.words if known else write_owner(face)


# ----------------------------------------------------------------------------------------------------


KINDS: dict[type[prompts.Asked], str] = {
    prompts.OpeningPrompt: "opening",
    prompts.MovePrompt: "move",
    prompts.StepPrompt: "act",
    prompts.EndPrompt: "end",
}
"""Names of kinds of prompts in the JSON data. A question with options has its own `kind`."""


def view(session: Session, news: Sequence[str] = (), card: str = "", rest: int = 0) -> Json:
    """Return the JSON data for the current prompt on a web page.

    The data has these keys:

    - ``language``: current language
    - ``inks``: colour of each card group, by group name
    - ``prompt``, ``kind``: number and kind of the prompt
    - ``rehearsal``: True for a rehearsal
    - ``locked``: True if the host has locked the buttons
    - ``rest``: time in milliseconds during which the page ignores taps, because they belong to an earlier
      prompt
    - ``who``: person who carries out the step
    - ``title``: position in the game
    - ``heading``: large text, which is this person or the subject of the prompt
    - ``question``: question to answer
    - ``act``: step to perform (see `_step_to_json`), or None
    - ``offers``: buttons, each with a ``key`` and a ``path`` of words; ``sure`` if the page asks before it sends
    - ``void``: True if the virtual turn in progress can be declared void
    - ``several``: moves with several cards, which the user selects on the page
    - ``hints``: notes, such as a remark about the rehearsal
    - ``holds``: in a rehearsal, the hand of the current player
    - ``seats``, ``top``, ``color``, ``way``, ``open``: public state of the game
    - ``news``: messages since the previous prompt
    - ``played``: last card that the messages mention, or None

    Args:
        session: Session to show.
        news: Messages since the previous prompt.
        card: Last card that the messages mention, or "".
        rest: Time in milliseconds during which the page ignores taps.
    """
    prompt = session.get_prompt()
    now = prompt.asked
    who, title, heading = _heads(session, now)
    holds = now.holds if isinstance(now, prompts.MovePrompt) else ()
    shown = session.card(card) if card else None
    return {
        "language": get_language(),
        "inks": {template(key): ink for key, ink in INKS.items()},
        "prompt": prompt.number,
        "kind": now.kind if isinstance(now, prompts.ChoicePrompt) else KINDS[type(now)],
        "rehearsal": session.is_rehearsal,
        "locked": False,
        "rest": 0 if isinstance(now, prompts.StepPrompt) and now.is_only_counted else rest,
        "who": who,
        "title": sentence("page.rehearsal", title=title) if session.is_rehearsal else title,
        "heading": heading,
        "question": _find_question(now),
        "act": _step_to_json(session, now) if isinstance(now, prompts.StepPrompt) else None,
        "offers": [_tap(session, one, now) for one in session.offers(now)],
        "void": session.would_cancel(Input("void")),
        "several": [_several_to_json(one, session.card) for one in session.list_several_cards(now)],
        "hints": _hints(session, prompt),
        "holds": _cards(holds, session.card),
        **session.glimpse(),
        "news": list(news),
        "played": asdict(shown) if shown is not None else None,
    }


INKS = {
    **{"color.R": "red", "color.Y": "yellow", "color.G": "green", "color.B": "blue", "color.black": "black"},
    **{"named.H": "red", "named.D": "red", "named.C": "black", "named.S": "black"},
}
"""Colours of groups of cards in the style sheet, by the message key of the group name."""


def _several_to_json(move: SeveralCards, card: CardOf) -> Json:
    """Return JSON data for playing several cards: label, start of the typed line, and possible cards."""
    return {"label": move.label, "begin": move.begin, "cards": _cards(move.cards, card)}


def _cards(faces: Iterable[Face], card: CardOf) -> list[Json]:
    return [asdict(found) for face in faces if (found := card(face)) is not None]


def _tap(session: Session, one: TapOffer, now: prompts.Asked) -> Json:
    """Return the JSON data of a button. If the answer is a dot in a wallet, ``picture`` shows the dot.

    The page asks once more before a button that would cancel the virtual turn.
    """
    surface = now.surface if isinstance(now, prompts.StepPrompt) else {}
    dot = picture_dot(Scene(surface, {}), (one.input.argument,))
    shown = {"face": one.face, "group": one.group, "picture": to_svg(dot, one.path[-1]) if dot else ""}
    sure = session.would_cancel(one.input)
    return {"key": one.key, "path": list(one.path), **shown, "aside": one.aside, "sure": sure}


def _list_fixes(session: Session, number: int) -> list[Json]:
    """Return the buttons for the possible cards of a history entry."""
    try:
        return [_tap(session, offer, session.get_prompt().asked) for offer in session.list_fixes(number)]
    except FacilitatorError:  # the entry was undone in the meantime
        return []


def _find_question(now: prompts.Asked) -> str:
    """Return the question of a prompt, or "" if the question refers to keys of the keyboard."""
    if isinstance(now, prompts.MovePrompt | prompts.StepPrompt):
        return now.question
    return now.question if isinstance(now, prompts.OpeningPrompt) and not now.heading else ""


def _heads(session: Session, now: prompts.Asked) -> tuple[str, str, str]:
    """Return three texts for the top of a page: person who carries out the step, title, heading."""
    match now:
        case prompts.StepPrompt():
            who = now.lines[0].instruction.doer if now.lines else ""
            return who, sentence("page.act", title=now.title, label=now.label_text), who
        case prompts.MovePrompt(seat=seat):
            return seat, sentence("page.move"), seat
        case prompts.OpeningPrompt(heading=heading):
            return (
                "",
                sentence("page.between" if heading else "page.opening"),
                heading or sentence("page.opening.ask"),
            )
        case prompts.ChoicePrompt(kind="happened"):
            return "", sentence("page.wrong"), sentence("page.wrong.ask")
        case prompts.ChoicePrompt(mistake=prompts.ChoiceOption() as mistake):
            return "", mistake.text, sentence("page.wrong.way")
        case prompts.ChoicePrompt(kind="resume"):
            return "", sentence("page.resume"), sentence("page.resume.ask")
        case prompts.ChoicePrompt():
            return "", sentence("page.move"), now.question
        case prompts.EndPrompt():
            return _heads_at_end(session.result().winners)
        case _:
            assert_never(now)


def _heads_at_end(winners: Sequence[str]) -> tuple[str, str, str]:
    if not winners:
        return "", sentence("page.end"), sentence("page.over")
    who = join_with_and(winners)
    return who, sentence("page.end"), sentence("page.wins", n=len(winners), who=who)


def _step_to_json(session: Session, step: prompts.StepPrompt) -> Json:
    """Return the JSON data of a step.

    The data has these keys:

    - ``minutes``: remaining time of the attempt, in words
    - ``times``: number of repetitions or duels, or 0
    - ``counted``: number of completed duels, or -1 without a duel counter
    - ``again``: True if the step was undone earlier
    - ``lines``: instructions
    - ``full``: the same instructions in full wording
    - the fields of the step's ``reason``
    - ``pictures``: for each line, the pictures of its movements as SVG
    - ``words``: before the first step of a rehearsal, pictures that explain the words of the instructions
    - ``layers``: contents of a sleeve, beginning at its clear side
    - ``sight``: in a rehearsal, a picture of the revealed cards
    """
    return {
        "minutes": minutes_in_words(step.minutes),
        "times": step.duel[1] if step.duel else step.times or 0,
        "counted": step.duel[0] - 1 if step.duel else -1,
        "again": step.again,
        "lines": [
            _instruction_to_json(line.instruction, line.groups, label)
            for line, label in zip(step.lines, step.line_labels, strict=True)
        ],
        "full": [_instruction_to_json(said, (), label) for said, label in step.full],
        **step.reason._asdict(),
        "pictures": _pictures(step),
        "words": _first_pictures(session, step),
        "layers": step.layers if step.wording is not Wording.BRIEF else (),
        "sight": result_to_svg(step, session.card),
    }


def _first_pictures(session: Session, step: prompts.StepPrompt) -> list[str]:
    """Return pictures that explain the words of a turn, at the first step of a rehearsal. Otherwise empty."""
    if not session.is_first_step(step):
        return []
    head = session.get_prompt().head
    if head is None:
        return []  # A recovery is not the first step of a turn.
    pictures = first_pictures(step.ahead.all_ops, head.seat, step.sleeves)
    return [to_svg(picture, list_names(picture)) for picture in pictures]


def _pictures(step: prompts.StepPrompt) -> list[list[str]]:
    """Return the SVG pictures of a step, with a separate list for each instruction on the page."""
    lines = tuple(line.instruction for line in step.all_lines)
    instructions = step.walked_instructions if step.is_only_counted else lines
    groups = illustrate_step(
        step.ops, Scene(step.surface, {}, step.sleeves, pool=step.pool), len(instructions)
    )
    shown = [*zip(instructions, groups, strict=True)]
    if step.movement is not None and not step.is_only_counted:
        shown = shown[step.movement : step.movement + 1]
    return [[to_svg(picture, said.text) for picture in group] for said, group in shown]


def _instruction_to_json(
    said: Instruction, groups: Sequence[prompts.CardGroup] = (), label: str = ""
) -> Json:
    """Return the JSON data of an instruction. Its cards are counted by colour or suit."""
    whole = {"label": label, "verb": said.verb, "doer": said.doer, "sentence": said.text}
    cards = [(one.name, one.count, one.cards) for one in groups]
    return {**whole, "asks": said.check, "check": said.full_check, "groups": cards}


def _hints(session: Session, prompt: prompts.Prompt) -> list[str]:
    now, said = prompt.asked, list[str]()
    if isinstance(now, prompts.MovePrompt | prompts.OpeningPrompt) and now.setting is not None:
        if isinstance(now, prompts.OpeningPrompt) and session.is_rehearsal:
            said.append(sentence("page.tour"))
        said += [now.setting.box, now.setting.dealing]
    if isinstance(now, prompts.EndPrompt):
        said += _hints_at_end(session.result())
    if isinstance(now, prompts.StepPrompt) and now.number == 1 and prompt.head is not None:
        said.append(sentence("page.mark", mark=prompt.head.check_code))
    if isinstance(now, prompts.StepPrompt):
        said.append(now.simulated_dot)
    return [text for text in (*said, prompt.warning) if text]


def _hints_at_end(result: prompts.Result) -> list[str]:
    took = minutes_in_words(result.minutes)
    return [sentence("page.took", time=took, events=result.events, runs=result.runs), sentence("page.so")]


def list_sentences(messages: Iterable[prompts.Message]) -> list[str]:
    """Return the messages for a page, without messages for terminals only."""
    said: list[str] = []
    for item in messages:
        if isinstance(item, prompts.Announced | Remark | VoidMessage):
            said += prompts.render_message(item)
        elif isinstance(item, prompts.HostMessage):
            said.append(item.text)
    return said


def find_played_card(messages: Iterable[prompts.Message]) -> str:
    """Return the last card that was played, read aloud or revealed according to the messages, or ""."""
    cards = [
        item.card if isinstance(item, prompts.HostMessage) else str(item.event.get("play", ""))
        for item in messages
        if isinstance(item, prompts.Announced | prompts.HostMessage)
    ]
    return next(filter(None, reversed(cards)), "")


def table_to_json(session: Session) -> Json:
    """Return a description and pictures of the cards that should be on the table now."""
    now = session.table_now()
    laid = ", ".join(f"{owner} {count}" for owner, count in now.laid)
    run = sentence("page.run", seat=now.seat, since=now.since)
    return {
        "facts": now.facts,
        "pictures": areas_to_svg(Scene(now.surface, now.up, session.has_sleeves), session.card),
        "lines": [
            run if now.surface else sentence("page.no_run"),
            *([sentence("page.whose", laid=laid)] if laid else []),
            *now.remarks,
        ],
    }


# ----------------------------------------------------------------------------------------------------
# State that all pages of a game share, and the effect of a tap. The server passes data to and from this class.


NEWS = 12
"""Maximum number of messages on a page."""
TYPED = "event rest pick say note count correct fix void back redo state time".split()
"""Commands that are allowed on a page. They do not end the program or print to the terminal."""


LONGEST_NAME = 64
"""Maximum length of the name of a page or a device."""
NUMBER = re.compile("[0-9]{1,9}")
"""Pattern of the number in a prompt id."""
NOTICE_PROMPTS = 3
"""Number of prompts after which a notice is removed from the data.

The page itself shows the notice until the user has read it.
"""
LOCKED: Json = {"locked": True, "offers": [], "several": []}
"""Values to use in the JSON data while the buttons are locked."""


def _list_history(session: Session) -> list[Json]:
    messages = session.take(Input("history")).messages
    histories = (item.lines for item in messages if isinstance(item, prompts.History))
    return [asdict(line) for line in chain.from_iterable(histories)]


@dataclass(frozen=True, slots=True)
class Tapped:
    """Input from a web page: a tap on a button, or typed text.

    Attributes:
        prompt: Prompt id on the page.
        key: Button key.
        text: Typed text, or None for a tap.
        page: Page name.
        device: Random id that the browser keeps.
    """

    prompt: str
    key: str = ""
    text: str | None = None
    page: str = ""
    device: str = ""


LARGEST_RECORD = 128 * 1024
"""Maximum size of a game record from a page, in bytes. A turn takes only 67 bytes."""


def parse_json(body: bytes) -> object:
    """Parse a request body. Return None if it is not valid JSON."""
    try:
        value: object = json.loads(body)
    except (ValueError, RecursionError):
        return None
    return value


def read_record(body: bytes) -> tuple[str, list[str]]:
    """Parse a game record stored by a page.

    Returns:
        The digest of the start of the game, and the digests of its turns.

    Raises:
        CommandError: The body has another structure.
    """
    match parse_json(body):
        case {"game": str(game), "turns": [*turns], **more} if not more:
            if all(isinstance(turn, str) for turn in turns):
                return game, turns
    raise CommandError(*refusal("page.refused.shape"))


def read_tap(body: bytes, page: str = "", device: str = "") -> Tapped:
    """Parse the request body of a tap or of typed text.

    Args:
        body: Request body, as JSON.
        page: Page name.
        device: Random id that the browser keeps.

    Raises:
        CommandError: The body has another structure.
    """
    page, device = page[:LONGEST_NAME], device[:LONGEST_NAME]
    match parse_json(body):
        case {"prompt": str(prompt), "input": str(key), **more} if not more:
            return Tapped(prompt, key, page=page, device=device)
        case {"prompt": str(prompt), "text": str(text), **more} if not more:
            return Tapped(prompt, text=text, page=page, device=device)
    raise CommandError(*refusal("page.refused.shape"))


class PageState:
    """State that all web pages of a game share: JSON data, and the client that submits answers.

    Attributes:
        changed: Function that is called after a change. Any thread may call it.
        locked: True if the host has locked the buttons, so that taps have no effect.

    Args:
        clients: Clients of the session.
        now: Clock that returns seconds.
        rest: Time in seconds during which pages ignore taps on a new prompt.
    """

    def __init__(
        self, clients: Clients, now: Callable[[], float] = monotonic, rest: float = QUICKEST
    ) -> None:
        self.changed: Callable[[], None] = lambda: None
        self._now, self._rest = now, rest
        self._client = clients.add_client(self._show_changes_by_others)
        self._news: deque[str] = deque(list_sentences(self._client.session.first.messages), maxlen=NEWS)
        self._played = ""
        self.locked = False
        self._kept: tuple[tuple[object, ...], str] | None = None
        self._since = now()
        self._started = token_hex(4)  # prefix of prompt ids, unique across restarts
        self._notice: tuple[int, str] = 0, ""  # number of the prompt, and text of the notice
        self._notices = 0

    def lock(self, locked: bool) -> None:
        """Lock or unlock the buttons on all pages."""
        self.locked = locked
        self.changed()

    def _show_changes_by_others(self) -> None:
        with self._client.quiet():
            for heard in self._client.take_news():
                if heard.notice:
                    self._notice = self._client.session.get_prompt().number, heard.notice
                    self._notices += 1
                else:
                    self._note_reply(heard.reply)
        self.changed()

    def prompt_id(self, number: int) -> str:
        """Return the id of a prompt. Ids are never used again after a restart, unlike prompt numbers."""
        return f"{self._started}-{number}"

    def _number_of(self, prompt: str) -> int | None:
        """Return the prompt number in an id, or None if the id is invalid or older than the last restart."""
        started, _, number = prompt.partition("-")
        return int(number) if started == self._started and NUMBER.fullmatch(number) else None

    def _note_reply(self, reply: prompts.Reply) -> None:
        self._news.clear()
        self._news.extend(list_sentences(reply.messages))
        self._played = find_played_card(reply.messages)
        self._since = self._now()

    def state(self) -> str:
        """Return the JSON data for the current prompt, which is cached until the next change."""
        with self._client.quiet() as session:
            number = session.get_prompt().number
            mark = number, self.locked, self._notices
            if self._kept is None or self._kept[0] != mark:
                rest = round(self._rest * 1000)
                shown = view(session, tuple(self._news), self._played, rest)
                shown |= LOCKED if self.locked else {}
                shown["prompt"] = self.prompt_id(number)
                game, turns = session.witness
                shown["record"] = {"game": game, "turns": len(turns), "last": turns[-1] if turns else ""}
                at, notice = self._notice
                noticed = notice != "" and number < at + NOTICE_PROMPTS
                shown["notice"] = (
                    {"id": f"{self._started}-{self._notices}", "text": notice} if noticed else None
                )
                self._kept = mark, json.dumps(shown, ensure_ascii=False, separators=(",", ":"))
            return self._kept[1]

    def ask(self, what: str) -> object:
        """Return additional data that a page requests.

        Args:
            what: ``table`` for the cards on the table, ``history`` for the game history, ``faces`` for
                pictures of all cards, ``seats`` for buttons of players who can leave, or the number of a
                history entry for its possible cards. Any other value returns the page texts.
        """
        with self._client.quiet() as session:
            match what.rpartition("/")[2]:
                case "table":
                    return table_to_json(session)
                case "history":
                    return _list_history(session)
                case number if NUMBER.fullmatch(number):
                    return _list_fixes(session, int(number))
                case "faces":
                    return draw_faces()
                case "seats":
                    now = session.get_prompt().asked
                    return [_tap(session, offer, now) for offer in session.list_departures()]
                case _:
                    return texts_of("page.")

    def compare(self, game: str, turns: Sequence[str]) -> Json:
        """Compare a game record stored by a page with the current game.

        Returns:
            ``said``, a warning for the page or "", and the digests of the start of the current ``game`` and of
            all its ``turns``.
        """
        with self._client.quiet() as session:
            said, now = session.compare_record(game, turns), session.witness
            return {"said": said, "game": now.game, "turns": [*now.turns]}

    def tap(self, tapped: Tapped) -> Json:
        """Process a tap or typed text. A rejected answer changes nothing.

        Returns:
            Whether the tap was ``taken`` or ``refused``, what is ``said`` to the page, and whether the host has
            ``left`` the game.

        Raises:
            JournalError: The game file is damaged or cannot be written. The game cannot continue.
            ProtocolBug: The program has an internal error. The game cannot continue.
        """
        try:
            return self._tap(tapped)
        except (JournalError, ProtocolBug):
            raise
        except FacilitatorError as err:
            return {"taken": False, "refused": True, "said": [str(err)], "left": False}

    def _tap(self, tapped: Tapped) -> Json:
        with self._client.quiet() as session:
            if self.locked:
                raise CommandError(*refusal("page.refused.locked"))
            reader = Reader(self._client, tapped.page, tapped.device)
            number = self._current(session, tapped, reader)
            said, called = self._find_input(session, tapped)
            after = self._now() - self._since
            reply = self._client.take(said, number, after, called, reader)
            moved = session.get_prompt().number != number or reply.left
            lines = list_sentences(reply.messages)
            if moved:
                self._note_reply(reply)
        if moved:
            self.changed()
        if reply.refused is not None:
            raise reply.refused
        return {"taken": moved, "refused": False, "said": [] if moved else lines, "left": reply.left}

    def _current(self, session: Session, tapped: Tapped, reader: Reader) -> int:
        """Return the number of the current prompt, after checking that the page has answered this prompt.

        If a late answer differs from the accepted answer, all pages show a notice.

        Raises:
            CommandError: The page has answered an earlier prompt.
        """
        now, number = session.get_prompt().number, self._number_of(tapped.prompt)
        if number == now:
            return number
        if number is None:
            raise CommandError(*refusal("page.refused.restarted"))
        differs = self._client.report_late(reader, number, tapped.key, tapped.text)
        raise CommandError(*refusal("page.refused.differs" if differs else "page.refused.since"))

    def _find_input(self, session: Session, tapped: Tapped) -> tuple[Input, str]:
        """Convert a page's answer to an input. Return the input, and the button label or typed text.

        Raises:
            FacilitatorError: The input is not possible at this prompt.
        """
        if tapped.text is not None:
            said = session.read(tapped.text)
            if said.name in TYPED:
                return said, tapped.text
        for offer in session.offers(session.get_prompt().asked):
            if tapped.text is None and offer.key == tapped.key:
                return offer.input, " ".join(offer.path)
        raise CommandError(*refusal("page.refused.offer"))
