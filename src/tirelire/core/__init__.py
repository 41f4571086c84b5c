"""What all games share: cards, the contract and its laws, compiling, chance, notation, errors."""
