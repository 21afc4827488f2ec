"""Read and replace files. Other modules use these functions instead of opening a path themselves."""

from __future__ import annotations

import errno
import os
import secrets
import stat
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from io import BufferedReader
from pathlib import Path
from tempfile import TemporaryDirectory

from facilitator.errors import CommandError
from facilitator.i18n.catalogue import refusal, sentence

LARGEST_FILE = 64 * 2**20
"""Bytes. Larger files are never read; a game of a whole year of evenings is smaller."""
LARGEST_YAML = 32 * 2**10
"""Bytes. A table file with every setting and comment has a third of this."""
NEW = os.O_CREAT | os.O_EXCL | os.O_WRONLY | getattr(os, "O_BINARY", 0) | getattr(os, "O_NOFOLLOW", 0)
"""A draft is a new file of its own: an entry that is there already, a link too, is neither followed nor used."""


def replace_whole(contents: Mapping[Path, bytes], private: bool = False) -> None:
    """Write every file's new content beside it, then put all in their places; on trouble, leave what was there.

    It waits until the disk holds the contents, and the names too where the system can.  ``private``: nobody else
    may read them, whatever rights there were.

    Raises: OSError, also for a place taken by what is no ordinary file: a folder, a device, a pipe.
    """
    drafts: list[tuple[Path, Path]] = []
    try:
        for target, content in contents.items():
            check_ordinary(target)
            draft = target.with_name(f".{secrets.token_hex(8)}.new")
            handle = os.open(draft, NEW, 0o600 if private else 0o666)
            drafts.append((draft, target))
            with os.fdopen(handle, "wb") as stream:
                stream.write(content)
                stream.flush()
                os.fsync(stream.fileno())
            with suppress(OSError):  # a new file has the rights new files have
                if not private:
                    draft.chmod(stat.S_IMODE(target.stat().st_mode))
        for draft, target in drafts:
            draft.replace(target)
        for folder in dict.fromkeys(target.parent for _, target in drafts):
            _sync(folder)
    finally:
        for draft, _ in drafts:
            draft.unlink(missing_ok=True)


def _sync(folder: Path) -> None:
    """Wait until the disk holds the names in a folder; all is written before, so what goes wrong here loses nothing.

    Not every system can: Windows opens no folder.
    """
    with suppress(OSError):
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)


class NotAFile(OSError):
    """A path names a folder, a pipe, a device or a socket instead of a file."""


class TooLarge(OSError):
    """A file is larger than the program reads."""


def check_readable(path: Path, most: int = LARGEST_FILE) -> None:
    """Check that a path names a regular file of at most ``most`` bytes, without opening it.

    Raises:
        NotAFile: For anything else; opening a pipe or a device could block for ever or never end.
        TooLarge: For a larger file.
        OSError: If the system cannot tell, for instance because there is no such file.
        ValueError: If no file can have this name.
    """
    _check_kind(path.stat(), path, most)


def _check_kind(found: os.stat_result, path: Path, most: int) -> None:
    """Raise unless this is a regular file of at most ``most`` bytes."""
    if not stat.S_ISREG(found.st_mode):
        kind = sentence("file.folder" if stat.S_ISDIR(found.st_mode) else "file.odd")
        raise NotAFile(errno.EINVAL, kind, str(path))
    if found.st_size > most:
        raise TooLarge(errno.EFBIG, sentence("file.too_large", size=found.st_size, most=most), str(path))


def open_file(path: Path, most: int = LARGEST_FILE) -> BufferedReader:
    """Open a regular file of at most ``most`` bytes to read it.

    Raises: The errors of `check_readable`; what they refuse is not opened.
    """
    check_readable(path, most)
    flags = os.O_RDONLY | getattr(os, "O_BINARY", 0) | getattr(os, "O_NONBLOCK", 0)
    stream = os.fdopen(os.open(path, flags), "rb")
    try:
        _check_kind(os.fstat(stream.fileno()), path, most)  # the path may lead elsewhere by now
    except OSError:
        stream.close()
        raise
    return stream


def read_file(path: Path, most: int = LARGEST_FILE) -> bytes:
    """Return the contents of a regular file of at most ``most`` bytes.

    Raises: The errors of `check_readable`.
    """
    with open_file(path, most) as stream:
        content = stream.read(most + 1)
    if len(content) > most:  # a file of the system (/proc) has no size, and a growing file has an old one
        raise TooLarge(errno.EFBIG, sentence("file.too_large", size=len(content), most=most), str(path))
    return content


def check_ordinary(path: Path) -> None:
    """Refuse a place where something lies that is neither a file nor a link.  Raises: OSError."""
    with suppress(FileNotFoundError):
        if not stat.S_ISREG(path.stat().st_mode):
            raise OSError(errno.EEXIST, sentence("place.odd"), str(path))


def is_there(path: Path) -> bool:
    """Return whether a file, or anything else, has this name.  Raises: CommandError if nothing can have it."""
    try:
        return path.exists()
    except (OSError, ValueError) as err:
        raise CommandError(*refusal("place.name", path=str(path), reason=reason(err))) from None


@contextmanager
def scratch() -> Iterator[Path]:
    """Lend a folder for copies and drafts, gone afterwards.  Raises: CommandError if there is no room for one."""
    try:
        folder = TemporaryDirectory(ignore_cleanup_errors=True)
    except OSError as err:
        raise no_room(err) from None
    with folder as name:
        yield Path(name)


def no_room(err: Exception) -> CommandError:
    """Return the error that says that a copy or a draft could not be written."""
    return CommandError(*refusal("place.room", reason=reason(err)))


def reason(err: Exception) -> str:
    """Return what the system says of trouble with a file."""
    return getattr(err, "strerror", None) or str(err)
