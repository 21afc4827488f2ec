"""`python -m facilitator` is the command `facilitator`; it begins here, so that Ctrl-C is answered from the start."""

from __future__ import annotations

import sys

from facilitator.signals import as_ctrl_c


def main() -> None:
    """Run the program, which takes a moment to load."""
    as_ctrl_c()
    try:
        from facilitator.cli.app import main as run

        run()
    except KeyboardInterrupt:
        from facilitator.errors import INTERRUPTED

        sys.stderr.write("\nStopped.\n")
        raise SystemExit(INTERRUPTED) from None


if __name__ == "__main__":
    main()
