"""The score pad: matches at a real table, counted by the rules from the cards of each seat."""
