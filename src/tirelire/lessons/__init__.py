"""Lessons: for each game a row of written positions in which a learner makes every kind of move."""
