"""Servers that run beside the application: PostgreSQL, Valkey and Meilisearch."""
