"""What a game is like: many matches by bots, and what they tell a designer."""
