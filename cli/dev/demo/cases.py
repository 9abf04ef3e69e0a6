"""Some open and settled cases in the demo, for members and staff to see."""

from uuid import UUID

from app.kernel.db.session import Session, transaction
from app.kernel.http.auth import Actor
from modules.accounts import api as accounts_api
from modules.accounts.contracts import Member
from modules.moderation.complaints.service import complaints
from modules.moderation.contracts.complaints import Topic
from modules.moderation.contracts.queue import ItemKind
from modules.moderation.contracts.reports import Outcome, ReportKind, ReportReason
from modules.moderation.queue.service import queue
from modules.moderation.reports.service import reports
from modules.profiles import api as profiles_api
from modules.sites.contracts import Site

# One decided and one open report.
REPORTS = (
    (ReportReason.FAKE, "I saw these pictures on another site, under a different name."),
    (ReportReason.MONEY, "In the second message he asked me for a gift card."),
)


def file_cases(site: Site, *, email: str, staff_id: UUID) -> None:
    """Have a member of a site complain and report, and a staff member settle the first of each."""
    with transaction() as session:
        member = accounts_api.find_member_by_email(session, site_id=site.id, email=email)
        if member is None:
            return
        _complain(session, _actor(member), staff_id)
        _report(session, _actor(member), staff_id, [one.id for one in _strangers(session, member)])


def _complain(session: Session, actor: Actor, staff_id: UUID) -> None:
    settled = complaints.create_complaint(
        session, actor=actor, topic=Topic.PAYMENT, text="I bought one bundle, but my bank shows two payments."
    )
    words = "You're right: the second payment was an error on the bank's page. We've refunded it."
    complaints.answer_complaint(session, complaint_id=settled.id, staff_id=staff_id, text=words)
    complaints.create_complaint(
        session, actor=actor, topic=Topic.OTHER, text="The text in the menu is rather small on my tablet."
    )


def _report(session: Session, actor: Actor, staff_id: UUID, strangers: list[UUID]) -> None:
    for position, ((reason, words), member_id) in enumerate(zip(REPORTS, strangers, strict=False)):
        made = reports.report(
            session, actor=actor, kind=ReportKind.PROFILE, reason=reason, words=words, member_id=member_id
        )
        if position == 0:
            answer = "We compared the pictures and found no others like them, so the profile stays online."
            reports.decide_report(
                session, report_id=made.id, staff_id=staff_id, outcome=Outcome.NOT_UPHELD, answer=answer
            )
            queue.settle(session, kind=ItemKind.MEMBER_REPORT, subject_id=member_id, decided_by=staff_id)


def _strangers(session: Session, member: Member) -> list[Member]:
    newest = accounts_api.list_site_members(session, site_id=member.site_id, limit=20)
    return [one for one in newest if one.id != member.id and profiles_api.is_visible(session, one.id)]


def _actor(member: Member) -> Actor:
    return Actor(site_id=member.site_id, language=member.language, network="demo", member_id=member.id)
