"""Copied to the Pico as `main.py`, beside the folder `firmware`; MicroPython runs it when the box is plugged in."""

from firmware.main import run

run()
