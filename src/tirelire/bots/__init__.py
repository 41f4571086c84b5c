"""Players that think: rules of thumb, search, and the bots of other packages."""
