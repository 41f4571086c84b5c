"""Bots against bots: the same cards for everybody, and how sure one can be of the difference."""
