"""The game in words: positions, moves, stories, refusals, score sheets."""
