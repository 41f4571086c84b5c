"""The database: schema, repository, event writer, migrations."""
