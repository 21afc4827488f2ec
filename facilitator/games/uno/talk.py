"""What is said of UNO: what is asked for, what follows from an event, the validity page, house rules in words.

Rules: "paper". An event's own motions need no sentence: the event says all. The sentences of what follows stand
in `facilitator.words.announced`; here are the facts that fill them. Nothing is decided here: no rule looks at a
word.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import groupby
from typing import Any

from facilitator.games.events import Challenge, ChallengeVerdict, GamePrompt, Named
from facilitator.games.rules import Glance, Happened
from facilitator.games.uno import cards as uno
from facilitator.games.uno.state import PEOPLES, POOLS, SHARED, Awaited, UnoState, askable, may_challenge
from facilitator.words import listed
from facilitator.words.announced import UNO, announced

# ----------------------------------------------------------------------------------------------------
# What may be played on any top card, counted from the game's own rule over the virtual seats' own deck.


WILDS = ("W", "D")


def glance(deck: Sequence[str], priority: bool, split: bool = False, top: str | None = None) -> Glance:
    """The rule in three lines, an example over this deck, and how many of its cards fit on each top card.

    ``deck``: what the virtual seats are dealt from and draw.  ``priority``: a wild draw four is a class of its own.
    ``split``: the top card is mostly another deck's, so that all cards of this one may fit.  ``top``: what lies on
    top, for the example, if this deck has it.
    """
    held = frozenset(deck)
    example = next((kind for kind in (top, *uno.KINDS) if kind in held and kind not in WILDS), None) or "2R"
    own, without, fewer = _OF_POOL if split else _OF_ALL
    rows = ((name, uno.valid_kinds(top, color) & held) for name, top, color in _tops(example))
    return Glance(
        f"How many cards of {own.format(len(deck))} fit ({without})",
        tuple((name, _classes(fits, priority)) for name, fits in rows),
        ("the SAME COLOUR as the top card", "the SAME number or SYMBOL", "BLACK: wild, wild draw four"),
        "One of the three is enough. After a black card only the named colour counts, and black; never a symbol.",
        f"Top card {example}, {uno.describe(example)}: the dark ones fit",
        _grid(held),
        uno.valid_kinds(example, example[1]) & held,
        _counts(deck, split),
        f"({len(deck)} cards in all, {sum(card in WILDS for card in deck)} of them black{fewer})",
    )


_OF_ALL = ("a whole deck", "the top card not counted", "")
_OF_POOL = (
    "the pool of {}",
    "the top card being of the people's deck",
    "; one fewer where the top card is of the pool",
)
"""Of which cards the page counts how many fit, what is not counted among them, and what must be added."""


def _grid(held: frozenset[str]) -> tuple[tuple[str, tuple[str, ...]], ...]:
    """Return the kinds of a deck colour by colour, the black ones last."""
    grid: dict[str, tuple[str, ...]] = dict.fromkeys((*uno.COLOR_WORDS.values(), "black"), ())
    for kind in uno.KINDS:
        if kind in held:
            group = uno.CARDS.traits(kind)[0]
            grid[group] = (*grid[group], kind)
    return tuple((name, kinds) for name, kinds in grid.items() if kinds)


def _counts(deck: Sequence[str], split: bool) -> tuple[tuple[str, str], ...]:
    """Return how many cards fit on each symbol, whichever colour it has, and after a black card."""
    counts = [(f"top card a {_listed(symbols)}", said) for said, symbols in _counted(deck, split).items()]
    colors = [_fitting(deck, "W", color, split) for color in uno.COLORS]
    return (*counts, ("top card W or D, a colour named", _span(colors)))


def _tops(example: str) -> Iterator[tuple[str, str, str]]:
    """Yield every top card with its active colour and what it is called, the example first."""
    plain = sorted((kind for kind in uno.KINDS if kind not in WILDS), key=lambda kind: kind != example)
    for kind in plain:
        yield f"top card {kind}", kind, kind[1]
    for color in uno.COLORS:
        yield f"{uno.COLOR_WORDS[color]} named", "W", color


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
    return f"{low} cards" if low == high else f"{low} to {high} cards, by its colour"


def _listed(symbols: list[str]) -> str:
    """Return symbols as words, runs of digits as ranges: ``0 to 9, skip or reverse``."""
    digits = [symbol for symbol in symbols if symbol.isdigit()]
    return listed([*_runs(digits), *(uno.SYMBOL_WORDS[s] for s in symbols if s not in digits)], "or")


def _runs(digits: list[str]) -> Iterator[str]:
    """Yield ascending digits, three and more that follow each other as a range: ``0 to 9``."""
    for _, run in groupby(enumerate(digits), key=lambda one: int(one[1]) - one[0]):
        same = [digit for _, digit in run]
        yield from [f"{same[0]} to {same[-1]}"] if len(same) > 2 else same


# ----------------------------------------------------------------------------------------------------


# What a table says: names of decks, what begins a game, what may be typed.


DECKS = {SHARED: "the unplayed deck", PEOPLES: "the people's deck", POOLS: "the pool deck"}
"""What to call a deck at the table."""
FIRST = ("who starts", "who sits left of the dealer")
"""Who is named with the first top card; by rules in which that card has effects these say who starts."""
NOTATION = (
    "Cards: symbol, then colour, as 7R, SY, RG, +B; W wild and D wild draw four, with the colour that is named. "
    "Forced draws and missed turns are not written: the program works them out."
)
"""How a written record names cards."""
HELP = (
    "A card: 7R, r7, red 7, skip blue, +2 g.  A black card with its colour: w blue, +4 red.\n"
    "draw, then a card or pass.  A whole line works too: Ana plays 7R."
)
"""What a person may type, for ``?``."""
SHORT = {SHARED: "deck", PEOPLES: "people's deck", POOLS: "pool deck"}


def say(happened: Happened) -> str:
    """Return the sentence to read aloud; empty for what says itself.

    ``happened``: its key names the sentence, its facts fill it; what a sentence calls a deck, a colour or a set
    of kinds is worked out here.
    """
    args: dict[str, Any] = {**dict.fromkeys(_FACTS), **happened.args}
    for fact, words in _WORDS.items():
        if args.get(fact) is not None:
            args |= words(args)
    return announced(UNO, happened.key, args)


def _deck(args: Mapping[str, Any]) -> dict[str, object]:
    """Return what a sentence calls a deck."""
    deck = args["deck"]
    whose = "pool's" if deck == POOLS else "people's"
    called = {"of_deck": DECKS[deck], "a_deck": DECKS[deck].removeprefix("the ")}
    return {**called, "shared": deck == SHARED, "whose": whose}


def _contest(args: Mapping[str, Any]) -> dict[str, object]:
    """Return what may be done about a + or D: by lot, by the colour named, or as its person likes."""
    color: dict[str, object] = {"color": uno.COLOR_WORDS.get(args["lot"], "")}
    if not args["contest"] or args["lot"]:
        return color
    may = "challenge or answer" if args["answers"] else "challenge"
    return {**color, "may": may, "answers": False}  # nothing is drawn before it is known


_FACTS = ("deck", "lot", "contest", "may", "of", "kinds", "asked", "hand", "apart", "places")
"""Facts that only some sentences have."""


def dealt(state: UnoState) -> dict[str, object]:
    """Return what the sentence of the deal is made of: what comes before it, and which cards go to whom."""
    size, pool = state.hand_size, state.names(i for i, own in enumerate(state.draws) if own)
    others = ", ".join(state.names(i for i, own in enumerate(state.draws) if not own))
    lots = f"{size} cards to each seat: {others}"
    if pool:
        common, own = (DECKS[deck.whose] for deck in state.decks)
        lots = f"{size} cards of {common} to {others}, and {size} of {own} to {listed(pool)}"
    return {"before": _DEALER if state.house.first_effects else "", "lots": lots}


_DEALER = "A card is drawn for every seat: the highest number deals. Shuffle all again. "
"""Rules: "official", How to play."""


def first(state: UnoState) -> dict[str, object]:
    """Return how the game begins once the hands are dealt: what is turned over, and who starts."""
    turned = f"Then turn over the top card of {DECKS[state.decks[0].whose]}"
    if not state.house.first_card:
        how = "No card is turned over: the youngest starts, with any card but a wild draw four."
    elif state.house.first_effects:
        how = f"{turned}; the seat left of the dealer starts, but a reverse lets the dealer start."
    else:
        how = f"{turned}, and let chance say who starts."
    return {"how": how}


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
    parts = [f"{uno.COLOR_WORDS[color]} card" for color in whole]
    for symbol, of in alike.items():
        parts.append(uno.SYMBOL_WORDS.get(symbol, symbol) if len(of) > 1 else uno.describe(of[0]))
    return listed([f"{'an' if part[0] == '8' else 'a'} {part}" for part in parts], "or")


def _swap(args: Mapping[str, Any]) -> dict[str, str]:
    """Return whole hands in words, unseen, and the public fact that stays with each: who has held it."""
    pairs = zip(args["hands"], args["to"], strict=True)
    known = (
        f" {listed(seats)} {_has(seats)} held what is now {hand}'s hand."
        for hand, seats in args["held"].items()
    )
    return {"moved": listed([f"{to} takes {giver}'s hand" for giver, to in pairs]), "known": "".join(known)}


def _has(seats: Sequence[str]) -> str:
    """Return the verb that goes with so many seats."""
    return "has" if len(seats) == 1 else "have"


def _turn(state: UnoState) -> GamePrompt:
    """Return what the seat in turn is asked for: an answer where cards wait, else a card, or to draw or pass."""
    seat = state.name(state.turn)
    if state.pending:
        said = ("challenge", "challenges", "challenge covered", "challenges covered")
        contest = {one: Challenge(seat, covered=one.endswith("covered")) for one in said}
        return GamePrompt(_answer(state), seat, due=state.pending, words=contest)
    if not state.drawn:
        return GamePrompt("a card, or draw", seat)
    more = state.until and state.can_draw_after(0)
    return GamePrompt("the drawn card, or draw" if more else "the drawn card, or pass", seat)


def _beginning(state: UnoState) -> GamePrompt:
    """Return that a first card is asked for, and who starts."""
    if not state.house.first_card:
        return GamePrompt("Who starts", example="Ana")
    return GamePrompt(f"First top card and {FIRST[state.house.first_effects]}", example="7R Ana")


def _color(state: UnoState) -> GamePrompt:
    """Return that a colour is asked for, for the wild turned over."""
    seat = state.name(state.turn)
    colors = {said: Named(seat, c) for c, word in uno.COLOR_WORDS.items() for said in (word, c.lower())}
    return GamePrompt("the colour", seat, words=colors)


def _verdict(state: UnoState) -> GamePrompt:
    """Return that it is asked what the hand showed which was challenged."""
    accused = state.name(state.layer or 0)
    found = {"guilty": True, "innocent": False, "not guilty": False}
    verdicts = {said: ChallengeVerdict(accused, guilty) for said, guilty in found.items()}
    return GamePrompt("guilty or innocent", accused, words=verdicts)


def _hand_shown(state: UnoState) -> GamePrompt:
    """Return that the cards of a hand are asked for."""
    return GamePrompt("the cards shown", state.name(state.showing or 0), shows=True)


def _next_deal(state: UnoState) -> GamePrompt:
    """Return that the next deal is asked for."""
    example = f"round {state.round + 1}"
    return GamePrompt(f"{example}, when all is dealt anew", example=example)


_PROMPTS = {
    Awaited.SHOWING: _hand_shown,
    Awaited.ENDED: _next_deal,
    Awaited.UNSTARTED: _beginning,
    Awaited.NAMING: _color,
    Awaited.CHALLENGED: _verdict,
    Awaited.TURN: _turn,
}


_WORDS: dict[str, Callable[[Mapping[str, Any]], Mapping[str, object]]] = {
    "deck": _deck,
    "answers": _contest,
    "held": _swap,
    "kinds": lambda args: {"asked": kinds_words(args["kinds"])},
    "places": lambda args: {"places": "; ".join(map(listed, args["places"]))},
}
"""By a fact that a sentence has, what is said of it in words."""


def prompt(state: UnoState) -> GamePrompt:
    """Return what is asked for now, and what one or two words say while the table waits for just that."""
    return replace(_PROMPTS[state.awaited](state), also=_also(state))


def _answer(state: UnoState) -> str:
    """Return what may be done about a + or D that waits: an answer, a pass, a challenge."""
    answer = "an answer, or pass" if state.legal_cards() else "pass"
    if not may_challenge(state):
        return answer
    asked = ", or challenge covered" if askable(state, state.suspects or ()) else ""
    return f"{answer}, or challenge{asked}"


def _also(state: UnoState) -> tuple[str, ...]:
    """Return what may be typed by some rules only, a line each; at any person's turn, for any seat."""
    house = state.house
    said = (
        (house.several, "Several cards of one value: 7r 7g, the top one last."),
        (house.seven_zero, "A 7 and whose hand is taken for it: 7r with Ben."),
        (house.jump_in != "no", "Out of turn, with the name: Ana plays 7R."),
        (house.wild_draw_four == "challenge", "challenge, or challenge covered; then guilty, or innocent."),
        (house.uno_call, "Ana forgot UNO: somebody else said it first."),
        (
            house.rules == "kpgut",
            "Ana is away.  Ana gives up.  Zoe joins.  Ben doubts Ana rightly, or wrongly.",
        ),
    )
    return tuple(words for holds, words in said if holds)


