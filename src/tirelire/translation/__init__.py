"""Catalogues as gettext files, for Weblate and Poedit, and back again."""
