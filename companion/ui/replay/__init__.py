"""What the Replay screen is made of: what a game tells of itself, and the panel beside its board."""
