"""The accounts module's part of the copy of a member's data."""

from dataclasses import asdict
from uuid import UUID

from sqlalchemy import select

from app.kernel import i18n
from app.kernel.db.session import Session
from app.kernel.mail.addresses import as_shown
from app.kernel.personal.exports import ModuleExport, Table
from app.kernel.text import formats
from modules.accounts.identity.models import MemberRow
from modules.accounts.identity.queries import members as queries
from modules.accounts.leaving.models import DeletionRow
from modules.accounts.sessions.models import LoginSession


def export_member(session: Session, member_id: UUID, language: str) -> ModuleExport:
    """Return a member's account, sessions and deletions."""
    member = queries.get_member(session, member_id)
    message = session.execute(select(MemberRow.signup_message).where(MemberRow.id == member_id)).scalar_one()
    browsers = [row._asdict() for row in session.execute(_BROWSERS.where(LoginSession.member_id == member_id))]
    leaving = [row._asdict() for row in session.execute(_LEAVING.where(DeletionRow.member_id == member_id))]

    def word(key: str) -> str:
        return i18n.text(language, f"export.accounts.{key}")

    source = (
        {part: value for part, value in asdict(member.traffic_source).items() if value} if member.traffic_source else {}
    )
    facts = {
        "email": as_shown(member.email),
        "name": member.name,
        "date_of_birth": formats.day(language, member.date_of_birth),
        "language": member.language,
        "signup_at": formats.moment(language, member.signup_at),
        "signup_message": message,
        "traffic_source": ", ".join(f"{part}: {value}" for part, value in source.items()),
    }
    browser_columns = tuple(word(part) for part in ("browser", "network", "created_at", "seen_at"))
    return ModuleExport(
        data={
            "email": as_shown(member.email),
            "name": member.name,
            "taken_name": member.taken_name,
            "date_of_birth": member.date_of_birth.isoformat(),
            "status": member.status,
            "language": member.language,
            "signup_at": member.signup_at.isoformat(),
            "confirmed_at": member.confirmed_at,
            "signup_message": message,
            "traffic_source": source,
            "browsers": browsers,
            "deletions": leaving,
        },
        tables=(
            Table(word("title"), [(word(part), value) for part, value in facts.items() if value]),
            Table(
                word("browsers"),
                [
                    (
                        one["user_agent"],
                        one["network"],
                        formats.moment(language, one["created_at"]),
                        formats.moment(language, one["seen_at"]),
                    )
                    for one in browsers
                ],
                columns=browser_columns,
            ),
        ),
    )


_BROWSERS = select(
    LoginSession.user_agent,
    LoginSession.network,
    LoginSession.created_at,
    LoginSession.seen_at,
    LoginSession.revoked_at,
).order_by(LoginSession.created_at.desc())
_LEAVING = select(
    DeletionRow.reason, DeletionRow.words, DeletionRow.asked_at, DeletionRow.outcome, DeletionRow.ended_at
).order_by(DeletionRow.asked_at.desc())
