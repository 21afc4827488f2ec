"""UNO as every game is known: what the table must do, who shares a deck, what to say.

The parts stand beside it: the cards (`cards`), the rules of a table (`options`), the public facts (`state`),
the law (`law`). This file puts them behind the interface (`facilitator.games.rules`): styles, masks, house
rules, what is said, and the game itself. It knows no protocol, and decides nothing that the law does not.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import groupby
from typing import Any

from facilitator.errors import CommandError
from facilitator.games.events import (
    Challenge,
    ChallengeVerdict,
    Correct,
    Drew,
    Event,
    GamePrompt,
    Kinds,
    Named,
    Pass,
    Play,
    Start,
)
from facilitator.games.rules import (
    CHOICES,
    About,
    Applied,
    AtOdds,
    Glance,
    HandQuestion,
    Happened,
    HouseRuleOffer,
    Lot,
    Moved,
    Need,
    Seat,
    Select,
    SharedDeck,
    Zones,
    told,
)
from facilitator.games.uno import cards as uno
from facilitator.games.uno import law, options
from facilitator.games.uno.law import CODEC
from facilitator.games.uno.options import KPGUT, options_of
from facilitator.games.uno.state import SEATS, Awaited, UnoState, deck_word, may_challenge, new_game, without
from facilitator.machine.faces import DISCARDS, Face
from facilitator.words.catalogue import all_of, any_of, refusal, sentence, spelled, spoken, template

SEATS_A_DECK = 7


class UnoStyles:
    """How a virtual seat likes to play: kinds of card in order, by the presets of `cards`."""

    def ordered(self, style: str, state: UnoState) -> tuple[frozenset[Face], ...]:
        """Return the kinds that a style plays first, those it plays next; by how many cards the seat in turn
        holds.
        """
        return uno.PRESETS[style][state.hands[state.turn] <= uno.SMALL]

    def orders(self, style: str) -> Mapping[int, tuple[frozenset[Face], ...]]:
        """Return the same by the fewest cards a seat must hold for it, the most of these first."""
        large, small = uno.PRESETS[style]
        return {1: large} if small == large else {uno.SMALL + 1: large, 1: small}

    def most(self, style: str, cards: Iterable[Face]) -> int:
        """Return how many classes a style may ever tell apart among these cards, however large the hand is by then.

        A form is offered only where it can look for so many classes one after the other.
        """
        kinds = set(cards)
        return max(sum(1 for one in order if one & kinds) for order in self.orders(style).values())


# What a mask may be asked.  The virtual seats' deck is a small one of their own: the marks on it say for each colour
# with each symbol whether a card fits, and for each chain whether it is an answer.


class UnoTops:
    """What a mask may be asked: the colour with the symbol on top, an answer to a + or D, black cards alone."""

    def every(self, state: UnoState) -> Iterable[UnoState]:
        """Return each colour with each symbol of the virtual seats' deck, and with none of them; then the chains.

        Both sizes of hands that a style may tell apart.  Raises: CommandError for rules or a deck no masks serve.
        """
        at = next(i for i, seat in enumerate(state.seats) if seat.virtual)
        if state.rules == KPGUT.rules:
            raise CommandError(*refusal("refused.deck.rules", rules=KPGUT.rules))
        if any(not seat.virtual for i, seat in enumerate(state.seats) if state.draws[i] == state.draws[at]):
            raise CommandError(*refusal("refused.deck.shared"))
        for size in (uno.SMALL + 1, uno.SMALL):
            hands = tuple(size if i == at else count for i, count in enumerate(state.hands))
            held = replace(state, turn=at, hands=hands)
            for top, color, pending in self._lies(state.deck_of(at).cards):
                yield replace(held, discards=(top,), origin=(0,), color=color, pending=pending)

    @staticmethod
    def _lies(deck: Sequence[Face]) -> Iterator[tuple[Face, str, int]]:
        """Yield what may lie on top, with the active colour and how many cards wait to be drawn."""
        symbols = {card[0] for card in deck if not uno.is_black(card)}
        pairs = "RBYG"  # red and blue share a mask
        yield from ((s + color, color, 0) for s in uno.SYMBOLS if s in symbols for color in pairs)
        for top, pending in (("W", 0), ("+{}", 2), ("D", 4)):
            yield from ((top.format(color), color, pending) for color in pairs)

    def name(self, state: UnoState, kinds: frozenset[Face]) -> str:
        """Return colour and symbol on top, as "red 5"; "any" for a symbol that the virtual seats' deck has not.

        ``kinds``: a class of what fits, or the part of it that a style plays first: then the name says which
        part.
        """
        deck = frozenset(state.deck_of(state.turn).cards)
        asked, black = kinds & deck, frozenset(filter(uno.is_black, deck))
        if asked and asked <= black:
            one = len(asked) == 1
            return sentence("fits.only", what=uno.describe(min(asked))) if one else template("fits.black")
        if state.pending:
            return self._answer(asked - black, asked & black)
        symbol = state.discards[-1][0]
        slots = {"color": uno.color_word(state.color or ""), "symbol": uno.symbol_word(symbol)}
        has = any(card[0] == symbol for card in deck - black)
        liked = (state.legal_cards() & deck) - kinds - black
        part = "" if not liked else ".attack" if asked <= uno.HURTING else ".other"
        return sentence(f"fits{'' if has else '.any'}{part}", **slots)

    @staticmethod
    def _answer(coloured: frozenset[Face], black: frozenset[Face]) -> str:
        """Return what answers a chain, as "red draw two or four"."""
        colors = {uno.color_word(card[1]) for card in coloured}
        key = f"fits.answer{'' if len(colors) == 1 else '.any'}{'.four' if black else ''}"
        return sentence(key, color=min(colors, default=""))


# What a host is asked when a table is written: each house rule with the value it has where it is wanted, in words.


OFFERS = (
    HouseRuleOffer("stacking", ("+ on +", "D on D")),
    HouseRuleOffer("jump_in", "plays on"),
    HouseRuleOffer("wild_draw_four", "last"),
    HouseRuleOffer("draw", "until playable"),
    HouseRuleOffer("end_on_action", "draw one"),
    HouseRuleOffer("scores", "match"),
)


class UnoHouse:
    """The house rules of UNO, as a table file asks for them (`facilitator.games.rules.House`)."""

    keys = options.KEYS
    offers = OFFERS

    def usual(self, rules: object) -> dict[str, Any]:
        """Return what a rule set says where a table file is silent, key by key; an unknown one as the paper's."""
        known = options.RULE_SETS.get(rules, options.PAPER) if isinstance(rules, str) else options.PAPER
        return {key: getattr(known, key) for key in options.KEYS}

    def at_odds(self, data: Mapping[str, Any], classes: bool) -> Iterator[AtOdds]:
        """Yield what cannot be combined in a table; keys that are not there are as their rule set has them.

        ``classes``: whether the table's form can look for a second class of cards.
        """
        rules = data.get("rules", options.PAPER.rules)
        here = {**self.usual(rules), **{key: data[key] for key in options.KEYS if key in data}}
        split = data.get("pool", "shared") == "split"
        scores, kpgut = here["scores"], rules == KPGUT.rules
        seconds = here["wild_draw_four"] in options.DRAW_FOURS[1:] and _has_virtual(data) and not classes
        found = {
            "protocol": (seconds, str(data.get("protocol", ""))),
            "scores.match": (scores == "match" and kpgut, "match"),
            "scores.session": (scores == "session" and not kpgut, "session"),
            "pool": (kpgut and split, "split"),
        }
        for key, (holds, value) in found.items():
            if holds:
                expected, _, todo = refusal(f"odds.{key}", found=value)
                yield AtOdds(key.partition(".")[0], expected, value, todo)


