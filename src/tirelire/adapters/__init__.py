"""The games in the interfaces that researchers use."""
