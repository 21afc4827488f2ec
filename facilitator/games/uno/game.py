"""UNO as an implementation of the interface of all games (`facilitator.games.rules`).

The parts of the game are in the modules next to this one: cards (`cards`), options of a table (`options`),
public state (`state`), and rules (`rules`). This module adds playing styles, masks, offers of house rules,
and texts.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import groupby
from typing import Any

from facilitator.errors import CommandError
from facilitator.games.events import (
    Challenge,
    ChallengeVerdict,
    Correct,
    Event,
    GamePrompt,
    Kinds,
    Named,
    Play,
    Start,
)
from facilitator.games.rules import (
    CHOICES,
    Effect,
    GameInfo,
    Moved,
    QuickReference,
    Seat,
    SettingConflict,
    SharedDeck,
    Tops,
    Zones,
    render_effect,
)
from facilitator.games.uno import cards as uno
from facilitator.games.uno import options, rules
from facilitator.games.uno.names import CARDS
from facilitator.games.uno.options import KPGUT, options_of
from facilitator.games.uno.rules import CODEC
from facilitator.games.uno.state import (
    SEATS,
    Awaited,
    UnoState,
    describe_decks,
    may_challenge,
    name_deck,
    new_game,
    sort_cards,
    split_by_priority,
)
from facilitator.i18n.catalogue import (
    join_with_and,
    join_with_or,
    list_spellings,
    refusal,
    sentence,
    template,
)
from facilitator.operations.faces import DISCARDS, Face

SEATS_A_DECK = 7


# Masks of a printed deck, which is the virtual players' own deck. Each card has one mark per colour and symbol on
# top, which says whether the card is playable, and one mark per chain, which says whether it is an answer.


class UnoTops(Tops[UnoState]):
    """Situations in UNO for which a printed deck needs masks.

    A situation is a colour and symbol of the top card, a draw card to answer, or a restriction to black
    cards.
    """

    def list_situations(self, state: UnoState) -> Iterable[UnoState]:
        """Return states with every colour and symbol on top, then states with a draw card to answer.

        Each colour occurs with each symbol of the virtual players' deck, and with one other symbol. Each
        situation occurs with a large and with a small hand, because a style may distinguish these hands.

        Raises:
            CommandError: The rules or the deck do not work with masks.
        """
        at = next(i for i, seat in enumerate(state.seats) if seat.virtual)
        _check_masks_work(state, at)
        for size in (uno.SMALL + 1, uno.SMALL):
            hands = tuple(size if i == at else count for i, count in enumerate(state.hands))
            held = replace(state, turn=at, hands=hands, entered=True)
            for top, color, pending in self._iter_top_cards(state.deck_of(at).cards):
                yield replace(held, discards=(top,), origin=(0,), color=color, pending=pending)

    @staticmethod
    def _iter_top_cards(deck: Sequence[Face]) -> Iterator[tuple[Face, str, int]]:
        """Yield each possible top card, its active colour, and the number of cards to draw.

        The number is 0 unless the current seat must draw or answer the top card.
        """
        symbols = {card[0] for card in deck if not uno.is_black(card)}
        pairs = "RBYG"  # consecutive states share a mask: red and blue, yellow and green
        yield from ((s + color, color, 0) for s in uno.SYMBOLS if s in symbols for color in pairs)
        for top, pending in (("W", 0), ("+{}", 2), ("D", 4)):
            yield from ((top.format(color), color, pending) for color in pairs)

    def colour(self, state: UnoState) -> str:
        """Return the letter of the active colour."""
        return state.color or ""

    def lookup(self, state: UnoState) -> Sequence[str]:
        """Return the sentences on the mask sheet that tell which mask to use for the top card.

        The first sentence is about coloured top cards whose symbol has masks. The others are about other coloured
        cards, if there are any, and about black cards.
        """
        at = next(i for i, seat in enumerate(state.seats) if seat.virtual)
        held = {card[0] for card in state.deck_of(at).cards if not uno.is_black(card)}
        own = [symbol for symbol in uno.SYMBOLS if symbol in held]
        rest = [symbol for symbol in uno.SYMBOLS if symbol not in held]
        red = uno.color_word(uno.COLORS[0])
        lines = [sentence("lookup.own", cards=_symbols(own), name=sentence("fits", color=red, symbol=own[0]))]
        if rest:
            lines.append(sentence("lookup.rest", cards=_symbols(rest), name=sentence("fits.any", color=red)))
        return (*lines, sentence("lookup.black", color=red, name=sentence("fits.any", color=red)))

    def name(self, state: UnoState, kinds: frozenset[Face]) -> str:
        """Return the text on a mask: the colour and symbol on top, such as "red 5" or "red, any other card".

        Args:
            state: Situation in which the virtual seat must select.
            kinds: Cards for which the protocol looks, possibly only some playable cards.
        """
        deck = frozenset(state.deck_of(state.turn).cards)
        asked, black = kinds & deck, frozenset(filter(uno.is_black, deck))
        if asked and asked <= black:
            single = len(asked) == 1
            return sentence("fits.only", what=uno.describe(min(asked))) if single else template("fits.black")
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
        """Return the words for the cards that may answer a draw card, such as "red draw two or four"."""
        colors = {uno.color_word(card[1]) for card in coloured}
        key = f"fits.answer{'' if len(colors) == 1 else '.any'}{'.four' if black else ''}"
        return sentence(key, color=min(colors, default=""))


# House rules that the program offers to the host when it writes a table file, each with the value that turns it on.


OFFERS = {
    "stacking": ("+ on +", "D on D"),
    "jump_in": "plays on",
    "wild_draw_four": "last",
    "draw": "until playable",
    "end_on_action": "draw one",
    "scores": "match",
}


def _check_masks_work(state: UnoState, at: int) -> None:
    """Check that the rules, and the deck of the virtual seat `at`, work with masks."""
    if state.rules == KPGUT.rules:
        raise CommandError(*refusal("refused.deck.rules", rules=KPGUT.rules))
    if any(not seat.virtual for i, seat in enumerate(state.seats) if state.draws[i] == state.draws[at]):
        raise CommandError(*refusal("refused.deck.shared"))


def _symbols(symbols: Sequence[str]) -> str:
    return join_with_or([uno.symbol_word(symbol) for symbol in symbols])


class UnoHouse:
    """House rules of UNO that a table file can contain (see `facilitator.games.rules.HouseRules`)."""

    keys: tuple[str, ...] = options.KEYS
    offers: Mapping[str, Any] = OFFERS

    def get_defaults(self, rules: object) -> dict[str, Any]:
        """Return the default values of all house rules in a rule set. Unknown rule sets count as ``paper``."""
        known = options.RULE_SETS.get(rules, options.PAPER) if isinstance(rules, str) else options.PAPER
        return {key: getattr(known, key) for key in options.KEYS}

    def find_conflicts(self, data: Mapping[str, Any], classes: bool) -> Iterator[SettingConflict]:
        """Yield the conflicts between house rules and other table-file settings.

        Args:
            data: Settings in the table file. A missing setting has its default value.
            classes: Whether the table's form supports a second priority.
        """
        rules = data.get("rules", options.PAPER.rules)
        here = {**self.get_defaults(rules), **{key: data[key] for key in options.KEYS if key in data}}
        for key, value in _iter_conflicting_values(data, here, rules == KPGUT.rules, classes):
            problem, remedy = refusal(f"odds.{key}", found=value)
            yield SettingConflict(key.partition(".")[0], problem, remedy, value)


def _iter_conflicting_values(
    data: Mapping[str, Any], here: Mapping[str, Any], kpgut: bool, classes: bool
) -> Iterator[tuple[str, str]]:
    """Yield the message key and the value of each setting that conflicts with the house rules in `here`."""
    scores = here["scores"]
    seconds = here["wild_draw_four"] in options.DRAW_FOURS[1:] and _has_virtual(data) and not classes
    found = {
        "protocol": (seconds, str(data.get("protocol", ""))),
        "scores.match": (scores == "match" and kpgut, "match"),
        "scores.session": (scores == "session" and not kpgut, "session"),
        "pool": (kpgut and _is_split(data), "split"),
    }
    if data.get("track") == "virtual":
        reason = _find_untrackable(data, kpgut, scores)
        found[f"track.{reason}"] = (bool(reason), "virtual")
    yield from ((key, value) for key, (holds, value) in found.items() if holds)


def _find_untrackable(data: Mapping[str, Any], kpgut: bool, scores: object) -> str:
    """Return why the host of this table can't enter virtual turns only, or an empty string."""
    reasons = {
        "nobody": not _has_virtual(data),
        "kpgut": kpgut,
        "shared": not _is_split(data),
        "scores": scores != "none",
        "conceal": data.get("conceal") is True,
    }
    return next((reason for reason, holds in reasons.items() if holds), "")


