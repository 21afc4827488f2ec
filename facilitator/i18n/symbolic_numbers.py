"""Integers that remember a formula, such as 20 with the formula k−m, for printed instructions."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from functools import cache
from math import prod

Letters = Mapping[str, int | str]
"""Number or letter that replaces each letter in a formula."""


class Size(int):
    """Integer that remembers its formula, such as 20 with the formula k − m.

    Arithmetic works as for integers, and also combines the formulas. `int` returns the number, and `words`
    returns the formula.

    Attributes:
        terms: Coefficient of each product of letters.
        plus: Constant term.

    >>> k, m = Size.from_name(27, "k"), Size.from_name(7, "m")
    >>> k - m, (k - m).words(), (2 * k + 2).words(), (k - m).words({"m": 7})
    (20, 'k−m', '2k+2', 'k−7')
    """

    terms: Mapping[tuple[str, ...], int]
    plus: int

    def __new__(cls, value: int, terms: Mapping[tuple[str, ...], int], plus: int = 0) -> Size:
        """Return a number with its formula."""
        made = super().__new__(cls, value)
        made.terms, made.plus = terms, plus
        return made

    @classmethod
    @cache
    def from_name(cls, value: int, name: str) -> Size:
        """Return a number whose formula is a single letter, such as 27 with the formula ``k``."""
        return cls(value, {(name,): 1})

    def __reduce__(self) -> tuple[type[Size], tuple[int, Mapping[tuple[str, ...], int], int]]:
        return Size, (int(self), self.terms, self.plus)

    def __add__(self, other: int) -> Size:
        if not isinstance(other, Size):
            return Size(int(self) + other, self.terms, self.plus + other)
        terms = dict(self.terms)
        for name, times in other.terms.items():
            terms[name] = terms.get(name, 0) + times
        return Size(int(self) + int(other), {n: t for n, t in terms.items() if t}, self.plus + other.plus)

    __radd__ = __add__

    def __neg__(self) -> Size:
        return self * -1

    def __sub__(self, other: int) -> Size:
        return self + -other

    def __rsub__(self, other: int) -> Size:
        return -self + other

    def __mul__(self, other: int) -> Size:
        if not isinstance(other, int):
            return NotImplemented  # such as a row, which is repeated
        if not isinstance(other, Size):
            return Size(int(self) * other, {n: t * other for n, t in self.terms.items()}, self.plus * other)
        both = [*other.terms.items(), ((), other.plus)]
        found = self * 0
        for name, times in [*self.terms.items(), ((), self.plus)]:
            for more, often in both:
                product = tuple(sorted((*name, *more), reverse=True))  # sorted so that products read pk, pm
                found += Size(0, {product: times * often}) if product else times * often
        return Size(int(self) * int(other), {n: t for n, t in found.terms.items() if t}, found.plus)

    __rmul__ = __mul__

    def _replace_letters(self, known: Letters) -> Counter[str]:
        """Return the coefficient of each product of letters in the formula, after replacing some letters.

        For the formula k−m and the value 7 for m, the result is ``{"k": 1, "": -7}``.

        Args:
            known: Numbers or letters that replace letters in the formula.
        """
        terms = Counter[str]()
        for names, times in self.terms.items():
            factors = [known.get(name, name) for name in names]
            letters = "".join(factor for factor in factors if isinstance(factor, str))
            terms[letters] += times * prod(factor for factor in factors if isinstance(factor, int))
        return terms

    def words(self, known: Letters | None = None) -> str:
        """Return the formula as text.

        Args:
            known: Numbers or letters that replace letters in the formula.
        """
        terms = self._replace_letters(known or {})
        plus = terms.pop("", 0) + self.plus
        said = ""
        for letters, times in sorted((*terms.items(), ("", plus)), key=lambda part: part[1] < 0):
            if times:
                sign = "−" if times < 0 else "+" if said else ""
                said += f"{sign}{'' if letters and abs(times) == 1 else abs(times)}{letters}"
        return said or "0"
