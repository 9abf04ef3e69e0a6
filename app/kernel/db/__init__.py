"""PostgreSQL: sessions, columns, and rows read as contracts."""
