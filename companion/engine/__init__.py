"""What every game shares: pure rules machinery without screen, files, clock or hardware."""
