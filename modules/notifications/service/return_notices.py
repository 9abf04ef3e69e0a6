"""Signed notices of mail servers about bounces and spam reports, over HTTP (docs/mail.md)."""

import hashlib
import hmac

from app.kernel import clock, marks
from app.kernel.config import config
from app.kernel.db.session import Session
from app.kernel.errors import Forbidden, Invalid, NotFound
from app.kernel.http.json_in import read_json
from app.kernel.http.schema import storable
from app.kernel.mail import incoming
from modules.notifications.contracts import Cause
from modules.notifications.service import returns

# The largest difference of clocks in seconds; a signature is remembered for twice as long against replays.
TOLERANCE = 300
KINDS = {"bounce": Cause.BOUNCE, "complaint": Cause.SPAM_REPORT}


def receive_notice(
    session: Session, *, body: bytes, is_mail: bool, timestamp: str, signature: str
) -> tuple[Cause | None, str | None]:
    """Process a signed notice: a raw mail (`is_mail`), which is a report or somebody's reply, or JSON with `message_id`
    and `kind`.

    Returns the cause that a report gave and the outcome of a reply, None for unknown mails and repeated notices.
    Raises NotFound without a configured key, Forbidden for a wrong or old signature, and Invalid for malformed content.
    """
    key = config().returns_key
    if key is None:
        raise NotFound()
    _ensure_signed(key, body, timestamp, signature)
    replay_key = f"mail-return:{signature}"
    if marks.find_mark(replay_key):
        return None, None
    cause, reply = None, incoming.receive(session, body) if is_mail else None
    if is_mail and reply is None:
        cause = returns.receive_report(session, report=body)
    if not is_mail:
        message_id, kind = _parse_notice(body)
        cause = returns.record_return_by_message_id(session, message_id=message_id, cause=kind)
    marks.set_mark(replay_key, "1", seconds=2 * TOLERANCE)
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


def _parse_notice(body: bytes) -> tuple[str, Cause]:
    try:
        notice = read_json(body)
    except ValueError:
        raise Invalid() from None
    message_id, kind = (
        (notice.get(name) for name in ("message_id", "kind")) if isinstance(notice, dict) else (None, None)
    )
    if not isinstance(message_id, str) or not storable(message_id):
        raise Invalid(field="message_id")
    if not isinstance(kind, str) or kind not in KINDS:
        raise Invalid(field="kind")
    return message_id, KINDS[kind]