def _has_virtual(data: Mapping[str, Any]) -> bool:
    """Tell whether a table that may still be wrong elsewhere has a virtual seat."""
    listed = data.get("seats")
    seats = listed if isinstance(listed, list | tuple) else []
    return any(isinstance(seat, Mapping) and seat.get("virtual") is True for seat in seats)


# ----------------------------------------------------------------------------------------------------
# What may be played on any top card, counted from the game's own rule over the virtual seats' own deck.


def glance(deck: Sequence[str], priority: bool, split: bool = False) -> Glance:
    """The rule in three lines, and how many of this deck's cards fit on each top card.

    ``deck``: what the virtual seats are dealt from and draw.  ``priority``: a wild draw four is a class of its own.
    ``split``: the top card is mostly another deck's, so that all cards of this one may fit.
    """
    held = frozenset(deck)
    way, black = ".split" if split else "", sum(map(uno.is_black, deck))
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
    found: dict[str, list[str]] = {}
    for symbol in uno.SYMBOLS:
        fit = [_fitting(deck, symbol + color, color, split) for color in uno.COLORS]
        found.setdefault(_span(fit), []).append(symbol)
    counts = [(sentence("glance.uno.on", symbols=_listed(symbols)), said) for said, symbols in found.items()]
    colors = [_fitting(deck, "W", color, split) for color in uno.COLORS]
    return (*counts, (template("glance.uno.black"), _span(colors)))


