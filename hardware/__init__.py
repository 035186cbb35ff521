"""The edge of the machine: each device stands behind one small protocol, is optional, and only ever proposes a move.

This version drives the backlight of the panel; the touchscreen belongs to `companion.ui`.
"""
