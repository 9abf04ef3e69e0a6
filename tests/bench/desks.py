"""What opens a case on a desk: one of each kind, made by the services, and the oldest that waits, as far as trade.py
makes any; and what its page asks for then.
"""

from collections.abc import Iterator
from typing import NamedTuple
from urllib.parse import urlencode
from uuid import UUID

from sqlalchemy import text

from app.kernel.db.session import Session
from app.registry import RESOURCES
from modules.billing import api as billing_api
from modules.moderation.contracts.decisions import Measure, Rule, Verdict
from modules.moderation.contracts.queue import ItemKind
from modules.moderation.fiction.service import conversations
from modules.moderation.queue import queries as queue_queries
from modules.moderation.queue.service import queue
from modules.sites.contracts import Site
from tests.factories.accounts import make_member
from tests.factories.billing import buy_credits, give_credits
from tests.factories.messaging import write
from tests.factories.moderation import Colleague, make_complaint, make_decision, make_report
from tests.factories.profiles import fill_profile, make_fictional
from tests.factories.sites import DISCLOSED, make_site

# What a page fills in before it may ask, by resource and view.
FILLED = {("billing.orders", "refund"): {"credits": 0, "extra_minor": 100}}

# The oldest of a site that is full of them. Writers have none: trade.py writes to nobody.
OLDEST = {
    "billing.orders": "SELECT id FROM billing.credit_order WHERE site_id = :site AND state = 'completed'"
    " ORDER BY created_at LIMIT 1",
    "billing.refunds": "SELECT refund.id FROM billing.refund JOIN billing.payment ON payment.id = payment_id"
    " JOIN billing.credit_order AS one ON one.id = order_id WHERE site_id = :site ORDER BY refund.created_at LIMIT 1",
    "moderation.complaints": "SELECT id FROM moderation.complaint WHERE site_id = :site ORDER BY created_at LIMIT 1",
    "moderation.decisions": "SELECT id FROM moderation.decision WHERE site_id = :site ORDER BY created_at LIMIT 1",
    "moderation.review": "SELECT id FROM moderation.review_item WHERE site_id = :site AND state = 'open'"
    " ORDER BY opened_at LIMIT 1",
}


class Opening(NamedTuple):
    """A request of a desk's page; evidence is asked for by an action, because looking is an act."""

    method: str
    path: str


def make_cases(session: Session, staff: Colleague) -> dict[str, UUID]:
    """Make a case for every desk, in hand of somebody where that is needed; returns the records by resource."""
    site = make_site(session, **DISCLOSED)
    ruth, henk = (make_member(session, site=site, paid=True) for _ in range(2))
    for one in (ruth, henk):
        fill_profile(session, one.id)
    order = buy_credits(session, member=ruth)
    refund = billing_api.request_refund(session, order_id=order, credits=10, actor="bench", note="A case.")
    return {
        "billing.orders": buy_credits(session, member=henk),
        "billing.refunds": refund.id,
        "moderation.complaints": make_complaint(session, ruth).id,
        "moderation.decisions": make_decision(session, ruth, staff, Verdict(Measure.WARNING, Rule.SPAM)),
        "moderation.fiction": _taken_conversation(session, site, staff),
        "moderation.review": _claimed_case(session, site, staff),
    }


def find_cases(session: Session, staff: Colleague, *, site_id: UUID) -> dict[str, UUID]:
    """Return the oldest case of a site for each desk, by resource; that of the review desk is in hand of somebody."""
    found = {key: session.execute(text(asked), {"site": site_id}).scalar_one() for key, asked in OLDEST.items()}
    item = queue_queries.find_item(session, found["moderation.review"])
    assert item is not None
    queue.claim_item(session, item_id=item.id, staff_id=staff.id, version=item.version)
    return found


def openings(cases: dict[str, UUID]) -> Iterator[tuple[str, Opening]]:
    """Yield the name and the request of every view of a record, and of every action that only shows more of it."""
    for resource in RESOURCES:
        shows = [action for action in resource.actions if action.answers and action.form is None]
        if resource.key not in cases or not (resource.views or shows):
            continue
        path = f"/ops/api/{resource.key}/{cases[resource.key]}"
        for view in resource.views:
            filled = urlencode(FILLED.get((resource.key, view.name), {}))
            yield f"{resource.key} {view.name}", Opening("GET", f"{path}/views/{view.name}?{filled}")
        for action in shows:
            yield f"{resource.key} {action.name}", Opening("POST", f"{path}/actions/{action.name}")


def _taken_conversation(session: Session, site: Site, staff: Colleague) -> UUID:
    sender, profile = make_member(session, site=site, paid=True), make_fictional(session, site=site)
    give_credits(session, member_id=sender.id, credits=100)
    conversation_id = write(session, sender=sender, to=profile, is_acknowledged=True).message.conversation_id
    conversations.take(session, conversation_id=conversation_id, staff_id=staff.id)
    return conversation_id


def _claimed_case(session: Session, site: Site, staff: Colleague) -> UUID:
    reporter, reported = (make_member(session, site=site) for _ in range(2))
    for one in (reporter, reported):
        fill_profile(session, one.id)
    make_report(session, reporter, reported)
    item = queue_queries.lock_waiting(session, ItemKind.MEMBER_REPORT, reported.id)
    assert item is not None
    queue.claim_item(session, item_id=item.id, staff_id=staff.id, version=item.version)
    return item.id
