"""The edge of the machine: each device stands behind one small protocol, is optional, and only ever proposes a move.

This version drives no device of its own; the touchscreen belongs to `companion.ui`.
"""
