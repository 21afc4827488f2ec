"""Entry point of the command `facilitator` and of `python -m facilitator`.

This module imports little, so that Ctrl-C is handled even while the rest of the program loads.
"""

from __future__ import annotations

import sys

from facilitator.signals import as_ctrl_c


def main() -> None:
    """Prepare for termination signals, load the program, and run it."""
    as_ctrl_c()
    try:
        from facilitator.cli.app import run_program as run

        run()
    except KeyboardInterrupt:
        from facilitator.errors import INTERRUPTED

        sys.stderr.write("\nStopped.\n")
        raise SystemExit(INTERRUPTED) from None


if __name__ == "__main__":
    main()
