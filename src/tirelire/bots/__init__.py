"""Players that think: rules of thumb, search, and whatever others register."""