def _is_split(data: Mapping[str, Any]) -> bool:
    return bool(data.get("pool", "shared") == "split")


def _has_virtual(data: Mapping[str, Any]) -> bool:
    """Return whether a table has a virtual seat, even if some settings are invalid."""
    listed = data.get("seats")
    seats = listed if isinstance(listed, list | tuple) else []
    return any(isinstance(seat, Mapping) and seat.get("virtual") is True for seat in seats)


# ----------------------------------------------------------------------------------------------------
# The quick reference: how many cards of the virtual seats' deck are playable on each top card.


def _counts(deck: Sequence[str], split: bool) -> tuple[tuple[str, str], ...]:
    """Return pairs of a top-card description and the number of playable cards in a deck."""
    held, found = Counter(deck), dict[str, list[str]]()
    for symbol in uno.SYMBOLS:
        fit = [_count_playable(held, symbol + color, color, split) for color in uno.COLORS]
        found.setdefault(_span(fit), []).append(symbol)
    counts = [
        (sentence("glance.uno.on", symbols=_describe_symbols(symbols)), said)
        for said, symbols in found.items()
    ]
    colors = [_count_playable(held, "W", color, split) for color in uno.COLORS]
    return (*counts, (template("glance.uno.black"), _span(colors)))


def _count_playable(deck: Counter[str], top: str, color: str, split: bool) -> int:
    """Return how many cards of a deck are playable on a top card, apart from the top card itself.

    Args:
        deck: Cards to count.
        top: Top card.
        color: Colour to follow.
        split: Whether the top card comes from another deck. A card of this deck with the same face is then counted.
    """
    valid = uno.list_playable_kinds(top, color)
    return sum(deck[kind] for kind in valid) - (top in deck and not split)


