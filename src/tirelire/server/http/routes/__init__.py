"""Handlers, one per route: they parse, call the house, and write."""
