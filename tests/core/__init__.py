"""What every game shares, and the laws that hold for any game."""
