"""Notices of mail servers about returns, over HTTP. Whoever signs them knows HEARTH_RETURNS_KEY (docs/operating.md)."""

import hashlib
import hmac

from app.kernel import clock, mail_in, marks
from app.kernel.config import config
from app.kernel.db import Session
from app.kernel.errors import Forbidden, Invalid, NotFound
from app.kernel.json_in import read_json
from app.kernel.schema import storable
from modules.notifications.contracts import Cause
from modules.notifications.service import returns

# How far the sender's clock may be from ours, in seconds, and so how long a notice must not be told twice.
TOLERANCE = 300
KINDS = {"bounce": Cause.BOUNCE, "complaint": Cause.SPAM_REPORT}


def take_notice(
    session: Session, *, body: bytes, is_mail: bool, timestamp: str, signature: str
) -> tuple[Cause | None, str | None]:
    """Act on a signed notice: a mail as it came (`is_mail`), which is a report or somebody's answer, or JSON with
    message_id and kind.

    Returns what a report told of and what became of an answer, None for what is none of ours or was told before.
    Raises NotFound while no key is set, Forbidden for a wrong signature or one that is too old, and Invalid for words
    that mean nothing.
    """
    key = config().returns_key
    if key is None:
        raise NotFound()
    _ensure_signed(key, body, timestamp, signature)
    told = f"mail-return:{signature}"
    if marks.find_mark(told):
        return None, None
    cause, reply = None, mail_in.take(session, body) if is_mail else None
    if is_mail and reply is None:
        cause = returns.take_report(session, report=body)
    if not is_mail:
        message_id, kind = _read(body)
        cause = returns.take_message_id(session, message_id=message_id, cause=kind)
    marks.set_mark(told, "1", seconds=2 * TOLERANCE)
    return cause, reply


def sign_notice(key: bytes, body: bytes, timestamp: str) -> str:
    """Return a notice's signature: HMAC-SHA256 in hexadecimal over the time in Unix seconds, a dot and the body."""
    return hmac.new(key, timestamp.encode() + b"." + body, hashlib.sha256).hexdigest()


def _ensure_signed(key: bytes, body: bytes, timestamp: str, signature: str) -> None:
    is_time = timestamp.isascii() and timestamp.isdigit() and len(timestamp) <= 12
    if not is_time or abs(clock.now().timestamp() - int(timestamp)) > TOLERANCE:
        raise Forbidden()
    if not hmac.compare_digest(sign_notice(key, body, timestamp).encode(), signature.encode(errors="replace")):
        raise Forbidden()


def _read(body: bytes) -> tuple[str, Cause]:
    try:
        told = read_json(body)
    except ValueError:
        raise Invalid() from None
    message_id, kind = (told.get(name) for name in ("message_id", "kind")) if isinstance(told, dict) else (None, None)
    if not isinstance(message_id, str) or not storable(message_id):
        raise Invalid(field="message_id")
    if not isinstance(kind, str) or kind not in KINDS:
        raise Invalid(field="kind")
    return message_id, KINDS[kind]
