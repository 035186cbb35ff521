"""The small widget set every screen is made of: one widget a module, no visible words inside."""
