"""Shared by all games: cards, the engine, compiling, chance, notation, texts, errors."""
