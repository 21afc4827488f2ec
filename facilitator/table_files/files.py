"""Read and replace files. Other modules use these functions instead of opening a path directly."""

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
"""Maximum number of bytes to read. A game file for a year of sessions is smaller."""
LARGEST_YAML = 32 * 2**10
"""Maximum number of bytes in a table file. A file with all settings and comments has a third of this size."""
NEW = os.O_CREAT | os.O_EXCL | os.O_WRONLY | getattr(os, "O_BINARY", 0) | getattr(os, "O_NOFOLLOW", 0)
"""Flags for opening a new temporary file. If the path exists, even as a link, opening it fails."""


def replace_whole(contents: Mapping[Path, bytes], private: bool = False) -> None:
    """Write several files, so that no file is ever incomplete.

    Each content is written to a temporary file, which is then renamed. If a temporary file cannot be written,
    no file changes. The function returns after the contents have reached the disk. If the operating system
    supports it, the file names have also reached the disk. Replaced files keep their permissions.

    Args:
        contents: New content of each file.
        private: Whether only the owner may read the files, regardless of earlier permissions.

    Raises:
        OSError: A file cannot be written, or a path is a folder, a device or a pipe.
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
            with suppress(OSError):  # a new file keeps its default permissions
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
    """Wait until the file names in a folder have reached the disk.

    Errors are ignored, because the contents are already on the disk. Windows, for example, cannot open a
    folder.
    """
    with suppress(OSError):
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)


class NotAFile(OSError):
    """Raised if a path is a folder, a pipe, a device or a socket instead of a regular file."""


class TooLarge(OSError):
    """Raised if a file is larger than allowed."""


def check_readable(path: Path, most: int = LARGEST_FILE) -> None:
    """Check that a path is a regular file of at most `most` bytes, without opening it.

    Raises:
        NotAFile: The path is not a regular file. Opening a pipe or a device could block forever.
        TooLarge: The file exceeds the limit.
        OSError: The operating system reports an error, for example because the file does not exist.
        ValueError: The path is not valid, for example because it contains a null character.
    """
    _check_kind(path.stat(), path, most)


def _check_kind(found: os.stat_result, path: Path, most: int) -> None:
    """Raise an error if a path is not a regular file, or is larger than `most` bytes.

    Args:
        found: Status of the path.
        path: Path for the error message.
        most: Maximum number of bytes.
    """
    if not stat.S_ISREG(found.st_mode):
        raise NotAFile(errno.EINVAL, sentence("place.odd"), str(path))
    if found.st_size > most:
        raise TooLarge(errno.EFBIG, sentence("file.too_large", size=found.st_size, most=most), str(path))


def open_file(path: Path, most: int = LARGEST_FILE) -> BufferedReader:
    """Open a regular file of at most `most` bytes for reading.

    Raises:
        NotAFile: The path is not a regular file.
        TooLarge: The file exceeds the limit.
        OSError: The file cannot be opened.
        ValueError: The path is not valid.
    """
    check_readable(path, most)
    flags = os.O_RDONLY | getattr(os, "O_BINARY", 0) | getattr(os, "O_NONBLOCK", 0)
    stream = os.fdopen(os.open(path, flags), "rb")
    try:
        _check_kind(os.fstat(stream.fileno()), path, most)  # the path may have changed since the check
    except OSError:
        stream.close()
        raise
    return stream


def read_file(path: Path, most: int = LARGEST_FILE) -> bytes:
    """Return the contents of a regular file of at most `most` bytes. Errors are the same as in `open_file`."""
    with open_file(path, most) as stream:
        content = stream.read(most + 1)
    if len(content) > most:  # files in /proc report no size, and a growing file reports an old size
        raise TooLarge(errno.EFBIG, sentence("file.too_large", size=len(content), most=most), str(path))
    return content


def check_ordinary(path: Path) -> None:
    """Check that a path does not exist, or is a regular file or a link to a regular file.

    Raises:
        OSError: The path is a folder, a device or a pipe.
    """
    with suppress(FileNotFoundError):
        if not stat.S_ISREG(path.stat().st_mode):
            raise OSError(errno.EEXIST, sentence("place.odd"), str(path))


def is_there(path: Path) -> bool:
    """Return whether a path exists.

    Raises:
        CommandError: The path is not valid, or the operating system reports an error.
    """
    try:
        return path.exists()
    except (OSError, ValueError) as err:
        raise CommandError(*refusal("place.name", path=str(path), reason=reason(err))) from None


@contextmanager
def scratch() -> Iterator[Path]:
    """Create a temporary folder, which is deleted at the end of the context.

    Raises:
        CommandError: The folder cannot be created.
    """
    try:
        folder = TemporaryDirectory(ignore_cleanup_errors=True)
    except OSError as err:
        raise no_room(err) from None
    with folder as name:
        yield Path(name)


def no_room(err: Exception) -> CommandError:
    """Build the error for a copy or a temporary file that could not be written."""
    return CommandError(*refusal("place.room", reason=reason(err)))


def reason(err: Exception) -> str:
    """Return the operating system's explanation of an error. Without one, return the text of the exception."""
    return getattr(err, "strerror", None) or str(err)
