"""How the project speaks: the words it uses and those it does not, and counting aloud; it imports nothing.

Say             never, or what it is
seat            player (a seat may be played by nobody)
hand            cards of a seat, stock; its *size* is public, its cards are not
unplayed deck   draw pile, talon
discard pile    trash, stack; its last card is the top card
top card        upcard, face card
active colour   current suit, wild colour
play card       real card (it is the game's own)
extra card      helping card, token (it comes from another deck)
marker          token, tag (the *token* is the lottery's pair)
bit card        coin, dummy
bit             flag, value (α β is 0, β α is 1)
pair            couple, bit (two bit cards that lie side by side)
column, pile    stack, packet
row             line, layer (what lies under each other in all columns)
sleeve          pocket, cover
envelope        bag, packet
wallet          tube, holder (two cards of a printed deck duel in it)
mask            stencil, overlay (a card with two holes: it shows the marks of one state)
state           situation, position (of the top card: what says which cards fit)
view            transcript, trace (what lies face up, in order: the visible sequence)
outcome         result, answer (the card played, or none)
pile-scramble   shuffle (a bare "shuffle" names no kind)
reveal, cover   flip
duel            fight, match (a challenger against the champion)
champion        winner, leader (who won the last duel)
class           rank, tier (cards that are played before others)
turn            move, round (it belongs to a seat)
round           deal, hand (from one deal to the next)
match           session, evening (a game's inputs, and what they come to)
protocol        scheme, algorithm (the paper's procedure)
recipe          program, script (a protocol as stages of operations)
run             execution (a *protocol* is the recipe, a *run* one performance)
form            variant, mode (a recipe with its facts, as a table file names it)
stage           section, phase (a part of a run under its heading)
operation       command, primitive (one verb for hands; it names places)
act             step, task (what hands do in one go after hearing it)
instruction     prompt, message (one sentence, who does it, and its CHECK)
fingerprint     checksum, version (a hash of a form's operations)
leakage         disclosure, info (what a view tells beyond the outcome, in bits)
twin            bad version (a form with something left out or done wrong)
mutant          variation (a recipe with one operation changed)
certificate     report (what the enumeration found, a line a table)
event           action, log entry (what everybody saw happen)
journal         log, save file (answers and public events, on disk)
replay          reload, restore (a state is made from a journal)
undo            rollback, revert (takes inputs back; what hands did stays done)
way home        abort, rollback (every card goes back when a run is given up)
check code      checksum (six letters that are read out at a virtual turn)
rehearsal       simulation, dry-run game
kit             set, bundle (a table's extra cards, made by one route)
sheet           page, document (what is printed under one name)
stock           paper (what a sheet of labels or cards is bought as)
"""

from __future__ import annotations

import re
import shlex
import sys
import unicodedata
from collections import Counter
from collections.abc import Callable, Iterable, Sequence

from facilitator.i18n.catalogue import sentence


def plural(count: int, noun: str, many: str | None = None) -> str:
    """Return a count with its noun.

    >>> plural(1, "card"), plural(7, "card")
    ('1 card', '7 cards')
    """
    return f"{count} {noun if count == 1 else many or noun + 's'}"


def listed(names: Sequence[str], word: str = "and") -> str:
    """Return names as people list them.

    >>> listed(["Vera"]), listed(["Vera", "Nils", "Ida"])
    ('Vera', 'Vera, Nils and Ida')
    """
    *first, last = names
    return f"{', '.join(first)} {word} {last}" if first else last


def tally(faces: Iterable[str]) -> str:
    """Return faces in the order given, equal ones counted once: ``7R, 2×W``.

    >>> tally(["7R", "W", "W"])
    '7R, 2×W'
    """
    counted = Counter(faces)
    return ", ".join([face if n == 1 else f"{n}×{face}" for face, n in counted.items()])


TIE = "\N{NO-BREAK SPACE}"
_TIED = re.compile(r"(?<=[αβ]) (?=[αβ])|(?<=[0-9]) (?=%|s\b)|(?<=\[\w\]) ")


def tied(text: str) -> str:
    """Return a text with a `TIE` for each blank at which no line may end: within β α, 90 %, 2 s and [y] yes.

    >>> tied("β α for 90 % of 27").split(" ")
    ['β\\xa0α', 'for', '90\\xa0%', 'of', '27']
    """
    return _TIED.sub(TIE, text)


_NAMED = re.compile(r"\b(Ana|Ben)\b")
"""Who stands in examples."""


def at_table(example: str, names: Sequence[str]) -> str:
    """Return an example with names of this table for Ana and Ben, where these do not both sit there.

    >>> at_table("Ben doubts Ana", ["Kim", "Opa"]), at_table("correct Ana 6", ["Ben", "Ana"])
    ('Opa doubts Kim', 'correct Ana 6')
    """
    named = dict(zip(("Ana", "Ben"), names, strict=False))
    if named.keys() <= set(names):
        return example
    return _NAMED.sub(lambda found: named.get(found[0], found[0]), example)


def fold(name: str) -> str:
    """Return a name as it is compared: case, blanks and ways of writing one letter make no difference."""
    return " ".join(unicodedata.normalize("NFKC", name).casefold().split())


def shell_word(word: str) -> str:
    """Return a word as it is typed at a shell, in quotes if the shell would change it.

    >>> shell_word("friday.yaml"), shell_word("a $(touch x) b.yaml")
    ('friday.yaml', "'a $(touch x) b.yaml'")
    """
    if sys.platform == "win32":
        return word if re.fullmatch(r"[\w@+=:,./\\-]+", word) else f'"{word}"'  # no name there has a quote
    return shlex.quote(word)


def shell_path(path: str) -> str:
    """Return a path as it is typed at a shell; a command does not take it for an option.

    >>> shell_path("-t.yaml")
    './-t.yaml'
    """
    return shell_word(f"./{path}" if path.startswith("-") else path)


def quoted(text: str) -> str:
    """Return what was typed, fit for one line of an error message."""
    shown = "".join(letter if letter.isprintable() else "?" for letter in text.strip())
    if not shown:
        return sentence("found.nothing")
    return f'"{shown}"' if len(shown) <= 40 else f'"{shown[:39]}…"'


def grouped(cards: Sequence[str], group: Callable[[str], str]) -> dict[str, list[str]]:
    """Return a list of cards by the word they stand under, in the order they come."""
    found: dict[str, list[str]] = {}
    word = last = ""
    for card in cards:
        if card != last:
            word, last = group(card), card
        found.setdefault(word, []).append(card)
    return found
