"""Wallet duels: printed cards fight the knockout, two at a time, in a paper sleeve that is turned unseen.

For each state of the top card, every card has a dot: at its own end if it is playable, and at the opposite
end otherwise. A mask makes the dot visible for one state, and only on the card in front. Unseen half turns
hide which end belongs to which card. This form has no columns, and its cost does not depend on the number of
cards in play.

Operations contain the faces that show the dot under a mask, which come from the layout's code.
`sheets.wallet_sheets` describes the wallet itself.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial

from facilitator.operations import definitions as ops
from facilitator.operations.definitions import CARD_ROW, MASK, PILE, WALLET, Place, Row, layer
from facilitator.operations.faces import DECK, TO_CARD, TO_TAB, Face, mask_face
from facilitator.operations.perform import Outcome, Recipe, Stage, Steps
from facilitator.operations.purposes import Part
from facilitator.operations.steps import AnswerBranch, Factor, Kind, Label, Meaning, Repetition, Step
from facilitator.protocols.gates import yes_or_no
from facilitator.protocols.layout import CHOSEN_PLACE, Layout, card

HELD, FREE = Place(WALLET, 1, CARD_ROW), Place(WALLET, 2, CARD_ROW)
"""Ends of the wallet: the held end, with the champion, and the free end."""
MASK_PLACE = Place(MASK, 1, 1)


DUEL = "4a 4b 4c 4d"
"""Labels of the four steps of a duel."""
ASKED = (Factor.CLASSES,)
"""Factors for steps that change or disappear with fewer priorities."""
FOUGHT = (Factor.CLASSES, Factor.HAND)
"""Factors for steps that disappear with fewer priorities or a hand of one card."""
DRAWING = (Factor.DRAW, Factor.CLASSES)
"""Factors for steps that check a drawn card, priority by priority."""


def fight_duel(
    challenger: Place, mask: Place, fits: tuple[Face, ...], above: bool = True, step: Step | None = None
) -> Steps[None]:
    """Let a challenger fight the champion, which is alone in the wallet.

    The champion is in front. It wins if it is playable, and otherwise the challenger wins. The winner is
    therefore playable if either card is playable. The dot is at either end with equal probability,
    independently of the cards. The winner stays in the wallet, at the held end. The loser moves to the
    challenger's place.

    Args:
        challenger: Place of the challenger in the pile.
        mask: Place of the mask.
        fits: Faces that are playable under the mask.
        above: Whether the challenger goes in above the champion. The result is the same in both cases, but
            below the champion, a known number of half turns leaks more.
        step: Step of the duel.
    """
    yield ops.Insert(challenger, FREE, above, step=step)
    yield ops.Spin(((HELD, layer(HELD)), (FREE, layer(FREE))), step=step)
    yield ops.Look((HELD, FREE), mask, fits, step=step)
    yield ops.Withdraw(FREE, challenger, step=step)


@dataclass(frozen=True, slots=True)
class WalletTurn:
    """Steps of one attempt with the wallet, and places of its cards.

    Attributes:
        layout: Layout of the attempt.
        above: For each duel, whether the challenger goes in above the champion. If there are more duels, the
            sequence begins again.
    """

    layout: Layout
    above: Sequence[bool] = (True,)

    @property
    def heap(self) -> Row:
        """Places of the virtual hand's cards as a shuffled pile, top card first."""
        return tuple(card(number, PILE) for number in range(1, self.layout.m + 1))

    @property
    def sure(self) -> bool:
        """Whether there are several priorities, and every card in the layout has one of them.

        A card without any of the better priorities then has the last priority. Nobody needs to look for its dots.
        """
        return self.layout.classes > 1 and all(any(bits) for _, bits in self.layout.code)

    @property
    def chains(self) -> int:
        """Number of priorities for which duels may be needed.

        The last priority needs no duels if it contains all remaining cards.
        """
        return self.layout.classes - self.sure

    def kinds(self, *ranks: int) -> tuple[Face, ...]:
        """Return the faces in the layout with one of these priorities.

        Each priority has its own mask, which shows the dots of its cards.
        """
        return tuple(face for face, bits in self.layout.code if any(bits) and bits.index(1) in ranks)

    def mask(self, rank: int, instead_of: int | None, duels: int = 0, drawn: int = 0) -> Steps[None]:
        """Put the mask of a priority in place of the current mask.

        Args:
            rank: Priority index. The best priority is 0.
            instead_of: Priority index of the current mask, or None without a mask.
            duels: Number of following duels with the losers' pile.
            drawn: Number of cards drawn so far.
        """
        if rank != instead_of:
            label = Label("1", run=drawn + 1, rank=rank + 1)
            given = DRAWING if drawn else FOUGHT
            step = Step(Kind.MASK, duels, which=rank + 1, label=label, given=given)
            if instead_of is not None:
                yield ops.Collect((MASK_PLACE,), step=step)
            yield ops.Put((MASK_PLACE,), (mask_face(rank + 1),), step=step)

    def begin(self, known: Outcome) -> Steps[Outcome]:
        """Carry out steps 1 to 3: lay the mask, shuffle the hand, and insert its top card as the champion.

        If any card may be played, the top card is played without a mask and without a look.
        """
        if self.layout.classes:
            yield from self.mask(0, None)
        shares = ((self.layout.seat, self.layout.m),)
        heap = Step(Kind.HEAP, self.layout.m, shares=shares, label=Label("2"))
        yield ops.LayHand(self.layout.seat, self.heap, step=heap)
        if self.layout.m > 1:
            yield ops.Scramble(tuple((place,) for place in self.heap), step=heap)
        if self.layout.classes:
            yield ops.Insert(self.heap[0], HELD, step=Step(Kind.FIRST_IN, label=Label("3"), given=ASKED))
            return known
        top = Step(Kind.TOP_CARD, shares=((self.layout.seat, 1),), label=Label("6"), given=ASKED)
        yield ops.Move(self.heap[:1], (CHOSEN_PLACE,), step=top)
        ask = tuple(face for face, _ in self.layout.code)
        played = (AnswerBranch(ask, Meaning.PLAYED),)
        face = yield ops.Reveal((CHOSEN_PLACE,), ask=ask, step=top, branches=played)
        return known._replace(card=face)

    def fight(self, rank: int, number: int, known: Outcome) -> Steps[Outcome]:
        """Carry out step 4: one duel for a priority, unless a card of a better priority was found.

        Duels for later priorities use the losers' pile without another shuffle. The last loser lies on top
        and becomes the first challenger. The order is still random, because no challenger has won.

        Args:
            rank: Priority index. The best priority is 0.
            number: Number of the duel, from 1.
            known: Outcome so far.
        """
        if known.card is None:
            if number == 1 and rank:
                yield from self.mask(rank, rank - 1, self.layout.m - 1)
            above = self.above[(number - 1) % len(self.above)]
            duels = self.layout.m - 1
            label = Label(DUEL, Repetition("duel", number, duels), rank=rank + 1)
            left = self.layout.m - number
            step = Step(
                Kind.WALLET_DUEL, left, duels, which=rank + 1, number=number, label=label, given=FOUGHT
            )
            place = self.heap[left if rank % 2 else number]  # each chain of duels reverses the order
            yield from fight_duel(place, MASK_PLACE, self.kinds(rank), above, step)
        return known

    def find(self, rank: int, known: Outcome) -> Steps[Outcome]:
        """Carry out step 5: look at the champion, alone in the wallet, and play it if playable.

        If every card has a priority, no look is needed after the last duels.

        Args:
            rank: Priority index of the duels. The best priority is 0.
            known: Outcome so far.
        """
        if known.card is not None:
            return known
        last = rank + 1 == self.chains
        if last and self.sure:
            return (yield from self.play(known, *range(rank, self.layout.classes)))
        if self.layout.m == 1 and rank:
            yield from self.mask(rank, rank - 1)
        if (yield from self.fits(rank)):
            return (yield from self.play(known, rank))
        if last:
            shares = ((self.layout.seat, 1),)
            aside = Step(Kind.LAST_ASIDE, shares=shares, label=Label("6a"), given=ASKED)
            yield ops.Withdraw(HELD, self.heap[0], step=aside)
        return known

    def fits(self, rank: int, drawn: int = 0) -> Steps[bool]:
        """Look whether the single card in the wallet has a priority, and return the answer.

        If no card in the layout has this priority, the answer is no without a question.

        Args:
            rank: Priority index. The best priority is 0.
            drawn: Number of cards drawn so far, including this card, or 0 for the champion of the hand.
        """
        kinds = self.kinds(rank)
        ask = (TO_TAB, TO_CARD) if kinds else (TO_TAB,)
        label = Label("5", run=drawn + 1, rank=rank + 1)
        kind = Kind.DRAWN_LOOK if drawn else Kind.LAST_LOOK
        given = DRAWING if drawn else ASKED
        step = Step(kind, which=rank + 1, number=drawn, label=label, given=given)
        no, yes, without = Meaning.MISSED, Meaning.FOUND, self.list_labels_without(rank)
        if drawn:
            no, yes = Meaning.DRAWN_MISSES, Meaning.DRAWN_FITS
            without = self.list_labels_after_miss(rank, drawn)
        branches = yes_or_no(ask, no, yes, (without, ("6",)))
        said = yield ops.Look((HELD,), MASK_PLACE, kinds, ask, drawn > 0, step=step, branches=branches)
        return said == TO_CARD

    def list_labels_without(self, rank: int) -> tuple[str, ...]:
        """Return the labels of the steps that follow if no card of the hand has the priority with index ``rank``."""
        sure = self.sure and rank + 2 == self.chains
        if rank + 1 < self.chains:
            look = "6" if sure else "5"
            if self.layout.m > 1:
                return ("1", *DUEL.split(), look)
            return (look,) if sure else ("1", look)
        masked = ("1",) * (self.chains > 1)
        return ("6a", *masked, "5") if self.layout.can_draw else ("6a",)

    def list_labels_after_miss(self, rank: int, drawn: int) -> tuple[str, ...]:
        """Return the labels of the steps that follow if the last drawn card does not have the given priority.

        Args:
            rank: Index of the priority.
            drawn: Number of drawn cards.
        """
        if rank + 1 < self.layout.classes:
            return ("1", "5")
        if not self.layout.until or drawn == dict(self.layout.hands)[DECK]:
            return ("6a",)
        return ("6a", *("1",) * (self.layout.classes > 1), "5")

    def play(self, known: Outcome, *ranks: int) -> Steps[Outcome]:
        """Pull the single card out of the wallet, and turn it over.

        Args:
            known: Outcome so far.
            ranks: Possible priority indices of the card, several if the last look was not needed.
        """
        label = Label("6", run=known.drawn + 1, rank=ranks[0] + 1)
        shares = ((self.layout.seat, 1),)
        step = Step(Kind.OUT, which=len(ranks), shares=shares, label=label, given=ASKED)
        yield ops.Withdraw(HELD, CHOSEN_PLACE, step=step)
        ask, meaning = self.kinds(*ranks), Meaning.DRAWN_PLAYED if known.drawn else Meaning.PLAYED
        face = yield ops.Reveal((CHOSEN_PLACE,), ask=ask, step=step, branches=(AnswerBranch(ask, meaning),))
        return known._replace(card=face)

    def draw_check(self, known: Outcome) -> Steps[Outcome]:
        """Insert the top card of the draw pile into the wallet after "none", and play it if it is playable.

        An unplayable card goes face down to the hand. With the house rule "draw until you can play", further
        cards follow. Each card is checked for each priority, with a different mask each time.
        """
        if known.card is not None or not self.layout.can_draw:
            return known
        mask_rank = self.chains - 1
        for count in range(1, dict(self.layout.hands)[DECK] + 1 if self.layout.until else 2):
            top = card(self.layout.m + count, PILE)
            top_in = Step(Kind.TOP_IN, label=Label("6a", run=count), given=DRAWING)
            yield ops.LayTop(DECK, top, step=top_in)
            yield ops.Insert(top, HELD, step=top_in)
            for rank in range(self.layout.classes):
                yield from self.mask(rank, mask_rank, drawn=count)
                mask_rank = rank
                if (yield from self.fits(rank, count)):
                    return (yield from self.play(known._replace(drawn=count), rank))
            kept = Step(Kind.KEPT, shares=((self.layout.seat, 1),), label=Label("6a", run=count + 1))
            yield ops.Withdraw(HELD, top, step=kept)
            yield ops.Draw(top, self.layout.seat, step=kept)
        return known._replace(drawn=count)

    def give_back(self, known: Outcome) -> Steps[Outcome]:
        """Carry out step 7: shuffle the losers' pile, return it to the hand, and take the mask away.

        Without this shuffle, the first card of the losers' pile would be playable less often than its last
        card: with probability 0.19 rather than 0.42 for five cards.
        """
        own = known.card is not None and not known.drawn
        kept, masked = self.heap[own:], bool(self.layout.classes)
        label, kind = Label("7"), Kind.MIX_BACK if masked else Kind.REST_BACK
        tab_is_out = int(known.drawn and known.card is None)  # taken out with the drawn card
        back = Step(kind, tab_is_out, shares=self.layout.at_last(known), label=label, given=FOUGHT)
        if kept:
            yield ops.Return(kept, self.layout.seat, step=back)
        if masked:
            off = Step(Kind.MASK_OFF, label=label, given=FOUGHT)
            yield ops.Collect((MASK_PLACE,), step=back if kept else off)
        return known


