"""Replace characters that only look like other characters: dashes, quotes, spaces and foreign letters.

Phone keyboards, word processors and chat programs insert such characters automatically.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence

from facilitator.i18n import fold

DASHES = "‐‑‒–—―−﹘﹣－"
DOUBLE_QUOTES, SINGLE_QUOTES = "“”„‟«»″＂", "‘’‚‛‹›′‵＇`´"
QUOTES = DOUBLE_QUOTES + SINGLE_QUOTES
FILLERS = "\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0"
"""Invisible characters that Unicode classifies as letters, marks or symbols."""
_STRAIGHT = str.maketrans(
    dict.fromkeys(DASHES, "-") | dict.fromkeys(DOUBLE_QUOTES, '"') | dict.fromkeys(SINGLE_QUOTES, "'")
)
_PLAIN = str.maketrans(
    {"ı": "i", "ł": "l", "ø": "o", "đ": "d", "ð": "d", "ħ": "h", "æ": "ae", "œ": "oe", "þ": "th"}
)
"""Latin letters that have no accent according to Unicode, each with the similar plain letter."""
_DROPPED = frozenset(SINGLE_QUOTES + "'.")
"""Optional characters in a typed name."""
_UMLAUTS = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue", "å": "aa"})
_ALIKE = str.maketrans(
    "аеорсухіјѕԁһԛӏ" + "АВЕКМНОРСТУХІЈЅ" + "αινορυ" + "ΑΒΕΖΗΙΚΜΝΟΡΤΥΧ" + "Il10",
    "aeopcyxijsdhq|" + "ABEKMHOPCTYX|JS" + "aivopu" + "ABEZH|KMNOPTYX" + "|||O",
)
"""Cyrillic and Greek letters and digits, with the Latin letters that they resemble. I, l and 1 become a
stroke.
"""


def is_invisible(char: str) -> bool:
    """Return whether a character is invisible, or a space other than the normal space."""
    if char in FILLERS or char == " ":
        return char != " "
    return unicodedata.category(char) in ("Cc", "Cf", "Zs", "Zl", "Zp") or "VARIATION SELECTOR" in (
        unicodedata.name(char, "")
    )


def replace_lookalikes(text: str) -> str:
    """Replace lookalike characters by the characters on a keyboard.

    >>> replace_lookalikes("—dry‑run “friday.yaml”")
    '-dry-run "friday.yaml"'
    """
    return unicodedata.normalize("NFKC", text.translate(_STRAIGHT))


def first_odd(text: str) -> int | None:
    r"""Return the index of the first lookalike character in a text, or None.

    Correct typography is accepted: dashes and quotes between letters, and words in a foreign alphabet.

    >>> first_odd("O’Neill"), first_odd("seats:\xa0[Ana]"), first_odd("– Ana")
    (None, 6, 0)
    >>> first_odd("- Вера"), first_odd("paper: А4"), first_odd("hand_sizе: 7")
    (None, 7, 8)
    """
    beside = (text[max(at - 1, 0) : at] + text[at + 1 : at + 2] for at in range(len(text)))
    odd = (at for at, (char, near) in enumerate(zip(text, beside, strict=True)) if _is_odd(char, near))
    return next(odd, None)


def _is_odd(char: str, beside: str) -> bool:
    """Return whether a character looks like another character of a keyboard.

    Args:
        char: The character.
        beside: Characters before and after it.
    """
    if char.isascii():
        return False
    if ord(char) in _ALIKE:
        return any(other.isascii() and other.isalnum() for other in beside)
    if char in DASHES + QUOTES:
        return not (len(beside) > 1 and beside.isalnum())
    plain = unicodedata.normalize("NFKC", char)
    return is_invisible(char) or (plain.isascii() and not plain.isalnum())


# ----------------------------------------------------------------------------------------------------
# Names, as people type and read them.


def without_accents(name: str) -> str:
    """Return a name in lower case without accents, dots and apostrophes.

    >>> [without_accents(name) for name in ("İpek", "Işıl", "Łukasz", "Zoë", "J. R.")]
    ['ipek', 'isil', 'lukasz', 'zoe', 'j r']
    """
    apart = unicodedata.normalize("NFKD", fold(name).translate(_PLAIN))
    kept = (char for char in apart if not unicodedata.combining(char) and char not in _DROPPED)
    return " ".join("".join(kept).split())


def typed_as(name: str) -> frozenset[str]:
    """Return all ways to type a name without accents, such as ``jurgen`` and ``juergen`` for Jürgen."""
    umlauts = unicodedata.normalize("NFC", fold(name)).translate(_UMLAUTS)
    return frozenset((without_accents(name), without_accents(umlauts))) - {""}


def match_name(typed: str, names: Sequence[str]) -> str | None:
    """Return the player's name that matches a typed name, or None.

    Accents and dots are optional, unless another player's name then looks the same.

    >>> match_name("ipek", ("İpek", "Işıl")), match_name("zoe", ("Zoë", "Zoé")), match_name("", ("Ana",))
    ('İpek', None, None)
    """
    wanted = fold(typed)
    exact = [name for name in names if fold(name) == wanted]
    if exact:
        return exact[0]
    plain = without_accents(typed)
    if plain.replace(" ", "").isdecimal():
        return None
    found = [name for name in names if plain in typed_as(name)]
    return found[0] if len(found) == 1 else None


def skeleton(name: str) -> str:
    """Return a text that is equal for all names that look the same.

    >>> skeleton("Ana") == skeleton("Аnа"), skeleton("Lili") == skeleton("LiIi"), skeleton("Ian") == skeleton("Lan")
    (True, True, False)
    """
    shown = "".join(char for char in unicodedata.normalize("NFC", name) if not is_invisible(char))
    strokes = shown.translate(_ALIKE).replace("|", "\N{LATIN LETTER DENTAL CLICK}")
    return without_accents(strokes).replace("rn", "m")
