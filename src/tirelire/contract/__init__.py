"""What a game is to everything else: typed parts, the laws that they obey, and their defaults."""
