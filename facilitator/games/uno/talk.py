"""What is said of UNO: what is asked for, what follows from an event, the validity page, house rules in words.

Rules: "paper". An event's own motions need no sentence: the event says all. All sentences stand in the
catalogue (`facilitator.words.catalogue`); here are the facts that choose and fill them. Nothing is decided here:
no rule looks at a word.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import groupby
from typing import Any

from facilitator.games.events import Challenge, ChallengeVerdict, GamePrompt, Named
from facilitator.games.rules import Glance, Happened, told
from facilitator.games.uno import cards as uno
from facilitator.games.uno.state import Awaited, UnoState, askable, deck_word, may_challenge
from facilitator.words.catalogue import all_of, any_of, sentence, spelled, template

# ----------------------------------------------------------------------------------------------------
# What may be played on any top card, counted from the game's own rule over the virtual seats' own deck.


WILDS = ("W", "D")


def glance(deck: Sequence[str], priority: bool, split: bool = False) -> Glance:
    """The rule in three lines, and how many of this deck's cards fit on each top card.

    ``deck``: what the virtual seats are dealt from and draw.  ``priority``: a wild draw four is a class of its own.
    ``split``: the top card is mostly another deck's, so that all cards of this one may fit.
    """
    held = frozenset(deck)
    way, black = ".split" if split else "", sum(card in WILDS for card in deck)
    rows = ((name, uno.valid_kinds(top, color) & held) for name, top, color in _tops())
    return Glance(
        sentence(f"glance.uno{way}", n=len(deck)),
        tuple((name, _classes(fits, priority)) for name, fits in rows),
        tuple(template("glance.uno.rules").split("|")),
        template("glance.uno.note"),
        _counts(deck, split),
        sentence(f"glance.uno.foot{way}", n=len(deck), black=black),
    )


def _counts(deck: Sequence[str], split: bool) -> tuple[tuple[str, str], ...]:
    """Return how many cards fit on each symbol, whichever colour it has, and after a black card."""
    counted = _counted(deck, split).items()
    counts = [(sentence("glance.uno.on", symbols=_listed(symbols)), said) for said, symbols in counted]
    colors = [_fitting(deck, "W", color, split) for color in uno.COLORS]
    return (*counts, (template("glance.uno.black"), _span(colors)))


def _tops() -> Iterator[tuple[str, str, str]]:
    """Yield every top card with its active colour and what it is called."""
    for kind in uno.KINDS:
        if kind not in WILDS:
            yield sentence("glance.uno.top", card=kind), kind, kind[1]
    for color in uno.COLORS:
        yield sentence("glance.named", named=uno.color_word(color)), "W", color


def _classes(fits: frozenset[str], priority: bool) -> tuple[tuple[str, ...], ...]:
    """Return what fits as its classes, in deck order."""
    second = fits & {"D"} if priority else frozenset[str]()
    return tuple(tuple(sorted(one, key=uno.deck_order)) for one in (fits - second, second) if one)


def _counted(deck: Sequence[str], split: bool) -> dict[str, list[str]]:
    """Return symbols by what is said of them as a top card, whichever colour it has.

    ``deck``: what the virtual seats draw from; ``split``: the top card is not of it.
    """
    found: dict[str, list[str]] = {}
    for symbol in uno.SYMBOLS:
        counts = [_fitting(deck, symbol + color, color, split) for color in uno.COLORS]
        found.setdefault(_span(counts), []).append(symbol)
    return found


def _fitting(deck: Sequence[str], top: str, color: str, split: bool) -> int:
    """Return how many cards fit on a top card, itself not counted unless it is of another deck.

    ``color``: the active one.
    """
    valid = uno.valid_kinds(top, color)
    return sum(card in valid for card in deck) - (top in deck and not split)


def _span(counts: Sequence[int]) -> str:
    """Return the least and the most of some counts, in words."""
    low, high = min(counts), max(counts)
    return sentence("n.cards", n=low) if low == high else sentence("glance.uno.span", low=low, high=high)


def _listed(symbols: list[str]) -> str:
    """Return symbols as words, runs of digits as ranges: ``0 to 9, skip or reverse``."""
    digits = [symbol for symbol in symbols if symbol.isdigit()]
    return any_of([*_runs(digits), *(uno.symbol_word(one) for one in symbols if one not in digits)])


def _runs(digits: list[str]) -> Iterator[str]:
    """Yield ascending digits, three and more that follow each other as a range: ``0 to 9``."""
    for _, run in groupby(enumerate(digits), key=lambda one: int(one[1]) - one[0]):
        same = [digit for _, digit in run]
        yield from [sentence("range", first=same[0], last=same[-1])] if len(same) > 2 else same


# ----------------------------------------------------------------------------------------------------
# What follows from an event, and how a game begins.


def say(happened: Happened) -> str:
    """Return the sentence to read aloud; empty for what says itself.

    ``happened``: its key names the sentence, its facts choose and fill it; what a sentence calls a deck, a colour
    or a set of kinds is worked out here.
    """
    facts = dict(happened.args)
    if "deck" in facts:
        whose = facts["deck"]
        way = whose if happened.key == "reshuffle" else "own"
        facts |= {"deck": deck_word(whose), way: whose != "shared"}
    if facts.get("lot"):
        facts |= {"color": uno.color_word(facts["lot"]), "by_lot": True, "contest": False}
    if facts.get("color") in (*uno.COLORS,):
        facts["color"] = uno.color_word(facts["color"])
    if facts.get("kinds"):
        facts |= {"asked": kinds_words(facts["kinds"]), "covered": True}
    if "places" in facts:
        facts["places"] = "; ".join(map(all_of, facts["places"]))
    if isinstance(facts.get("scores"), Mapping):
        facts["scores"] = ", ".join(f"{seat} {points}" for seat, points in facts["scores"].items())
    return told("uno", happened.key, facts)


def dealt(state: UnoState) -> dict[str, Any]:
    """Return the facts of the deal: how many cards of which deck go to whom."""
    split = [seat for seat, own in enumerate(state.draws) if own]
    others = ", ".join(state.names(seat for seat in range(len(state.seats)) if seat not in split))
    facts: dict[str, Any] = {"size": state.hand_size, "seats": others}
    if split:
        facts |= {"split": True, "pool": all_of(state.names(split))}
    return {**facts, "dealer": state.house.first_effects, "ranking": state.house.ranking}


def first(state: UnoState) -> dict[str, Any]:
    """Return how the game begins once the hands are dealt: what is turned over, and who starts."""
    house = state.house
    deck = deck_word(state.decks[0].whose)
    return {"of": deck, "youngest": not house.first_card, "dealer": house.first_effects and house.first_card}


def kinds_words(kinds: Sequence[str]) -> str:
    """Return what kinds of cards a question is about.

    >>> kinds_words([*(f"{one}R" for one in "0123456789SR+"), "7Y", "7G", "7B", "W"])
    'a red card, a 7 or a wild'
    """
    whole = [color for color in uno.COLORS if {symbol + color for symbol in uno.SYMBOLS}.issubset(kinds)]
    alike: dict[str, list[str]] = {}
    for kind in kinds:
        if uno.color_of(kind) not in whole:
            alike.setdefault(kind[0], []).append(kind)
    parts = [sentence("kinds.color", color=uno.color_word(color)) for color in whole]
    for symbol, of in alike.items():
        name = uno.symbol_word(symbol) if len(of) > 1 else uno.describe(of[0])
        parts.append(sentence("kinds.eight" if name == "8" else "kinds.card", card=name))
    return any_of(parts)


# ----------------------------------------------------------------------------------------------------
# What is asked for, and what may be typed.


def prompt(state: UnoState) -> GamePrompt:
    """Return what is asked for now, and what one or two words say while the table waits for just that."""
    asked = _prompt(state)
    return replace(asked, also=_also(state))


def _prompt(state: UnoState) -> GamePrompt:
    """Return what is asked for, by what the table waits for."""
    seat, number = state.name(state.turn), state.round + 1
    match state.awaited:
        case Awaited.SHOWING:
            return GamePrompt(template("ask.shown"), state.name(state.showing or 0), shows=True)
        case Awaited.TIMING:
            last = state.name(state.finished[-1])
            return GamePrompt(sentence("ask.uno.minutes", seat=last), times=True, example="12")
        case Awaited.ENDED:
            example = sentence("event.round", number=number)
            key = "ask.uno.game" if state.house.ranking else "ask.uno.round"
            return GamePrompt(sentence(key, number=number, round=example), example=example)
        case Awaited.UNSTARTED if not state.house.first_card:
            return GamePrompt(template("ask.uno.who"), example="Ana")
        case Awaited.UNSTARTED:
            key = "ask.uno.first.dealer" if state.house.first_effects else "ask.first"
            return GamePrompt(template(key), example="7R Ana")
        case Awaited.NAMING:
            said = {
                word: color
                for color in uno.COLORS
                for word in (color.lower(), *spelled(f"read.color.{color}"))
            }
            named = {word: Named(seat, color) for word, color in said.items()}
            return GamePrompt(template("ask.uno.color"), seat, words=named)
        case Awaited.CHALLENGED:
            accused = state.name(state.layer or 0)
            found = {word: yes for yes in (True, False) for word in spelled(f"read.verdict.{yes}".lower())}
            verdicts = {word: ChallengeVerdict(accused, yes) for word, yes in found.items()}
            return GamePrompt(template("ask.uno.verdict"), accused, words=verdicts)
    return _turn(state, seat)


def _turn(state: UnoState, seat: str) -> GamePrompt:
    """Return what the seat in turn is asked for: an answer where cards wait, else a card, or to draw or pass."""
    if state.pending:
        said = ((word, covered) for covered in (False, True) for word in spelled(_CHALLENGES[covered]))
        contest = {word: Challenge(seat, covered=covered) for word, covered in said}
        ways = [] if not state.legal_cards() else ["answer"]
        if may_challenge(state):
            ways += ["challenge", *(["covered"] if askable(state, state.suspects or ()) else [])]
        return GamePrompt(
            template(".".join(("ask.uno.pending", *ways))), seat, due=state.pending, words=contest
        )
    if not state.drawn:
        return GamePrompt(template("ask.card.draw"), seat)
    more = state.until and state.can_draw_after(0)
    return GamePrompt(template("ask.drawn.draw" if more else "ask.drawn.pass"), seat)


_CHALLENGES = {False: "read.challenges", True: "read.challenges.covered"}


def _also(state: UnoState) -> tuple[str, ...]:
    """Return what may be typed by some rules only, a line each; at any person's turn, for any seat."""
    house = state.house
    said = {
        "also.several": house.several,
        "also.jump": house.jump_in == "plays on",
        "also.slide": house.jump_in == "turn stays",
    }
    return tuple(template(key) for key, holds in said.items() if holds)