def _tops() -> Iterator[tuple[str, str, str]]:
    """Yield every top card with its active colour and what it is called."""
    for kind in uno.KINDS:
        if not uno.is_black(kind):
            yield sentence("glance.uno.top", card=kind), kind, kind[1]
    for color in uno.COLORS:
        yield sentence("glance.named", named=uno.color_word(color)), "W", color


def _classes(fits: frozenset[str], priority: bool) -> tuple[tuple[str, ...], ...]:
    """Return what fits as its classes, in deck order."""
    second = fits & {"D"} if priority else frozenset[str]()
    return tuple(tuple(sorted(one, key=uno.deck_order)) for one in (fits - second, second) if one)


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
# What is said: how a game begins, what a covered hand is asked, what is asked for and may be typed.
#
# All sentences stand in the catalogue; here are the facts that choose and fill them.  Nothing is decided here.


def _dealt(state: UnoState) -> dict[str, Any]:
    """Return the facts of the deal: how many cards of which deck go to whom."""
    split = [seat for seat, own in enumerate(state.draws) if own]
    others = ", ".join(state.names(seat for seat in range(len(state.seats)) if seat not in split))
    facts: dict[str, Any] = {"size": state.hand_size, "seats": others}
    if split:
        facts |= {"split": True, "pool": all_of(state.names(split))}
    return {**facts, "dealer": state.house.first_effects, "ranking": state.house.ranking}


def _first(state: UnoState) -> dict[str, Any]:
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


def _ask_hand(state: UnoState) -> GamePrompt:
    """Return that a hand is turned over, and its cards are asked for."""
    return GamePrompt(template("ask.shown"), state.name(state.showing or 0), shows=True)


def _ask_minutes(state: UnoState) -> GamePrompt:
    """Return that the minutes of who has just finished are asked for."""
    last = state.name(state.finished[-1])
    return GamePrompt(sentence("ask.uno.minutes", seat=last), times=True, example="12")


def _ask_round(state: UnoState) -> GamePrompt:
    """Return that the next deal is asked for."""
    number = state.round + 1
    example = sentence("event.round", number=number)
    key = "ask.uno.game" if state.house.ranking else "ask.uno.round"
    return GamePrompt(sentence(key, number=number, round=example), example=example)


def _ask_start(state: UnoState) -> GamePrompt:
    """Return that the beginning is asked for: the first top card, where there is one, and who starts."""
    if not state.house.first_card:
        return GamePrompt(template("ask.uno.who"), example="Ana")
    key = "ask.uno.first.dealer" if state.house.first_effects else "ask.first"
    return GamePrompt(template(key), example="7R Ana")


def _ask_color(state: UnoState) -> GamePrompt:
    """Return that the first seat names the colour of the wild that was turned over."""
    seat = state.name(state.turn)
    named: dict[str, Event] = {word: Named(seat, one) for word, one in uno.known(spoken()).colors.items()}
    return GamePrompt(template("ask.uno.color"), seat, words=named)


def _ask_verdict(state: UnoState) -> GamePrompt:
    """Return that it is asked what the hand showed that was challenged."""
    accused = state.name(state.layer or 0)
    found = {word: yes for yes in (True, False) for word in spelled(f"read.verdict.{yes}".lower())}
    words: dict[str, Event] = {word: ChallengeVerdict(accused, yes) for word, yes in found.items()}
    return GamePrompt(template("ask.uno.verdict"), accused, words=words)


def _ask_turn(state: UnoState) -> GamePrompt:
    """Return what the seat in turn is asked for: an answer where cards wait, else a card, or to draw or pass."""
    seat = state.name(state.turn)
    if state.pending:
        contest = dict.fromkeys(spelled("read.challenges"), Challenge(seat))
        ways = {".answer": state.legal_cards(), ".challenge": may_challenge(state)}
        key = "".join(("ask.uno.pending", *(way for way, holds in ways.items() if holds)))
        return GamePrompt(template(key), seat, due=state.pending, words=contest)
    if not state.drawn:
        return GamePrompt(template("ask.card.draw"), seat)
    more = state.until and state.can_draw_after(0)
    return GamePrompt(template("ask.drawn.draw" if more else "ask.drawn.pass"), seat)


