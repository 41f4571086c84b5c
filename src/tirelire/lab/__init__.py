"""Statistics of a game for its designer: many matches by bots, and a report."""