def _span(counts: Sequence[int]) -> str:
    """Return the range of some card counts, such as "20 to 30 cards"."""
    low, high = min(counts), max(counts)
    return sentence("n.cards", n=low) if low == high else sentence("glance.uno.span", low=low, high=high)


def _describe_symbols(symbols: list[str]) -> str:
    """Return symbols in words, with ranges of digits: ``0 to 9, skip or reverse``."""
    digits = [symbol for symbol in symbols if symbol.isdigit()]
    return join_with_or(
        [*_runs(digits), *(uno.symbol_word(symbol) for symbol in symbols if symbol not in digits)]
    )


def _runs(digits: list[str]) -> Iterator[str]:
    """Yield digits in ascending order. Three or more consecutive digits form a range, such as ``0 to 9``."""
    for _, run in groupby(enumerate(digits), key=lambda item: int(item[1]) - item[0]):
        same = [digit for _, digit in run]
        yield from [sentence("range", first=same[0], last=same[-1])] if len(same) > 2 else same


# ----------------------------------------------------------------------------------------------------
# Texts: the start of a game, questions about hidden hands, and prompts.
#
# The sentences are in the catalogue. These functions compute the arguments that select and fill them.


def _list_deal_slots(state: UnoState) -> dict[str, Any]:
    """Return sentence values for the deal, such as hand size and seats."""
    pool = state.pool
    others = [seat.name for seat in state.seats if seat.name not in pool]
    facts: dict[str, Any] = {"size": state.hand_size, "seats": ", ".join(others)}
    if pool:
        own, people = (name_deck(state, deck)["deck"] for deck in (-1, 0))
        slots = {"seats": join_with_and(others), "pool": join_with_and(pool), "pile": own, "people": people}
        facts |= {"split": True, **slots}
    return {**facts, "dealer": state.house.first_effects, "ranking": state.house.ranking}


def describe_kinds(kinds: Sequence[str]) -> str:
    """Return a short phrase that names these kinds of cards.

    >>> describe_kinds([*(f"{symbol}R" for symbol in "0123456789SR+"), "7Y", "7G", "7B", "W"])
    'a red card, a 7 or a wild'
    """
    whole = [color for color in uno.COLORS if {symbol + color for symbol in uno.SYMBOLS}.issubset(kinds)]
    alike: dict[str, list[str]] = {}
    for kind in kinds:
        if uno.color_of(kind) not in whole:
            alike.setdefault(kind[0], []).append(kind)
    parts = [sentence("kinds.color", color=uno.color_word(color)) for color in whole]
    return join_with_or([*parts, *map(_describe_same_symbol, alike.values())])