def wallet(layout: Layout, above: Sequence[bool] = (True,)) -> Recipe:
    """Return the protocol of wallet duels.

    For a hand of m cards, it takes m shuffles (none if m = 1) and no extra cards. With c priorities,
    it takes at most c(m−1)+1 shuffles. Without priorities, it takes one shuffle (none if m = 1).

    Args:
        layout: Layout of the attempt.
        above: For each duel, whether the challenger goes in above the champion. Proofs try every sequence.
    """
    turn = WalletTurn(layout, above)
    heap = Stage(ops.Heading(Part.HEAP), turn.begin)
    back = Stage(ops.Heading(Part.GIVE_BACK_OWN), turn.give_back)
    if not layout.classes:
        return (heap, back) if layout.m > 1 else (heap,)
    stages = [stage for rank in range(turn.chains) for stage in _chain(turn, rank)]
    return heap, *stages, Stage(ops.Heading(Part.DRAW_CHECK), turn.draw_check), back


def _chain(turn: WalletTurn, rank: int) -> Sequence[Stage]:
    """Return the stages for one priority: m−1 duels for a hand of m cards, and the last look."""
    most = turn.layout.m - 1
    duels = (
        Stage(ops.Heading(Part.DUEL, number, most), partial(turn.fight, rank, number))
        for number in range(1, most + 1)
    )
    return (*duels, Stage(ops.Heading(Part.CHAMPION, rank + 1, turn.chains), partial(turn.find, rank)))
