"""Rules of invitations and their codes."""

from modules.accounts.errors import (
    InvitationsClosed,
    TooManyInvitations,
)

# How many invitations a member may make within INVITATION_DAYS. Revoked ones count, so that nobody collects codes.
INVITATIONS_EACH = 5
INVITATION_DAYS = 30
# Crockford's base 32, which leaves out characters that are easily confused.
CODE_CHARACTERS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
CODE_LENGTH = 12
_LOOK_ALIKES = str.maketrans("OIL", "011")


def invitation_code(bits: int) -> str:
    """Return the code of an invitation, 60 bits in three groups such as `7KQ2-MX4A-09TC`."""
    code = "".join(CODE_CHARACTERS[bits >> 5 * place & 31] for place in range(CODE_LENGTH))
    return "-".join(code[start : start + 4] for start in range(0, CODE_LENGTH, 4))


def clean_code(code: str) -> str:
    """Return a typed code as it is compared: upper case, without separators, look-alike letters as digits."""
    return "".join(letter for letter in code.upper().translate(_LOOK_ALIKES) if letter in CODE_CHARACTERS)


def ensure_may_invite(*, is_offered: bool, is_confirmed: bool, made: int) -> None:
    """Raise InvitationsClosed or TooManyInvitations unless a member may make another invitation."""
    if not (is_offered and is_confirmed):
        raise InvitationsClosed()
    if made >= INVITATIONS_EACH:
        raise TooManyInvitations(count=INVITATIONS_EACH, days=INVITATION_DAYS)
