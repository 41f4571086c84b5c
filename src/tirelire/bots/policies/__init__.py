"""Rules of thumb for each game, compiled with its rules."""
