"""Commands on a member's notification settings."""

from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Iterable, Mapping
from typing import Any
from uuid import UUID

from sqlalchemy import delete, func
from sqlalchemy.dialects.postgresql import insert

from app.kernel.db.session import Session
from app.kernel.secrets.signing import is_signed, sign
from modules.accounts import api as accounts_api
from modules.accounts.contracts import MemberStatus
from modules.notifications import policies, queries
from modules.notifications.contracts import Cause, Channel, MailType, NoticeType
from modules.notifications.errors import UnsubscribeLinkUnknown
from modules.notifications.models import DeliveryRow, DisabledType, PreferenceRow

PURPOSE = "unsubscribe"


def change_settings(session: Session, *, member_id: UUID, changes: Mapping[str, Any]) -> None:
    """Change the given settings: `mail` and `push` by type, and the columns of `DeliveryRow`.

    Switching mail on resumes it, whatever had stopped it (spec 8.7). Raises QuietHoursIncomplete.
    """
    for channel in Channel:
        _save_preferences(session, member_id, channel, changes.get(channel, {}))
    wanted = [type for type, is_on in changes.get(Channel.MAIL, {}).items() if is_on]
    if wanted:
        lifted = (DisabledType.member_id == member_id, DisabledType.type.in_(wanted))
        session.execute(delete(DisabledType).where(*lifted))
    delivery = {name: value for name, value in changes.items() if name not in set(Channel)}
    if delivery:
        _save_delivery(session, member_id, delivery)


def _save_preferences(session: Session, member_id: UUID, channel: Channel, types: Mapping[str, bool]) -> None:
    for type, is_on in types.items():
        row = insert(PreferenceRow).values(member_id=member_id, type=type, channel=channel, is_on=is_on)
        keep = {"is_on": is_on, "changed_at": func.now()}
        session.execute(row.on_conflict_do_update(constraint="preference_pkey", set_=keep))


def _save_delivery(session: Session, member_id: UUID, changes: Mapping[str, Any]) -> None:
    current = queries.get_settings(session, member_id)
    begin, end = (changes.get(name, getattr(current, name)) for name in ("quiet_from", "quiet_until"))
    policies.ensure_quiet_hours(begin, end)
    row = insert(DeliveryRow).values(member_id=member_id, **changes)
    keep = {**changes, "changed_at": func.now()}
    session.execute(row.on_conflict_do_update(index_elements=[DeliveryRow.member_id], set_=keep))


def disable_mail(session: Session, *, member_id: UUID, types: Iterable[NoticeType], cause: Cause) -> None:
    """Stop mail of some types until the member switches it on again; the first cause is kept (spec 8.7)."""
    rows = [{"member_id": member_id, "type": type, "cause": cause} for type in types]
    session.execute(insert(DisabledType).values(rows).on_conflict_do_nothing())


def lift_bounces(session: Session, *, member_id: UUID) -> None:
    """Resume mail that was stopped by a bounce; what a person stopped stays stopped."""
    bounced = (DisabledType.member_id == member_id, DisabledType.cause == Cause.BOUNCE)
    session.execute(delete(DisabledType).where(*bounced))


def unsubscribe_ticket(member_id: UUID, type: MailType) -> str:
    """Return the signed ticket of an unsubscribe link; it never expires, because mails are kept for years."""
    # No dot, because an address with a file extension is not served as a page (app/kernel/http/spa.py).
    signature = sign(PURPOSE, f"{member_id.hex} {type}")
    return f"{type}~{urlsafe_b64encode(member_id.bytes + bytes.fromhex(signature)).decode().rstrip('=')}"


def unsubscribe(session: Session, *, ticket: str) -> None:
    """Stop the mails of the type that a link came with (RFC 8058, spec 8.7); raises UnsubscribeLinkUnknown.

    A member who was erased gets none, and nothing is stored of them.
    """
    member_id, type = _parse_ticket(ticket)
    if accounts_api.get_member(session, member_id).status is MemberStatus.ERASED:
        return
    disable_mail(session, member_id=member_id, types=policies.OPTIONAL_MAILS[type], cause=Cause.UNSUBSCRIBE)


def _parse_ticket(ticket: str) -> tuple[UUID, MailType]:
    name, _, rest = ticket.partition("~")
    try:
        type, raw = MailType(name), urlsafe_b64decode(rest + "=" * (-len(rest) % 4))
    except ValueError:
        raise UnsubscribeLinkUnknown() from None
    member_id = UUID(bytes=raw[:16]) if len(raw) == 32 else None
    is_ours = member_id is not None and is_signed(PURPOSE, f"{member_id.hex} {type}", raw[16:].hex())
    if member_id is None or not is_ours or type not in policies.OPTIONAL_MAILS:
        raise UnsubscribeLinkUnknown()
    return member_id, type
