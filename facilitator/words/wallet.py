"""What is said on a printed deck, its masks and its wallet, and how they are put together; no measure, no rule."""

from __future__ import annotations

TOP_SAYS = "a game in which the top card says what fits, for a printed deck"
ALL_SAYS = "{game}, where all that was played says it"
KNOCKOUT = "Write protocol: knockout."
OPEN_DISCARDS = "conceal: false with a printed deck"
NOT_CONCEALED = "Write conceal: false: the discards lie open beside a wallet, and nothing is laid out."
ONE_STYLE = "one style on one printed deck, as the marks are its"
SAME_STYLE = "Give all virtual seats one style, or write protocol: knockout."
MOST_STATES = "{most} states of the top card at most: a card has no room for more"
FEWER_STATES = "Take style: uniform, a smaller pool deck or fewer house rules, or write protocol: knockout."
OWN_DECK = "rules: paper or official with a printed deck, which serves the virtual seats alone"
ONE_DECK = "{rules}, where one deck serves all seats"
OTHER_RULES = "Write rules: paper or official, or protocol: knockout."
SPLIT_POOL = "pool: split, as the cards that people hold bear no marks"
SPLIT_IT = "Write pool: split (and pool_deck: compact-27), or protocol: knockout."
CARD_SIZE = "cards of {size} for so many states of the top card"
NO_SIZE = "Leave --card-size out."
BACKS_OF_DECK = "--backs duplex or none for a printed deck: of two layers a card jams in the wallet"
NO_FOLD = "Leave --backs out: a bare back has no way up."
"""Why a printed deck is refused: what was expected, what was found, what to do."""

SHORT = (("wild draw four", "wild +4"), ("draw two", "+2"))
"""Names of cards that are too long to be read across a table, and what stands for them on the strip."""

NO_STATE = "no state: turn over"
"""The back of a mask that serves one state only."""

WALLET_AND_MASKS = "the wallet with its {masks}"
LID = "a lid that hides it and lets it turn (an upturned bowl, the lid of a box)"
"""What to bring besides the cards."""

BEFORE_HOST = (
    "Before the Host: the turn folder, and the wallet under its lid.",
    "Beside the Host: the masks, in the order of their names; a cloth.",
)
NO_EXTRAS = "No extra cards"
NO_SUCH_SHEETS = (
    "none of {sheets} with protocol: {protocol}: it takes no extra cards, and its masks say what fits"
)
"""What the set-up sheet says of a wallet's table, and which sheets it has not."""

HEAVY = "200 g/m² or heavier"
BUY_PERFORATED = (
    "{cards} of perforated card, {heavy}: {stock}, for the deck ({deck}) and masks; "
    "{parts} of plain card as heavy."
)
BUY_PLAIN = (
    "{cards} of card, {heavy}: {deck} for the deck, the others for masks and wallet; a knife or a trimmer."
)
BUY = (
    "A hole punch of 4 mm with a long reach ({holes} holes), or a sharp knife.",
    "Glue; a lid that hides the wallet and lets it turn: an upturned bowl, the lid of a box.",
)
LAMP_FIRST = (
    "Before the rest print one page of the deck, part one card, and hold it with a bare card before a lamp, face "
    "away: if dots can be told, take heavier card, or backs in grey."
)
SHORTLY = "{kit}; {holes} holes to punch; card of {heavy}: hold one before a lamp, then print the rest"
"""What the plan says of it in a line."""
SLIPS_FOR_LOT = "{slips} of paper, all alike, for the lot: {named}."
BOTH_SIDES = "Print pages 1 to {pages} of this sheet on the card, on both sides, turned over the long edge."
BACKS = "Backs stay blank, or bear an even grey (print deck --backs duplex): nothing that has a way up."

CUT = "cut out"
FLAP = "flap: fold back; glue the back panel on it"
SPACER = "spacer"
INSIDE = "back panel: this side inwards"
BLANK = "the back of the page before: nothing is printed here"
FRONTS = "masks: punch the marks out, ø 4 mm"
SLOTS = "masks: cut the marks out, 3 × 4 mm"
TURNED = "turned over: {name}"
BACK_OF = "the back of the page before: turn the sheet over its long edge"

ASSEMBLY = "Put the wallet together"
STEPS = (
    "Lamp first: print one page of the deck, part one card, hold it with a bare card before a lamp, face away. If "
    "dots can be told, take heavier card, or backs in grey.",
    "Cut out all parts. Cut the two grey windows out of the front panel. Score the dashed lines: two at each flap, "
    "so that there is room for two cards.",
    "Lay three cards on the blank side of the front panel, fold both flaps back over them, and glue the back panel "
    "on the flaps, its print inwards. Draw the cards out: the wallet is open left and right, and two cards glide in "
    "it.",
    "Glue a spacer along each end of the front, flush, then a rail on each, its arrow outwards. Above the middle the "
    "arrow points right, below it left: turned by half, all looks the same.",
    "Punch both grey marks out of every mask: {holes} holes. Slide a mask under the rails, flush above and below. "
    "Turned over like a page it serves the state named on its back.",
    "In play the windows lie down: a card goes in at either end, flush, its face towards the windows, above what "
    "lies there. Windows up, one arrow has the dot: that end wins.",
)
PICTURES = (
    "front panel, from outside",
    "back panel glued on both flaps",
    "seen from an open end",
    "done, with a mask: the dot is at the arrow to the right",
)
LAYERS = ("back panel", "flaps", "challenger", "champion, in front", "front panel", "spacers and rails")
"""From above to below, where the windows lie down."""
TEST = "Test the wallet"
TEN = "Ten known cards: put each in alone at the end named, flush. One dot must show, at the arrow named."
TEN_HEADS = ("mask", "card", "end", "dot at the arrow", "seen")
ENDS = ("left", "right")
GUESSES = (
    "Twenty half turns: one card lies in the left end, windows down. Each time somebody turns the wallet under the "
    "lid, as often as they like. Lid off, three people look at it and listen as closely as they can, and write at "
    "which end the card now lies: L or R. Then see, write where it lies, and lay it as it was. Whoever has "
    "fifteen or more right can tell the wallet's ways: make it anew."
)
GUESS_HEADS = ("", "lies", "1", "2", "3")
RIGHT_GUESSES = "right"
REMAKE = (
    "No dot, two dots or a ring between: is the card flush, the mask flush, the right mask in? Else the holes are "
    "off: make that mask anew."
)
