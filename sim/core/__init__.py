"""What every game shares: random streams, records, the play loop, the registry of games, traces."""
