"""`python -m facilitator` is the command `facilitator`."""

from facilitator.cli.app import main

if __name__ == "__main__":
    main()
