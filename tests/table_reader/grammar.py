"""From sentences to clauses: a verb, the things it is done to, where, and how.

Every word must be in the vocabulary. Phrases that say how something is done are found anywhere in a sentence, so
that their order does not matter. What a phrase leaves open stays open here: `reader` tries each way.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache


class NotUnderstood(Exception):
    """Raised for a word that the reader does not know, or for words that make no sentence."""


HOW: Mapping[str, str] = {
    "windows down": r"(?:with its )?windows down",
    "windows up": r"(?:with its )?windows up",
    "down": r"(?:still )?face down",
    "up": r"(?<!that is )(?<!that are )face up",
    "page": r"like (?:a|the) page(?: of a book)?",
    "fully": r"until nothing sticks out|until the edge that goes in last is level with that end|all the way in|flush",
    "to line": r"up to its line",
    "unseen": r"(?:and )?without looking at (?:it|them|the cards?)|(?:and )?unseen",
    "unturned": r"without turning (?:it|them|anything)(?: over)?|(?:and )?don't turn any card",
    "on top": r"so that it slides on top of the champion",
    "tip": r"(?:lift )?(?:its|the) tip(?: of the new card)? as it goes in",
    "away": r"each while everybody else looks away",
    "often": r"as often as you like,? or not at all|none,? one or more(?: times)?",
    "once or more": r"as often as you like",
    "secret": r"(?:and )?tell nobody(?: how many| how often)?",
    "mixed": r"(?:until|and) (?:neither of you|nobody|none of you) can follow (?:a|one|any)(?: card)?",
    "lost track": r"until you have lost track(?: of (?:them|it|every card))?",
    "eyes closed": r"close your eyes(?: and)?",
    "by turns": r"one after the other",
    "half turns": r"(?:by|in) half turns",
    "flat": r"flat on the table|(?<=, )flat(?:, on the table)?",
    "own spot": r"(?:each )?where (?:it lies|they lie)|each on its own spot",
    "old place": r"where (?:the|its|that) (?:old )?(?:pair|bit cards) lay",
    "beta left": r"(?:the )?β on the left(?:,? and)?(?: the)?(?: α on the right)?",
    "alpha left": r"(?:the )?α on the left(?:,? and)?(?: the)?(?: β on the right)?",
    "right to left": r"from right to left",
    "left to right": r"(?:from )?left to right",
    "card by card": r"card by card",
    "pairs apart": r"until every pair is apart",
    "from top": r"(?:and )?from the top",
    "leftmost on top": r"(?:again )?(?:with )?the leftmost(?: card| of them)? on top"
    r"(?:(?:,| and) the rightmost at the bottom)?",
    "the same": r"in the same way",
    "left stays left": r"without changing left and right|left stays left|"
    r"the left one on the left(?: and|,) the right one on the right",
    "no lid": r"no lid",
    "no spin": r"(?:and )?(?:don't|do not) spin it",
    "instead": r"in place of the (?:other|old)(?: one)?",
    "name up": r"(?:with )?(?:its )?name up|(?:with )?(?:this|its) name facing (?:you|out)",
    "hands": r"with (?:flat hands|your other hand|the other hand)|in front of you",
    "once": r"once",
    "if in": r"if it is in",
    "one on other": r"one on (?:top of )?the other",
    "side by side": r"side by side",
    "apart": r"apart from the pile|to one side|aside",
    "last on top": r"(?:with )?the last loser on top",
    "first on top": r"(?:with )?the first loser on top",
    "pinching": r"(?:and )?keep pinching it(?: while)?|without letting go",
    "by marker": r"to the owner that its marker names",
    "sorted": r"sorted (?:by owner|into α and β)",
    "room": r"(?:and )?leave room below (?:it|each card),? (?:toward|on the side of) (?:the )?\w+",
    "below": r"below it",
    "backs": r"(?:in this order,? and )?(?:with )?all backs the same way",
    "finger": r"where (?:your|the) finger is",
    "any order": r"it doesn't matter which is on the left",
    "sees": r"as \w+ sees (?:it|them)",
    "table": r"on the table",
}
"""Phrases that say how something is done, by what they mean; taken out of a sentence in this order."""
AFTER = {
    "left-over": r"that (?:is|are) left(?: in (?:the pile|them|it|the row))?",
    "inside": r"that (?:is|are) in (?:it|the wallet)",
    "left": r"(?:that (?:is|lies|lie) )?on (?:the|\w+'s) left(?: now)?",
    "right": r"(?:that (?:is|lies|lie) )?on (?:the|\w+'s) right(?: now)?",
    "middle": r"(?:on|from) the third and (?:the )?fourth places?",
    "with-β": r"whose loose card is the β|under (?:the )?β",
    "kept": r"that you (?:just )?kept",
    "open": r"(?:which|that) you (?:have )?just turned up|that (?:is|are) face up",
    "dot-side": r"on the side of the (?:black )?dot|on the (?:black )?dot's side(?: of the line)?",
    "underneath": r"underneath|under it",
}
"""Phrases that follow a noun and say which one is meant."""
SAID_ONLY = frozenset("begins draws means may can call reads has lost won stay stays say cross shows".split())
"""Verbs of sentences that explain something, or that ask for nothing that hands can do."""
VERBS = SAID_ONLY | frozenset(
    "slide push spread stir gather lay lift put reach spin turn pinch pull take give return swap move deal cover "
    "empty leave carry keep close clear shuffle make do draw show slip hold join let wins is are challenges "
    "plays".split()
)
NOUNS = frozenset(
    "card cards wallet lid mask tab end rails table hand pile piles packet packets champion challenger "
    "losers winner dot side line edge envelope envelopes stack row place places box pair token marker markers "
    "column columns bit α β "
    "finger gap name cloth deck duel duels things owner heap arrow same one none it them they these this "
    "everything".split()
)
ADJECTIVES = frozenset(
    "top next empty other left right last first second third fourth fifth sixth playing bit loose open middle own "
    "small black old new upper lower leftmost rightmost only each every all both two three four five six drawn "
    "either later none flat played discard stirred".split()
)
DETERMINERS = frozenset("a an the its this that these those any no your".split())
PREPOSITIONS = frozenset("in into at on onto to from of over under between with by for".split())
PARTICLES = frozenset(
    "out over back away off in again now then and so as if too also first lying once go".split()
)
NUMBERS = {word: n for n, word in enumerate("zero one two three four five six seven eight nine".split())}
SMALL = frozenset(
    "where you we there it's not while until be long more else such play been found which whether".split()
)
WORDS = VERBS | NOUNS | ADJECTIVES | DETERMINERS | PREPOSITIONS | PARTICLES | SMALL | {*NUMBERS}
"""Every word that the reader knows, apart from names, numbers and the words of `HOW` and `AFTER`."""


@dataclass(frozen=True)
class Phrase:
    """Words that name a thing.

    Attributes:
        head: Noun, or a pronoun.
        marks: Adjectives and other words that say which one is meant.
        owner: Thing or person that it belongs to, or None.
        number: Number of things, or number of a thing ("pile 3").
    """

    head: str
    marks: frozenset[str] = frozenset()
    owner: Phrase | None = None
    number: int | None = None

    def __contains__(self, mark: str) -> bool:
        return mark in self.marks

    def __str__(self) -> str:
        return f"{self.owner or ''} {' '.join(sorted(self.marks))} {self.head}".strip()


@dataclass(frozen=True)
class Clause:
    """One movement.

    Attributes:
        doers: People who do it, in order.
        verb: The verb.
        things: Things that it is done to.
        slots: Things after a preposition, by the preposition.
        particles: Adverbs such as "over", "back" and "out".
        how: Meanings of the phrases of `HOW` in it.
        subject: Thing before the verb, in a sentence that says how something is.
        text: The words.
        listed: Things in a list that follows.
    """

    doers: tuple[str, ...]
    verb: str
    things: tuple[Phrase, ...]
    slots: Mapping[str, Phrase]
    particles: frozenset[str]
    how: frozenset[str]
    subject: Phrase | None
    text: str

    listed: tuple[Phrase, ...] = ()

    def __contains__(self, how: str) -> bool:
        return how in self.how

    @property
    def thing(self) -> Phrase:
        """The first thing, or "it"."""
        return self.things[0] if self.things else Phrase("it")

    def add(self, other: Clause) -> Clause:
        """Return this clause with what another one says of it."""
        return replace(
            self,
            how=self.how | other.how,
            listed=self.listed + other.things,
            slots={**other.slots, **self.slots} if self.verb != "do" else {**self.slots, **other.slots},
        )


def name_word(name: str) -> str:
    """Return a name as one word."""
    return re.sub(r"[\s,]+", "_", name.casefold().strip("“”"))


def _is_noun(tokens: Sequence[str], at: int) -> bool:
    """Return whether a word that may be a verb is a noun here: "the draw pile"."""
    return tokens[at : at + 2] == ["draw", "pile"]


@dataclass
class Parser:
    """Turns sentences into clauses. `names` are people, owners and masks, which are words, too."""

    names: frozenset[str]

    def clauses(self, text: str) -> Sequence[Clause]:
        """Return the clauses of some sentences, in order; one that only says how belongs to the one before."""
        text = re.sub(r"“([^”]*)”", lambda quoted: name_word(quoted[1]), text.casefold()).strip()
        found = list[Clause]()
        for sentence in re.split(r"(?<=[^\d])[.;]\s+|[.;]$", text):
            for clause in self._sentence(sentence) if sentence else ():
                bare = not clause.verb or (clause.verb == "push" and not clause.things)
                if bare and found:
                    found[-1] = found[-1].add(clause)
                else:
                    found.append(clause)
        return found

    def _sentence(self, sentence: str) -> Iterator[Clause]:
        doers, sentence = self._doer(sentence)
        held = frozenset[str]()
        for words in _split(sentence):
            later, words = self._doer(words)
            how, rest = _extract(words)
            if not rest:  # nothing but a phrase that says how: it belongs to its neighbours
                held |= how
                continue
            yield from self._clauses(later or doers, rest, how | held, words)
            held = frozenset()
        if held:
            yield Clause(doers, "", (), {}, frozenset(), held, None, sentence)

    def _doer(self, words: str) -> tuple[tuple[str, ...], str]:
        """Take the people who are addressed off the beginning of a sentence."""
        if found := re.match(r"whoever has free hands (\w+)s (.*) and (\w+)s ", words):
            verb, rest, other = found.groups()
            return (), f"{verb} {rest} and {other} {words[found.end() :]}"
        name = "|".join(sorted(map(re.escape, self.names))) or "-"
        if found := re.match(rf"\s*first ({name}),? then ({name}):?\s*,?\s*", words):
            return (found[1], found[2]), words[found.end() :]
        if found := re.match(rf"\s*({name}|everyone)(?: and ({name}))?, ", words):
            return tuple(filter(None, found.groups())), words[found.end() :]
        return (), words

    def _clauses(self, doers: tuple[str, ...], rest: str, how: frozenset[str], text: str) -> Iterator[Clause]:
        """Yield the clause that some words are, or several if a later one has the same verb ("A to B and C to D")."""
        for mark, pattern in AFTER.items():
            rest = re.sub(rf"(?<=\w),? (?:{pattern})(?![\w']),?", f" +{mark}", rest)
        tokens = re.findall(r"[^\s,:()\"?]+", rest)
        for token in tokens:
            self._know(token)
        at = next((n for n, word in enumerate(tokens) if word in VERBS and not _is_noun(tokens, n)), None)
        if said := next((word for word in tokens if word in SAID_ONLY), ""):
            yield Clause(doers, said, (), {}, frozenset(), how, None, text)
            return
        at = next((n for n, word in enumerate(tokens) if word in VERBS and not _is_noun(tokens, n)), None)
        verb = "" if at is None else tokens[at]
        subject, slots, tokens = (
            (None, {}, tokens) if at is None else (*self._subject(tokens[:at]), tokens[at + 1 :])
        )
        things, particles, known = list[Phrase](), set[str](), len(slots)
        while tokens:
            word, begins = tokens[0], self._begins_thing(tokens[1:2])
            again = word == "and" and begins and verb and not subject and len(slots) > known
            if again and "between" not in slots:
                yield Clause(doers, verb, tuple(things), slots, frozenset(particles), how, subject, text)
                things, slots, known, tokens = [], {}, 0, tokens[1:]
            elif word in PREPOSITIONS and begins and (verb, word) != ("turn", "over"):
                phrase, tokens = self._phrase(tokens[1:])
                slots.setdefault(word, phrase)
            elif word in PARTICLES:
                particles.add(word)
                tokens = tokens[1:]
            else:
                phrase, tokens = self._phrase(tokens)
                things.append(phrase)
        yield Clause(doers, verb, tuple(things), slots, frozenset(particles), how, subject, text)

    def _subject(self, tokens: list[str]) -> tuple[Phrase | None, dict[str, Phrase]]:
        """Read the words before a verb: a thing, or a condition such as "in the first duel"."""
        subject, slots = None, dict[str, Phrase]()
        while tokens:
            word = tokens[0]
            if word in PREPOSITIONS and self._begins_thing(tokens[1:2]):
                slots[word], tokens = self._phrase(tokens[1:])
            elif word in PARTICLES - {"first"} | {"you", "we", "there"}:
                tokens = tokens[1:]
            else:
                subject, tokens = self._phrase(tokens)
        return subject, slots

    def _begins_thing(self, words: Sequence[str]) -> bool:
        """Return whether a word can begin a noun phrase."""
        return any(word in DETERMINERS or self._continues(word) for word in words)

    def _know(self, token: str) -> None:
        """Raise `NotUnderstood` for an unknown word."""
        bare = token.removesuffix("'s")
        if not (token[0] == "+" or {token, bare} & (WORDS | self.names) or bare.isdigit()):
            raise NotUnderstood(f"the word {token!r}")

    def _phrase(self, tokens: Sequence[str]) -> tuple[Phrase, list[str]]:
        """Read one noun with what belongs to it; return it and the words after it."""
        marks, owner, number, head, at = set[str](), None, None, "", 0
        while at < len(tokens) and not head:
            word, at = tokens[at], at + 1
            following = tokens[at] if at < len(tokens) else ""
            if word[0] == "+" or (number is not None and word in PREPOSITIONS | PARTICLES):
                head, at = "one", at - 1
            elif word.endswith("'s"):
                owner, marks = Phrase(word.removesuffix("'s"), frozenset(marks), owner), set()
            elif word in NUMBERS or word.isdigit():
                number = NUMBERS.get(word) or int(word)
                head = "one" if word == "one" and following not in ADJECTIVES | NOUNS else ""
            elif word in ("playing", "draw", "bit", "discard") and following in ("card", "cards", "pile"):
                marks.add(word)
            elif word in DETERMINERS and (word not in ("this", "these") or self._continues(following)):
                marks |= {word} & {"its", "this", "these"}
            elif word in ADJECTIVES or word in self.names:
                marks.add(word)
                if word in ("all", "each", "both") and following == "of":
                    at += 1
                elif word in self.names and (following.isdigit() or not self._continues(following)):
                    head = word
                elif not self._continues(following):
                    head = "card"
            elif word in NOUNS:
                head = {"this": "it", "these": "them"}.get(word, word)
            else:
                raise NotUnderstood(f"{word!r} in {' '.join(tokens)!r}")
        if not head and not (number or marks):
            raise NotUnderstood(f"no thing in: {' '.join(tokens)}")
        rest = list(tokens[at:])
        if rest and rest[0].isdigit():
            number = int(rest.pop(0))
        while rest and rest[0][0] == "+":
            marks.add(rest.pop(0)[1:])
        if rest[:1] == ["of"] and len(rest) > 1:
            inner, rest = self._phrase(rest[1:])
            owner = inner if owner is None else Phrase(owner.head, owner.marks, inner)
        return Phrase(head or "one", frozenset(marks), owner, number), rest

    def _continues(self, word: str) -> bool:
        """Return whether a noun phrase may go on with a word."""
        known = word in ADJECTIVES | NOUNS | self.names | {"draw", "playing"} or word in NUMBERS
        return bool(word) and (known or word.isdigit() or word.endswith("'s"))


_CLAUSE_STARTS = "|".join(sorted(VERBS - SAID_ONLY - {"are", "is", "wins", "challenges", "plays"}))
_BREAK = re.compile(
    rf",? and (?:then )?(?=(?:{_CLAUSE_STARTS})\b)|, (?:then |and )?(?=(?:{_CLAUSE_STARTS})\b)|: | while (?=you )|"
    r", so (?=give)|, (?=of the two)|, (?=again the left)|, (?=and put)"
)


def _split(sentence: str) -> Iterator[str]:
    yield from (part for part in _BREAK.split(sentence) if part and part.strip(" ,"))


@lru_cache(None)
def _extract(words: str) -> tuple[frozenset[str], str]:
    """Take the phrases of `HOW` out of some words; return their meanings and what is left."""
    how = set[str]()
    for meaning, pattern in HOW.items():
        words, found = re.subn(rf"(?<![\w'])(?:{pattern})(?![\w'])", " ", words)
        if found:
            how.add(meaning)
    return frozenset(how), re.sub(r"\s*,(?:\s*,)*\s*", ", ", words).strip(" ,")