def _describe_same_symbol(kinds: Sequence[str]) -> str:
    """Return a phrase for kinds of cards with the same symbol. It contains a colour if there is only one."""
    name = uno.symbol_word(kinds[0][0]) if len(kinds) > 1 else uno.describe(kinds[0])
    return sentence("kinds.eight" if name == "8" else "kinds.card", card=name)


def _ask_hand(state: UnoState) -> GamePrompt:
    return GamePrompt(template("ask.shown"), state.name(state.showing or 0), shows=True)


def _ask_minutes(state: UnoState) -> GamePrompt:
    last = state.name(state.finished[-1])
    return GamePrompt(sentence("ask.uno.minutes", seat=last), times=True, example="12")


def _ask_round(state: UnoState) -> GamePrompt:
    number = state.round + 1
    example = sentence("event.round", number=number)
    key = "ask.uno.game" if state.house.ranking else "ask.uno.round"
    return GamePrompt(sentence(key, number=number, round=example), example=example)


def _ask_start(state: UnoState) -> GamePrompt:
    """Return the prompt for the first seat and, if the game starts with a card from the draw pile, this card."""
    if not state.house.first_card:
        return GamePrompt(template("ask.uno.who"), example="Ana")
    key = "ask.uno.first.dealer" if state.house.first_effects else "ask.first"
    return GamePrompt(template(key), example="7R Ana")


def _ask_color(state: UnoState) -> GamePrompt:
    """Return the prompt for the colour after a wild as first card."""
    seat = state.name(state.turn)
    named: dict[str, Event] = {word: Named(seat, color) for color, word in CARDS.list_declarations()}
    return GamePrompt(template("ask.uno.color"), seat, words=named)


def _ask_verdict(state: UnoState) -> GamePrompt:
    accused = state.name(state.layer or 0)
    ways = {"read.verdict.true": True, "read.verdict.false": False}
    found = {word: guilty for key, guilty in ways.items() for word in list_spellings(key)}
    words: dict[str, Event] = {word: ChallengeVerdict(accused, guilty) for word, guilty in found.items()}
    return GamePrompt(template("ask.uno.verdict"), accused, words=words)


def _ask_turn(state: UnoState) -> GamePrompt:
    """Return the prompt for the current seat: a card, a draw, a pass, or an answer to a draw card."""
    seat = state.name(state.turn)
    if state.pending:
        contest = dict.fromkeys(list_spellings("read.challenges"), Challenge(seat))
        ways = {".answer": state.legal_cards(), ".challenge": may_challenge(state)}
        key = "".join(("ask.uno.pending", *(way for way, holds in ways.items() if holds)))
        return GamePrompt(template(key), seat, due=state.pending, words=contest)
    until = state.draws_until_playable
    if not state.drawn:
        return GamePrompt(template("ask.card.draw"), seat, counts=until)
    more = until and state.can_draw_after(0)
    return GamePrompt(template("ask.drawn.draw" if more else "ask.drawn.pass"), seat, counts=until)


_ASKS: dict[Awaited, Callable[[UnoState], GamePrompt]] = {
    Awaited.SHOWING: _ask_hand,
    Awaited.TIMING: _ask_minutes,
    Awaited.ENDED: _ask_round,
    Awaited.UNSTARTED: _ask_start,
    Awaited.NAMING: _ask_color,
    Awaited.CHALLENGED: _ask_verdict,
    Awaited.TURN: _ask_turn,
}
"""Functions that build the prompt, by expected event."""


def _list_special_inputs(state: UnoState) -> tuple[str, ...]:
    """Return help lines for inputs that only some rules allow, such as plays out of turn."""
    house = state.house
    said = {
        "also.several": house.several,
        "also.jump": house.jump_in == "plays on",
        "also.slide": house.jump_in == "turn stays",
    }
    return tuple(template(key) for key, holds in said.items() if holds)


