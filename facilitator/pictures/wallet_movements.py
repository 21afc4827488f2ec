"""Pictures of movements with a wallet.

The host holds one end of the wallet. The held end is on the left if the windows point down, and on the right if
the windows point up.
"""

from __future__ import annotations

from facilitator.i18n.catalogue import sentence
from facilitator.instructions.known_faces import UNREAD
from facilitator.operations import definitions as ops
from facilitator.operations.faces import DECK
from facilitator.operations.steps import Kind
from facilitator.pictures import objects
from facilitator.pictures.layout_movements import Scene, label_pile
from facilitator.pictures.objects import CARD, Crown, End, Movement, Picture, Spot, TableCard, TableWallet
from facilitator.pictures.objects import WALLET as SIZE

FAR = 116.0
"""Distance between the centres of the wallet and of a pile, in mm."""
EDGE = SIZE.w / 2
"""Distance between the centre and an end of the wallet, in mm."""


def side(end: ops.Place) -> End:
    """Return the end of the wallet that a place represents, for a wallet with its windows down."""
    return End.LEFT if end.number == 1 else End.RIGHT


def filled_ends(scene: Scene) -> frozenset[End]:
    """Return the ends that contain a card, for a wallet with its windows down."""
    inside = (place for place in scene.surface if place.area == ops.WALLET and place.row == ops.CARD_ROW)
    return frozenset(map(side, inside))


def mask_in(op: ops.Put, scene: Scene) -> list[Picture]:
    """Return a picture of sliding the mask into its rails."""
    mask = objects.Mask(0, 112, sentence("picture.mask"))
    return [Picture.of_slide(Spot(0, 82), Spot(0, 0), TableWallet(0, 0, up=True, masked=False), mask)]


def mask_out(op: ops.Collect, scene: Scene) -> list[Picture]:
    """Return a picture of sliding the mask out of its rails."""
    return [Picture.of_slide(Spot(0, 14), Spot(0, 96), TableWallet(0, 0, up=True))]


def insert(op: ops.Insert, scene: Scene) -> list[Picture]:
    """Return a picture of sliding the top card of a pile into an end of the wallet."""
    held, out = filled_ends(scene), side(op.end).value
    source = scene.name_owner(DECK) if ops.kind_of(op) is Kind.TOP_IN else sentence("picture.pile")
    things = (
        TableWallet(0, 0, cards=held),
        *map(crown, held),
        TableCard(out * objects.PUSHED_IN, 0, outline=True),
        *label_pile(Spot(out * FAR, 0), source),
        *[objects.SideView(0, 72)] * bool(held and op.above),
    )
    return [Picture.of_slide(Spot(out * (FAR - 20), 0), Spot(out * objects.PUSHED_IN, 0), *things)]


def crown(end: End) -> Crown:
    """Return a crown beside an end of the wallet."""
    return Crown(end.value * (EDGE + 18), 0)


def spin(op: ops.Spin, scene: Scene) -> list[Picture]:
    """Return pictures of putting the lid on and spinning the wallet."""
    full = TableWallet(0, 0, cards=filled_ends(scene))
    lid = Picture.of_slide(Spot(0, -62), Spot(0, -8), full, objects.Lid(0, -104, lifted=True))
    hand = objects.HelpingHand(0, 36, objects.Pose.FLAT)  # it reaches under the lid and holds the wallet
    hidden = (objects.Lid(0, 0), full, hand, objects.Eye(84, -46, away=True))
    return [lid, Picture.of_movement(Movement.SPIN, Spot(0, 0), Spot(0, 0), hidden)]


def look(op: ops.Look, scene: Scene) -> list[Picture]:
    """Return pictures of turning the wallet over and looking for the dot.

    Before a duel's look, the lid is lifted. For a single card, the NONE tab is inserted into the empty end.
    """
    cards = filled_ends(scene)
    if len(op.ends) == 1:
        only = next(iter(cards))
        out = only.other.value
        start, end = Spot(out * (FAR - 26), 0), Spot(out * (objects.TAB_IN - 14), 0)
        things = (TableWallet(0, 0, cards=cards), crown(only), objects.Tab(out * FAR, 0))
        turned = turn_over(TableWallet(EDGE, 0, cards=cards, tab=only.other))
        return [Picture.of_slide(start, end, *things), turned, read_single(only.other)]
    wallet = TableWallet(0, 0, cards=cards)
    lifted = Picture.of_slide(Spot(0, -8), Spot(0, -66), wallet, objects.Lid(0, -104, lifted=True))
    return [lifted, turn_over(TableWallet(EDGE, 0, cards=cards)), read_winner(End.RIGHT)]


