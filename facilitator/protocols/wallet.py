"""Wallet duels: printed cards fight the knockout themselves, two at a time in a paper band that is turned unseen.

Every card bears a dot at its own end for each state of the top card in which it fits, and at the other end for each
in which it does not; a mask lets one state through, of the card in front only.  Half turns that nobody can follow
hide whose end is whose.  Nothing is laid out, and the cost does not depend on the number of cards in play.

Of the cards nothing is known to the machine but their faces: which kinds show the dot under a mask is written in the
operation, as the layout's code has them.  How a wallet is made is the sheets' business.
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
from facilitator.operations.steps import Act, AnswerBranch, Kind, Label, Meaning, Repetition
from facilitator.protocols.gates import yes_or_no
from facilitator.protocols.layout import CHOSEN_PLACE, Layout, card

HELD, FREE = Place(WALLET, 1, CARD_ROW), Place(WALLET, 2, CARD_ROW)
"""The wallet's end that is held, where the champion lies, and the other."""
MASK_PLACE = Place(MASK, 1, 1)


DUEL = ("4a", "4b", "4c", "4d")
"""Labels of a duel, by the sentences it is told in."""


def duel(
    challenger: Place, mask: Place, fits: tuple[Face, ...], above: bool = True, act: Act | None = None
) -> Steps[None]:
    """Let a challenger fight the champion, who lies in the wallet alone; one shuffle.

    ``challenger``: where it lies, in the heap.  ``mask``: where the mask lies; ``fits``: the kinds that show the dot
    at their own end under it.  The front card, the champion, wins if it fits, else the other: the winner fits if
    either does.  It shows one end or the other, evenly, whatever the cards.  The winner stays in and is held; the
    loser comes to lie where the challenger lay.

    ``above``: so hands do it; law and view are the same with the challenger in front, but not the harm of half turns
    that somebody knows.
    """
    yield ops.Insert(challenger, FREE, above, act=act)
    yield ops.Spin(((HELD, layer(HELD)), (FREE, layer(FREE))), act=act)
    yield ops.Look((HELD, FREE), mask, fits, act=act)
    yield ops.Withdraw(FREE, challenger, act=act)


