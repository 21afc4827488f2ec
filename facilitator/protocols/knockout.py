"""Knockout selection: piles of the virtual seat fight duels for the place of the champion.

The last champion is played if it is playable. A duel is a conditional swap of two whole piles: a playable
challenger becomes the champion, and any other challenger changes nothing. Until the last champion's pair is
face up, no question is asked and no step depends on an answer. The same few sentences therefore describe
hands of every size. The project's notes on protocols ("Knockout selection") explain why the result is exact.
The steps of laying out and returning cards are in `selection`, as for the paper's own forms.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import partial

from facilitator.operations import definitions as ops
from facilitator.operations.definitions import Row
from facilitator.operations.faces import ALPHA, BETA, ONE, SOME, ZERO, Face, position_marker, position_of
from facilitator.operations.perform import Outcome, Recipe, Stage, Steps
from facilitator.operations.purposes import Part
from facilitator.operations.steps import AnswerBranch, Factor, Kind, Label, Meaning, Repetition, Step
from facilitator.protocols.gates import CROSSED, STRAIGHT, pair_answers, yes_or_no
from facilitator.protocols.layout import CHOSEN_PLACE, Layout, flat, ticket, top
from facilitator.protocols.lottery import mix
from facilitator.protocols.selection import DRAW_CHECK, RESULT, Places, closing, opening

DUEL = "11a 11b 11c 11d 11e"
"""Labels of a duel, one for each sentence that describes it."""


def duel(
    champion: Row, challenger: Row, rank: int = 0, open_pair: Row = (), step: Step | None = None
) -> Steps[None]:
    """Let a challenger fight the champion, and move the winner to the champion's place.

    A challenger wins if its pair is a 1, which is β α. A 0 is α β. The steps of the duel are:

    1. The left card of the challenger's pair is laid on the challenger's pile, and the right card on the
       champion's pile. The pile with β on top is going to win.
    2. A new pair β α takes the place of the challenger's pair, face down. A winning challenger thus keeps its 1.
       The pair of a losing challenger is never read.
    3. The two piles are shuffled, and their top cards are turned over. People see α and β in random order.
    4. The pile with β moves to the champion's place, and the pile with α to the challenger's place.

    Args:
        champion: Pile of the champion: its card and its pairs.
        challenger: Pile of the challenger.
        rank: Index of the pair that decides, from 0.
        open_pair: Places of the β and α that the last duel left on top of its piles. If empty, they come from
            the box.
        step: Step of the duel.
    """
    pair, tops = challenger[1 + 2 * rank : 3 + 2 * rank], (top(challenger), top(champion))
    if open_pair:
        yield ops.Move(pair + open_pair, tops + pair, step=step)
    else:
        yield ops.Move(pair, tops, step=step)
        yield ops.Put(pair, ONE, step=step)
    yield ops.Cover(pair, step=step)
    piles = ((top(champion), *champion), (top(challenger), *challenger))
    shown = (piles[0][0], piles[1][0])
    yield ops.Scramble(piles, step=step)
    yield ops.Reveal(shown, expect=ZERO, step=step)
    yield ops.Sort(piles, shown, ((BETA, 1), (ALPHA, 1)), step=step)


def duels(piles: Sequence[Row], rank: int = 0, layout: Layout | None = None) -> Recipe:
    """Return the stages of a knockout. Each later pile challenges the champion, which is in the first place.

    Args:
        piles: Piles, each with its card and its pairs.
        rank: Index of the deciding pair, from 0. If not 0, the previous knockout has left face-up bit cards
            on the first and last piles.
        layout: Layout whose numbers appear in instructions, or None if there are no instructions.
    """
    champion, *challengers = piles
    m, each = (layout.m, layout.bit_cards + 1) if layout else (len(piles), len(champion))
    which = rank + 1 if len(champion) > 3 else 0

    def stage(number: int) -> Stage:
        """Return the stage with the duel of one challenger.

        The duel reuses the bit cards that the last duel left on top of its piles.
        """

        def steps(known: Outcome) -> Steps[Outcome]:
            if known.card is None:
                before = piles[number - 1] if number > 1 else piles[-1]
                laid = (top(champion), top(before)) if number > 1 or rank else ()
                label = Label(DUEL, Repetition("duel", number, len(challengers)), rank=max(which, 1))
                step = Step(
                    Kind.DUEL,
                    m - number,
                    each + 1,
                    which=which,
                    number=number,
                    brief=Kind.ROUND,
                    label=label,
                    given=(Factor.HAND, Factor.CLASSES),
                )
                yield from duel(champion, challengers[number - 1], rank, laid, step)
            return known

        return Stage(ops.Heading(Part.DUEL, number, len(challengers)), steps)

    return tuple(stage(number) for number in range(1, len(piles)))


def tree(piles: Sequence[Row]) -> Recipe:
    """Return a knockout in rounds, like a tournament tree, for several pairs of helpers.

    In each round, neighbouring piles fight duels, and the winners reach the next round. The number of
    shuffles is the same as for `duels`. Every further simultaneous duel needs two more bit cards. Only the
    certificate uses this protocol.

    Args:
        piles: Piles, each with its card and one pair.
    """
    rounds: list[list[tuple[Row, Row]]] = []
    left = list(piles)
    while len(left) > 1:
        rounds.append(list(zip(left[::2], left[1::2], strict=False)))
        left = left[::2]

    def stage(number: int, pairs: Sequence[tuple[Row, Row]]) -> Stage:
        """Return the stage for a round of duels. The bit cards on top of the piles then go to the box."""

        def steps(known: Outcome) -> Steps[Outcome]:
            for champion, challenger in pairs:
                yield from duel(champion, challenger)
            yield ops.Collect(tuple(top(pile) for both in pairs for pile in both))
            return known

        return Stage(ops.Heading(Part.DUELS, number, len(rounds)), steps)

    return tuple(stage(number, pairs) for number, pairs in enumerate(rounds, 1))


class KnockoutPlaces(Places):
    """Places of the cards in a knockout selection, and the steps that only a knockout has."""

    @classmethod
    def from_layout(cls, layout: Layout) -> KnockoutPlaces:
        """Return the places in a knockout whose last duel leaves two bit cards on top of piles."""
        places = cls(layout)
        return replace(places, on_top=_find_tops(places.piles))

    def result(self, rank: int, known: Outcome) -> Steps[Outcome]:
        """Read the champion's own pair, and play the champion if the pair is β α.

        If the pair is α β, the hand has no card of this priority. If another priority follows, the pair is
        covered again.

        Args:
            rank: Priority, from 0.
            known: Outcome so far.
        """
        if known.card is not None:
            return known
        champion = self.piles[0]
        pair = champion[1 + 2 * rank : 3 + 2 * rank]
        ask, label = pair_answers(bool(self.kinds(rank))), Label(RESULT, rank=rank + 1)
        branches = yes_or_no(ask, Meaning.LACKS, Meaning.HOLDS, (self.list_labels_without(rank), (RESULT,)))
        reads = yield ops.Reveal(pair, expect=ZERO, ask=ask, step=self.look(rank, label), branches=branches)
        if reads == CROSSED:
            return (yield from self.play_champion(self.kinds(rank), Kind.CARD, label))
        if rank + 1 < self.layout.classes:
            cover = Step(Kind.COVER_PAIR, which=rank + 1, label=label, given=(Factor.CLASSES,))
            yield ops.Cover(pair, step=cover)
        return known

    def list_labels_without(self, rank: int) -> tuple[str, ...]:
        """Return the labels of the steps that follow if no card of the hand has the priority with index ``rank``."""
        if rank + 1 < self.layout.classes:
            return (RESULT, *DUEL.split() * (self.layout.m > 1))
        return (DRAW_CHECK,) * self.layout.can_draw

    def play_champion(self, kinds: tuple[Face, ...], kind: Kind, label: Label) -> Steps[Outcome]:
        """Turn the champion over and move it off the table.

        Args:
            kinds: Possible faces of the champion.
            kind: Kind of the step.
            label: Label of the step.
        """
        step = Step(kind, shares=((self.layout.seat, 1),), label=label)
        return (yield from self.play(self.piles[0][0], kinds, step, Outcome()))


def _find_tops(piles: Sequence[Row]) -> Row:
    """Return the places of the two bit cards that the last duel leaves on top of piles. A single pile has none."""
    return (top(piles[0]), top(piles[-1])) if len(piles) > 1 else ()


def knockout(layout: Layout) -> Recipe:
    """Return the protocol of the knockout selection.

    For m cards in the virtual hand and k cards in the layout, it takes m+1 shuffles (two if m = 1) and 3k+2
    extra cards (3k if m = 1). With c priorities, each card has c pairs. The protocol then takes at most
    c(m−1)+2 shuffles and (2c+1)k+2 extra cards (two fewer if m = 1).

    The duels for a priority take place only if the hand has no card of a better priority. If no card of the hand
    is playable, the seat draws the card in the first column of the draw pile.
    """
    table = KnockoutPlaces.from_layout(layout)
    fights: list[Stage] = []
    for rank in range(layout.classes):  # the piles keep their order, because no earlier challenger has won
        fights += duels(table.piles, rank, layout)
        heading = ops.Heading(Part.CHAMPION, rank + 1, layout.classes)
        fights.append(Stage(heading, partial(table.result, rank)))
    return (*opening(table), *fights, Stage(ops.Heading(Part.DRAW_CHECK), table.draw_check), *closing(table))


def knockout_tree(layout: Layout) -> Recipe:
    """Return the protocol of the knockout selection in rounds, with one priority.

    It takes m+1 shuffles, 3k extra cards, and two more extra cards for each of the ⌊m/2⌋ duels of the first
    round.
    """
    table = KnockoutPlaces(layout)  # after each round, the bit cards on top of the piles go to the box
    champion = Stage(ops.Heading(Part.CHAMPION), partial(table.result, 0))
    check = Stage(ops.Heading(Part.DRAW_CHECK), table.draw_check)
    return (*opening(table), *tree(table.piles), champion, check, *closing(table))


def knockout_any(layout: Layout) -> Recipe:
    """Return the knockout protocol for the rule "follow suit if you can", which always plays the champion.

    Nobody reads the champion's pair. If no card has the led suit, the champion is the first pile in random
    order. The protocol takes m+1 shuffles and 3k+2 extra cards, as in `knockout`.
    """
    table = KnockoutPlaces.from_layout(layout)

    def champion(known: Outcome) -> Steps[Outcome]:
        kinds = tuple(dict.fromkeys(layout.cards))
        return (yield from table.play_champion(kinds, Kind.CHAMPION, Label(RESULT)))

    fights = duels(table.piles, layout=layout)
    return (*opening(table), *fights, Stage(ops.Heading(Part.CHAMPION), champion), *closing(table))


def question(layout: Layout) -> Recipe:
    """Return the protocol that asks whether a hand has a playable card, for example to settle a challenge.

    Its steps are those of `knockout` up to the champion's own pair. All cards are then returned, without
    turning over a card of the hand. Shuffles and extra cards are as in `knockout`.
    """
    table = KnockoutPlaces.from_layout(layout)

    def answer(known: Outcome) -> Steps[Outcome]:
        """Read the champion's own pair. If it reads β α, the hand has a playable card."""
        ask = pair_answers(bool(table.kinds(0)))
        step, branches = table.look(0, Label(RESULT)), yes_or_no(ask, Meaning.LACKS, Meaning.HOLDS)
        reads = yield ops.Reveal(table.piles[0][1:3], expect=ZERO, ask=ask, step=step, branches=branches)
        return known._replace(card=SOME if reads == CROSSED else None)

    last = Stage(ops.Heading(Part.ANSWER), answer), Stage(ops.Heading(Part.GIVE_BACK_ALL), table.give_back)
    return (*opening(table), *duels(table.piles, layout=layout), *last)


