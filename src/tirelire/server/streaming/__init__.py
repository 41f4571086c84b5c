"""Streams of events to readers, and news between processes."""