def house_facts(state: UnoState) -> Iterator[str]:
    """Yield what everybody may know that only some rules have: cards that wait, who held a hand, points."""
    if state.pending:
        yield f"{state.pending} to draw"
    for hand, seats in enumerate(state.held):
        if seats:
            names = [state.name(seat) for seat in seats]
            yield f"{listed(names)} {_has(names)} held {state.name(hand)}'s hand"
    if any(state.scores):
        yield "points " + ", ".join(f"{state.name(i)} {score}" for i, score in enumerate(state.scores))


def questions(state: UnoState) -> tuple[str, ...]:
    """Return when a virtual seat challenges a person's D, and what comes of it, for print; empty where none
    may.

    A title, what comes before, what is asked, what β α means, what α β means.
    """
    asks = state.house.wild_draw_four == "challenge" and len(state.decks) == 1
    if not (asks and any(seat.virtual for seat in state.seats)):
        return ()
    other = "" if state.house.colour_alone else ", or that fits otherwise"
    turn = "may play any card" if state.house.rules == "kpgut" else "has its turn"
    return (
        "If a person plays +4 on a virtual seat",
        "Mix the four colour cards and turn one over: the colour just named, and the virtual seat challenges; "
        "another, and it draws 4.",
        f"Asked is whether the person's hand holds a card of the colour the +4 was played on{other}.",
        f"guilty; the person draws 4, the virtual seat {turn}.",
        "innocent; the virtual seat draws 6 and misses the turn.",
    )
