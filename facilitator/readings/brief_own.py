"""The short sentences for the virtual seat's own piles, and for what is read and drawn."""

from __future__ import annotations

from collections.abc import Sequence

from facilitator.machine.faces import owner_of
from facilitator.machine.operations import COLUMN, FIRST_BIT_ROW, Collect, Draw, Move, Op, Reveal, Sort
from facilitator.readings.brief_home import HomeSpeech
from facilitator.readings.instruction import Instruction, Verb, act
from facilitator.readings.rounds import NTH
from facilitator.wording import listed


class Own(HomeSpeech):
    """Says how the hand is set apart, what its champion is, and what is drawn after none."""

    def _take(self, acts: Sequence[Op]) -> Instruction:
        sort = next((op for op in acts if isinstance(op, Sort)), None)
        move = next((op for op in acts if isinstance(op, Move)), None)
        boxed = any(isinstance(op, Collect) for op in acts)
        each = self._each([(owner_of(face), n) for face, n in sort.order]) if sort else ()
        owners = [self._owner(owner) for owner, _ in each]
        if move is None:
            assert sort is not None
            text = f"group the {self._column}s by marker, left to right: {listed(owners)}; turn nothing over"
            return act(Verb.TAKE, self.narrator.helpers, text, f"{self._sizes(each)}.")
        piles = move.target[-1].number
        size = len(move.target) // piles
        whose = f"{owners[0]}'s" if owners else "the first"
        paper = bool(self.hands and owners)  # in words for any number of them
        if piles > 1 or paper:
            piled, number = "" if owners else self._piled, "" if paper else f" {piles}"
            parts = [f"{whose}{number} {self._column}s into a row{piled}, as they lie"]
        else:
            parts = [f"{whose} {self._column} apart: the champion"]
        mine = sort.order[0][0] if sort else "their markers" if piles > 1 else "its marker"
        if boxed:
            parts.append(f"box {mine}" if owners else f"{mine} to the box")
        if len(owners) > 2:
            parts.append("others by owner")
        check = f"{piles} of {size} cards."
        return act(Verb.TAKE, self.narrator.helpers, f"{'; '.join(parts)}", check)

    _piled = " of piles"

    def _result(self, op: Op, full: bool) -> Instruction:
        assert isinstance(op, Reveal)
        first = op.places[0]
        pair = f"{NTH[(first.row - FIRST_BIT_ROW) // 2] if self.pairs > 1 else ''}pair"
        whose = f"{self._leftmost}'s" if first.area == COLUMN else "the champion's own"
        text = self._show_pair(f"{whose} {pair}", full)
        question = "What does it read?" if full else "It reads?"
        return act(Verb.REVEAL, self.narrator.host, text, "", question=question, ask=op.ask)

    _leftmost = "the leftmost deck column"

    def _show_pair(self, which: str, full: bool) -> str:
        return f"turn {which} face up, each {'card on its own' if full else 'on its'} spot"

    def _card(self, acts: Sequence[Op], full: bool, champion: bool) -> Instruction:
        op = acts[-1]
        assert isinstance(op, Reveal)
        shown = f"{self._shown_of(len(acts[0].places))} to the box; " if isinstance(acts[0], Collect) else ""
        own = self._own_card("the champion" if champion else "")
        what = self._deck_card if op.places[0].area == COLUMN else own
        aside = "" if full else f"; {self._aside}"
        text = f"{shown}turn {what} {self._side_up}{aside}"
        return act(Verb.REVEAL, self.narrator.host, text, "", question="Which card?", ask=op.ask)

    _aside, _deck_card, _side_up = "lay it aside", "that deck card", "face up"

    def _own_card(self, which: str) -> str:
        return f"the card of {which}" if which else "its card"

    def _drawn(self, acts: Sequence[Op], full: bool) -> Instruction:
        draw, text = acts[-1], ""
        assert isinstance(draw, Draw)
        if isinstance(acts[0], Collect):
            shown = self._shown_of(len(acts[0].places))
            text = f"{shown} to the box; " if full else f"box the {shown}; "
        text += f"that {self._drawn_card}, unseen, to {draw.owner}" + ("'s hand" if full else "")
        return act(Verb.TAKE, self.narrator.host, text, f"{draw.owner} has one more.")

    _drawn_card = "deck card"
