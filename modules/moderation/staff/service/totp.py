"""One-time codes (RFC 6238), and recovery codes for a lost phone."""

import secrets
import unicodedata
from uuid import UUID

from sqlalchemy import delete, insert, update

from app.kernel import clock
from app.kernel.db.session import Session
from app.kernel.secrets import sealing
from app.kernel.secrets.signing import keyed_hash
from modules.moderation.staff import queries
from modules.moderation.staff.models import RecoveryCode, StaffRow
from modules.moderation.staff.policies import accounts as policies

ISSUER = "Hearthside ops"
PURPOSE = "staff totp"
# Without letters and digits that look alike.
ALPHABET = "abcdefghjkmnpqrstuvwxyz23456789"


def new_secret() -> str:
    """Return a new TOTP secret of 160 bits, in base 32."""
    import pyotp

    return pyotp.random_base32()


def provisioning_uri(secret: str, email: str) -> str:
    """Return the otpauth address for an authenticator app."""
    import pyotp

    return pyotp.TOTP(secret).provisioning_uri(name=email, issuer_name=ISSUER)


def seal(secret: str, staff_id: UUID) -> bytes:
    """Encrypt a secret for storage; it opens for this staff member only."""
    return sealing.seal(secret.encode(), purpose=PURPOSE, owner=staff_id)


def unseal(sealed: bytes, staff_id: UUID) -> str:
    """Decrypt what `seal` returned; raises InvalidTag when it was changed or belongs to someone else."""
    return sealing.unseal(sealed, purpose=PURPOSE, owner=staff_id).decode()


def use_code(session: Session, *, staff_id: UUID, code: str) -> bool:
    """Use a code of the authenticator app, or a recovery code; False when it is wrong or was used before."""
    normalized = "".join(map(_to_ascii_digit, "".join(code.split()).lower()))
    if normalized.isascii() and normalized.isdigit():
        return _use_totp(session, staff_id, normalized)
    return _use_recovery_code(session, staff_id, normalized.replace("-", ""))


def _to_ascii_digit(character: str) -> str:
    """Return a digit of any script as an ASCII digit, and any other character unchanged."""
    return str(unicodedata.decimal(character, character))


def _use_totp(session: Session, staff_id: UUID, code: str) -> bool:
    import pyotp

    stored = queries.lock_totp(session, staff_id)
    totp = pyotp.TOTP(unseal(stored.totp_secret, staff_id), interval=policies.TOTP_SECONDS)
    now = int(clock.now().timestamp()) // policies.TOTP_SECONDS
    steps = range(now - policies.TOTP_DRIFT, now + policies.TOTP_DRIFT + 1)
    step = policies.find_step({step: totp.generate_otp(step) for step in steps}, code, last_step=stored.last_totp_step)
    if step is None:
        return False
    session.execute(update(StaffRow).where(StaffRow.id == staff_id).values(last_totp_step=step))
    return True


def _use_recovery_code(session: Session, staff_id: UUID, code: str) -> bool:
    unused = (
        RecoveryCode.staff_id == staff_id,
        RecoveryCode.code_hash == _code_hash(staff_id, code),
        RecoveryCode.used_at.is_(None),
    )
    used = session.execute(
        update(RecoveryCode).where(*unused).values(used_at=clock.now()).returning(RecoveryCode.used_at)
    )
    return used.one_or_none() is not None


def renew_recovery_codes(session: Session, staff_id: UUID) -> tuple[str, ...]:
    """Replace a staff member's recovery codes and return the new ones, each single-use."""
    session.execute(delete(RecoveryCode).where(RecoveryCode.staff_id == staff_id))
    codes = ["".join(secrets.choice(ALPHABET) for _ in range(10)) for _ in range(policies.RECOVERY_CODES)]
    rows = [{"staff_id": staff_id, "code_hash": _code_hash(staff_id, code)} for code in codes]
    session.execute(insert(RecoveryCode), rows)
    return tuple(f"{code[:5]}-{code[5:]}" for code in codes)


def _code_hash(staff_id: UUID, code: str) -> str:
    return keyed_hash("staff recovery code", f"{staff_id} {code}")
