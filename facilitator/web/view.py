"""From a session to what the pages show, as data, and back: nothing that is not public, nothing to be parsed.

Everything here is JSON: the shapes are told where they are made, and read by `static/page.js` and its neighbours.
"""

from __future__ import annotations

import json
import re
from collections import deque
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from secrets import token_hex
from time import monotonic
from typing import Any, TypedDict, assert_never

from facilitator.errors import CommandError, FacilitatorError, JournalError, ProtocolBug
from facilitator.evening.clock import minutes_in_words
from facilitator.machine.faces import ALPHA, BETA, Face, named_by, owner_of
from facilitator.machine.operations import Place, places_of
from facilitator.play.commands import Card, Input, SeveralCards, TapOffer
from facilitator.play.desk import Desks, Reader
from facilitator.play.news import Remark, VoidNews
from facilitator.play.prompt import (
    ActPrompt,
    Announced,
    Asked,
    CardGroup,
    EndPrompt,
    History,
    MovePrompt,
    OpeningPrompt,
    Prompt,
    Reply,
    Said,
    Saying,
    WaysOn,
    WhatHappened,
    news,
)
from facilitator.play.prompt import FaceUpPlaces as Lying
from facilitator.play.session import QUICKEST, Session
from facilitator.telling.diagram import DROP, PITCH, CardPicture, Picture, as_seen, wallet_picture
from facilitator.telling.draw import NARROW, AreaSight, dot_at, ends, sights
from facilitator.telling.grouping import Wording
from facilitator.telling.instruction import Instruction, addressed
from facilitator.words.catalogue import all_of, refusal, sentence, spoken, template, texts_of

# ----------------------------------------------------------------------------------------------------
# Pictures of the table as data for the page, which draws them: the very pictures that the sheets are drawn from.


A_LINE = 9
"""Cards of a long row that are drawn side by side, the next below them."""
CardOf = Callable[[str], Card | None]


Json = dict[str, Any]
"""An object of the page's data."""


def _seen(sight: AreaSight, card: CardOf) -> Json | None:
    """Return the table before an act or after it; None where nothing of what is touched lies there."""
    if not sight.seen:
        return None
    return drawn(as_seen(sight.seen, dict(sight.up), sight.area), card, sight.more)