def _questions(state: UnoState) -> tuple[str, ...]:
    """Return the printed explanation of challenges by virtual seats. Empty if virtual seats cannot challenge.

    The lines are a title, the occasion, the question, and the meanings of β α and α β.
    """
    asks = state.house.wild_draw_four == "challenge" and len(state.decks) == 1
    if not (asks and any(seat.virtual for seat in state.seats)):
        return ()
    asked = "asked" if state.house.colour_alone else "asked.any"
    guilty = "guilty.any" if state.rules == "kpgut" else "guilty"
    keys = ("title", "before", asked, guilty, "innocent")
    return tuple(template(f"question.uno.{key}") for key in keys)


# ----------------------------------------------------------------------------------------------------
# The implementation of the interface. Most methods delegate to `rules`, `state` and the functions above.


def _list_tops() -> list[tuple[Face, str]]:
    """Return each top card with its colour: a wild in each colour, then all coloured cards."""
    wilds = [("W", color) for color in uno.COLORS]
    return wilds + [(kind, kind[1]) for kind in uno.KINDS if not uno.is_black(kind)]


def _describe_top(state: UnoState) -> str:
    """Return the top card as text, with the declared colour of a black card."""
    top, color = state.top or "", state.color
    if uno.is_black(top) and color:
        return sentence("facts.top.named", top=top, named=uno.color_word(color))
    return sentence("facts.top" if top else "facts.top.none", top=top)


