"""The small widget set every screen is made of: one widget a module, no visible words inside.

Kivy applies its own style by class name, so no class of ours may be called Button, Switch, Slider, Label, Settings,
ScreenManager or another name of kivy/data/style.kv.
"""
