"""Staff: accounts, permissions, sessions, and the audit of what they do."""
