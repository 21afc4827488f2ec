"""Hands that do what the clauses of an instruction say, in one of the ways that the clauses leave open."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeVar

from table_reader.grammar import SAID_ONLY, Clause, NotUnderstood, Phrase
from table_reader.things import CannotDo, Card, Caught, Envelope, Pile, Table, Wallet

T = TypeVar("T")
PLACES = {"left": (1, 2), "middle": (3, 4), "right": (5, 6)}
"""Places of the row of six, by what they are called."""
ORDINALS = {"first": 1, "second": 2, "third": 3, "fourth": 4, "fifth": 5, "sixth": 6}
SPOTS = {"loose": "loose", "playing": "card", "left": "left", "right": "right"}
LIKE = {
    "are": "is", "hold": "pinch", "show": "turn", "join": "give", "return": "give", "shuffle": "stir",
    "draw": "pull", "slip": "slide",
}  # fmt: skip
"""Verbs that are done like others."""


class Luck:
    """Chance and secret choices of people. A judge may decide them, to compare with another table."""

    def order(self, count: int) -> Sequence[int]:
        """Return the order in which so many things lie after nobody could follow them."""
        return range(count)

    def choose(self, options: Sequence[T]) -> T:
        """Return the option that people take if a sentence leaves the choice to them."""
        return options[0]


@dataclass
class Ways:
    """The choices of one way to follow a sentence: the number of each option, and what the choices were about."""

    script: list[int]
    taken: list[tuple[str, int, int]] = field(default_factory=list)

    def pick(self, about: str, *options: T) -> T:
        """Return one of some options that a sentence leaves open."""
        if not options:
            raise CannotDo(about)
        if len(options) == 1:
            return options[0]
        at = len(self.taken)
        number = self.script[at] if at < len(self.script) else 0
        self.taken.append((about, number, len(options)))
        return options[number]


class Hands:
    """Hands at a table.

    Attributes:
        it: Cards that "it" or "them" means.
        shown: Cards that were turned up in this instruction.
        said: How things are done, by all clauses so far.
        settled: Cards whose side was named.
        mentioned: Things that "it" may mean besides cards.
    """

    def __init__(self, table: Table, luck: Luck, ways: Ways) -> None:
        self.table, self.luck, self.ways, self.pick = table, luck, ways, ways.pick
        self.it, self.shown, self.mentioned = list[Card](), list[Card](), list[str]()
        self.said, self.settled, self.stirred = set[str](), set[str](), False
        table.laid = {}

    def do(self, clause: Clause) -> None:
        """Do what one clause says."""
        self.said |= clause.how
        if "if in" in clause and self._tab() is None:
            return
        if "played" in clause.thing and not self.table.zone("played"):
            return  # no card was played
        for phrase in (*clause.things, *clause.slots.values()):
            self.mentioned += [phrase.head] if phrase.head in ("wallet", "lid") else []
        verb = LIKE.get(clause.verb, clause.verb)
        if verb in SAID_ONLY or not verb:
            return
        handler: Callable[[Clause], None] | None = getattr(self, f"_{verb}", None)
        if handler is None:
            raise NotUnderstood(f"how to {clause.verb!r}: {clause.text}")
        handler(clause)

    def _sure(self, said: bool, about: str) -> bool:
        """Return whether hands do a thing as they should: surely if it is said, else in one of two ways."""
        return said or self.pick(about, True, False)

    def _must(self, said: bool, about: str) -> None:
        """Let hands go wrong in a way that somebody notices later, unless it is said how to do it."""
        if not self._sure(said, about):
            raise Caught(f"wrong: {about}")

    def _peek(self, cards: Sequence[Card], said: bool) -> None:
        """Somebody may look at cards, unless it is said that nobody does."""
        if not self._sure(said, "nobody looks at the card"):
            self.table.sights |= {card.name for card in cards}

    def _side(self, card: Card, clause: Clause) -> None:
        """Settle which side of a card is up while a hand takes it, and whether anybody looks at it."""
        if clause.how & {"up", "down"}:
            self._face(card, clause)
        elif not card.up:
            self._peek([card], "unseen" in self.said)

    def _face(self, card: Card, clause: Clause) -> None:
        """Settle the side of a card that is laid down."""
        if clause.how & {"up", "down"}:
            self.settled.add(card.name)
            self._turn_to(card, "up" in clause)
        elif not self._sure(
            "unturned" in self.said or card.name in self.settled, "the side that was up is up"
        ):
            self._turn_to(card, not card.up)
        self.table.words |= {f"{card.face} was laid open"} if card.up else set()

    def _turn_to(self, card: Card, up: bool) -> None:
        if up and not card.up:
            # Nobody knows which of the stirred cards this is.
            self.table.sights |= set() if card in self._stirred_cards() else {card.name}
            self.shown.append(card)
        card.up = up

    def _stirred_cards(self) -> Sequence[Card]:
        return self.table.zone("stirred") or (self.it if self.stirred else ())

    # -- the wallet --------------------------------------------------------------------------------------

    def _tab(self) -> Card | None:
        return next((slot.thing for slot in self.table.wallet.slots if slot.thing.kind == "tab"), None)

    def _slide(self, clause: Clause) -> None:
        thing, into = clause.thing, clause.slots.get("into")
        if thing.head == "mask":
            self._slide_mask(clause)
        elif into and into.head == "packet":
            cards = self._cards(thing)
            self.it = (
                cards if self._sure("leftmost on top" in clause, "the leftmost is on top") else cards[::-1]
            )
            for card in self.it:
                self.table.held.append(self.table.lift(card))
        else:
            (card,) = self._cards(thing)
            self._insert(card, clause)

    def _slide_mask(self, clause: Clause) -> None:
        table, where = self.table, clause.slots.get("into")
        if where is None or where.head != "rails":
            raise CannotDo(f"a mask goes into the rails: {clause.text}")
        if table.wallet.mask:
            self._must("instead" in clause, "the old mask is taken out")
            table.lay(table.wallet.mask, "masks")
        named = [card for card in table.zone("masks") if card.face in clause.thing]
        mask = table.lift(self.pick("which mask", *(named or table.zone("masks"))))
        mask.up = self._sure("name up" in clause, "the name of the mask is up")
        table.wallet.mask = mask

    def _insert(self, card: Card, clause: Clause) -> None:
        """Slide a card or the tab into the wallet."""
        wallet, tab = self.table.wallet, card.kind == "tab"
        if any(card in cards for name, cards in self.table.zones.items() if "draw pile" in name):
            self._peek([card], "unseen" in clause)
        slots = clause.slots
        end = self._free_end(slots.get("at") or slots.get("into") or slots.get("from"), wallet)
        down = tab or "down" in clause or ("up" not in clause and self.pick("which side is up", True, False))
        self.table.sights |= set() if down else {card.name}
        full = self._sure(bool(clause.how & ({"to line"} if tab else {"fully"})), "it goes all the way in")
        above = tab or not wallet.slots or self._sure("on top" in clause, "it goes over the champion")
        wallet.insert(self.table.lift(card), end, down, full, above)
        card.up, self.it = False, [card]

    def _free_end(self, phrase: Phrase | None, wallet: Wallet) -> str:
        free = wallet.empty_ends
        if phrase is None or not (phrase.head == "end" or phrase.marks & {*SIDES}):
            self._must(len(free) > 1, "it goes into the empty end")
        elif phrase.marks & {*SIDES}:
            free = [end for end in free if wallet.side(end) in phrase]
        elif "either" in phrase and free:
            return self.luck.choose(free)
        return self.pick("which end", *free)

    def _cover(self, clause: Clause) -> None:
        if "with" not in clause.slots or clause.slots["with"].head != "cloth":
            raise CannotDo(clause.text)
        self.table.wallet.lid = "cloth"

    def _spin(self, clause: Clause) -> None:
        """Turn the wallet by half turns, or whatever "it" is."""
        wallet, what = self.table.wallet, clause.thing.head
        if "no spin" in clause:
            return
        if what == "it":
            what = self.pick("what is spun", *dict.fromkeys(self.mentioned or ["wallet"]))
        self.table.tidy &= self._sure("half turns" in clause, "by half turns")
        if not self._sure("flat" in clause, "flat"):
            wallet.turn(False)
        if what != "wallet":
            self.table.wrong.add(f"the {what} is spun")
        elif not wallet.lid:
            raise CannotDo("everybody sees the wallet")
        else:
            self.table.words.add("spin")
            self._mix(2, self._is_hidden(clause))
            if self.luck.order(2)[0]:
                wallet.spin()

    def _is_hidden(self, clause: Clause) -> bool:
        """Return whether nobody can know how something was mixed."""
        how = clause.how | self.said
        by_turns = len(clause.doers) > 1 or "by turns" in how
        return {"eyes closed", "lost track"} <= how or (by_turns and {"often", "secret", "away"} <= how)

    def _mix(self, count: int, hidden: bool) -> None:
        if not hidden:
            self.table.wrong.add("somebody knows the order")
        self.table.mixes.append(count)

    def _reach(self, clause: Clause) -> None:
        if (
            "under" not in clause.slots
            or clause.slots["under"].head != "lid"
            or self.table.wallet.lid != "lid"
        ):
            raise CannotDo(clause.text)

    def _lift(self, clause: Clause) -> None:
        if clause.thing.head != "lid":
            self.it = self._cards(clause.thing)
        elif self.table.wallet.lid != "lid":
            raise CannotDo("there is no lid to lift")
        else:
            self.table.wallet.lid = ""

    def _turn(self, clause: Clause) -> None:
        what = clause.thing.head
        if {"each", "open"} <= clause.thing.marks and not self._named(clause.thing):
            return
        if what == "wallet" or (what == "it" and not self.it):
            self._turn_wallet(clause)
        else:
            self._turn_cards(self._cards(clause.thing), clause)

    def _turn_wallet(self, clause: Clause) -> None:
        wallet = self.table.wallet
        want = "windows down" in clause or "back" in clause.particles or not wallet.windows_down
        if "windows up" in clause:
            want = False
        if not self._sure(
            bool({"over", "back"} & clause.particles or {"windows down"} & clause.how), "turned over"
        ):
            wallet.spin()
            return
        if wallet.windows_down == want:
            return
        back = "back" in clause.particles and wallet.page is not None
        page = bool(wallet.page) if back else self._sure("page" in clause, "the axis of turning over")
        if wallet.pinched and not self._sure("pinching" in self.said, "the end stays pinched"):
            wallet.pinched = ""
        wallet.turn(page)
        if "spin" in self.table.words and len(wallet.cards) == 1 and not want:  # not as in the duels
            self._must("no lid" in clause, "the lid stays off")
            if not self._sure("no spin" in clause, "it is not spun"):
                wallet.spin()

    def _wins(self, clause: Clause) -> None:
        wallet, subject = self.table.wallet, clause.subject
        if not wallet.dot or subject is None:
            raise CannotDo("no dot is to be seen")
        if subject.head == "end":
            wallet.winner = self.pick("the dot's end", *dict.fromkeys((wallet.dot, wallet.slots[0].end)))
        elif "dot-side" in subject:
            wallet.winner = wallet.dot
        else:
            raise NotUnderstood(clause.text)

    def _pinch(self, clause: Clause) -> None:
        if not self.table.wallet.winner:
            raise CannotDo("nobody has won")
        self.table.wallet.pinched = self.table.wallet.winner

    def _let(self, clause: Clause) -> None:
        self.table.wallet.pinched = ""

    def _pull(self, clause: Clause) -> None:
        for thing in clause.things or (Phrase("it"),):
            if thing.head in ("tab", "mask"):
                self._take_fixed(thing, False)
            else:
                self._pull_card(thing, clause)
        if any(phrase.head in ("hand", "losers") for phrase in clause.slots.values()):
            self._lay(clause)

    def _pull_card(self, thing: Phrase, clause: Clause) -> None:
        """Pull one card, or all cards, out of the wallet."""
        wallet, out = self.table.wallet, clause.slots.get("of") or clause.slots.get("from")
        if wallet.lid == "lid" or (out and "other" in out and not wallet.pinched):
            raise CannotDo(clause.text)
        inside = [slot for slot in wallet.cards if slot.end != wallet.pinched]
        if "inside" not in thing:
            inside = [self.pick("which card is pulled out", *inside)]
        if not (wallet.windows_down or "up" in clause or wallet.lid):
            self.table.wrong.add("pulled out in plain view")
        if len(wallet.cards) > len(inside) and not self._sure(
            bool(wallet.pinched), "the other card stays in"
        ):
            inside = wallet.cards
        self.it = [slot.thing for slot in inside]
        for card in self.it:
            self._side(card, clause)
            self.table.held.append(self.table.lift(card))

    def _take_fixed(self, thing: Phrase, others: bool) -> None:
        """Take the mask or the tab out."""
        found = self.table.wallet.mask if thing.head == "mask" else self._tab()
        if found is not None:
            self.table.lay(found, "masks" if thing.head == "mask" else "tab")
        elif not others:
            raise CannotDo(f"no {thing.head} is in")

    # -- hands, piles and the box ------------------------------------------------------------------------

    def _spread(self, clause: Clause) -> None:
        self.it = self._cards(clause.thing)
        for card in self.it:
            self.table.lay(card, "pile")
        if not self._sure("down" in clause, "face down"):
            self.table.sights |= {card.name for card in self.it}

    def _stir(self, clause: Clause) -> None:
        cards = self._cards(clause.thing)
        explained = bool({"mixed", "lost track"} & clause.how) or "stir" in self.table.words or len(cards) < 2
        self._mix(len(cards), self._sure(explained, "stirred until nobody can follow a card"))
        self.table.words.add("stir")
        pairs = len(cards) > 2 and cards[0].kind == "bit card"
        self._must(not pairs or "pairs apart" in clause, "pairs come apart")
        self.it, self.stirred = cards, True
        for card in cards if any(card.up for card in cards) else ():
            card.up = not self._sure("down" in clause, "stirred face down") and card.up
        for card in [card for card in self.table.held if pairs and card in cards]:
            self.table.lay(card, "stirred")
        home = next(
            (zone for zone in (*self.table.zones.values(), self.table.held) if {*cards} <= {*zone}), []
        )
        tops = sorted(filter(cards.__contains__, home), key=home.index, reverse=True)
        if len(tops) > 1:
            order = [tops[number] for number in self.luck.order(len(tops))]
            home[:] = [*(card for card in home if card not in order), *order[::-1]]

    def _gather(self, clause: Clause) -> None:
        for card in [card for card in self.it if card not in self.table.zone("pile")]:
            self.table.lay(card, "pile")

    def _swap(self, clause: Clause) -> None:
        """Swap the two envelopes, or the two cards of a pile. What was seen before tells nothing now."""
        table: Table = self.table
        self._mix(2, self._is_hidden(clause))
        both: list[Envelope] | list[Card] = table.zone("pile")
        if clause.thing.head == "envelopes":
            both = table.envelopes
            table.sights -= {card.name for envelope in both for card in envelope.cards}
        if len(both) != 2 or (both is table.envelopes and not all(one.cards for one in table.envelopes)):
            raise CannotDo(f"two things to swap: {clause.text}")
        if self.luck.order(2)[0]:
            both.reverse()

    def _lay(self, clause: Clause) -> None:
        thing, target = (
            clause.thing,
            clause.slots.get("on") or clause.slots.get("onto") or clause.slots.get("to"),
        )
        if thing.head == "wallet":
            self.table.wallet.windows_down = self._sure("windows down" in clause, "windows down")
        elif "out" in clause.particles:
            self._spread(clause)
        elif thing.marks & {"upper", "lower"}:
            self._must("below" in clause, "below the playing card")
            self._lay_layer("upper" if "upper" in thing else "lower", thing)
        elif thing.head != "piles" and not ("in" in clause.slots and clause.slots["in"].head == "row"):
            cards = self._cards(thing)
            self.settled |= {card.name for card in cards} if "open" in thing else set()
            if clause.how & {"old place", "beta left", "alpha left"} and len(cards) == 2:
                self._lay_pair(cards, clause, target)
            else:
                self._must(len(cards) < 2 or bool(target) or "one on other" in clause, "one on the other")
                for card in list(cards):
                    self._lay_one(card, clause, target)
            self.it = cards

    def _lay_one(self, card: Card, clause: Clause, target: Phrase | None) -> None:
        """Lay one card on a zone, on or beside a playing card, or on a place of the row."""
        table = self.table
        self._face(card, clause)
        if "finger" in clause:
            self._lay_at_finger(card)
        elif target is not None and (target.head == "place" or (table.row and target.marks & {*ORDINALS})):
            self._lay_in_row([card], next(n for mark, n in ORDINALS.items() if mark in target))
        elif target is not None and target.head == "card" and "top" not in target:
            beside = target.owner is None or target.owner.head == "card"
            spot = next((mark for mark in SIDES if mark in target), "loose") if beside else "loose"
            self._put_spot(self._pile_of(target), spot, card)
        elif not (card in table.zone("played") and "apart" in clause):
            usual = "apart" if "apart" in clause else "pile" if clause.how & {"one on other", "table"} else ""
            zone = self._zone(target) if target else usual
            table.lay(card, zone or self.pick("where it is laid", "losers", "pile", "apart"))

    def _lay_at_finger(self, card: Card) -> None:
        """Lay a card of the row between two others. Where it was a gap is left."""
        table = self.table
        if table.finger is None:
            raise CannotDo("where is the finger?")
        at, table.finger = table.finger, None
        row = {place + (place >= at): lying for place, lying in table.row.items() if lying is not card}
        table.row, table.gap = {**row, at: card}, True

    def _put_spot(self, pile: Pile, spot: str, card: Card) -> None:
        if spot in pile.spots:
            raise CannotDo(f"{spot} is taken")
        self.table.lift(card)
        pile.spots[spot] = card

    def _lay_in_row(self, cards: Sequence[Card], first: int) -> None:
        """Lay cards on the places of the row that follow each other."""
        table = self.table
        for card in cards:
            table.lift(card)
        for place, card in enumerate(cards, first):
            if place in table.row or "row" not in table.words:
                raise CannotDo(f"place {place} is taken, or there is no row")
            table.row[place] = card

    def _lay_pair(self, cards: Sequence[Card], clause: Clause, target: Phrase | None) -> None:
        """Lay two bit cards side by side: on places of the row, or where a pile has lost its pair."""
        both = self._left_to_right(cards, clause)
        for card in both:
            self._face(card, clause)
        if target is not None and target.head == "places":
            named = [mark for mark in PLACES if mark in target]
            self._lay_in_row(both, PLACES[self.pick("which places", *(named or PLACES))][0])
            return
        self._must("old place" in clause, "where the old pair lay")
        free = [pile for pile in self.table.piles if "card" in pile.spots and not {*SIDES} & {*pile.spots}]
        pile = self._pile_of(target) if target else self.pick("where the pair is laid", *free)
        for spot, card in zip(SIDES, both, strict=True):
            self._put_spot(pile, spot, card)

    def _left_to_right(self, cards: Sequence[Card], clause: Clause) -> Sequence[Card]:
        if clause.how & {"alpha left", "beta left"}:
            return sorted(cards, key=lambda card: card.face, reverse="beta left" in clause)
        return cards if self._sure("left stays left" in clause, "left stays left") else cards[::-1]

    def _put(self, clause: Clause) -> None:
        table, thing = self.table, clause.thing
        where = next(
            (clause.slots[key] for key in ("over", "into", "on", "between") if key in clause.slots), None
        )
        if where is None:
            raise CannotDo(f"where? {clause.text}")
        if thing.head == "finger":
            marks = where.marks.union(*(phrase.marks for phrase in clause.things[1:]))
            first, second = sorted(ORDINALS[mark] for mark in marks if mark in ORDINALS)
            table.finger = second if second - first == 1 else None
        elif thing.head in ("lid", "cloth"):
            if where.head != "wallet":
                raise CannotDo(clause.text)
            table.wallet.lid = thing.head
        elif where.head in ("envelope", "envelopes"):
            self._fill(clause)
        elif where.head == "box":
            cards = self._cards(thing)
            if any(card.kind == "bit card" and not card.up for card in cards) and not self.stirred:
                table.wrong.add("bit cards follow each other into the box")
            self._must("sorted" in clause or not self.stirred, "bit cards are sorted for the next turn")
            for card in list(cards):
                if card.kind == "playing card":
                    raise CannotDo("a playing card into the box")
                table.lay(card, "box")
        else:
            self._peek(self._cards(thing), "unseen" in clause)  # a card is drawn
            self._give(clause)

    def _fill(self, clause: Clause) -> None:
        """Put stacks, or the pile in the hand, into envelopes."""
        table = self.table
        piles: list[tuple[Pile | None, list[Card]]] = [*table.stacks] or [(None, list(self.it))]
        free = [envelope for envelope in table.envelopes if not envelope.cards]
        if len(piles) > len(free) or not piles[0][1]:
            raise CannotDo("no stack, or no free envelope")
        for (pile, cards), envelope in zip(piles, free, strict=False):
            envelope.cards, envelope.pile = self._keep_side(cards, clause), pile
            table.held = [card for card in table.held if card not in cards]
        table.stacks, self.it = [], []

    def _keep_side(self, cards: list[Card], clause: Clause) -> list[Card]:
        """Return a pile from the top, which may have been turned over if nothing is said of it."""
        if self._sure(bool({"unturned", "down"} & clause.how), "no pile is turned over"):
            return cards
        for card in cards:
            self._turn_to(card, not card.up)
        return cards[::-1]

    def _do(self, clause: Clause) -> None:
        """Do the same with other cards: slide them into a pile, and put it into the other envelope."""
        if "with" in clause.slots:
            self._must("into" in clause.slots and "other" in clause.slots["into"], "the other envelope")
            self.it = [self.table.lift(card) for card in self._cards(clause.slots["with"])]
            next(one for one in self.table.envelopes if not one.cards).cards = self.it

    def _give(self, clause: Clause) -> None:
        table, thing = self.table, clause.thing
        where = next((clause.slots[key] for key in ("to", "into", "on", "onto") if key in clause.slots), None)
        if any("new" in one for one in clause.things):
            return
        if "right to left" in clause:
            self._give_shares(clause)
            return
        for card in list(self._cards(thing)):
            if "by marker" in clause:
                pile = next(pile for pile in table.all_piles() if card in pile.spots.values())
                zone = self._owner_zone(pile.spots["marker"])
            elif where is None:
                raise CannotDo(f"to whom? {clause.text}")
            else:
                zone = self._zone(where)
            if card not in table.held:
                self._side(card, clause)
            self._face(card, clause)
            card.up = False
            table.lay(card, zone)
            table.laid["given"] = table.laid.get("given", 0) + 1

    def _give_shares(self, clause: Clause) -> None:
        """Give so many cards of a row to each owner, beginning on the right."""
        cards = self.table.zone("pile")
        if sum(phrase.number or 0 for phrase in clause.listed) != len(cards) or "down" not in clause:
            raise CannotDo(f"{len(cards)} cards: {clause.text}")
        for phrase in clause.listed:
            for card in cards[: phrase.number]:
                self.table.lay(card, self._zone(phrase))

    def _owner_zone(self, marker: Card) -> str:
        """Return the zone of the owner whom an open marker names."""
        name = marker.face.removeprefix("θ-").casefold()
        if not marker.up:
            raise CannotDo("no marker says whose it is")
        return next(zone for zone in self.table.zones if zone in (name, f"{name}'s hand"))

    def _take(self, clause: Clause) -> None:
        table, things, taken = self.table, clause.things or (Phrase("it"),), list[Card]()
        duel, box = clause.slots.get("in"), clause.slots.get("from")
        if duel is not None and duel.head == "duel" and ("first" in duel) == bool(table.zone("kept")):
            return  # another duel
        for thing in things:
            if thing.head in ("tab", "mask"):
                self._take_fixed(thing, len(things) > 1)
            elif thing.head == "card" and table.wallet.cards and not thing.owner and not thing.marks:
                self._pull_card(thing, clause)
                taken += self.it
            elif thing.head == "packet" and "of" in clause.slots:
                taken += self._take_pile(clause.slots["of"], clause)
            else:
                for card in list(self._cards(thing, box)):
                    if box is None or box.head != "box":
                        self._side(card, clause)
                    table.pile = next(
                        (one for one in table.all_piles() if card in one.spots.values()), table.pile
                    )
                    table.held.append(table.lift(card))
                    taken.append(card)
        self.it, back = taken, clause.slots.get("to")
        if back is not None and back.head == "pile":
            self._peek(taken, "unseen" in self.said)
            self._lay_pair(taken, clause, back)

    def _take_pile(self, which: Phrase, clause: Clause) -> list[Card]:
        """Take the pile out of one envelope."""
        left, right = self.table.envelopes
        envelope = (
            left
            if "left" in which
            else right
            if "right" in which
            else self.pick("which envelope", left, right)
        )
        cards, envelope.cards = self._keep_side(envelope.cards, clause), []
        self.settled |= {card.name for card in cards if "down" in clause}
        self.table.held += cards
        return cards

    def _carry(self, clause: Clause) -> None:
        self.it = self._cards(clause.thing)

    def _keep(self, clause: Clause) -> None:
        for card in [] if "pinching" in clause else list(self._cards(clause.thing)):
            self.table.lay(card, "kept")

    def _push(self, clause: Clause) -> None:
        """Push a pile away, or a card into the wallet."""
        if clause.thing.head != "pile":
            self._slide(clause)
            return
        self._pile_of(clause.thing).out = True
        if not self._sure("down" in clause, "no pile is turned over"):
            self.table.wrong.add("a pile is turned over")

    def _move(self, clause: Clause) -> None:
        where = next(mark for mark in PLACES if mark in clause.slots["to"])
        self._lay_in_row(self._left_to_right(self._cards(clause.thing), clause), PLACES[where][0])

    def _clear(self, clause: Clause) -> None:
        """Make room for a row: its places are on the left, in the middle and on the right."""
        marks = {mark for phrase in (*clause.listed, *clause.slots.values()) for mark in phrase.marks}
        self.table.words |= {"row"} if {*PLACES} <= marks else set()

    def _close(self, clause: Clause) -> None:
        table = self.table
        table.row, table.gap = {n: table.row[place] for n, place in enumerate(sorted(table.row), 1)}, False

    # -- the knockout's duels ----------------------------------------------------------------------------

    def _challenges(self, clause: Clause) -> None:
        table = self.table
        if table.champion is None or clause.subject is None:
            raise CannotDo("who challenges whom?")
        others = [pile for pile in table.piles if pile is not table.champion and not pile.out]
        ordered = self._sure(len(others) < 2 or "left to right" in clause, "from left to right")
        table.challengers = others if ordered else others[::-1]

    def _make(self, clause: Clause) -> None:
        """Make a stack of each of the two piles, from the top as listed."""
        spots = [next((SPOTS[mark] for mark in SPOTS if mark in phrase), "") for phrase in clause.listed]
        self._must("each" in clause.text, "a stack of each pile")
        self._must(bool(spots), "the order of the stack")
        spots = spots or ["loose", "card", "left", "right"]
        if not self._sure("from top" in clause, "from the top"):
            spots.reverse()
        for pile in (self._pile_of(Phrase("champion")), self._pile_of(Phrase("challenger"))):
            if {*spots} != {*pile.spots}:
                raise CannotDo(f"a pile has {sorted(pile.spots)}")
            if not self._sure("down" in clause, "face down"):
                self.table.sights |= {card.name for card in pile.spots.values()}
            self.table.stacks.append((pile, [pile.spots.pop(spot) for spot in spots]))

    def _empty(self, clause: Clause) -> None:
        """Empty the envelopes: each pile lies there as a stack of layers."""
        for envelope in self.table.envelopes:
            pile, cards = envelope.pile, envelope.cards
            if pile is None or not cards:
                raise CannotDo("an envelope is empty")
            pile.spots = {f"layer {n}": card for n, card in enumerate(self._keep_side(cards, clause))}
            envelope.cards, envelope.pile = [], None
        self.table.champion = None

    def _leave(self, clause: Clause) -> None:
        """Leave the loose card of each stack on the playing card. The other two are the upper and the lower one."""
        if "on" in clause.slots and {"top", "loose"} & clause.thing.marks:
            for pile in self.table.piles:
                names = dict(enumerate(("loose", "card", "upper", "lower")))
                pile.spots = {
                    names[int(spot[-1])] if "layer" in spot else spot: c for spot, c in pile.spots.items()
                }

    def _lay_layer(self, layer: str, thing: Phrase) -> None:
        """Lay the upper or the lower card of each pile below its playing card, on the left or right."""
        sides = [side for side in SIDES if side in thing]
        self._must(bool(sides), "left or right")
        side = sides[0] if sides else SIDES[layer == "lower"]
        for pile in [pile for pile in self.table.piles if {"upper", "lower"} & {*pile.spots}]:
            self._put_spot(pile, side, pile.spots[layer])

    def _deal(self, clause: Clause) -> None:
        """Deal a small pile onto places of the row."""
        table, where, same = self.table, clause.slots.get("onto"), "the same" in clause
        cards = list(self.it)
        if "other" in clause.thing:
            envelope = next(envelope for envelope in table.envelopes if envelope.cards)
            cards, envelope.cards = envelope.cards, []
            table.held += cards
        if where is None or len(cards) != where.number:
            raise CannotDo(f"{len(cards)} cards: {clause.text}")
        for said, about in (
            (("from top"), "dealt from the top"),
            (("left to right"), "dealt from left to right"),
        ):
            cards = cards if self._sure(same or said in clause, about) else cards[::-1]
        self.settled |= {card.name for card in cards if same}
        for card in cards:
            self._face(card, clause)
        self._lay_in_row(
            cards, 1 if "first" in where else 4 if "last" in where else self.pick("which places", 1, 4)
        )

    # -- turning cards, and what is said of them ---------------------------------------------------------

    def _turn_cards(self, cards: list[Card], clause: Clause) -> None:
        exchange = len(cards) > 1 and not self.stirred and self._pairs(cards)
        if exchange and not self._sure("own spot" in clause, "each where it lies"):
            for holder, one, other in exchange:
                holder[one], holder[other] = holder[other], holder[one]
        for card in cards:
            known = bool(clause.how & {"up", "down"} or "over" in clause.particles)
            up = "up" in clause if clause.how & {"up", "down"} else not card.up
            self._turn_to(card, up if self._sure(known, "which way it is turned") else not up)
        self.it, table = cards, self.table
        table.pile = next((pile for pile in table.all_piles() if cards[0] in pile.spots.values()), table.pile)
        if len(cards) == 1 and cards[0].up and cards[0].kind == "playing card":
            table.lay(cards[0], "played")

    def _pairs(self, cards: Sequence[Card]) -> list[tuple[dict[Any, Card], object, object]]:
        """Return the pairs of places that hands which turn these cards together could exchange."""
        found: list[tuple[dict[Any, Card], object, object]] = [(self.table.row, n, n + 1) for n in (1, 3, 5)]
        found += [(pile.spots, *SIDES) for pile in self.table.all_piles()]
        return [one for one in found if {one[0].get(one[1]), one[0].get(one[2])} <= {*cards}]

    def _is(self, clause: Clause) -> None:
        subject, table = clause.subject, self.table
        what = clause.things[0].head if clause.things else ""
        if subject is None:
            return
        if subject.head == "champion":
            table.pile = table.champion or table.pile
        elif what == "champion":
            self._crown(subject, clause)
        elif what == "pile" and subject.head == "losers":
            losers = table.zone("losers")
            named = bool(clause.how & {"first on top", "last on top"})
            last = self._sure(named, "the last loser is on top") and "first on top" not in clause
            table.zones["pile"], table.zones["losers"] = losers if last else losers[::-1], []
        elif what == "pile" and table.row == {} and not table.piles:
            self._gather(clause)

    def _crown(self, subject: Phrase, clause: Clause) -> None:
        """Say which card or pile is the champion."""
        table = self.table
        slot = next((slot for slot in table.wallet.slots if slot.thing in self.it), None)
        if subject.head in ("it", "card") and slot is not None:
            table.wallet.winner = slot.end
        elif "with-β" in subject:
            both = [pile for pile in table.piles if "loose" in pile.spots]
            (table.champion,) = [
                one for one in both if one.spots["loose"].up and one.spots["loose"].face == "β"
            ]
            table.challengers = [pile for pile in table.challengers if pile not in both]
        elif subject.head == "pile":
            piles = [pile for pile in table.piles if not pile.out]
            marks = subject.marks.union(*(phrase.marks for phrase in clause.slots.values()))
            known = piles[:1] if "left" in marks else piles[-1:] if "right" in marks else piles
            table.champion = self.pick("which pile is the champion", *known)

    def _plays(self, clause: Clause) -> None:
        for card in [card for card in self.shown if card.kind == "playing card"]:
            self.table.lay(card, "played")

    # -- which things are meant --------------------------------------------------------------------------

    def _zone(self, phrase: Phrase) -> str:
        """Return the hand or the pile that a phrase names."""
        zones, owner = self.table.zones, phrase.owner.head if phrase.owner else ""
        if phrase.head == "card" and "top" in phrase and phrase.owner:
            return self._zone(phrase.owner)
        if phrase.head == "deck":
            return self.pick("which draw pile", *[zone for zone in zones if "draw pile" in zone])
        name = {"loser": "losers", "heap": "pile"}.get(phrase.head, phrase.head)
        if phrase.head == "pile" and phrase.marks & {"draw", "discard"}:
            name = "draw pile" if "draw" in phrase else "discard pile"
        found = [zone for zone in (f"{owner}'s {name}" if owner else name, f"{name}'s hand") if zone in zones]
        if not found:
            raise CannotDo(f"there is no {phrase}")
        return found[0]

    def _pile_of(self, phrase: Phrase) -> Pile:
        """Return the pile or column that a phrase names, or that a card in it belongs to."""
        table, head, owner = self.table, phrase.head, phrase.owner
        found: Sequence[Pile] = [table.pile or table.champion or Pile()]
        if head == "challenger":
            found = table.challengers[:1]
        elif head == "champion":
            found = [table.champion] if table.champion else []
        elif head == "pile" and phrase.number is not None:
            found = table.piles[phrase.number - 1 : phrase.number]
        elif head == "pile":
            others = [table.champion, *table.challengers] if "other" in phrase else []
            found = [pile for pile in table.piles if not pile.out and pile not in others]
        elif head == "column" and owner is not None:
            found = [pile for pile in table.columns if "card" in pile.spots]
            found = [pile for pile in found if self._owner_zone(pile.spots["marker"]) == self._zone(owner)]
            found = found[:1] if "leftmost" in phrase else found
        elif owner is not None:
            return self._pile_of(owner)
        elif head == "card" and "bit" in phrase and "its" not in phrase:
            found = [pile for pile in table.piles if "left" in pile.spots]
        table.pile = self.pick(f"which {head}", *found)
        return table.pile

    def _cards(self, phrase: Phrase, source: Phrase | None = None) -> list[Card]:
        """Return the cards that a phrase names."""
        table, head = self.table, phrase.head
        if source is not None and source.head == "box" and head in "αβ":
            return [next(card for card in table.zone("box") if card.face == head)]
        match head:
            case "it" | "them" | "they":
                found = self.it
            case "losers" | "hand":
                found = table.zone(self._zone(phrase))
            case "tab":
                found = table.zone("tab") or [card for card in (self._tab(),) if card]
            case "marker" | "markers":
                found = table.at("marker")
            case "pair" | "token":
                pairs = [
                    [one.spots[side] for side in SIDES] for one in table.all_piles() if "left" in one.spots
                ]
                found = self.pick("which open pair", *[pair for pair in pairs if pair[0].up])
            case "card" | "cards" | "one" | "each" | "α" | "β":
                found = [card for card in self._named(phrase) if head not in "αβ" or card.face == head]
            case _:
                raise NotUnderstood(f"which cards are {phrase}?")
        if not found or (phrase.number and head == "cards" and len(found) != phrase.number):
            raise CannotDo(f"{len(found)} cards for {phrase}")
        return list(found)

    def _named(self, phrase: Phrase) -> Sequence[Card]:
        """Return the cards that a phrase with the noun "card" names."""
        table, marks, owner = self.table, phrase.marks, phrase.owner
        if "played" in marks:
            return table.zone("played")
        if "bit" in marks or ("its" in marks and marks & {*SIDES}):
            return self._bits(phrase)
        if "playing" in marks:
            return self._playing(phrase)
        if "kept" in marks:
            return table.zone("kept")
        if marks & {"open", "loose"}:
            loose = [pile.spots["loose"] for pile in table.piles if "loose" in pile.spots]
            cards = (*table.row.values(), *table.zone("kept"), *table.held, *loose)
            return loose if "loose" in marks else [card for card in cards if card.up]
        if (table.row and marks & {*PLACES, *ORDINALS}) or (owner is not None and owner.head == "row"):
            return self._in_row(phrase)
        if marks & {"top", "next", "drawn", "other"} or (owner and f"{owner.head}'s hand" in table.zones):
            return self._in_zone(phrase)
        if self.it and (marks & {"each", "all"} or phrase.head in ("each", "cards")):
            return self.it
        if not self.it and marks & {"this", "these"}:
            return table.zone("played") if "this" in marks else table.zone("pile")
        held = [card for card in table.held if card.kind == "playing card"]
        return held or self.it or [slot.thing for slot in table.wallet.cards]

    def _playing(self, phrase: Phrase) -> Sequence[Card]:
        """Return the playing card of a pile, or those of all piles or columns."""
        table = self.table
        if phrase.owner is not None and phrase.owner.head == "piles":
            return [pile.spots["card"] for pile in table.piles if "card" in pile.spots]
        if phrase.marks & {"each", "every", "other", "all"}:
            return table.at("card", table.columns)
        return table.at("card") if phrase.head == "cards" else [self._pile_of(phrase).spots["card"]]

    def _in_zone(self, phrase: Phrase) -> Sequence[Card]:
        """Return the top card of a pile, the cards of a hand, the drawn card, or all other cards."""
        table, owner = self.table, phrase.owner
        others = [*table.zone("pile"), *table.zone("losers")]
        if phrase.marks & {"top", "next"}:
            zones = [name for name, cards in table.zones.items() if cards and "pile" in name]
            zone = (
                self._zone(owner)
                if owner
                else "pile"
                if "next" in phrase
                else self.pick("which pile", *zones)
            )
            return table.zone(zone)[-1:]
        if owner:
            return others if "all" in owner else table.zone(f"{owner.head}'s hand")
        return table.zone("apart") if "drawn" in phrase else others

    def _bits(self, phrase: Phrase) -> Sequence[Card]:
        """Return bit cards of one pile, of the row, or of all piles and columns."""
        table, marks = self.table, phrase.marks
        if phrase.owner is not None and phrase.owner.head == "row":
            return list(table.row.values())
        if "stirred" in marks or ("these" in marks and table.zone("stirred")):
            return self._stirred_cards()
        if marks & {"all", "open"} and "its" not in marks:
            cards = [card for pile in table.all_piles() for card in pile.spots.values()]
            cards += [*table.row.values(), *table.zone("kept")]
            return [card for card in cards if card.kind == "bit card" and (card.up or "open" not in marks)]
        pile = self._pile_of(phrase)
        named = [side for side in SIDES if side in marks]
        if phrase.head == "card" and not named:
            named = [self.pick("left or right", *SIDES)]
        return [pile.spots[side] for side in named or SIDES]

    def _in_row(self, phrase: Phrase) -> list[Card]:
        """Return cards of the row by their places, or by where they lie."""
        row, places, number = self.table.row, sorted(self.table.row), phrase.number or 2
        if phrase.head == "card":
            return [row[places[next(n for mark, n in ORDINALS.items() if mark in phrase) - 1]]]
        if "middle" in phrase:
            places = [place for place in PLACES["middle"] if place in row]
        elif number != len(places):
            right = "right" in phrase or not self._sure("left" in phrase, "which cards of the row")
            places = places[-number:] if right else places[:number]
        return [row[place] for place in places]


SIDES = ("left", "right")
