"""Drawing in SVG: shapes, lettering, patterns, and the house's own pictures."""