def turn_over(wallet: TableWallet, pinched: bool = False) -> Picture:
    """Turn the wallet over like a page, from right to left.

    Args:
        wallet: Wallet before the movement. Its left edge stays on the table.
        pinched: Whether a hand pinches the right end during the movement.
    """
    exchanged = frozenset(end.other for end in wallet.cards)
    tab = wallet.tab.other if wallet.tab else None
    after = TableWallet(wallet.x - SIZE.w, 0, not wallet.up, exchanged, tab, outline=True)
    hand = [objects.HelpingHand(wallet.x + EDGE - 10, 14, objects.Pose.PINCH, 270)] * pinched
    edge = wallet.x - EDGE
    start, end = Spot(edge + 62, -22), Spot(edge - 62, -22)
    return Picture.of_movement(Movement.TURN_PAGE, start, end, (after, wallet, *hand))


def read_winner(dot: End) -> Picture:
    """Return a picture of a duel's result: the dot, and a crown at the winner's end.

    Args:
        dot: Side of the mask's bold line on which the dot appears, left or right.
    """
    wallet = TableWallet(0, 0, up=True, cards=frozenset(End), dot=dot)
    return Picture((wallet, crown(dot), objects.Eye(0, -62)))


def read_single(dot: End) -> Picture:
    """Return a picture of the wallet with a card at the right end, the NONE tab at the left end, and a dot.

    Args:
        dot: Side of the mask's bold line on which the dot appears, left or right.
    """
    wallet = TableWallet(0, 0, up=True, cards=frozenset({End.RIGHT}), tab=End.LEFT, dot=dot)
    return Picture((wallet, objects.Eye(0, -62)))


def withdraw(op: ops.Withdraw, scene: Scene) -> list[Picture]:
    """Return pictures of pulling a card out: the loser of a duel, a card to play, or an unplayable card."""
    cards = filled_ends(scene)
    if len(cards) == 2:
        return pull_loser_out(side(op.end))
    if op.target.area == ops.CHOSEN:
        return [pull_out_up(side(op.end).other)]
    owner = sentence("picture.losers")
    if op.step is not None and op.step.kind is Kind.KEPT:
        owner = scene.name_owner(next((owner for owner, _ in op.step.shares), ""))
    return pull_single_out(side(op.end), owner)


def pull_loser_out(end: End) -> list[Picture]:
    """Return pictures of turning the wallet over and pulling the losing card out, face down.

    Args:
        end: End that contains the losing card, for a wallet with its windows down.
    """
    before = TableWallet(EDGE, 0, up=True, cards=frozenset(End), dot=End.RIGHT)
    hand = objects.HelpingHand(-end.value * (EDGE - 10), -2, objects.Pose.PINCH, 90 * end.value % 360)
    kept = TableWallet(0, 0, cards=frozenset({end.other}))
    return [turn_over(before, pinched=True), _pull_out(end, (kept, hand), sentence("picture.losers"))]


def _pull_out(end: End, things: tuple[objects.Thing, ...], name: str) -> Picture:
    """Return a picture of pulling a card out of the wallet onto a pile, face down.

    Args:
        end: End that contains the card.
        things: The wallet, and other things in the picture.
        name: Name of the pile.
    """
    out = end.value
    pile = label_pile(Spot(out * (FAR + 14), 0), name)
    start, stop = Spot(out * 44, 0), Spot(out * (FAR + 8), 0)
    return Picture.of_slide(start, stop, TableCard(out * (EDGE - 4), 0), *things, *pile)


def pull_out_up(end: End) -> Picture:
    """Return a picture of pulling a card out, face up, while the windows of the wallet point up."""
    out = end.value
    start, stop = Spot(out * (EDGE - 18), 0), Spot(out * (FAR - CARD.w / 2 - 2), 0)
    wallet = TableWallet(0, 0, up=True, tab=end.other, dot=end)
    return Picture.of_slide(start, stop, wallet, TableCard(out * FAR, 0, UNREAD))


def pull_single_out(end: End, goes_to: str) -> list[Picture]:
    """Return pictures of turning the wallet over, removing the NONE tab, and pulling the card out, face down.

    Args:
        end: End that contains the card, for a wallet with its windows down.
        goes_to: Name of the pile for the card.
    """
    out, other = end.other.value, end.other
    back = turn_over(TableWallet(EDGE, 0, up=True, cards=frozenset({other}), tab=end, dot=end))
    wallet = TableWallet(0, 0, cards=frozenset({end}), tab=other)
    gone = objects.Tab(out * (FAR + 30), 0, outline=True)
    tab = Picture.of_slide(Spot(out * (EDGE + 32), 0), Spot(out * (FAR + 44), 0), wallet, gone)
    return [back, tab, _pull_out(end, (TableWallet(0, 0),), goes_to)]
