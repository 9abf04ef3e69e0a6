"""Backup and restore: database, files and keys in one encrypted file (docs/decisions/0037-backup.md)."""