def lying(sight: Lying, card: CardOf, shown: Sequence[Face] = ()) -> Json | None:
    """Return what an act of a rehearsal turned over, with what lies beside it; of a long row that row alone.

    ``shown``: where a dot was seen.
    """
    if dot := dot_at(sight.surface, shown):
        return drawn(wallet_picture(ends(sight.surface), dot), card)
    touched = [place for place in places_of(sight.op) if place in sight.up]
    if not touched:
        return None
    area = touched[0].area
    near = {place.number for place in touched}
    if len(near) <= NARROW:
        seen = {place: up for place, up in sight.surface.items() if place.number in near}
        return drawn(as_seen(seen, sight.up, area), card)
    cards = tuple(
        CardPicture(at % A_LINE * PITCH, at // A_LINE * DROP, sight.up[place])
        for at, place in enumerate(sorted(touched))
    )
    return drawn(Picture(cards), card)


def areas(surface: Mapping[Place, bool], up: Mapping[Place, Face], card: CardOf) -> list[Json]:
    """Return all that lies on the table, area by area, of a long row its first columns."""
    found = []
    for area in dict.fromkeys(place.area for place in surface):
        numbers = sorted({place.number for place in surface if place.area == area})
        seen = {place: face for place, face in surface.items() if place.number in numbers[:A_LINE]}
        found.append(drawn(as_seen(seen, up, area), card, max(0, len(numbers) - A_LINE)))
    return found


def drawn(picture: Picture, card: CardOf, more: int = 0) -> Json:
    """Return a picture as data, ``w`` by ``h`` mm from the top left; ``more``: columns alike that are left out.

    ``cards``: each where, how large, what it shows (nothing: covered), the group of a play card, and in words;
    ``bands``: what is around cards, by the upper left corner, width and height; ``words``: each at the left end of
    its baseline.
    """
    w, h = picture.size
    words = (x + 4.2 * len(text) / 2 + 2 for x, _, text in picture.words)
    right = max([*words, *(left + wide for left, _, wide, _ in picture.sleeves)], default=w)
    return {
        "w": max(w, right),
        "h": h,
        "cards": [_card(one, card) for one in picture.cards],
        "bands": picture.sleeves,
        "words": [{"x": x, "y": y, "text": text} for x, y, text in picture.words],
        "more": more,
    }


def _card(one: CardPicture, card: CardOf) -> Json:
    known = card(one.face) if one.face else None
    label = one.face if one.face in (ALPHA, BETA) else named_by(owner_of(one.face))
    return {
        **{"x": one.x, "y": one.y, "w": one.w, "h": one.h, "face": label},
        "group": known.group if known else "",
        "words": known.words if known else label,
    }


# ----------------------------------------------------------------------------------------------------


COLUMNS = 3
"""Of a row of columns so many are drawn."""
KINDS: dict[type[Asked], str] = {
    OpeningPrompt: "opening",
    MovePrompt: "move",
    ActPrompt: "act",
    EndPrompt: "end",
    WhatHappened: "happened",
    WaysOn: "ways",
}
"""What each prompt is called in the data of the page."""


def view(session: Session, news: Sequence[str] = (), card: str = "", rest: int = 0) -> Json:
    """Return what the page shows now.

    ``inks``: in which colour a group of cards is drawn, by its word. ``prompt``, ``kind``: the number of
    the prompt, and what it is. ``who``: whoever acts; ``heading``: the same, or what it is about, large;
    ``title``: where that stands. ``act``: see `_act`. ``offers``: what can be tapped, each by its ``key``,
    with the words that lead to it. ``hints``: what a rehearsal's cards say, and what is said once;
    ``holds``: the hand of the person in turn, in a rehearsal. ``seats``, ``top``, ``color``, ``way``,
    ``open``: what everybody may see. ``news``: what was told since the prompt before,
    ``played``: the ``card`` it is about. ``several``: what is told by several cards, put together on the
    page. ``rest``: milliseconds in which a tap is not meant for this prompt.
    """
    prompt = session.now()
    now = prompt.asked
    who, title, heading = _heads(session, now)
    holds = now.holds if isinstance(now, MovePrompt) else ()
    shown = session.card(card) if card else None
    return {
        "language": spoken(),
        "inks": {template(key): ink for key, ink in INKS.items()},
        "prompt": prompt.number,
        "kind": KINDS[type(now)],
        "rehearsal": session.rehearsed,
        "locked": False,
        "rest": 0 if isinstance(now, ActPrompt) and now.tick else rest,
        "who": who,
        "title": sentence("page.rehearsal", title=title) if session.rehearsed else title,
        "heading": heading,
        "question": ""
        if isinstance(now, WhatHappened | WaysOn | EndPrompt)
        else now.question,  # it asks for keys
        "act": _act(session, now) if isinstance(now, ActPrompt) else None,
        "offers": [_tap(one, now, session.card) for one in session.offers(now)],
        "several": [_gathered(one, session.card) for one in session.several(now)],
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
"""In which colour of the style sheet a group of cards is drawn, by the key of its word."""


def _gathered(one: SeveralCards, card: CardOf) -> Json:
    """Return what is told by several cards: its button, how its line begins, and every card there is."""
    return {"label": one.label, "begin": one.begin, "cards": _cards(one.cards, card)}


def _cards(faces: Iterable[Face], card: CardOf) -> list[Json]:
    return [asdict(found) for face in faces if (found := card(face)) is not None]


def _tap(one: TapOffer, now: Asked, card: CardOf) -> Json:
    """Return an offer; ``picture``: where the dot is, of an answer to a wallet's last look."""
    surface = now.surface if isinstance(now, ActPrompt) else {}
    dot = dot_at(surface, (one.input.said,))
    seen = drawn(wallet_picture(ends(surface), dot), card) if dot else None
    shown = {"face": one.face, "group": one.group, "picture": seen}
    return {"key": one.key, "path": list(one.path), **shown, "aside": one.aside}


def _heads(session: Session, now: Asked) -> tuple[str, str, str]:
    """Return who acts, where that stands, and what is written largest."""
    match now:
        case ActPrompt():
            who = _doer(session, now.lines[0].said) if now.lines else ""
            key = "page.act.open" if now.ahead.open else "page.act"
            return who, sentence(key, title=now.title, n=now.number, total=now.total), who
        case MovePrompt(seat=seat):
            return seat, sentence("page.move"), seat
        case OpeningPrompt():
            return "", sentence("page.opening"), sentence("page.opening.ask")
        case WhatHappened():
            return "", sentence("page.wrong"), sentence("page.wrong.ask")
        case WaysOn():
            return "", now.choice.text, sentence("page.wrong.way")
        case EndPrompt():
            winners = session.result().winners
            if not winners:
                return "", sentence("page.end"), sentence("page.over")
            who = all_of(winners)
            return who, sentence("page.end"), sentence("page.wins", n=len(winners), who=who)
        case _:
            assert_never(now)


def _act(session: Session, act: ActPrompt) -> Json:
    """Return an act for hands.

    ``times``: how often, of a round, else 0; ``counted``: so often done, -1 where nobody counts.  ``lines``: what is
    told, and ``full`` the same in full.  ``before``, ``after``: the table, drawn; ``frames``: see `_frames`;
    ``layers``: what lies in a sleeve, from its clear side;
    ``sight``: what lies there, in a rehearsal.
    """
    before, after = sights(act.ops, act.surface, shown=COLUMNS, step=act.step)
    full = act.ahead.walked(act.ops) if act.tick else session.told_in(Wording.FULL)
    return {
        "minutes": minutes_in_words(act.minutes),
        "times": act.duel[1] if act.duel else act.times or 0,
        "counted": act.duel[0] - 1 if act.duel else -1,
        "again": act.again,
        "lines": [_told(line.said, _doer(session, line.said), line.groups) for line in act.lines],
        "full": [_told(said, _doer(session, said)) for said in full],
        **act.reason._asdict(),
        "before": _seen(before, session.card),
        "after": _seen(after, session.card),
        "frames": _frames(act, session.card),
        "layers": act.layers if act.wording is not Wording.BRIEF else (),
        "sight": lying(act.sight, session.card, act.shown) if act.sight else None,
    }


def _doer(session: Session, said: Instruction) -> str:
    """Return who does it; where any people may, two by name, by how many cards are held: others in another turn."""
    seats = session.glimpse()["seats"]
    people = [seat["name"] for seat in seats if not seat["virtual"]]
    if len(people) < 2 or said.said.doer.key not in ("who.two", "who.helpers"):
        return said.doer
    first = sum(seat["cards"] for seat in seats) % len(people)
    return all_of((people[first:] + people[:first])[:2])


def _frames(act: ActPrompt, card: CardOf) -> list[tuple[str, Json | None]]:
    """Return a duel step by step: the table after it, drawn; or what is done, where the page has a picture of it.

    That is a wallet's, which is always the same: `static/duel-1.svg` and those after it.
    """
    if act.duel is None or act.wording is Wording.WALK:
        return []
    if ends(act.surface):
        return [(said, None) for said in sentence("duel.frames").splitlines()]
    steps = (sights(act.ops, act.surface, shown=COLUMNS, step=step)[1] for step in range(4))
    return [("", _seen(sight, card)) for sight in steps]


def _told(said: Instruction, doer: str, groups: Sequence[CardGroup] = ()) -> Json:
    """Return an instruction; ``groups``: its list of cards, each a colour or suit, how many, and which."""
    whole = {"verb": said.verb, "doer": doer, "sentence": addressed(doer, said.text)}
    cards = [(one.name, one.count, one.cards) for one in groups]
    return {**whole, "asks": said.check, "check": said.checked, "groups": cards}


def _hints(session: Session, prompt: Prompt) -> list[str]:
    now, said = prompt.asked, list[str]()
    if isinstance(now, OpeningPrompt) and session.rehearsed:
        said.append(sentence("page.tour"))
    if isinstance(now, MovePrompt | OpeningPrompt) and now.setting is not None:
        said += [now.setting.box, now.setting.dealing]
    if isinstance(now, EndPrompt):
        result = session.result()
        took = minutes_in_words(result.minutes)
        said += [
            sentence("page.took", time=took, events=result.events, runs=result.runs),
            sentence("page.so"),
        ]
    if isinstance(now, ActPrompt) and now.number == 1 and prompt.head is not None:
        said.append(sentence("page.mark", mark=prompt.head.mark))
    return [text for text in (*said, prompt.warning) if text]


def sentences(told: Iterable[Said]) -> list[str]:
    """Return what a reply tells, as the table hears it; what only a terminal was asked for is left to it."""
    said: list[str] = []
    for item in told:
        if isinstance(item, Announced | Remark | VoidNews):
            said += news(item)
        elif isinstance(item, Saying):
            said.append(item.text)
    return said


def played(told: Iterable[Said]) -> str:
    """Return the card that a reply is about: what was laid, read out or turned over last; empty where none was."""
    cards = [
        item.card if isinstance(item, Saying) else str(item.event.get("play", ""))
        for item in told
        if isinstance(item, Announced | Saying)
    ]
    return next(filter(None, reversed(cards)), "")


def table(session: Session) -> Json:
    """Return what must lie on the table now, in words and drawn."""
    now = session.table_now()
    laid = ", ".join(f"{owner} {count}" for owner, count in now.laid)
    run = sentence("page.run", seat=now.seat, since=now.since)
    return {
        "facts": now.facts,
        "pictures": areas(now.surface, now.up, session.card),
        "lines": [
            run if now.surface else sentence("page.no_run"),
            *([sentence("page.whose", laid=laid)] if laid else []),
            *now.remarks,
        ],
    }


# ----------------------------------------------------------------------------------------------------
# What every page of a game shows, and what a tap does; whoever serves the pages hands it on.


NEWS = 12
"""Sentences of news that a page shows at most."""
TYPED = ("event", "say", "note", "count", "correct", "void", "back", "redo", "state")
"""What may be typed at a page: nothing that leaves, and nothing that only a terminal shows."""


LONGEST_NAME = 64
"""Letters of the name of a page, or of a device."""
NUMBER = re.compile("[0-9]{1,9}")
"""The number in the id of a prompt."""
NOTICE_PROMPTS = 3
"""Prompts for which a notice is sent to every page; a page shows it until somebody has read it."""
LOCKED: Json = {"locked": True, "offers": [], "several": []}
"""What is another on a page whose buttons the host has locked."""


class TapResult(TypedDict):
    """What became of a tap: whether it took effect or was refused, what to say of it, and whether the host left."""

    taken: bool
    refused: bool
    said: list[str]
    left: bool


@dataclass(frozen=True, slots=True)
class Tapped:
    """What a page sends: the number of its prompt, and the key of an offer, or a ``text`` that was typed.

    ``page``, ``device``: the page's own name, and the random id that its browser keeps.
    """

    prompt: str
    key: str = ""
    text: str | None = None
    page: str = ""
    device: str = ""


LARGEST_RECORD = 128 * 1024
"""Bytes of a remembered record; a turn takes 67, so that is far more than a game has."""


class RecordCheck(TypedDict):
    """What became of a remembered record: what to say of it, and the record of the open game."""

    said: str
    game: str
    turns: list[str]


def read_record(body: bytes) -> tuple[str, list[str]]:
    """Return the record that a page remembers; raises `CommandError` for anything else."""
    try:
        said = json.loads(body)
    except (ValueError, RecursionError):
        said = None
    match said:
        case {"game": str(game), "turns": [*turns], **more} if not more:
            if all(isinstance(turn, str) for turn in turns):
                return game, turns
    raise CommandError(*refusal("page.refused.shape"))


def read_tap(body: bytes, page: str = "", device: str = "") -> Tapped:
    """Return what a page of this name sent; raises `CommandError` for anything else."""
    try:
        said = json.loads(body)
    except (ValueError, RecursionError):
        said = None
    page, device = page[:LONGEST_NAME], device[:LONGEST_NAME]
    match said:
        case {"prompt": str(prompt), "input": str(key), **more} if not more:
            return Tapped(prompt, key, page=page, device=device)
        case {"prompt": str(prompt), "text": str(text), **more} if not more:
            return Tapped(prompt, text=text, page=page, device=device)
    raise CommandError(*refusal("page.refused.shape"))


class Room:
    """What every page of a game shows; ``changed`` is called, in any thread, when they must show it anew."""

    def __init__(self, desks: Desks, now: Callable[[], float] = monotonic, rest: float = QUICKEST) -> None:
        """``now``: seconds; ``rest``: seconds in which a page takes no tap for a new prompt.

        ``locked``: no tap does anything.
        """
        self.changed: Callable[[], None] = lambda: None
        self._now, self._rest = now, rest
        self._desk = desks.desk(self._others)
        self._news: deque[str] = deque(sentences(self._desk.session.first.told), maxlen=NEWS)
        self._played = ""
        self.locked = False
        self._kept: tuple[tuple[object, ...], str] | None = None
        self._since = now()
        self._started = token_hex(4)  # so that no prompt of an earlier start has the same id
        self._notice: tuple[int, str] = 0, ""  # the prompt at which it came, and its sentence
        self._notices = 0

    def lock(self, locked: bool) -> None:
        """Let no tap do anything, or taps again."""
        self.locked = locked
        self.changed()

    def _others(self) -> None:
        """Another desk did something: its news are the page's."""
        with self._desk.quiet():
            for heard in self._desk.heard():
                if heard.notice:
                    self._notice = self._desk.session.now().number, heard.notice
                    self._notices += 1
                else:
                    self._told(heard.reply)
        self.changed()

    def prompt_id(self, number: int) -> str:
        """Return the id of a prompt for the pages. It is unique across restarts, unlike the session's number."""
        return f"{self._started}-{number}"

    def _number_of(self, prompt: str) -> int | None:
        """Return the number of a prompt of this start; None for any other id."""
        started, _, number = prompt.partition("-")
        return int(number) if started == self._started and NUMBER.fullmatch(number) else None

    def _told(self, reply: Reply) -> None:
        self._news.clear()
        self._news.extend(sentences(reply.told))
        self._played = played(reply.told)
        self._since = self._now()

    def state(self) -> str:
        """Return what a page shows now, as JSON; made once a prompt."""
        with self._desk.quiet() as session:
            number = session.now().number
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
        """Return what a page looks up: the ``table``, the ``history``, or its own ``words``."""
        with self._desk.quiet() as session:
            match what:
                case "table":
                    return table(session)
                case "history":
                    told = session.take(Input("history", True)).told
                    return [one.to_json() for item in told if isinstance(item, History) for one in item.lines]
                case _:
                    return texts_of("page.")

    def compare(self, game: str, turns: Sequence[str]) -> RecordCheck:
        """Compare the record that a page remembers with the open game's, which the page is to remember now."""
        with self._desk.quiet() as session:
            said, now = session.compare_record(game, turns), session.witness
            return RecordCheck(said=said, game=now.game, turns=[*now.turns])

    def tap(self, tapped: Tapped) -> TapResult:
        """Take what was tapped, if its prompt still stands and offers it; what is refused changes nothing.

        Raises `JournalError` or `ProtocolBug` where the game cannot go on.
        """
        try:
            return self._tap(tapped)
        except (JournalError, ProtocolBug):
            raise
        except FacilitatorError as err:
            return TapResult(taken=False, refused=True, said=[str(err)], left=False)

    def _tap(self, tapped: Tapped) -> TapResult:
        with self._desk.quiet() as session:
            if self.locked:
                raise CommandError(*refusal("page.refused.locked"))
            reader = Reader(self._desk, tapped.page, tapped.device)
            number = self._current(session, tapped, reader)
            said, called = self._meant(session, tapped)
            after = self._now() - self._since
            reply = self._desk.take(said, number, after, called, reader)
            moved = session.now().number != number or reply.left
            told = sentences(reply.told)
            if moved:
                self._told(reply)
        if moved:
            self.changed()
        if reply.refused is not None:
            raise reply.refused
        return TapResult(taken=moved, refused=False, said=[] if moved else told, left=reply.left)

    def _current(self, session: Session, tapped: Tapped, reader: Reader) -> int:
        """Return the number of the current prompt if the tap was meant for it; raises `CommandError` otherwise.

        A tap that came too late, and differs from the answer that was taken, is told to all.
        """
        now, number = session.now().number, self._number_of(tapped.prompt)
        if number == now:
            return number
        if number is None:
            raise CommandError(*refusal("page.refused.restarted"))
        differs = self._desk.report_late(reader, number, tapped.key, tapped.text)
        raise CommandError(*refusal("page.refused.differs" if differs else "page.refused.since"))

    def _meant(self, session: Session, tapped: Tapped) -> tuple[Input, str]:
        """Return what was tapped or typed, and its words; raises `FacilitatorError` for what is not offered."""
        if tapped.text is not None:
            said = session.read(tapped.text)
            if said.name in TYPED:
                return said, tapped.text
        for offer in session.offers(session.now().asked):
            if tapped.text is None and offer.key == tapped.key:
                return offer.input, " ".join(offer.path)
        raise CommandError(*refusal("page.refused.offer"))
