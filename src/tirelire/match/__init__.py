"""One match being played: seats, moves, deals, its end, and its record."""
