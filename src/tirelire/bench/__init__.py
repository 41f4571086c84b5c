"""Speed and memory, measured beside our peers in the same run."""
