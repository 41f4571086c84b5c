"""Catalogues of texts, one file per language."""
