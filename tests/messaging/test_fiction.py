"""Writing as a fictional profile, below the desk: for nobody else, where it is switched on, and to who is there."""

from typing import Any
from uuid import UUID

import pytest
from sqlalchemy import select

from app.kernel.db.session import Session, transaction
from app.kernel.events.outbox import OutboxEvent
from modules.accounts.errors import FictionalDisabled
from modules.messaging import api
from modules.messaging.errors import ConversationNotFound
from modules.sites.contracts import Site
from modules.social.service.interactions import block_member
from tests.factories.messaging import write
from tests.factories.profiles import make_fictional
from tests.factories.sites import DISCLOSED, make_site, set_site
from tests.factories.social import block
from tests.fixture_types import MakeMember
from tests.racing import start_while_open

pytestmark = pytest.mark.spec("3.2", "10.9")


@pytest.fixture
def site() -> Site:
    """A site that discloses fictional profiles."""
    with transaction() as session:
        return make_site(session, **DISCLOSED)


def said(sender: Any, to: Any) -> UUID:
    with transaction() as session:
        return write(session, sender=sender, to=to, is_acknowledged=True).message.conversation_id


def answer(site: Site, conversation_id: UUID) -> None:
    with transaction() as session:
        api.answer_as_fictional(session, site_id=site.id, conversation_id=conversation_id, body="Hello", seen=1)


def test_an_answer_is_announced_as_any_message_is(site: Site, make_member: MakeMember) -> None:
    member = make_member(site=site)
    with transaction() as session:
        vera = make_fictional(session, site=site)
    conversation = said(member, vera)
    given: dict[str, Any] = {"site_id": site.id, "conversation_id": conversation, "body": "Hello", "seen": 1}
    with transaction() as session:
        message = api.answer_as_fictional(session, **given)
    with transaction(read_only=True) as session:
        theirs = OutboxEvent.payload["sender_id"].astext == str(vera.id)
        told = session.execute(select(OutboxEvent.name, OutboxEvent.payload).where(theirs)).all()
    sent = {"message_id": message.id, "conversation_id": conversation, "sender_id": vera.id, "recipient_id": member.id}
    assert [tuple(one) for one in told] == [("messaging.MessageSent", {key: str(value) for key, value in sent.items()})]


@pytest.mark.spec("6.7")
def test_an_answer_that_meets_a_block_is_refused_after_it(site: Site, make_member: MakeMember) -> None:
    member = make_member(site=site)
    with transaction() as session:
        vera = make_fictional(session, site=site)
    conversation = said(member, vera)

    def put_block(session: Session) -> None:
        block_member(session, site_id=site.id, member_id=member.id, to_id=vera.id)

    refused, has_waited = start_while_open(put_block, lambda: answer(site, conversation))
    assert (type(refused), has_waited) == (ConversationNotFound, True)


def test_nobody_writes_in_a_members_name(site: Site, make_member: MakeMember) -> None:
    conversation = said(make_member(site=site), make_member(site=site))
    with pytest.raises(ConversationNotFound):
        answer(site, conversation)


def test_a_site_that_switched_them_off_sends_nothing(site: Site, make_member: MakeMember) -> None:
    with transaction() as session:
        vera = make_fictional(session, site=site)
    conversation = said(make_member(site=site), vera)
    set_site(site, fictional_enabled=False)
    with pytest.raises(FictionalDisabled):
        answer(site, conversation)


def test_who_blocked_the_profile_hears_nothing_of_it(site: Site, make_member: MakeMember) -> None:
    member = make_member(site=site)
    with transaction() as session:
        vera = make_fictional(session, site=site)
    conversation = said(member, vera)
    block(member, vera)
    with pytest.raises(ConversationNotFound):
        answer(site, conversation)
