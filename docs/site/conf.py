"""Settings of Sphinx. `docs/site` copies this file beside the pages that it builds."""

from tirelire import __version__

project = "Tirelire"
author = "The Tirelire contributors"
copyright = f"2026, {author}"  # noqa: A001
release = version = __version__

extensions = ["myst_parser", "sphinx.ext.autodoc"]
myst_heading_anchors = 4
highlight_language = "none"
default_role = "code"
autodoc_member_order = "bysource"
autodoc_preserve_defaults = True
autodoc_mock_imports = ["gymnasium", "pettingzoo"]  # the site needs no extras

exclude_patterns = ["fr", "de"]  # sites of their own: see __main__.py

html_theme = "furo"
html_title = "Tirelire"
html_logo = html_favicon = "house.svg"
html_static_path = ["static"]
html_css_files = ["house.css"]
html_show_sphinx = False
html_show_sourcelink = False
html_copy_source = False
html_theme_options = {
    "light_css_variables": {"color-brand-primary": "#1c6b4f", "color-brand-content": "#1c6b4f"},
    "dark_css_variables": {"color-brand-primary": "#7fd1ae", "color-brand-content": "#7fd1ae"},
}
