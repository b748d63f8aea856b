"""The code location: everything Dagster loads."""
