"""The contract of a game: its typed parts, the laws that they obey, and their defaults."""
