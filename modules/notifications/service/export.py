"""The notifications module's part of the copy of a member's data."""

from dataclasses import asdict
from uuid import UUID

from sqlalchemy import select

from app.kernel import i18n
from app.kernel.db.session import Session
from app.kernel.personal.exports import ModuleExport, Table
from app.kernel.text import formats
from modules.notifications import queries
from modules.notifications.models import DisabledType, Mail, PushNoticeRow, PushSubscriptionRow


def export_member(session: Session, member_id: UUID, language: str) -> ModuleExport:
    """Return which mails a member was sent, which they do not want, and the browsers that want push messages."""
    mails = [row._asdict() for row in session.execute(_MAILS.where(Mail.member_id == member_id))]
    disabled = [row._asdict() for row in session.execute(_DISABLED.where(DisabledType.member_id == member_id))]
    browsers = [row._asdict() for row in session.execute(_BROWSERS.where(PushSubscriptionRow.member_id == member_id))]
    pushed = [row._asdict() for row in session.execute(_PUSHED.where(PushNoticeRow.member_id == member_id))]
    settings = asdict(queries.get_settings(session, member_id))

    def word(key: str) -> str:
        return i18n.text(language, f"export.notifications.{key}")

    def moment(one: dict[str, object], key: str) -> str:
        return formats.moment(language, one[key]) if one[key] else ""  # type: ignore[arg-type]

    return ModuleExport(
        data={
            "mails": mails,
            "disabled": disabled,
            "push_subscriptions": browsers,
            "pushed": pushed,
            "settings": settings,
        },
        tables=(
            Table(
                word("mails"),
                [(str(one["type"]), moment(one, "sent_at")) for one in mails],
                (word("type"), word("sent_at")),
            ),
            Table(
                word("disabled"),
                [(str(one["type"]), str(one["cause"]), moment(one, "created_at")) for one in disabled],
                (word("type"), word("cause"), word("created_at")),
            ),
            Table(
                word("browsers"),
                [
                    (str(one["user_agent"]), str(one["endpoint"]), moment(one, "created_at"), moment(one, "used_at"))
                    for one in browsers
                ],
                (word("user_agent"), word("endpoint"), word("created_at"), word("used_at")),
            ),
        ),
    )


_MAILS = select(Mail.type, Mail.state, Mail.created_at, Mail.sent_at).order_by(Mail.created_at.desc())
_DISABLED = select(DisabledType.type, DisabledType.cause, DisabledType.created_at).order_by(DisabledType.type)
_BROWSERS = select(
    PushSubscriptionRow.user_agent,
    PushSubscriptionRow.endpoint,
    PushSubscriptionRow.created_at,
    PushSubscriptionRow.used_at,
).order_by(PushSubscriptionRow.created_at)
_PUSHED = select(PushNoticeRow.type, PushNoticeRow.sent_at).order_by(PushNoticeRow.type)
