"""How somebody gets in: signup, login, sessions, mailed links, and restrictions."""
