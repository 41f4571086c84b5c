"""The house on-line: tables, guests, moves that are stored before they are answered."""
