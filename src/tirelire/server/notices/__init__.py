"""Notices: guests are told that it is their turn, by their browser, by e-mail or by a webhook."""
