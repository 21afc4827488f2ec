"""Knockout selection: the virtual seat's piles fight duels; the last champion is played if it fits.

A duel is a conditional swap of two whole piles: a challenger that fits wins, one that does not leaves the champion
where it is.  Nothing is answered and nothing branches until the last champion's own pair lies open.

So the same few sentences serve every hand of every size; PROTOCOLS ("Knockout selection") has why it is exact.  The
opening and the way home are `selection`'s, as in the paper's own forms.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial

from facilitator.operations import definitions as ops
from facilitator.operations.definitions import Row
from facilitator.operations.faces import ALPHA, BETA, ONE, SOME, ZERO, Face, position_marker, position_of
from facilitator.operations.perform import Outcome, Recipe, Stage, Steps
from facilitator.operations.purposes import Part
from facilitator.operations.steps import (
    Act,
    AnswerBranch,
    Factor,
    Kind,
    Label,
    Meaning,
    Repetition,
    labels_of,
)
from facilitator.protocols.gates import CROSSED, STRAIGHT, pair_answers, yes_or_no
from facilitator.protocols.layout import CHOSEN_PLACE, Layout, flat, ticket, top
from facilitator.protocols.lottery import mix
from facilitator.protocols.selection import DRAW_CHECK, RESULT, Places, aside, closing, opening

DUEL = ("11a", "11b", "11c,11d", "11e")
"""Labels of a duel, by the sentences it is told in."""
DUEL_LABELS = labels_of([Act(Kind.DUEL, label=Label(DUEL))])


def duel(
    champion: Row, challenger: Row, rank: int = 0, open_pair: Row = (), act: Act | None = None
) -> Steps[None]:
    """Bring to the champion's place whichever of two piles wins; one shuffle.

    ``champion``, ``challenger``: piles, each its card and its pairs, of which the one numbered ``rank`` (from 0) is
    what the duel is about.  The challenger's left card of it goes onto itself, the right one onto the champion; β α
    is laid below it instead, from ``open_pair`` (the cards on top of the last duel's piles, β first) or from the
    box.  A challenger that fits now carries β, one that does not has given it to the champion: the pile with β wins.
    It fits for certain if it challenged, hence the 1.

    Afterwards the champion has β on top and the loser α, face up.  Seen is an α and a β, in an order of chance.
    """
    pair, tops = challenger[1 + 2 * rank : 3 + 2 * rank], (top(challenger), top(champion))
    if open_pair:
        yield ops.Move(pair + open_pair, tops + pair, act=act)
    else:
        yield ops.Move(pair, tops, act=act)
        yield ops.Put(pair, ONE, act=act)
    yield ops.Cover(pair, act=act)
    piles = ((top(champion), *champion), (top(challenger), *challenger))
    shown = (piles[0][0], piles[1][0])
    yield ops.Scramble(piles, act=act)
    yield ops.Reveal(shown, expect=ZERO, act=act)
    yield ops.Sort(piles, shown, ((BETA, 1), (ALPHA, 1)), act=act)


def duels(piles: Sequence[Row], rank: int = 0, layout: Layout | None = None) -> Recipe:
    """Return the knockout: each pile after the first challenges the champion, who ends at the first place.

    ``piles``: card and pairs each.  ``rank``: which of their pairs is fought about, from 0; after the first rank the
    last knockout's two bit cards lie open on the first pile and the last.  ``layout``: whose numbers are told.

    One shuffle a duel.  A card already decided upon skips all of it.
    """
    champion, *challengers = piles
    m, each = (layout.m, layout.bit_cards + 1) if layout else (len(piles), len(champion))
    which = rank + 1 if len(champion) > 3 else 0

    def stage(number: int) -> Stage:
        """The duel of one challenger; the bit cards on top of the last duel's piles serve it."""

        def steps(known: Outcome) -> Steps[Outcome]:
            if known.card is None:
                before = piles[number - 1] if number > 1 else piles[-1]
                laid = (top(champion), top(before)) if number > 1 or rank else ()
                label = Label(DUEL, Repetition("duel", number, len(challengers)), rank=max(which, 1))
                act = Act(
                    Kind.DUEL,
                    m - number,
                    each + 1,
                    which=which,
                    number=number,
                    brief=Kind.ROUND,
                    label=label,
                    given=(Factor.HAND, Factor.CLASSES),
                )
                yield from duel(champion, challengers[number - 1], rank, laid, act)
            return known

        return Stage(ops.Heading(Part.DUEL, number, len(challengers)), steps)

    return tuple(stage(number) for number in range(1, len(piles)))


def tree(piles: Sequence[Row]) -> Recipe:
    """Return the knockout for several pairs of hands: neighbours duel, then the winners, until one is left.

    ``piles``: card and pair each.  As many shuffles as `duels`; two bit cards more for every further duel that is
    fought at once.  In the certificate only: no table plays it.
    """
    rounds: list[list[tuple[Row, Row]]] = []
    left = list(piles)
    while len(left) > 1:
        rounds.append(list(zip(left[::2], left[1::2], strict=False)))
        left = left[::2]

    def stage(number: int, pairs: Sequence[tuple[Row, Row]]) -> Stage:
        """One round: its duels, and the bit cards on top of its piles back to the box."""

        def steps(known: Outcome) -> Steps[Outcome]:
            for champion, challenger in pairs:
                yield from duel(champion, challenger)
            yield ops.Collect(tuple(top(pile) for both in pairs for pile in both))
            return known

        return Stage(ops.Heading(Part.DUELS, number, len(rounds)), steps)

    return tuple(stage(number, pairs) for number, pairs in enumerate(rounds, 1))


@dataclass(frozen=True, slots=True)
class KnockoutPlaces(Places):
    """The places of a knockout; ``in_rounds``: fought as a tree, after which no bit cards lie open on piles."""

    in_rounds: bool = False

    def own_extras(self, known: Outcome) -> Row:
        """The bit cards with the piles: all their pairs, and the last duel's two on top.

        Of a single pile, and after rounds, none lie on top.
        """
        pairs = flat(pile[1:] for pile in self.piles)
        if self.in_rounds or len(self.piles) == 1:
            return pairs
        return (top(self.piles[0]), top(self.piles[-1]), *pairs)

    def result(self, rank: int, known: Outcome) -> Steps[Outcome]:
        """The champion's own pair: β α, and its card is played; α β, and none of this class is there.

        ``rank``: the class, from 0.  Where another class follows the pair is covered again.
        """
        if known.card is not None:
            return known
        champion = self.piles[0]
        pair = champion[1 + 2 * rank : 3 + 2 * rank]
        ask, label = pair_answers(bool(self.kinds(rank))), Label.of(RESULT, rank=rank + 1)
        branches = yes_or_no(ask, Meaning.LACKS, Meaning.HOLDS, (self.without(rank), (RESULT,)))
        reads = yield ops.Reveal(pair, expect=ZERO, ask=ask, act=self.look(rank, label), branches=branches)
        if reads == CROSSED:
            return (yield from self.play(champion, self.kinds(rank), Kind.CARD, label))
        if rank + 1 < self.layout.classes:
            cover = Act(Kind.COVER_PAIR, which=rank + 1, label=label, given=(Factor.CLASSES,))
            yield ops.Cover(pair, act=cover)
        return known

    def without(self, rank: int) -> tuple[str, ...]:
        """Return the labels of what follows if the hand has no card of a class: the next class, or the draw check."""
        if rank + 1 < self.layout.classes:
            return (RESULT, *DUEL_LABELS * (self.layout.m > 1))
        return (DRAW_CHECK,) * self.layout.can_draw

    def play(self, champion: Row, kinds: tuple[Face, ...], kind: Kind, label: Label) -> Steps[Outcome]:
        """Turn the champion over and lay it aside.

        ``kinds``: the cards it may be, for the question; ``kind``: how that is told, as a card found or as a
        champion.
        """
        branches = self.played(kinds, Meaning.PLAYED, Outcome())
        face = yield ops.Reveal(champion[:1], ask=kinds, act=Act(kind, label=label), branches=branches)
        yield ops.Move(champion[:1], (CHOSEN_PLACE,), act=aside(label))
        return Outcome(face)


def knockout(layout: Layout) -> Recipe:
    """Return the knockout selection: m+1 shuffles (m = 1: 2), 3k+2 extra cards (m = 1: 3k), no second run.

    With c ordered classes, a pair each, the next class is fought for only if the champion's pair of the one before
    reads 0; no challenger has won then, so the piles lie as they did.  At most c(m−1)+2 shuffles, (2c+1)k+2 extra
    cards (m = 1: 2 fewer).

    After none the deck's first column says whether its card is played: it is in the layout already.
    """
    table = KnockoutPlaces(layout)
    fights: list[Stage] = []
    for rank in range(layout.classes):
        fights += duels(table.piles, rank, layout)
        fights.append(
            Stage(ops.Heading(Part.CHAMPION, rank + 1, layout.classes), partial(table.result, rank))
        )
    return (*opening(table), *fights, Stage(ops.Heading(Part.DRAW_CHECK), table.draw_check), *closing(table))


def knockout_tree(layout: Layout) -> Recipe:
    """Return the knockout selection in rounds, for several pairs of hands; one class.

    m+1 shuffles; 3k extra cards and two for every duel of the first round, ⌊m/2⌋ of them.
    """
    table = KnockoutPlaces(layout, in_rounds=True)
    return (
        *opening(table),
        *tree(table.piles),
        Stage(ops.Heading(Part.CHAMPION), partial(table.result, 0)),
        Stage(ops.Heading(Part.DRAW_CHECK), table.draw_check),
        *closing(table),
    )


def knockout_any(layout: Layout) -> Recipe:
    """Return the knockout for "if none, any" (following suit): there is no result to read; the champion is played.

    m+1 shuffles, 3k+2 extra cards; one class.  If none fits, the champion is the first pile of an order of chance.
    """
    table = KnockoutPlaces(layout)

    def champion(known: Outcome) -> Steps[Outcome]:
        """Whoever is champion is turned over and played."""
        kinds = tuple(dict.fromkeys(layout.cards))
        return (yield from table.play(table.piles[0], kinds, Kind.CHAMPION, Label.of(RESULT)))

    fights = duels(table.piles, layout=layout)
    return (*opening(table), *fights, Stage(ops.Heading(Part.CHAMPION), champion), *closing(table))


def question(layout: Layout) -> Recipe:
    """Return the run that asks a hand one thing: whether it holds a card that fits; such a challenge is settled.

    The knockout up to the champion's own pair; no card of a hand is turned over, and all of them go home.
    m+1 shuffles (m = 1: 2), 3k+2 extra cards (m = 1: 3k); one class.  The last champion fits if any card does.
    """
    table = KnockoutPlaces(layout)

    def answer(known: Outcome) -> Steps[Outcome]:
        """The champion's own pair: β α, and the hand holds such a card.  Its card stays covered."""
        ask = pair_answers(bool(table.kinds(0)))
        act, branches = table.look(0, Label.of(RESULT)), yes_or_no(ask, Meaning.LACKS, Meaning.HOLDS)
        reads = yield ops.Reveal(table.piles[0][1:3], expect=ZERO, ask=ask, act=act, branches=branches)
        return known._replace(card=SOME if reads == CROSSED else None)

    return (
        *opening(table),
        *duels(table.piles, layout=layout),
        Stage(ops.Heading(Part.ANSWER), answer),
        Stage(ops.Heading(Part.GIVE_BACK_ALL), table.give_back),
    )


def weighted_knockout(layout: Layout) -> Recipe:
    """Return the knockout with weights: chance w/Σw for each card; mW+2 shuffles.

    Each of a pile's W pairs becomes a ticket with a covered marker of the pile's position; the tickets are
    mixed and fight the knockout; the winner's marker names the pile.  Extra cards: k markers, 2Wk bit cards,
    mW position markers and 2 (for a single ticket none).
    """
    table = Places(layout)
    tickets = tuple(ticket(number + 1) for number in range(layout.m * layout.pairs))
    names = tuple(position_marker(number) for number in table.own for _ in range(layout.pairs))

    def issue(known: Outcome) -> Steps[Outcome]:
        """Each pair becomes a ticket, with a covered marker that names its pile."""
        heads = tuple(one[0] for one in tickets)
        yield ops.Put(heads, names)
        yield ops.Cover(heads)
        yield ops.Move(flat(pile[1:] for pile in table.piles), flat(one[1:] for one in tickets))
        return known

    def redeem(known: Outcome) -> Steps[Outcome]:
        """The winning ticket's pair, its marker, and the card it names; then everything else goes home."""
        cards = [pile[0] for pile in table.piles]
        ask = (STRAIGHT, CROSSED)
        branches = yes_or_no(ask, Meaning.LACKS, Meaning.HOLDS)
        reads = yield ops.Reveal(tickets[0][1:], expect=ZERO, ask=ask, branches=branches)
        if reads == CROSSED:
            places = tuple(dict.fromkeys(names))
            named = (AnswerBranch(places, Meaning.NAMED),)
            place = yield ops.Reveal(tickets[0][:1], ask=places, branches=named)
            winner = cards.pop(position_of(place) - 1)
            shown = (AnswerBranch(layout.playable, Meaning.PLAYED),)
            face = yield ops.Reveal((winner,), ask=layout.playable, branches=shown)
            yield ops.Move((winner,), (CHOSEN_PLACE,))
            known = Outcome(face)
        on_top = (top(tickets[0]), top(tickets[-1])) if len(tickets) > 1 else ()
        yield ops.Collect(on_top + flat(tickets))
        if cards:
            yield ops.Return(tuple(cards), layout.seat)
        return known

    return (
        *opening(table),
        Stage(ops.Heading(Part.DUEL_TICKETS), issue),
        mix(tickets, Part.MIX_TICKETS),
        *duels(tickets),
        Stage(ops.Heading(Part.CHAMPION), redeem),
        Stage(ops.Heading(Part.DRAW_CHECK), table.draw_check),
        Stage(ops.Heading(Part.GIVE_BACK_OTHERS), table.give_back_theirs),
    )
