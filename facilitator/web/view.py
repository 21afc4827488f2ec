"""From a session to what the page shows, as data: nothing that is not public, and nothing to be parsed."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import asdict
from typing import TypedDict, assert_never

from facilitator.evening.clock import minutes_in_words
from facilitator.machine.faces import ALPHA, BETA, Face, named_by, owner_of
from facilitator.machine.operations import Place, places_of
from facilitator.play.commands import Card, TapOffer
from facilitator.play.news import Remark, RunLine, VoidNews
from facilitator.play.oops import WaysOn, WhatHappened
from facilitator.play.prompt import (
    ActPrompt,
    Announced,
    Asked,
    EndPrompt,
    Explained,
    History,
    Leaving,
    MovePrompt,
    OpeningPrompt,
    Prompt,
    PromptLine,
    Said,
    Saying,
    Setting,
    TableNow,
)
from facilitator.play.prompt import FaceUpPlaces as Lying
from facilitator.play.session import Session
from facilitator.telling.diagram import DROP, PITCH, CardPicture, Picture, as_seen, wallet_picture
from facilitator.telling.draw import NARROW, AreaSight, counts_in_words, dot_at, ends, sights
from facilitator.telling.grouping import Wording
from facilitator.telling.instruction import Instruction

# ----------------------------------------------------------------------------------------------------
# Pictures of the table as data for the page, which draws them: the very pictures that the sheets are drawn from.


A_LINE = 9
"""Cards of a long row that are drawn side by side, the next below them."""
CardOf = Callable[[str], Card | None]


class CardDrawn(TypedDict):
    """A card, mm from the top left: what it shows (nothing: covered), and the group of a play card."""

    x: float
    y: float
    w: float
    h: float
    face: str
    group: str
    words: str


class WordDrawn(TypedDict):
    """A word, at the left end of its baseline."""

    x: float
    y: float
    text: str


class Drawn(TypedDict):
    """A picture, ``w`` by ``h`` mm; ``more``: columns that look alike and are left out.

    ``bands``: what is around cards, by the upper left corner, width and height.
    """

    w: float
    h: float
    cards: list[CardDrawn]
    bands: list[tuple[float, float, float, float]]
    words: list[WordDrawn]
    more: int


def around(act: ActPrompt, card: CardOf, columns: int) -> tuple[Drawn | None, Drawn | None]:
    """Return the table before an act and after it; None where nothing of what is touched lies there."""
    before, after = sights(act.ops, act.surface, shown=columns, step=act.step)
    return _seen(before, card), _seen(after, card)


def _seen(sight: AreaSight, card: CardOf) -> Drawn | None:
    if not sight.seen:
        return None
    return drawn(as_seen(sight.seen, dict(sight.up), sight.area), card, sight.more)


def lying(sight: Lying, card: CardOf, shown: Sequence[Face] = ()) -> Drawn | None:
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
        seen = {
            place: up for place, up in sight.surface.items() if place.area == area and place.number in near
        }
        return drawn(as_seen(seen, sight.up, area), card)
    cards = tuple(
        CardPicture(at % A_LINE * PITCH, at // A_LINE * DROP, sight.up[place])
        for at, place in enumerate(sorted(touched))
    )
    return drawn(Picture(cards), card)


def areas(surface: Mapping[Place, bool], up: Mapping[Place, Face], card: CardOf) -> list[Drawn]:
    """Return all that lies on the table, area by area, of a long row its first columns."""
    found = []
    for area in dict.fromkeys(place.area for place in surface):
        numbers = sorted({place.number for place in surface if place.area == area})
        near = set(numbers[:A_LINE])
        seen = {place: face for place, face in surface.items() if place.area == area and place.number in near}
        found.append(drawn(as_seen(seen, up, area), card, len(numbers) - len(near)))
    return found


def drawn(picture: Picture, card: CardOf, more: int = 0) -> Drawn:
    """Return a picture as data."""
    w, h = picture.size
    right = max((x + 4.2 * len(text) / 2 + 2 for x, _, text in picture.words), default=w)
    right = max([right, *(left + wide for left, _, wide, _ in picture.sleeves)])
    return Drawn(
        w=max(w, right),
        h=h,
        cards=[_card(one, card) for one in picture.cards],
        bands=list(picture.sleeves),
        words=[WordDrawn(x=x, y=y, text=text) for x, y, text in picture.words],
        more=more,
    )


def _card(one: CardPicture, card: CardOf) -> CardDrawn:
    known = card(one.face) if one.face else None
    label = one.face if one.face in (ALPHA, BETA) else named_by(owner_of(one.face))
    return CardDrawn(
        x=one.x,
        y=one.y,
        w=one.w,
        h=one.h,
        face=label,
        group=known.group if known else "",
        words=known.words if known else label or "covered",
    )


# ----------------------------------------------------------------------------------------------------


REHEARSAL = "Rehearsal"
TOUR = (
    "No cards are needed: the program plays them. Tap what they say, here and at each act that follows; "
    "after a dozen taps a hand that nobody sees has played a valid card."
)
"""What a newcomer is told first."""
COLUMNS = 3
"""Of a row of columns so many are drawn."""


class ShownInstruction(TypedDict):
    """An instruction; ``groups``: its list of cards, each a colour or suit, how many, and which."""

    verb: str
    doer: str
    text: str
    check: str
    groups: list[tuple[str, int, str]]


class Tap(TypedDict):
    """An offer: its key, and the words that lead to it."""

    key: str
    path: list[str]
    face: str
    group: str
    aside: bool


class ActShown(TypedDict):
    """An act for hands; ``times``: how often, of a round, else 0; ``counted``: so often done, -1: nobody counts."""

    title: str
    number: int
    total: int
    open: bool
    minutes: str
    times: int
    counted: int
    again: bool
    lines: list[ShownInstruction]
    full: list[ShownInstruction]
    why: str
    slip: str
    before: Drawn | None
    after: Drawn | None
    sight: Drawn | None


class View(TypedDict):
    """What the page shows at a prompt; ``who``: whoever acts; ``heading``: the same, or what it is about, large.

    ``title``: where that stands; ``news``: what was told since the prompt before.

    ``hints``: what a rehearsal's cards say, and what is said once.  ``rest``: milliseconds in which a tap is not
    meant for this prompt.
    """

    prompt: int
    kind: str
    rehearsal: bool
    locked: bool
    rest: int
    who: str
    title: str
    heading: str
    question: str
    act: ActShown | None
    offers: list[Tap]
    hints: list[str]
    holds: list[object]
    seats: list[object]
    top: object
    color: str | None
    way: str | None
    open: list[object]
    facts: str
    news: list[str]


KINDS: dict[type[Asked], str] = {
    OpeningPrompt: "opening",
    MovePrompt: "move",
    ActPrompt: "act",
    EndPrompt: "end",
    Leaving: "leaving",
    WhatHappened: "happened",
    WaysOn: "ways",
}
"""What each prompt is called in the data of the page."""


def view(session: Session, news: Sequence[str] = (), locked: bool = False, rest: int = 0) -> View:
    """Return what the page shows now."""
    prompt, seen = session.now(), session.glimpse()
    now = prompt.asked
    act = _act(session, now) if isinstance(now, ActPrompt) else None
    who, title, heading = _heads(session, now)
    return View(
        prompt=prompt.number,
        kind=KINDS[type(now)],
        rehearsal=session.rehearsed,
        locked=locked,
        rest=0 if isinstance(now, ActPrompt) and now.tick else rest,
        who=who,
        title=f"{REHEARSAL} · {title}" if session.rehearsed else title,
        heading=heading,
        question="" if isinstance(now, WhatHappened | WaysOn) else now.question,  # it asks for a number
        act=act,
        offers=[] if locked else [_tap(offer) for offer in session.offers(now)],
        hints=[*([TOUR] if session.rehearsed and isinstance(now, OpeningPrompt) else []), *_hints(prompt)],
        holds=_holds(session, now),
        seats=[asdict(seat) for seat in seen.seats],
        top=asdict(seen.top) if seen.top else None,
        color=seen.color,
        way=seen.way,
        open=[asdict(card) for card in seen.open],
        facts=prompt.facts,
        news=list(news),
    )


def _heads(session: Session, now: Asked) -> tuple[str, str, str]:
    """Return who acts, where that stands, and what is written largest."""
    match now:
        case ActPrompt():
            who = now.lines[0].said.doer if now.lines else ""
            return who, f"{now.title} · act {now.number} of {'about ' if now.open else ''}{now.total}", who
        case MovePrompt(seat=seat):
            return seat, "A person's turn", seat
        case OpeningPrompt():
            return "", "The beginning", "Who begins?"
        case WhatHappened():
            return "", "Something went wrong", "What happened?"
        case WaysOn():
            return "", now.choice.text, "Which way on?"
        case Leaving():
            return "", "The host wants to go", "A break?"
        case EndPrompt():
            winner = session.result().winner
            wins = f"{winner} {'win' if ' and ' in (winner or '') else 'wins'}" if winner else "It is over"
            return winner or "", "The end", wins
        case _:
            assert_never(now)


def _act(session: Session, act: ActPrompt) -> ActShown:
    before, after = around(act, session.card, COLUMNS)
    return ActShown(
        title=act.title,
        number=act.number,
        total=act.total,
        open=act.open,
        minutes=minutes_in_words(act.minutes),
        times=act.duel[1] if act.duel else act.times or 0,
        counted=act.duel[0] - 1 if act.duel else -1,
        again=act.again,
        lines=[_told(line.said, line) for line in act.lines],
        full=[_told(said) for said in (act.walked if act.tick else session.told_in(Wording.FULL))],
        why=act.why,
        slip=act.slip,
        before=before,
        after=after,
        sight=lying(act.sight, session.card, act.shown) if act.sight else None,
    )


def _told(said: Instruction, line: PromptLine | None = None) -> ShownInstruction:
    groups = [(one.name, one.count, one.cards) for one in line.groups] if line is not None else []
    return ShownInstruction(verb=said.verb, doer=said.doer, text=said.text, check=said.check, groups=groups)


def _tap(offer: TapOffer) -> Tap:
    return Tap(key=offer.key, path=list(offer.path), face=offer.face, group=offer.group, aside=offer.aside)


def _hints(prompt: Prompt) -> list[str]:
    now = prompt.asked
    setting: Setting | None = now.setting if isinstance(now, MovePrompt | OpeningPrompt) else None
    said = [setting.box, setting.dealing] if setting is not None else []
    if isinstance(now, Leaving):
        said.append(now.told)
    if isinstance(now, ActPrompt) and now.number == 1 and prompt.head is not None:
        said.append(f"Mark {prompt.head.mark}: write it down.")
    return [text for text in (*said, prompt.warning) if text]


def _holds(session: Session, now: object) -> list[object]:
    """The hand of the person in turn, in a rehearsal."""
    faces = now.holds if isinstance(now, MovePrompt) else ()
    return [asdict(card) for face in faces if (card := session.card(face)) is not None]


def sentences(told: Iterable[Said]) -> list[str]:
    """Return what a reply tells, as the table hears it; what only a terminal was asked for is left to it."""
    said: list[str] = []
    for item in told:
        match item:
            case Announced():
                said += [item.text, *item.followed]
            case Remark(text) | Saying(text):
                said.append(text)
            case VoidNews():
                said.append(f"{item.text()}.")
            case RunLine() | Explained() | ActPrompt() | History() | TableNow():
                pass
            case _:
                assert_never(item)
    return said


def table(session: Session) -> dict[str, object]:
    """Return what must lie on the table now, in words and drawn."""
    now = session.table_now()
    laid = ", ".join(f"{owner} {count}" for owner, count in now.laid)
    lines = [f"{now.seat}'s run: {now.since}.", f"{counts_in_words(now.counts)}."] if now.surface else []
    return {
        "facts": now.facts,
        "pictures": areas(now.surface, now.up, session.card),
        "lines": [
            *(lines or ["No cards of a run lie on the table."]),
            *([f"Whose play cards lie there: {laid}."] if laid else []),
            *now.remarks,
        ],
    }
