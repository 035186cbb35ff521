"""What runs on a button box, under MicroPython; `wire` and `debounce` are used by Cartouche itself too."""
