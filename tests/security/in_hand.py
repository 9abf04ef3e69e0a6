"""Things on the desks of staff that are somebody's: in their hand, made by them, decided by them, or their account.

Each is made for whom it belongs to, or for nobody, and returns its id and what a form about it says that one saw.
"""

from typing import Any
from uuid import uuid4

from sqlalchemy import select

from app.kernel.db.session import transaction
from modules.billing import api as billing
from modules.billing.ops.actors import actor_of as actor_of_staff
from modules.moderation.complaints.service import complaints
from modules.moderation.contracts.decisions import Measure, Rule, Verdict
from modules.moderation.contracts.queue import ItemKind
from modules.moderation.contracts.staff import Role
from modules.moderation.decisions.models import AppealRow
from modules.moderation.decisions.service import appeals
from modules.moderation.fiction.service import conversations
from modules.moderation.queue.service import queue
from modules.sites.contracts import Site
from tests.billing import debiting
from tests.factories.accounts import make_member
from tests.factories.billing import buy_credits
from tests.factories.messaging import actor_of
from tests.factories.moderation import Colleague, make_complaint, make_decision, make_staff, seen_in
from tests.security.desks import ask_a_fictional_profile

Thing = tuple[Any, dict[str, Any]]
FACTS = "The same words went to very many people."


def review_case(site: Site, holder: Colleague | None) -> Thing:
    """A case of the review queue, in somebody's hand."""
    with transaction() as session:
        member = make_member(session, site=site)
        item_id = queue.open_item(session, kind=ItemKind.RISK, subject_id=member.id, member_id=member.id)
        if holder:
            queue.claim_item(session, item_id=item_id, staff_id=holder.id, version=0)
    return item_id, {"version": 1 if holder else 0}


def complaint(site: Site, holder: Colleague | None) -> Thing:
    """A complaint that somebody took on."""
    with transaction() as session:
        made = make_complaint(session, make_member(session, site=site))
        if holder:
            complaints.claim_complaint(session, complaint_id=made.id, staff_id=holder.id)
        return made.id, {"seen": seen_in(session, made.id)}


def conversation(_site: Any, holder: Colleague | None) -> Thing:
    """A conversation of a fictional profile that a writer holds."""
    with transaction() as session:
        conversation_id = ask_a_fictional_profile(session)
    if holder:
        with transaction() as session:
            conversations.take(session, conversation_id=conversation_id, staff_id=holder.id)
    return conversation_id, {"seen": 1}


def proposed_ban(site: Site, holder: Colleague) -> Thing:
    """A ban for good that somebody proposed, which a second person signs."""
    with transaction() as session:
        verdict = Verdict(Measure.PERMANENT_BAN, Rule.FRAUD, facts=FACTS)
        return make_decision(session, make_member(session, site=site), holder, verdict), {}


def objection(site: Site, holder: Colleague) -> Thing:
    """An objection to somebody's decision."""
    with transaction() as session:
        member = make_member(session, site=site)
        decision_id = make_decision(session, member, holder, Verdict(Measure.WARNING, Rule.SPAM, facts=FACTS))
        words = "It was not me who wrote that."
        appeals.appeal(session, actor=actor_of(member), decision_id=decision_id, key="", words=words)
        return session.execute(select(AppealRow.id).where(AppealRow.decision_id == decision_id)).scalar_one(), {}


def refund(site: Site, holder: Colleague) -> Thing:
    """A refund that somebody asked for, too large for one person."""
    with transaction() as session:
        order_id = buy_credits(session, member=make_member(session, site=site), credits=1000)
        asked: dict[str, Any] = {"credits": 1000, "actor": actor_of_staff(holder.id), "note": "asked by phone"}
        return billing.request_refund(session, order_id=order_id, **asked).id, {}


def batch(site: Site, holder: Colleague) -> Thing:
    """A file for the bank that somebody made."""
    with transaction() as session:
        member = make_member(session, site=site)
    debiting.authorise(member)
    return debiting.make_batch(site, actor=actor_of_staff(holder.id)).id, {}


def account(_site: Any, holder: Colleague) -> Thing:
    """Somebody's own account."""
    return holder.id, {"before": {"roles": list(Role)}}


def new_colleague() -> Colleague:
    """Somebody else, who may do everything, too."""
    with transaction() as session:
        return make_staff(session, *Role, name=f"Robin {uuid4().hex[:6]}")
