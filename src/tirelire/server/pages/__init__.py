"""Pages for people, and what their scripts need."""
