"""Players of the arena that no bot of the house models."""
