"""A table file in a QR symbol, and back: letters and digits only, so that it survives any clipboard.

``FT2`` and base32 of: a raw deflate stream (with a dictionary of the keys every table has) and a checksum.
"""

from __future__ import annotations

import base64
import binascii
import json
import zlib

from facilitator.errors import CommandError

PREFIX = "FT2"
_WORDS = (
    b'"half-54""compact-27""sleeves""printed cards""plain""published-2023""published""open""Letter""split"'
    b'"until playable""attacker""saver""finisher"true"name":"","virtual":true,"style":"uniform"},{"number":,"skip":'
    b'{"name":"","game":"uno","rules":"paper","seats":["],"hand_size":7,"draw":"one","wild_draw_four":"any","protocol":"knockout",'
    b'"conceal":false,"pool":"shared","pool_deck":"full-108","equipment":"envelopes","wording":"auto",'
    b'"helpers":2,"seconds":{},"table_size":"180x90","extras":"labels","paper":"A4","printers":{}}'
)
"""Part of the format: a change needs a new prefix."""


def table_code(text: str) -> str:
    """Return the code of a table file's text; notes and line breaks are left out, and house rules that go unsaid.

    Raises: TableFileError if the text is no YAML.
    """
    from facilitator.table.house import spared
    from facilitator.table.yaml import YamlText

    value = YamlText(text).value
    if isinstance(value, dict):
        value = spared(value)
    packed = json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode()
    return PREFIX + base64.b32encode(squeezed(packed)).decode().rstrip("=")


def from_code(code: str) -> dict[str, object]:
    """Return the keys and values of a table, yet to be checked, from a code however it was copied.

    Raises: CommandError if it is no such code, or damaged.
    """
    tidy = "".join(code.split()).upper()
    if not tidy.startswith(PREFIX):
        raise _refused("a text that begins otherwise")
    body = tidy.removeprefix(PREFIX)
    try:
        value = json.loads(unsqueezed(base64.b32decode(body + "=" * (-len(body) % 8)), 1 << 15))
    except (binascii.Error, zlib.error, ValueError, RecursionError):
        raise _refused("one that is cut short or mistyped") from None
    if not isinstance(value, dict):
        raise _refused("the code of something else")
    return value


def squeezed(packed: bytes) -> bytes:
    """Return bytes deflated, with a checksum of what they were."""
    stream = zlib.compressobj(9, zlib.DEFLATED, -15, zdict=_WORDS)
    return stream.compress(packed) + stream.flush() + zlib.crc32(packed).to_bytes(4, "big")


def unsqueezed(raw: bytes, most: int) -> bytes:
    """Return what was squeezed; raises zlib.error or ValueError where it is damaged, or longer than ``most``."""
    packed = zlib.decompressobj(-15, zdict=_WORDS).decompress(raw[:-4], most)
    if zlib.crc32(packed).to_bytes(4, "big") != raw[-4:]:
        raise ValueError("damaged")
    return packed


def _refused(found: str) -> CommandError:
    return CommandError(
        f"the code of a table, {PREFIX}…",
        found,
        "Scan the symbol on the set-up sheet again and paste it whole.",
    )
