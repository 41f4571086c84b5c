"""The rule of thumb of the game, compiled with its rules."""
