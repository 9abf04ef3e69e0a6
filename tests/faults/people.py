"""`python -m tests.faults.people N`: makes N pairs of members in conversation, and prints who writes where (JSON)."""

import json
import sys
import time
from typing import Any
from uuid import UUID

from app.kernel.db.session import Session, transaction
from modules.accounts.contracts import Member
from modules.billing.ledger.queries import get_balance
from modules.profiles import api as profiles_api
from tests.factories.accounts import make_member, open_session
from tests.factories.billing import give_credits
from tests.factories.messaging import write
from tests.factories.sites import make_site

GIVEN = 500_000
MESSAGE = 5


def make_people(pairs: int) -> dict[str, Any]:
    """Return the host of their site and, for each member, the session and the conversation to write in."""
    with transaction() as session:
        site = make_site(session, message_credits=MESSAGE)
        members = [make_member(session, site=site) for _ in range(2 * pairs)]
        for member in members:
            give_credits(session, member_id=member.id, credits=GIVEN)
    wait_until_visible(members)
    with transaction() as session:
        writers = [
            who for ada, ben in zip(members[::2], members[1::2], strict=True) for who in _meet(session, ada, ben)
        ]
    return {"host": site.hosts[0], "writers": writers}


def wait_until_visible(members: list[Member]) -> None:
    """Wait for the running worker to show the profiles and to give the signup credits."""
    for member in members:
        while not _is_settled(member):
            time.sleep(0.1)


def _is_settled(member: Member) -> bool:
    with transaction(read_only=True) as session:
        return profiles_api.is_visible(session, member.id) and get_balance(session, member.id) > GIVEN


def _meet(session: Session, ada: Member, ben: Member) -> list[dict[str, str]]:
    conversation_id = write(session, sender=ada, to=ben).message.conversation_id
    return [_writer(session, member, conversation_id) for member in (ada, ben)]


def _writer(session: Session, member: Member, conversation_id: UUID) -> dict[str, str]:
    return {
        "member": str(member.id),
        "session": open_session(session, member_id=member.id),
        "conversation": str(conversation_id),
    }


if __name__ == "__main__":
    print(json.dumps(make_people(int(sys.argv[1]))))
