"""The rules of the game, compiled: no part of its folder but this one is imported here."""