def weighted_knockout(layout: Layout) -> Recipe:
    """Return the protocol of the knockout with weights. The probability of a card is proportional to its weight.

    Each pile has W pairs. Each pair becomes a ticket, with a covered marker that identifies the pile. The
    tickets are mixed and fight the knockout. The marker of the winning ticket shows which pile's card is
    played.

    For m cards in the virtual hand and k cards in the layout, it takes mW+2 shuffles. Extra cards: k markers,
    2Wk bit cards, mW position markers, and 2 bit cards for duels unless there is a single ticket.
    """
    table = Places(layout)
    tickets = tuple(ticket(number + 1) for number in range(layout.m * layout.pairs))
    names = tuple(position_marker(number) for number in table.own for _ in range(layout.pairs))

    def issue(known: Outcome) -> Steps[Outcome]:
        """Make a ticket of each pair, with a covered marker that identifies its pile."""
        heads = tuple(ticket[0] for ticket in tickets)
        yield ops.Put(heads, names)
        yield ops.Cover(heads)
        yield ops.Move(flat(pile[1:] for pile in table.piles), flat(ticket[1:] for ticket in tickets))
        return known

    def redeem(known: Outcome) -> Steps[Outcome]:
        """Read the winning ticket's pair and marker, and play the card of this pile.

        Then return the other cards of the hand.
        """
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
        yield ops.Collect(_find_tops(tickets) + flat(tickets))
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
