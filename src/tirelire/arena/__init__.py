"""Bots against bots: the same cards for all, and how certain the difference is."""
