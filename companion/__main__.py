"""`python -m companion` is the same as the command `cartouche`."""

import sys


def main() -> None:
    """The entry point of the program. Also while it is still loading, Ctrl-C ends it in a word."""
    try:
        from companion.cli import main as run

        run()
    except KeyboardInterrupt:
        sys.exit("Stopped.")


if __name__ == "__main__":
    main()