class Uno:
    """Rules of UNO for all rule sets and house rules (see `facilitator.games.rules.Rules`)."""

    about = GameInfo(
        name="uno",
        rules=tuple(options.RULE_SETS),
        seats=SEATS,
        picture=(("7R", "2Y", "D"), ("SY", "4G")),
        turns_first=True,
        styles=uno.STYLES,
        tops=UnoTops(),
        pools=uno.POOLS,
        hand_size=7,
        lot=tuple(uno.COLORS),
        card_mm=(56, 87),
        choices=frozenset(CHOICES),
        house=UnoHouse(),
        tables=({"rules": KPGUT.rules, "scores": "session"}, {"rules": "paper", "jump_in": "plays on"}),
    )
    kinds: Kinds = CARDS
    codec = CODEC

    def begin(self, seats: Sequence[Seat], options: Mapping[str, Any]) -> UnoState:
        """Return the state with the hands dealt.

        In the rule set ``kpgut``, larger tables use several decks: "one standard Uno deck of cards is needed
        for each seven players".

        Raises:
            TableError: The hands cannot be dealt.
        """
        house = options_of(options)
        decks = -(-len(seats) // SEATS_A_DECK) if house.rules == KPGUT.rules else 1
        return new_game(
            seats, options.get("hand_size", 7), uno.DECK * decks, pool=options.get("pool", ()), house=house
        )

    get_next_action = staticmethod(rules.get_next_action)
    list_event_types = staticmethod(rules.list_event_types)
    apply = staticmethod(rules.apply)
    list_moves = staticmethod(rules.list_moves)
    state_json = staticmethod(UnoState.to_json)

    def deal(self, state: UnoState) -> tuple[Effect, ...]:
        """Return the effects that deal all hands and announce the start of the game."""
        first, effects = state.house.first_card, state.house.first_effects
        hands = (
            Moved(state.deck_of(i).zone, seat.name, state.hand_size) for i, seat in enumerate(state.seats)
        )
        return (
            Effect("dealt", _list_deal_slots(state), tuple(hands)),
            Effect("first", {**name_deck(state, 0), "youngest": not first, "dealer": first and effects}),
        )

    def find_zones(self, state: UnoState) -> Zones:
        """Return all cards by hand or pile: hands, draw piles and discard pile."""
        hands = {seat.name: size for seat, size in zip(state.seats, state.hands, strict=True)}
        return Zones(
            {**hands, **{d.zone: d.unplayed for d in state.decks}, DISCARDS: len(state.discards)},
            {DISCARDS: state.discards},
            {deck.zone: deck.cards for deck in state.decks},
        )

    def apply_correction(self, state: UnoState, event: Correct) -> UnoState:
        """Return the state with corrected hand and draw-pile sizes, and without lost cards."""
        sizes = dict(event.sizes)
        hands = tuple(sizes.get(seat.name, size) for seat, size in zip(state.seats, state.hands, strict=True))
        decks = tuple(replace(deck, unplayed=sizes.get(deck.zone, deck.unplayed)) for deck in state.decks)
        after = replace(state, hands=hands, decks=decks)
        return after.without_lost(event.lost, state) if event.lost else after

    def list_openings(self, state: UnoState, seat: str) -> Iterable[tuple[Event, ...]]:
        """Return sequences of events that begin a game and lead to a seat's first turn, for examples.

        Each sequence leads to another top card. The first sequence is the example of the paper (§4). Under the
        rule that no card is turned over at the start, the previous seat plays the top card in every sequence
        except the last. In the last sequence, the seat begins the game without a top card.
        """
        if not state.house.first_card:
            before = state.name((state.seat_index(seat) - 1) % len(state.seats))
            led = tuple((Start(None, before), Play(before, card)) for card in ("2R", "3R"))
            return (*led, (Start(None, seat),))
        return tuple((Start(top, seat),) for top in dict.fromkeys(("2R", *uno.KINDS)))

    def get_shared_deck(self, state: UnoState, seat: str) -> SharedDeck:
        """Return the deck from which a seat draws, with the seats that share it: all seats, virtual seats, or people.

        Other seats with empty hands are left out.
        """
        first = state.seat_index(seat)
        own = state.draws[first]
        clockwise = (*range(first, len(state.seats)), *range(first))
        hands = tuple(
            (state.name(i), state.hands[i])
            for i in clockwise
            if state.draws[i] == own and (state.hands[i] or i == first)
        )
        deck, discards = state.decks[own], state.discards_from(own)
        return SharedDeck(hands, deck.unplayed, state.remaining(own), discards, deck.zone)

    def make_quick_reference(self, state: UnoState) -> QuickReference:
        """Return the quick reference for virtual seats, with an explanation of challenges."""
        deck, split = state.decks[-1].cards, len(state.decks) > 1
        held = frozenset(deck)
        fits = (uno.list_playable_kinds(top, color) & held for top, color in _list_tops())
        rows = (split_by_priority(kinds) if state.priority else (kinds,) for kinds in fits)
        way, black = ".split" if split else "", sum(map(uno.is_black, deck))
        return QuickReference(
            sentence(f"glance.uno{way}", n=len(deck)),
            tuple(("", tuple(map(sort_cards, classes))) for classes in rows),
            tuple(template("glance.uno.rules").split("|")),
            template("glance.uno.note"),
            _counts(deck, split),
            sentence(f"glance.uno.foot{way}", n=len(deck), black=black),
            _questions(state),
        )

    # Texts and JSON.

    def make_prompt(self, state: UnoState) -> GamePrompt:
        """Return the prompt for the next action, with all possible inputs."""
        return replace(_ASKS[state.expected_event](state), also=_list_special_inputs(state))

    def describe_effect(self, effect: Effect) -> str:
        """Return the sentence for an effect, or an empty string if the event alone says everything."""
        facts = dict(effect.args)
        if facts.get("lot"):
            facts |= {"color": uno.color_word(facts["lot"]), "by_lot": True, "contest": False}
        if facts.get("color") in (*uno.COLORS,):
            facts["color"] = uno.color_word(facts["color"])
        if facts.get("kinds"):
            facts |= {"asked": describe_kinds(facts["kinds"]), "covered": True}
        if "places" in facts:
            facts["places"] = "; ".join(map(join_with_and, facts["places"]))
        if isinstance(facts.get("scores"), Mapping):
            facts["scores"] = ", ".join(f"{seat} {points}" for seat, points in facts["scores"].items())
        return render_effect("uno", effect.key, facts)

    def describe_state(self, state: UnoState, short: bool = False) -> str:
        """Return the state on one line: top card, hand sizes, draw-pile sizes, cards to draw, and points.

        If `short`, the draw piles and the direction of play are left out.
        """
        if not state.is_started:
            return sentence("facts.before", n=len(state.seats), size=state.hand_size)
        hands = (f"{seat.name} {n}" for seat, n in zip(state.seats, state.hands, strict=True))
        parts: list[str] = [_describe_top(state), *hands]
        if not short:
            parts += describe_decks(state, state.decks)
            parts.append(template("facts.clockwise" if state.direction == 1 else "facts.counterclockwise"))
        if state.pending:
            parts.append(sentence("facts.pending", n=state.pending))
        if any(state.scores):
            points = (f"{state.name(i)} {score}" for i, score in enumerate(state.scores))
            parts.append(sentence("facts.points", points=", ".join(points)))
        return " · ".join(parts)


UNO = Uno()
