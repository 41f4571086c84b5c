"""Policies: the contract of a rule of thumb, and what those of all games use."""
