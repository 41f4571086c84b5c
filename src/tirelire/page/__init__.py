"""What people see in a browser: pages, their texts, scripts and styles. The server serves it."""