@dataclass(frozen=True, slots=True)
class WalletTurn:
    """The parts of one turn; the heap, and later the cards aside, lie at the places of the virtual seat's piles.

    ``above``: for each duel in turn whether the challenger goes in above the champion, over and over.  A layout of
    no classes: any card may be played, and no mask is needed.
    """

    layout: Layout
    above: Sequence[bool] = (True,)

    @property
    def heap(self) -> Row:
        """The virtual hand, shuffled, its top card first."""
        return tuple(card(number, PILE) for number in range(1, self.layout.m + 1))

    @property
    def sure(self) -> bool:
        """Whether every card on the table is of some class: then the last look is not read ("if none, any")."""
        return self.layout.classes > 1 and all(any(bits) for _, bits in self.layout.code)

    @property
    def chains(self) -> int:
        """How many chains of duels there may be: one a class, but none for a class of all the rest."""
        return self.layout.classes - self.sure

    def kinds(self, *ranks: int) -> tuple[Face, ...]:
        """The kinds of card of these classes, the best being 0: what bears a dot under their masks."""
        return tuple(face for face, bits in self.layout.code if any(bits) and bits.index(1) in ranks)

    def mask(self, rank: int, instead_of: int | None, duels: int = 0, drawn: int = 0) -> Steps[None]:
        """Lay the mask of a class, and take away the one that lies there.

        ``rank``: the class, the best being 0.  ``instead_of``: the class whose mask lies there; None for none.
        ``duels``: how many follow, in which the cards that lie aside fight once more.
        ``drawn``: how many cards were drawn before.
        """
        if rank != instead_of:
            label = Label.of("1", run=drawn + 1, rank=rank + 1)
            act = Act(Kind.MASK, duels, which=rank + 1, label=label)
            if instead_of is not None:
                yield ops.Collect((MASK_PLACE,), act=act)
            yield ops.Put((MASK_PLACE,), (mask_face(rank + 1),), act=act)

    def begin(self, known: Outcome) -> Steps[Outcome]:
        """Steps 1 and 2: the mask; the hand, covered and shuffled; its top card goes in, it is the champion.

        Where any card may be played, that one is: nobody looks, and no mask is needed.
        """
        if self.layout.classes:
            yield from self.mask(0, None)
        shares = ((self.layout.seat, self.layout.m),)
        heap = Act(Kind.HEAP, self.layout.m, shares=shares, label=Label.of("2"))
        yield ops.LayHand(self.layout.seat, self.heap, act=heap)
        if self.layout.m > 1:
            yield ops.Scramble(tuple((place,) for place in self.heap), act=heap)
        if self.layout.classes:
            yield ops.Insert(self.heap[0], HELD, act=Act(Kind.FIRST_IN, label=Label.of("3")))
            return known
        top = Act(Kind.TOP_CARD, shares=((self.layout.seat, 1),), label=Label.of("6"))
        yield ops.Move(self.heap[:1], (CHOSEN_PLACE,), act=top)
        ask = tuple(face for face, _ in self.layout.code)
        played = (AnswerBranch(ask, Meaning.PLAYED),)
        face = yield ops.Reveal((CHOSEN_PLACE,), ask=ask, act=top, branches=played)
        return known._replace(card=face)

    def fight(self, rank: int, number: int, known: Outcome) -> Steps[Outcome]:
        """Step 3: one duel of the chain for a class, if none of a better class was found.

        ``rank``: the class, the best being 0; ``number``: of the duel, from 1.  For the next class the cards lie
        as they are: nobody has won by fitting, so their order is still any.
        """
        if known.card is None:
            if number == 1 and rank:
                yield from self.mask(rank, rank - 1, self.layout.m - 1)
            above = self.above[(number - 1) % len(self.above)]
            duels = self.layout.m - 1
            label = Label(DUEL, Repetition("duel", number, duels), rank=rank + 1)
            left = self.layout.m - number
            act = Act(Kind.WALLET_DUEL, left, duels, number=number, which=rank + 1, label=label)
            yield from duel(self.heap[number], MASK_PLACE, self.kinds(rank), above, act)
        return known

    def find(self, rank: int, known: Outcome) -> Steps[Outcome]:
        """Step 4: the last look at the champion, who lies in alone and is not spun; if it fits, it is played.

        ``rank``: the class of its chain.  Where every card is of some class the last chain is not looked at.
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
            yield ops.Withdraw(HELD, self.heap[0], act=Act(Kind.LAST_ASIDE, label=Label.of("6a")))
        return known

    def fits(self, rank: int, drawn: int = 0) -> Steps[bool]:
        """Look whether the card that lies in alone is of a class; there is no asking where none is.

        ``drawn``: how many cards were drawn, if it is the last of them; 0: it is the hand's champion.
        """
        kinds = self.kinds(rank)
        ask = (TO_TAB, TO_CARD) if kinds else (TO_TAB,)
        label = Label.of("5", run=drawn + 1, rank=rank + 1)
        kind = Kind.DRAWN_LOOK if drawn else Kind.LAST_LOOK
        act = Act(kind, which=rank + 1, number=drawn, label=label)
        if drawn:
            no, yes, without = Meaning.DRAWN_MISSES, Meaning.DRAWN_FITS, self.kept(rank, drawn)
        else:
            no, yes, without = Meaning.MISSED, Meaning.FOUND, self.without(rank)
        branches = yes_or_no(ask, no, yes, (without, ("6",)))
        said = yield ops.Look((HELD,), MASK_PLACE, kinds, ask, drawn > 0, act=act, branches=branches)
        return said == TO_CARD

    def without(self, rank: int) -> tuple[str, ...]:
        """Return the labels of what follows if the hand has no card of a class."""
        sure = self.sure and rank + 2 == self.chains
        if rank + 1 < self.chains:
            look = "6" if sure else "5"
            if self.layout.m > 1:
                return ("1", *DUEL, look)
            return (look,) if sure else ("1", look)
        masked = ("1",) * (self.chains > 1)
        return ("6a", *masked, "5") if self.layout.can_draw else ("6a",)

    def kept(self, rank: int, drawn: int) -> tuple[str, ...]:
        """Return the labels of what follows if a drawn card is not of a class: the next class, or the next card."""
        if rank + 1 < self.layout.classes:
            return ("1", "5")
        if not self.layout.until or drawn == dict(self.layout.hands)[DECK]:
            return ("6a",)
        return ("6a", *("1",) * (self.layout.classes > 1), "5")

    def play(self, known: Outcome, *ranks: int) -> Steps[Outcome]:
        """Draw the card out that lies in alone, and turn it over.

        ``ranks``: the classes it may be of; of several it was not looked for one.
        """
        label = Label.of("6", run=known.drawn + 1, rank=ranks[0] + 1)
        act = Act(Kind.OUT, which=len(ranks), shares=((self.layout.seat, 1),), label=label)
        yield ops.Withdraw(HELD, CHOSEN_PLACE, act=act)
        ask, meaning = self.kinds(*ranks), Meaning.DRAWN_PLAYED if known.drawn else Meaning.PLAYED
        face = yield ops.Reveal((CHOSEN_PLACE,), ask=ask, act=act, branches=(AnswerBranch(ask, meaning),))
        return known._replace(card=face)

    def draw_check(self, known: Outcome) -> Steps[Outcome]:
        """Step 5: after none the deck's top card goes in alone: it fits and is played, or goes unseen to the hand.

        With the house rule "draw until you can play" the next one follows, and so on, as long as there is one.  It is
        asked for each class in turn, the mask changed between.
        """
        if known.card is not None or not self.layout.can_draw:
            return known
        lies = self.chains - 1
        for count in range(1, dict(self.layout.hands)[DECK] + 1 if self.layout.until else 2):
            top = card(self.layout.m + count, PILE)
            top_in = Act(Kind.TOP_IN, label=Label.of("6a", run=count))
            yield ops.LayTop(DECK, top, act=top_in)
            yield ops.Insert(top, HELD, act=top_in)
            for rank in range(self.layout.classes):
                yield from self.mask(rank, lies, drawn=count)
                lies = rank
                if (yield from self.fits(rank, count)):
                    return (yield from self.play(known._replace(drawn=count), rank))
            kept = Act(Kind.KEPT, shares=((self.layout.seat, 1),), label=Label.of("6a", run=count + 1))
            yield ops.Withdraw(HELD, top, act=kept)
            yield ops.Draw(top, self.layout.seat, act=kept)
        return known._replace(drawn=count)

    def give_back(self, known: Outcome) -> Steps[Outcome]:
        """Step 6: the cards aside go back into the hand, mixed, for their order is not uniform; the mask goes too.

        Taken back as they lie, the first card aside would fit less often than the last: 0.19 against 0.42 of five.
        """
        own = known.card is not None and not known.drawn
        kept, masked = self.heap[own:], bool(self.layout.classes)
        label, kind = Label.of("7"), Kind.MIX_BACK if masked else Kind.REST_BACK
        back = Act(kind, shares=self.layout.at_last(known), label=label)
        if kept:
            yield ops.Return(kept, self.layout.seat, act=back)
        if masked:
            yield ops.Collect((MASK_PLACE,), act=back if kept else Act(Kind.MASK_OFF, label=label))
        return known


def wallet(layout: Layout, above: Sequence[bool] = (True,)) -> Recipe:
    """Return wallet duels: m shuffles (m = 1: 0), no extra cards.

    With c ordered classes a chain a class, up to the first whose last look finds a card: at most c(m−1)+1
    shuffles.  Where every card is of some class ("if none, any") the last class has no chain of its own, and the
    last look of the one before it is not read: whoever is champion is played.  With no classes, any card may be
    played: the hand's top card is, 1 shuffle (m = 1: 0).

    ``above``: for each duel in turn whether the challenger lies behind; proofs try every order.
    """
    turn = WalletTurn(layout, above)
    heap = Stage(ops.Heading(Part.HEAP), turn.begin)
    back = Stage(ops.Heading(Part.GIVE_BACK_OWN), turn.give_back)
    if not layout.classes:
        return (heap, back) if layout.m > 1 else (heap,)
    stages = [stage for rank in range(turn.chains) for stage in _chain(turn, rank)]
    return heap, *stages, Stage(ops.Heading(Part.DRAW_CHECK), turn.draw_check), back


def _chain(turn: WalletTurn, rank: int) -> Sequence[Stage]:
    """The stages of one class's chain: m−1 duels, and the last look."""
    most = turn.layout.m - 1
    duels = (
        Stage(ops.Heading(Part.DUEL, number, most), partial(turn.fight, rank, number))
        for number in range(1, most + 1)
    )
    return (*duels, Stage(ops.Heading(Part.CHAMPION, rank + 1, turn.chains), partial(turn.find, rank)))