_ASKS: dict[Awaited, Callable[[UnoState], GamePrompt]] = {
    Awaited.SHOWING: _ask_hand,
    Awaited.TIMING: _ask_minutes,
    Awaited.ENDED: _ask_round,
    Awaited.UNSTARTED: _ask_start,
    Awaited.NAMING: _ask_color,
    Awaited.CHALLENGED: _ask_verdict,
    Awaited.TURN: _ask_turn,
}
"""What is asked for, by what the table waits for."""


def _also(state: UnoState) -> tuple[str, ...]:
    """Return what may be typed by some rules only, a line each; at any person's turn, for any seat."""
    house = state.house
    said = {
        "also.several": house.several,
        "also.jump": house.jump_in == "plays on",
        "also.slide": house.jump_in == "turn stays",
    }
    return tuple(template(key) for key, holds in said.items() if holds)


def _questions(state: UnoState) -> tuple[str, ...]:
    """Return when a virtual seat challenges a person's D, and what comes of it, for print; empty where none
    may.

    A title, what comes before, what is asked, what β α means, what α β means.
    """
    asks = state.house.wild_draw_four == "challenge" and len(state.decks) == 1
    if not (asks and any(seat.virtual for seat in state.seats)):
        return ()
    asked = "asked" if state.house.colour_alone else "asked.any"
    guilty = "guilty.any" if state.rules == "kpgut" else "guilty"
    keys = ("title", "before", asked, guilty, "innocent")
    return tuple(template(f"question.uno.{key}") for key in keys)


# ----------------------------------------------------------------------------------------------------
# The game by the interface.  Its methods hand on to the parts that know: `law`, `state`, `talk`.


