"""Accounts in the ops console: the list of members and their figures."""

from typing import Any
from uuid import UUID

from sqlalchemy import Integer, Select, cast, func, literal, or_, select

from app.kernel.db.session import Session
from app.kernel.figures import Figure, Moment
from app.kernel.http.schema import ReasonIn
from app.kernel.i18n import LOCALES
from app.kernel.resources import Action, Resource, badge, day, instant, number, ref, rows_of, text, yes_no
from modules.accounts.contracts import MemberStatus
from modules.accounts.errors import NotWaitingForActivation
from modules.accounts.identity.models import MemberRow
from modules.accounts.identity.queries.members import ADDRESS, get_member
from modules.accounts.leaving.models import DataExportRow
from modules.accounts.sessions.models import LoginSession
from modules.accounts.sessions.service import passwords, sessions, signup

# States in which a fictional profile is or was shown.
SHOWN_STATES = (MemberStatus.ACTIVE, MemberStatus.DELETED)


def end_sessions(session: Session, record_id: UUID, *, staff_id: UUID, reason: str) -> None:
    """Log a member out in all browsers. The audit log keeps the reason."""
    sessions.close_sessions(session, member_id=record_id)


def send_activation(session: Session, record_id: UUID, *, staff_id: UUID, reason: str) -> None:
    """Mail a member the activation link again; raises NotWaitingForActivation or TooManyActivationMails."""
    if get_member(session, record_id).status is not MemberStatus.NOT_CONFIRMED:
        raise NotWaitingForActivation()
    signup.resend_activation(session, member_id=record_id, network="staff")


def send_reset(session: Session, record_id: UUID, *, staff_id: UUID, reason: str) -> None:
    """Mail a member a link for a new password; raises NoPasswordToReset, AddressNotConfirmed or TooManyResets."""
    passwords.send_reset(session, member_id=record_id)


def _traffic_source(part: str) -> Any:
    return func.coalesce(MemberRow.traffic_source[part].astext, "")


def _login_value(value: Any, *which: Any) -> Any:
    return select(value).where(LoginSession.member_id == MemberRow.id, *which).correlate(MemberRow).scalar_subquery()


IS_OPEN = (LoginSession.revoked_at.is_(None), LoginSession.expires_at > func.now())
AGE = cast(func.date_part("year", func.age(MemberRow.date_of_birth)), Integer)

MEMBERS = Resource(
    key="accounts.members",
    label="Members",
    title="name",
    empty="No members yet. They are listed here when they sign up.",
    icon="PeopleOutlined",
    group="people",
    rows=rows_of(
        MemberRow,
        optional=("email",),
        email=ADDRESS,
        age=AGE,
        source_network=_traffic_source("network"),
        source_ref=_traffic_source("ref"),
        sub1=_traffic_source("sub1"),
        sub2=_traffic_source("sub2"),
        sub3=_traffic_source("sub3"),
        seen_at=_login_value(func.max(LoginSession.seen_at)),
        open_logins=func.coalesce(_login_value(func.count(), *IS_OPEN), 0),
    ),
    columns=(
        text("name", "Name", is_name=True),
        badge("status", "Status", [*MemberStatus]),
        ref("site_id", "Site", to="sites.sites", related=True),
        text("email", "Email", pii=True),
        yes_no("is_fictional", "Fictional"),
        yes_no("is_paid", "Paid"),
        instant("signup_at", "Signed up", sort=True),
        instant("confirmed_at", "Confirmed", in_list=False),
        instant("deleted_at", "Deleted", in_list=False),
        number("age", "Age", in_list=False),
        day("date_of_birth", "Date of birth", in_list=False, pii=True),
        badge("language", "Language", LOCALES, in_list=False),
        instant("seen_at", "Last seen", in_list=False),
        number("open_logins", "Logged-in browsers", in_list=False),
        text("source_network", "Source (network)", in_list=False),
        text("source_ref", "Source (ref)", in_list=False),
        text("sub1", "Source (sub1)", in_list=False),
        text("sub2", "Source (sub2)", in_list=False),
        text("sub3", "Source (sub3)", in_list=False),
        text("signup_message", "Signup message", in_list=False, pii=True),
    ),
    filters=("name", "email", "site_id", "status", "is_paid", "is_fictional", "signup_at"),
    finds={"email": "address"},
    default_sort="-signup_at",
    actions=(
        Action(
            "end-sessions",
            "Log out everywhere",
            "accounts.members.end-sessions",
            end_sessions,
            form=ReasonIn,
            danger=True,
        ),
        Action(
            "send-activation",
            "Resend confirmation email",
            "accounts.members.send-links",
            send_activation,
            form=ReasonIn,
            when=("status", (MemberStatus.NOT_CONFIRMED,)),
        ),
        Action(
            "send-reset",
            "Send password reset link",
            "accounts.members.send-links",
            send_reset,
            form=ReasonIn,
            when=("status", tuple(passwords.MAY_RESET)),
        ),
    ),
)


def signups(begin: Moment, end: Moment) -> Select[*tuple[Any, ...]]:
    """Return the members who signed up between two moments."""
    return _members(MemberRow.signup_at, begin, end)


def confirmed(begin: Moment, end: Moment) -> Select[*tuple[Any, ...]]:
    """Return the members who confirmed their address, which activates the account."""
    return _members(MemberRow.confirmed_at, begin, end)


def left(begin: Moment, end: Moment) -> Select[*tuple[Any, ...]]:
    """Return the members who deleted their account."""
    return _members(MemberRow.deleted_at, begin, end)


def active(begin: Moment, end: Moment) -> Select[*tuple[Any, ...]]:
    """Return the members with a session that was last used between two moments."""
    found = select(LoginSession.member_id, literal(1).label("amount")).distinct()
    return found.where(LoginSession.seen_at >= begin, LoginSession.seen_at < end)


def copies(begin: Moment, end: Moment) -> Select[*tuple[Any, ...]]:
    """Return the requests for a copy of a member's data."""
    moment = DataExportRow.asked_at
    found = select(DataExportRow.member_id, literal(1).label("amount"))
    return found.where(moment >= begin, moment < end)


def fictional(begin: Moment, end: Moment) -> Select[*tuple[Any, ...]]:
    """Return the fictional profiles that existed between two moments."""
    row = MemberRow
    gone = row.deleted_at
    there = (row.is_fictional, row.signup_at < end, or_(gone.is_(None), gone >= begin), row.status.in_(SHOWN_STATES))
    return select(row.site_id, literal(1).label("amount")).where(*there)


def _members(moment: Any, begin: Moment, end: Moment) -> Select[*tuple[Any, ...]]:
    return select(MemberRow.id.label("member_id"), literal(1).label("amount")).where(moment >= begin, moment < end)


FIGURES = (
    Figure("accounts.signups", "Signups", signups),
    Figure("accounts.confirmed", "Confirmed accounts", confirmed),
    Figure("accounts.active", "Active members", active, keeps_most=True),
    Figure("accounts.left", "Deleted accounts", left, is_public=True),
    Figure("accounts.copies", "Copies of data requested", copies, is_public=True, in_console=False),
    Figure("accounts.fictional", "Fictional profiles", fictional, is_public=True, in_console=False, of_site=True),
)
