"""`python -m companion` is the same as the command `cartouche`."""

from companion.cli import main

if __name__ == "__main__":
    main()