class Uno:
    """UNO by one of its rule sets and the house rules of a table: `options`."""

    about = About(
        name="uno",
        rules=tuple(options.RULE_SETS),
        seats=SEATS,
        picture=(("7R", "2Y", "D"), ("SY", "4G")),
        turns_first=True,
        styles=UnoStyles(),
        tops=UnoTops(),
        pools=uno.POOLS,
        hand_size=7,
        lot=tuple(uno.COLORS),
        card_mm=(56, 87),
        choices=frozenset(CHOICES),
        house=UnoHouse(),
        tables=({"rules": KPGUT.rules, "scores": "session"}, {"rules": "paper", "jump_in": "plays on"}),
    )
    kinds: Kinds = uno.CARDS
    codec = CODEC

    def begin(self, seats: Sequence[Seat], options: Mapping[str, Any]) -> UnoState:
        """Return the facts with the hands dealt; raises `TableError` if they cannot be.

        Kpgut: "one standard Uno deck of cards is needed for each seven players".
        """
        house = options_of(options)
        decks = -(-len(seats) // SEATS_A_DECK) if house.rules == KPGUT.rules else 1
        return new_game(
            seats, options.get("hand_size", 7), uno.DECK * decks, pool=options.get("pool", ()), house=house
        )

    def need(self, state: UnoState) -> Need:
        """Return what the table must do now."""
        return law.need(state)

    def events(self, state: UnoState) -> tuple[type[Event], ...]:
        """Return the sorts of events that the rules of this table know."""
        return law.events(state)

    def apply(self, state: UnoState, event: Event) -> Applied[UnoState]:
        """Return what is public after an event, and what follows; refuses by raising, changing nothing."""
        return law.apply(state, event)

    def concluded(
        self, state: UnoState, need: Need, card: Face | None, drawn: int
    ) -> tuple[Event, ...] | Lot:
        """Return the events a finished run amounts to, or the lot for a colour that must come first.

        After "none" a seat draws once and, unless the run already looked at the drawn card, selects again. With
        no answer to a chain it passes, and draws the sum. It challenges if its lot is the colour just named.
        The answer of a covered hand is the verdict.
        """
        match need:
            case HandQuestion(of=accused):
                return (ChallengeVerdict(accused, card is not None),)
            case Lot() if card is not None:
                return self._by_lot(state, need, card)
            case Select():
                return self._selected(state, need, card, drawn)
        raise TypeError(f"no run answers {need}")

    @staticmethod
    def _by_lot(state: UnoState, lot: Lot, card: Face) -> tuple[Event, ...]:
        """Return what a lot decided: the colour of a wild, a challenge, the colour to begin with."""
        if lot.chosen is not None:
            return (*(Drew(lot.seat),) * lot.drawn, Play(lot.seat, lot.chosen, card))
        if state.pending:
            return (Challenge(lot.seat, card == state.color),)
        return (Named(lot.seat, card),)

    @staticmethod
    def _selected(state: UnoState, need: Select, card: Face | None, drawn: int) -> tuple[Event, ...] | Lot:
        """Return what a selection found, after so many draws: a card, a wild whose colour a lot names, or none."""
        seat, before = need.seat, (Drew(need.seat),) * drawn
        if card is None and state.pending:
            return (Pass(seat),)
        if card is None:
            more = state.can_draw_after(drawn) if need.until else not (need.again or drawn)
            return (*before, Drew(seat) if more else Pass(seat))
        if uno.is_black(card):
            return Lot(seat, tuple(uno.COLORS), card, drawn)
        return (*before, Play(seat, card))

    def moves(self, state: UnoState, hand: Sequence[Face]) -> tuple[Event, ...]:
        """Return what a person holding these cards could do now, bluffs among it where a D can be challenged."""
        return law.moves(state, hand)

    def deal(self, state: UnoState) -> tuple[Happened, ...]:
        """Return the motions of the deal, each hand from the deck it draws from, and how the game then begins."""
        hands = (
            Moved(state.deck_of(i).zone, seat.name, state.hand_size) for i, seat in enumerate(state.seats)
        )
        return (Happened("dealt", _dealt(state), tuple(hands)), Happened("first", _first(state)))

    def zones(self, state: UnoState) -> Zones:
        """Return where all cards lie: hands, unplayed decks, the one discard pile, which lies open."""
        hands = {seat.name: size for seat, size in zip(state.seats, state.hands, strict=True)}
        return Zones(
            {**hands, **{d.zone: d.unplayed for d in state.decks}, DISCARDS: len(state.discards)},
            {DISCARDS: state.discards},
            {deck.zone: deck.cards for deck in state.decks},
        )

    def corrected(self, state: UnoState, event: Correct) -> UnoState:
        """Return the facts as a correction says: sizes by the names of seats and decks."""
        sizes = dict(event.sizes)
        hands = tuple(sizes.get(seat.name, size) for seat, size in zip(state.seats, state.hands, strict=True))
        decks = tuple(replace(deck, unplayed=sizes.get(deck.zone, deck.unplayed)) for deck in state.decks)
        return replace(state, hands=hands, decks=decks)

    def firsts(self, state: UnoState, seat: str) -> Iterable[tuple[Event, ...]]:
        """Return ways to begin that give a seat the first turn: on the paper's own example (§4), else on any
        card.

        Where no card is turned over, on what the seat before opened with, as in all turns but one; else it
        opens.
        """
        if not state.house.first_card:
            before = state.name((state.seat_index(seat) - 1) % len(state.seats))
            led = tuple((Start(None, before), Play(before, card)) for card in ("2R", "3R"))
            return (*led, (Start(None, seat),))
        return tuple((Start(top, seat),) for top in dict.fromkeys(("2R", *uno.KINDS)))

    def stock(self, state: UnoState, seat: str) -> SharedDeck:
        """Return who shares a seat's deck: with a split pool the virtual seats alone, or the people.

        Hands that are empty are left out, but for the seat's own: nothing of them lies in a layout.
        """
        n, first = len(state.seats), state.seat_index(seat)
        own = state.draws[first]
        clockwise = [(first + i) % n for i in range(n)]
        hands = tuple(
            (state.seats[i].name, state.hands[i])
            for i in clockwise
            if state.draws[i] == own and (state.hands[i] or i == first)
        )
        deck, discards = state.decks[own], state.discards_from(own)
        cards = without(deck.cards, discards)
        return SharedDeck(hands, deck.unplayed, cards, discards, deck.zone, deck.whose)

    def glance(self, state: UnoState) -> Glance:
        """Return what fits, and how many of the virtual seats' deck on each card."""
        page = glance(state.decks[-1].cards, state.priority, len(state.decks) > 1)
        return page._replace(questions=_questions(state))

    # Words and shapes.

    def prompt(self, state: UnoState) -> GamePrompt:
        """Return what is asked for now, and what may be typed for it."""
        return replace(_ASKS[state.awaited](state), also=_also(state))

    def say(self, happened: Happened) -> str:
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

    def facts(self, state: UnoState, short: bool = False) -> str:
        """Return what everybody may know on a line: top card, hands, decks, what waits, points.

        ``short``: without the direction of play.
        """
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

    def state_json(self, state: UnoState) -> dict[str, object]:
        """Return the public state as JSON lines have it."""
        return state.to_json()


UNO = Uno()
