"""Every part of a game but rules and words, made from the contract."""
