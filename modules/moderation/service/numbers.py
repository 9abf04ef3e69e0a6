"""The numbers by which people and staff name a case."""

import secrets

# No letters or digits that look like others.
SIGNS = "ABCDEFGHJKMNPQRSTUVWXYZ23456789"


def new_number() -> str:
    """Return a number such as `K7MP-4XQ2`, easy to read out on the telephone and not to be guessed."""
    signs = "".join(secrets.choice(SIGNS) for _ in range(8))
    return f"{signs[:4]}-{signs[4:]}"
