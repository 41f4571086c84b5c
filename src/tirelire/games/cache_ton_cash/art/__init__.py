"""The pictures of the game."""
