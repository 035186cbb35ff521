"""The touchscreen: theme, shapes, widgets, screens and boards. Needs Kivy; `boot.prepare()` comes before all else."""
