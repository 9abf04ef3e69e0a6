"""What is left of those who were erased: looked for in the database's own list of tables, so that none is forgotten."""

from collections.abc import Iterator, Sequence

from sqlalchemy import func, or_, select
from sqlalchemy.orm import Session

from app.kernel import traces
from app.kernel.db import transaction
from modules.accounts.contracts import MemberStatus, Trace
from modules.accounts.models import MemberRow
from modules.accounts.service import erasures

# Rows that go on naming an account that is empty by then, each for a reason of docs/decisions/0017 and 0037.
KEPT = {
    "accounts.deletion.member_id",  # when and why somebody left, without their words
    "accounts.invitation.made_by",
    "accounts.invitation_use.member_id",
    "billing.credit_order.member_id",  # the books
    "billing.dd_block.member_id",
    "billing.dd_mandate.member_id",
    "billing.discount_code.member_id",
    "billing.ledger_account.owner_id",
    "billing.mandate.member_id",
    "billing.otp_challenge.member_id",
    "billing.paper.member_id",
    "billing.redemption.member_id",
    "messaging.acknowledgement.member_id",  # what was paid for rests on it
    "messaging.acknowledgement.profile_id",
    "messaging.conversation.a_id",  # the partner's half
    "messaging.conversation.b_id",
    "messaging.participant.member_id",
    "accounts.restriction.member_id",  # what a decision kept them from
    "moderation.complaint.member_id",  # how the house treated it
    "moderation.conversation_access.one_id",
    "moderation.conversation_access.other_id",
    "moderation.decision.member_id",
    "moderation.report.reported_id",
    "moderation.report.reporter_id",
    "moderation.review_item.member_id",
    "social.hidden_member.member_id",  # that they are not to be seen
}
# Columns with names and addresses that the law has us keep.
KEPT_BY_LAW = {
    "billing.paper.buyer",
    "billing.otp_challenge.holder",
    "billing.otp_challenge.network",
    "billing.dd_mandate.holder",
}


def find_traces(words: Sequence[str] = ()) -> list[Trace]:
    """Return what is left of erased members, and where any of `words` stands; opens its own transactions."""
    with transaction(read_only=True) as session:
        found = [*_find_rows(session), *_find_words(session, words), *_find_names(session)]
    if back := erasures.count_returned():
        found.append(Trace("accounts.member", "on the list of the erased, but here", back))
    return found


def _find_rows(session: Session) -> Iterator[Trace]:
    for place, count in traces.count_references(session, "accounts.member", "status = 'erased'"):
        if count and place not in KEPT:
            yield Trace(place, "rows of erased members", count)


def _find_words(session: Session, words: Sequence[str]) -> Iterator[Trace]:
    for place, count in traces.count_words(session, words) if words else ():
        if count and place not in KEPT_BY_LAW:
            yield Trace(place, "rows with one of the words", count)


def _find_names(session: Session) -> Iterator[Trace]:
    has_any = or_(MemberRow.email.is_not(None), MemberRow.name != "", MemberRow.password_hash.is_not(None))
    count = select(func.count()).where(MemberRow.status == MemberStatus.ERASED, has_any)
    if named := session.execute(count).scalar_one():
        yield Trace("accounts.member", "erased, but with a name or an address", named)
