"""What a played card does.

Rules: "paper"; "official", Functions of the Action Cards; kpgut, "Basic Gameplay", "Special Cards" and § 7; the house
rules seven-zero and jump-in, that neither book has.
"""

from __future__ import annotations

from facilitator.games.events import Play
from facilitator.games.motions import Moved, Swapped
from facilitator.games.uno import cards as uno
from facilitator.games.uno import chain, endings, objections, refusals
from facilitator.games.uno.draft import StateDraft, check_copies, force_draw
from facilitator.machine.faces import DISCARDS


def play(draft: StateDraft, event: Play) -> None:
    """Let the seat in turn play its card, or several of one value."""
    state, seat = draft.before, draft.turn
    if event.card not in state.legal_cards():
        raise refusals.not_valid(state, event)
    _check_more(draft, event)
    to = _swaps_with(draft, event)
    betraying = chain.betraying(state)
    _lay(draft, event)
    draft.rest |= {"free": False, "suspects": None}
    count = 1 + len(event.more)
    left = draft.hands[seat]
    if left == 0 and endings.ends_hand(draft, event.card):
        endings.finish(draft, seat, event.card, count)
        return
    if left == 0:  # kpgut § 2: "they must draw one card from the draw pile, say UNO! and continue"
        force_draw(draft, seat, 1, misses=False)
        betraying = None if betraying is None else ()  # no other card was held when it was played
    elif left == 1:
        _one_left(draft, seat)
    if to is not None:
        _swap(draft, seat, to)
    elif state.house.seven_zero and event.card[0] == "0":
        _pass_hands_on(draft)
    do_effect(draft, event.card, count, betraying)


def _one_left(draft: StateDraft, seat: int) -> None:
    """Say UNO, but for a person who has to say it and may forget: others listen for that."""
    if draft.before.house.uno_call and not draft.before.seats[seat].virtual:
        draft.rest["at_risk"] = seat
    else:
        draft.tell("uno", seat=draft.name(seat))


def _lay(draft: StateDraft, event: Play) -> None:
    """Lay the cards on the pile, the last one on top, which says the colour."""
    seat = draft.before.seat_index(event.seat)
    deck, cards = draft.before.draws[seat], (event.card, *event.more)
    for card in cards:
        check_copies(draft.before, card, deck, cards.count(card))
        draft.lay(card, deck)
    draft.color = _named_color(event)
    draft.hands[seat] -= len(cards)
    draft.rest["at_risk"] = None
    draft.tell("played", Moved(draft.name(seat), DISCARDS, len(cards), cards))


def _check_more(draft: StateDraft, event: Play) -> None:
    """See that several cards go together: "multiple cards with a same value in one turn"."""
    state = draft.before
    if not event.more:
        return
    same = all(card in uno.KINDS and card[0] == event.card[0] for card in event.more)
    person = not state.seats[draft.turn].virtual
    if not (state.house.several and same and person and not draft.drawn):
        raise objections.several(state, event, person)
    if len(event.more) >= draft.hands[draft.turn]:
        raise objections.too_few(state, event)


def _named_color(event: Play) -> str:
    """The active colour after the play: the last card's own, or the one named with a black card."""
    own = uno.color_of((event.card, *event.more)[-1])
    if own is None:
        if event.named not in uno.COLOR_WORDS:
            raise refusals.color_missing(event)
        return event.named
    if event.named is not None and event.named != own:
        raise refusals.color_at_odds(event)
    return own


def do_effect(draft: StateDraft, card: str, count: int, betraying: tuple[str, ...] | None) -> None:
    """Let the cards just played do what they do, and the turn pass on.

    Several reverses flip play as often; several skips skip so many seats; with two seats left and the rule for it
    a reverse is a skip, as often as it was played.
    """
    effect, state = uno.effect(card), draft.before
    skips = count if effect.misses and not effect.draws else 0
    if effect.reverse and state.house.two_seat_reverse and len(draft.playing) == 2:
        skips = count
    elif effect.reverse:
        if count % 2:
            draft.direction = -draft.direction
        draft.tell("reverse", clockwise=draft.direction == 1)
    layer = draft.turn
    draft.end_turn()
    if effect.draws:
        _demand(draft, layer, card, count * effect.draws, betraying)
    for _ in range(skips):
        draft.tell("miss", seat=draft.name(draft.turn))
        draft.end_turn()


