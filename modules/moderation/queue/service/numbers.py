"""The public numbers of complaints, reports and decisions."""

import secrets

# Without letters and digits that look alike.
ALPHABET = "ABCDEFGHJKMNPQRSTUVWXYZ23456789"


def new_number() -> str:
    """Return a random number such as `K7MP-4XQ2`, which is easy to read aloud."""
    characters = "".join(secrets.choice(ALPHABET) for _ in range(8))
    return f"{characters[:4]}-{characters[4:]}"
