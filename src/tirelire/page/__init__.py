"""The pages in a browser: templates, texts, scripts and styles. The server serves them."""
