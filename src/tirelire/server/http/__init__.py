"""The HTTP interface: routes, schemas, authentication, limits."""