def _demand(draft: StateDraft, layer: int, card: str, count: int, betraying: tuple[str, ...] | None) -> None:
    """Make the next seat draw, at once unless it may answer or challenge."""
    state = draft.before
    demanded = state.pending + count
    draft.rest |= {"pending": demanded, "layer": layer, "suspects": betraying if card == "D" else None}
    answers = any(stack.endswith(f"on {card}"[:4]) for stack in state.house.stacking)
    contest = card == "D" and betraying is not None and chain.contestable(state, layer, draft.turn, betraying)
    if answers or contest:
        lot = draft.color if contest and state.seats[draft.turn].virtual else None
        args = {"answers": answers, "contest": contest, "lot": lot}
        draft.tell("pending", seat=draft.name(draft.turn), count=demanded, **args)
        return
    force_draw(draft, draft.turn, demanded)
    draft.break_chain()
    draft.end_turn()


# -- seven-zero ----------------------------------------------------------------------------------------


def _swaps_with(draft: StateDraft, event: Play) -> int | None:
    """With whom a 7 swaps hands: as a person says, for a virtual seat as is publicly best.

    A virtual seat has no wish to say: it takes the smallest hand, the next one in the direction of play among equal
    ones; a lot would need extra cards, and a public rule needs none.
    """
    state, seat = draft.before, draft.turn
    if not (state.house.seven_zero and event.card[0] == "7" and draft.hands[seat] > 1 + len(event.more)):
        if event.to is not None:
            raise objections.no_swap(event)
        return None
    others = _in_order(draft, seat)
    if state.seats[seat].virtual and event.to is None:
        return min(others, key=lambda other: draft.hands[other])
    if event.to is None or (to := state.seat_index(event.to)) not in others:
        raise objections.swap_missing(state, event, [draft.name(other) for other in others])
    return to


def _in_order(draft: StateDraft, seat: int) -> list[int]:
    """The other seats that still play, the next one in the direction of play first."""
    n, playing = len(draft.hands), draft.playing
    around = [(seat + draft.direction * step) % n for step in range(1, n)]
    return [other for other in around if other in playing]


def _swap(draft: StateDraft, seat: int, to: int) -> None:
    _move_hands(draft, {seat: to, to: seat})


def _pass_hands_on(draft: StateDraft) -> None:
    order = [draft.turn, *_in_order(draft, draft.turn)]
    _move_hands(draft, dict(zip(order, [*order[1:], order[0]], strict=True)))


def _move_hands(draft: StateDraft, moves: dict[int, int]) -> None:
    """Move whole hands to other seats, and with each the public fact of who has held it."""
    hands, state = list(draft.hands), draft.before
    held = [set(seats) for seats in state.held] or [set() for _ in hands]
    after = [set(seats) for seats in held]
    for giver, taker in moves.items():
        draft.hands[taker] = hands[giver]
        after[taker] = (held[giver] | ({giver} if not state.seats[giver].virtual else set())) - {taker}
    draft.rest |= {"held": tuple(tuple(sorted(seats)) for seats in after), "at_risk": None}
    known = {draft.name(at): tuple(draft.name(s) for s in sorted(after[at])) for at in moves if after[at]}
    names = tuple(map(draft.name, moves)), tuple(map(draft.name, moves.values()))
    draft.tell("swap", Swapped(*names), hands=names[0], to=names[1], held=known)


# -- out of turn ---------------------------------------------------------------------------------------


def jumps_in(draft: StateDraft, event: Play) -> bool:
    """Whether this is a play out of turn that the table's rules know."""
    state = draft.before
    if state.house.jump_in == "no" or not state.started or state.ended or state.winner is not None:
        return False
    seat = state.seat_index(event.seat)
    late = state.drawn and seat == draft.next_seat()
    return seat != state.turn and event.card == state.top and not late


def jump_in(draft: StateDraft, event: Play) -> None:
    """Let a person play the double of the top card out of turn: a person, for a virtual seat's "no" would tell.

    ``plays on``: the game goes on from there.  ``turn stays`` (kpgut § 7): numbers only, and whose turn it was it
    stays.  "This special situation can not be used, if the player was already in turn": who is in turn plays it as
    any card.  Not in a virtual seat's turn: its steps have begun when the card before lies; not while a chain waits.
    """
    state, seat = draft.before, draft.before.seat_index(event.seat)
    person, stays = not state.seats[seat].virtual, state.house.jump_in == "turn stays"
    waits = (
        state.pending
        or state.drawn
        or state.free
        or state.challenged
        or state.naming
        or state.leaving is not None
    )
    coloured = uno.color_of(event.card) is not None and not (stays and not event.card[0].isdigit())
    if seat not in state.playing or not person or waits or not coloured or event.more:
        raise objections.no_jump(state, event)
    if state.seats[state.turn].virtual:
        raise objections.jump_too_late(state, event)
    if not stays:
        draft.turn = seat
        play(draft, event)
        return
    if event.to is not None:
        raise objections.no_swap(event)
    _lay(draft, event)
    left = draft.hands[seat]
    if left == 0:
        endings.finish(draft, seat, event.card, 1, in_turn=False)
    elif left == 1:
        _one_left(draft, seat)
