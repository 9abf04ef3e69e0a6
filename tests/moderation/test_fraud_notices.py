"""Of whom members were told that they were removed for fraud: how long that is kept, that it is told once, and what
they hear when it was a mistake.
"""

from uuid import uuid4

import pytest
from sqlalchemy import insert, text
from sqlalchemy.exc import IntegrityError

from app.kernel.db.session import transaction
from modules.accounts import api as accounts_api
from modules.accounts.contracts import Member
from modules.moderation.contracts.decisions import Measure, Rule, Verdict
from modules.moderation.decisions.models import FraudNotice
from modules.moderation.decisions.service import fraud
from modules.moderation.service import retention
from tests.conftest import drain_now
from tests.factories.billing import give_credits
from tests.factories.messaging import write
from tests.factories.moderation import Colleague
from tests.fixture_types import LogIn, MakeMember
from tests.moderation.test_decisions import FACTS, decide, lift

CHEAT = Verdict(Measure.TIMED_BAN, Rule.FRAUD, facts=FACTS, days=30)


@pytest.mark.spec("4.2")
def test_who_is_erased_was_told_of_nobody_and_an_erased_cheat_has_no_name(make_member: MakeMember) -> None:
    mo, ruth, ada = (make_member(name=name) for name in ("Mo", "Ruth", "Ada"))
    with transaction() as session:
        fraud.notify_fraud(session, removed_id=mo.id, returned={ruth.id: 6, ada.id: 0})
    for gone in (mo, ruth):
        with transaction() as session:
            accounts_api.delete_member(session, member_id=gone.id, reason=None)
            accounts_api.erase_member(session, member_id=gone.id)
            retention.erase_member(session, member_id=gone.id)
    with transaction(read_only=True) as session:
        assert fraud.list_notices(session, ruth.id) == []
        assert [one.about for one in fraud.list_notices(session, ada.id)] == [None]


def test_nobody_is_told_twice_of_somebody_or_of_themselves(make_member: MakeMember) -> None:
    mo, ruth = make_member(), make_member()
    row = {"member_id": ruth.id, "removed_id": mo.id, "credits": 0}
    for rows in ([row, row], [row | {"removed_id": ruth.id}], [row | {"credits": -1}]):
        with pytest.raises(IntegrityError), transaction() as session:
            session.execute(insert(FraudNotice), [one | {"id": uuid4()} for one in rows])


@pytest.fixture
def ruth(make_member: MakeMember, mo: Member) -> Member:
    """Ruth, who paid for a message to Mo."""
    member = make_member(name="Ruth", language="en")
    with transaction() as session:
        give_credits(session, member_id=member.id, credits=100)
        write(session, sender=member, to=mo)
    return member


def notices(login: LogIn, member: Member) -> list[tuple[str, bool]]:
    """Return of whom a member was told, the newest first, and whether that was withdrawn."""
    found = login(member).get("/api/v1/cases").json["notices"]
    return [(one["about"], one["withdrawn_at"] is not None) for one in found]


def mails(member: Member) -> list[str]:
    asked = (
        "SELECT type FROM notifications.mail WHERE member_id = :id AND type LIKE 'fraud-notice%' ORDER BY created_at"
    )
    with transaction(read_only=True) as session:
        return list(session.execute(text(asked), {"id": member.id}).scalars())


@pytest.mark.spec("10.5")
def test_who_was_told_of_a_cheat_hears_that_it_was_a_mistake_and_keeps_what_came_back(
    mo: Member, staff: Colleague, ruth: Member, login: LogIn
) -> None:
    decision_id = decide(mo, staff, CHEAT)
    drain_now()
    returned = login(ruth).get("/api/v1/credits").json["balance"]
    lift(decision_id, staff)
    drain_now()
    assert (notices(login, ruth), mails(ruth)) == ([("Mo", True)], ["fraud-notice", "fraud-notice-withdrawn"])
    assert login(ruth).get("/api/v1/credits").json["balance"] == returned
    decide(mo, staff, CHEAT)
    drain_now()
    assert notices(login, ruth) == [("Mo", False), ("Mo", True)]
    assert mails(ruth) == ["fraud-notice", "fraud-notice-withdrawn", "fraud-notice"]


@pytest.mark.spec("10.5")
def test_nothing_is_withdrawn_while_another_ban_for_fraud_stands(
    mo: Member, staff: Colleague, ruth: Member, login: LogIn
) -> None:
    first, second = decide(mo, staff, CHEAT), decide(mo, staff, CHEAT)
    drain_now()
    lift(first, staff)
    assert notices(login, ruth) == [("Mo", False)]
    lift(second, staff)
    assert notices(login, ruth) == [("Mo", True)]


@pytest.mark.spec("10.5")
def test_of_a_ban_that_was_taken_back_before_anybody_was_told_nobody_is(
    mo: Member, staff: Colleague, ruth: Member, login: LogIn
) -> None:
    paid = login(ruth).get("/api/v1/credits").json["balance"]
    lift(decide(mo, staff, CHEAT), staff)
    drain_now()
    assert (notices(login, ruth), mails(ruth)) == ([], [])
    assert login(ruth).get("/api/v1/credits").json["balance"] == paid