def facts(state: UnoState, short: bool) -> str:
    """Return what everybody may know on a line: top card, hands, decks, what waits, points."""
    if not state.started:
        return sentence("facts.before", n=len(state.seats), size=state.hand_size)
    top, color = state.top or "", state.color
    lies = sentence("facts.top" if top else "facts.top.none", top=top)
    if uno.is_black(top) and color:
        lies = sentence("facts.top.named", top=top, named=uno.color_word(color))
    parts: list[str] = [lies, *(f"{s.name} {n}" for s, n in zip(state.seats, state.hands, strict=True))]
    parts += [sentence(f"facts.deck.{deck.whose}", n=deck.unplayed) for deck in state.decks]
    if not short:
        parts.append(template("facts.clockwise" if state.direction == 1 else "facts.counterclockwise"))
    if state.pending:
        parts.append(sentence("facts.pending", n=state.pending))
    if any(state.scores):
        points = (f"{state.name(i)} {score}" for i, score in enumerate(state.scores))
        parts.append(sentence("facts.points", points=", ".join(points)))
    return " · ".join(parts)


def questions(state: UnoState) -> tuple[str, ...]:
    """Return when a virtual seat challenges a person's D, and what comes of it, for print; empty where none
    may.

    A title, what comes before, what is asked, what β α means, what α β means.
    """
    asks = state.house.wild_draw_four == "challenge" and len(state.decks) == 1
    if not (asks and any(seat.virtual for seat in state.seats)):
        return ()
    asked = "asked" if state.house.colour_alone else "asked.any"
    guilty = "guilty.any" if state.house.rules == "kpgut" else "guilty"
    keys = ("title", "before", asked, guilty, "innocent")
    return tuple(template(f"question.uno.{key}") for key in keys)
