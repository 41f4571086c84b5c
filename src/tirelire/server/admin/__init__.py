"""What the owner of a house does: export, import, backup, tokens."""
