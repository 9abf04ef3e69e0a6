"""What billing does when something happened."""

from app.kernel.db.session import transaction
from app.kernel.events.outbox import publish
from modules.accounts.events import MemberConfirmed
from modules.billing.jobs import DIFFERENCES, audit_ledger
from modules.billing.ledger.queries import get_balance
from tests.conftest import drain_now
from tests.fixture_types import MakeMember


def test_signup_credits_follow_the_confirmation_and_not_the_signup(make_member: MakeMember) -> None:
    member = make_member(confirmed=False)
    with transaction() as session:
        assert get_balance(session, member.id) == 0
        publish(session, MemberConfirmed(member.id), MemberConfirmed(member.id))
    drain_now()
    with transaction(read_only=True) as session:
        assert get_balance(session, member.id) == 10


def test_the_nightly_audit_sets_the_gauge(make_member: MakeMember) -> None:
    make_member()
    DIFFERENCES.set(7)
    audit_ledger()
    assert DIFFERENCES._value.get() == 0
