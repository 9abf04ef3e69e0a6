"""Conversations through the services."""

from typing import Any
from uuid import UUID, uuid4

import pytest
from sqlalchemy import text

from app.kernel.db.session import transaction
from modules.accounts import api as accounts_api
from modules.accounts.contracts import Member
from modules.billing.errors.ledger import InsufficientCredits
from modules.messaging import api
from modules.messaging.contracts import BlockedReason, Gift
from modules.messaging.errors import (
    ConversationNotFound,
    FictionalNotAcknowledged,
    MessageTooLong,
    PartnerNotConfirmed,
    TooManyConversations,
)
from modules.messaging.policies import writing as policies
from modules.messaging.service import conversations, sending, views
from modules.profiles.contracts import Kind
from modules.social.service import interactions as social_service
from tests.billing.shopping import balance_of, sound
from tests.conftest import drain_now
from tests.factories.billing import give_credits
from tests.factories.messaging import actor_of, answer, write
from tests.factories.profiles import make_fictional
from tests.factories.sites import DISCLOSED, make_site
from tests.fixture_types import MakeMember, Pair


def unread(member: Member) -> int:
    with transaction(read_only=True) as session:
        return api.count_unread(session, member.id)


def send(sender: Any, to: Any, body: str = "Hello!", **over: Any) -> Any:
    with transaction() as session:
        return write(session, sender=sender, to=to, body=body, **over)


def block(blocker: Any, blocked: Any) -> None:
    with transaction() as session:
        social_service.block_member(session, site_id=blocker.site_id, member_id=blocker.id, to_id=blocked.id)


def chats(member: Member) -> Any:
    with transaction(read_only=True) as session:
        return views.list_chats(session, actor=actor_of(member), page=1, page_size=20)


def bodies(member: Member, conversation_id: UUID, **cursor: Any) -> list[str]:
    cursor = {"before": None, "after": None, "limit": 50, **cursor}
    with transaction(read_only=True) as session:
        history = views.list_history(session, actor=actor_of(member), conversation_id=conversation_id, **cursor)
    return [shown.message.body for shown in history.messages]


@pytest.fixture
def pair(make_member: MakeMember) -> Pair:
    """Two members with 10 credits each; a message costs 5."""
    return make_member(name="Ada"), make_member(name="Ben")


def test_a_message_is_paid_numbered_and_told(pair: Pair) -> None:
    ada, ben = pair
    sent = send(ada, ben, " Hello Ben ")
    assert (sent.message.seq, sent.message.body, sent.credits, sent.cost.credits) == (1, "Hello Ben", 5, 5)
    assert sent.message.sender_kind is Kind.MEMBER
    assert (balance_of(ada), balance_of(ben)) == (5, 10)
    assert (unread(ada), unread(ben)) == (0, 1)
    with transaction(read_only=True) as session:
        told = session.execute(
            text("SELECT payload FROM platform.outbox_event WHERE name = :name AND payload->>'message_id' = :id"),
            {"name": "messaging.MessageSent", "id": str(sent.message.id)},
        ).scalar_one()
    assert told["recipient_id"] == str(ben.id)
    assert told["conversation_id"] == str(sent.message.conversation_id)


def test_two_people_have_one_conversation(pair: Pair) -> None:
    ada, ben = pair
    first, second = send(ada, ben), send(ben, ada)
    assert first.message.conversation_id == second.message.conversation_id
    assert second.message.seq == 2


def test_a_reply_costs_what_the_site_says(make_member: MakeMember) -> None:
    with transaction() as session:
        site = make_site(session, reply_credits=0)
    ada, ben = make_member(site=site), make_member(site=site)
    send(ada, ben)
    reply = send(ben, ada)
    assert (reply.cost.credits, reply.credits, reply.message.tx_id) == (0, 10, None)
    assert balance_of(ben) == 10


@pytest.mark.spec("8.5")
def test_without_credits_nothing_is_sent(pair: Pair) -> None:
    ada, ben = pair
    send(ada, ben)
    send(ada, ben)
    with pytest.raises(InsufficientCredits):
        send(ada, ben)
    assert balance_of(ada) == 0
    assert unread(ben) == 2


@pytest.mark.spec("6.4")
def test_a_free_member_starts_two_conversations(make_member: MakeMember) -> None:
    ada, others = make_member(), [make_member() for _ in range(3)]
    with transaction() as session:
        give_credits(session, member_id=ada.id, credits=50)
    for other in others[:2]:
        send(ada, other)
    with pytest.raises(TooManyConversations):
        send(ada, others[2])
    send(ada, others[0])  # not a start
    send(others[2], ada)
    send(ada, others[2])  # the other side began
    with transaction() as session:
        accounts_api.mark_paid(session, member_id=ada.id)
        premium = accounts_api.get_member(session, ada.id)
    send(premium, make_member())


@pytest.mark.spec("3.2")
def test_a_message_has_the_sites_length(make_member: MakeMember) -> None:
    with transaction() as session:
        site = make_site(session, message_length=20)
    ada, ben = make_member(site=site), make_member(site=site)
    send(ada, ben, "x" * 20)
    with pytest.raises(MessageTooLong):
        send(ada, ben, "x" * 21)
    assert balance_of(ada) == 5


@pytest.mark.spec("4.7")
def test_nobody_replies_before_the_other_side_confirmed(make_member: MakeMember) -> None:
    newcomer, ben = make_member(confirmed=False), make_member()
    with pytest.raises(InsufficientCredits):
        send(newcomer, ben)  # signup credits come with the confirmation
    with transaction() as session:
        give_credits(session, member_id=newcomer.id, credits=5)
    sent = send(newcomer, ben)
    with pytest.raises(PartnerNotConfirmed):
        send(ben, newcomer)
    with pytest.raises(PartnerNotConfirmed), transaction() as session:
        answer(session, sender=ben, conversation_id=sent.message.conversation_id)
    assert balance_of(ben) == 10
    with transaction(read_only=True) as session:
        opened = views.open_conversation(session, actor=actor_of(ben), conversation_id=sent.message.conversation_id)
    assert opened.terms.blocked_reason is BlockedReason.NOT_CONFIRMED
    assert not opened.terms.can_write
    assert [chat.profile.id for chat in chats(ben).chats] == [newcomer.id]
    with transaction() as session:
        accounts_api.confirm_member(session, member_id=newcomer.id)
    drain_now()
    send(ben, newcomer)


def test_nobody_starts_with_an_unconfirmed_member(make_member: MakeMember) -> None:
    newcomer, ben = make_member(confirmed=False), make_member()
    with pytest.raises(ConversationNotFound):
        send(ben, newcomer)


def test_nobody_writes_to_themselves_another_site_or_nobody(pair: Pair, make_member: MakeMember) -> None:
    ada, _ = pair
    with transaction() as session:
        elsewhere = make_site(session)
    for other in (ada, make_member(site=elsewhere)):
        with pytest.raises(ConversationNotFound):
            send(ada, other)
    with pytest.raises(ConversationNotFound), transaction() as session:
        sending.start_conversation(session, actor=actor_of(ada), partner_id=uuid4(), body="Hello")
    assert balance_of(ada) == 10


def test_a_third_person_has_no_conversation(pair: Pair, make_member: MakeMember) -> None:
    ada, ben = pair
    conversation_id = send(ada, ben).message.conversation_id
    eve = make_member()
    with transaction() as session:
        for attempt in (
            lambda: answer(session, sender=eve, conversation_id=conversation_id),
            lambda: conversations.mark_read(session, actor=actor_of(eve), conversation_id=conversation_id, seq=1),
            lambda: conversations.remove_conversation(session, actor=actor_of(eve), conversation_id=conversation_id),
            lambda: views.open_conversation(session, actor=actor_of(eve), conversation_id=conversation_id),
        ):
            with pytest.raises(ConversationNotFound):
                attempt()
    with pytest.raises(ConversationNotFound):
        bodies(eve, conversation_id)


@pytest.mark.spec("6.7")
@pytest.mark.parametrize("blocker", [0, 1])
def test_a_block_takes_the_conversation_away_for_both(pair: Pair, blocker: int) -> None:
    ada, ben = pair
    conversation_id = send(ada, ben).message.conversation_id
    send(ben, ada)
    block(pair[blocker], pair[1 - blocker])
    for one, other in (pair, pair[::-1]):
        assert chats(one).chats == ()
        assert chats(one).total_unread == 0
        assert unread(one) == 0
        with pytest.raises(ConversationNotFound):
            send(one, other)
        with pytest.raises(ConversationNotFound):
            bodies(one, conversation_id)
        with pytest.raises(ConversationNotFound), transaction() as session:
            conversations.mark_read(session, actor=actor_of(one), conversation_id=conversation_id, seq=1)
        with pytest.raises(ConversationNotFound), transaction(read_only=True) as session:
            views.get_terms(session, actor=actor_of(one), partner_id=other.id)
    assert (balance_of(ada), balance_of(ben)) == (5, 5)


@pytest.mark.spec("4.8")
def test_reading_counts_down_and_never_goes_back(pair: Pair) -> None:
    ada, ben = pair
    conversation_id = send(ada, ben).message.conversation_id
    send(ada, ben)
    reader = actor_of(ben)
    for seq, left in ((1, 1), (2, 0), (1, 0), (99, 0)):
        with transaction() as session:
            assert conversations.mark_read(session, actor=reader, conversation_id=conversation_id, seq=seq) == left
    assert unread(ben) == 0
    with transaction() as session:
        give_credits(session, member_id=ada.id, credits=5)
    send(ada, ben)
    assert unread(ben) == 1  # reading "99" did not read what was not there yet
    with transaction(read_only=True) as session:
        opened = views.open_conversation(session, actor=actor_of(ada), conversation_id=conversation_id)
    assert opened.other_read_seq == 2


@pytest.mark.spec("4.9")
def test_removing_is_for_one_side_and_returns_with_the_next_message(pair: Pair) -> None:
    ada, ben = pair
    conversation_id = send(ada, ben, "old").message.conversation_id
    with transaction() as session:
        conversations.remove_conversation(session, actor=actor_of(ben), conversation_id=conversation_id)
    assert chats(ben).chats == ()
    assert unread(ben) == 0
    assert [chat.last_message.excerpt for chat in chats(ada).chats] == ["old"]
    send(ada, ben, "new")
    assert [(chat.last_message.excerpt, chat.unread) for chat in chats(ben).chats] == [("new", 1)]
    assert bodies(ben, conversation_id) == ["new"]
    assert bodies(ada, conversation_id) == ["old", "new"]


def test_history_goes_back_and_forth(pair: Pair) -> None:
    ada, ben = pair
    with transaction() as session:
        give_credits(session, member_id=ada.id, credits=50)
    for number in range(1, 8):
        conversation_id = send(ada, ben, str(number)).message.conversation_id
    assert bodies(ben, conversation_id, limit=3) == ["5", "6", "7"]
    assert bodies(ben, conversation_id, before=5, limit=3) == ["2", "3", "4"]
    assert bodies(ben, conversation_id, after=2, limit=3) == ["3", "4", "5"]
    assert bodies(ben, conversation_id, after=7) == []


def test_what_was_spent_here_is_told(pair: Pair) -> None:
    ada, ben = pair
    conversation_id = send(ada, ben).message.conversation_id
    send(ada, ben)
    with transaction(read_only=True) as session:
        opened = views.open_conversation(session, actor=actor_of(ada), conversation_id=conversation_id)
    assert (opened.spent.credits, opened.terms.cost.credits, opened.other_read_seq) == (10, 5, 0)


def test_a_refunded_message_gives_its_credits_back_once(pair: Pair) -> None:
    ada, ben = pair
    sent = send(ada, ben)
    with transaction() as session:
        assert api.refund_message(session, message_id=sent.message.id, reason="not delivered") == 5
    with transaction() as session:
        assert api.refund_message(session, message_id=sent.message.id, reason="not delivered") == 0
    assert balance_of(ada) == 10
    with transaction(read_only=True) as session:
        opened = views.open_conversation(session, actor=actor_of(ada), conversation_id=sent.message.conversation_id)
        assert opened.spent.credits == 0
    sound()
    with pytest.raises(ConversationNotFound), transaction() as session:
        api.refund_message(session, message_id=uuid4(), reason="never was")


@pytest.fixture
def disclosed(make_member: MakeMember) -> tuple[Any, Any]:
    """A member and a fictional profile, on a site that discloses these."""
    with transaction() as session:
        site = make_site(session, **DISCLOSED)
        fictional = make_fictional(session, site=site, name="Fay")
    return make_member(site=site), fictional


def test_paying_for_a_fictional_profile_needs_ones_word_once(disclosed: tuple[Any, Any]) -> None:
    ada, fay = disclosed
    drain_now()
    with pytest.raises(FictionalNotAcknowledged) as refused:
        send(ada, fay)
    assert refused.value.extra == {"warning": "Nobody stands behind it."}
    assert balance_of(ada) == 10
    send(ada, fay, is_acknowledged=True)
    send(ada, fay)
    with transaction(read_only=True) as session:
        kept = session.execute(
            text("SELECT warning FROM messaging.acknowledgement WHERE member_id = :id"), {"id": ada.id}
        ).scalar_one()
    assert kept == "Nobody stands behind it."
    assert chats(ada).chats[0].profile.kind is Kind.FICTIONAL
    assert chats(ada).chats[0].profile.fictional_label == "Story"


def test_a_gift_to_a_fictional_profile_needs_ones_word_too(disclosed: tuple[Any, Any]) -> None:
    ada, fay = disclosed
    drain_now()
    with transaction() as session:
        give_credits(session, member_id=ada.id, credits=30)
    with pytest.raises(FictionalNotAcknowledged):
        send(ada, fay, body="", gift=Gift.ROSE)
    assert balance_of(ada) == 40
    send(ada, fay, body="", gift=Gift.ROSE, is_acknowledged=True)
    assert balance_of(ada) == 25


def test_a_fictional_profiles_message_says_so_whoever_writes_it_down(disclosed: tuple[Any, Any]) -> None:
    ada, fay = disclosed
    drain_now()
    conversation_id = send(ada, fay, is_acknowledged=True).message.conversation_id
    with transaction() as session:
        kinds = session.execute(
            text(
                "INSERT INTO messaging.message (id, conversation_id, seq, sender_id, sender_kind, body)"
                " VALUES (gen_random_uuid(), :id, 9, :sender, 'member', 'Hi') RETURNING sender_kind"
            ),
            {"id": conversation_id, "sender": fay.id},
        ).scalar_one()
    assert kinds == "fictional"


def test_a_message_waits_until_it_is_read_or_its_sender_is_gone(pair: Pair) -> None:
    ada, ben = pair
    first, second = send(ada, ben).message, send(ada, ben).message

    def waits(reader: Any, message: Any) -> Any:
        with transaction(read_only=True) as session:
            return api.find_waiting_message(session, member_id=reader.id, message_id=message.id)

    assert waits(ben, first).sender_label == "Ada"
    assert waits(ada, first) is None
    with transaction() as session:
        conversations.mark_read(session, actor=actor_of(ben), conversation_id=first.conversation_id, seq=1)
    assert waits(ben, first) is None
    assert waits(ben, second).conversation_id == second.conversation_id
    block(ben, ada)
    assert waits(ben, second) is None


def test_nobody_is_told_of_a_fictional_profile_as_of_a_person(disclosed: tuple[Any, Any]) -> None:
    _, fay = disclosed
    assert policies.sender_label(fay, fictional_singular="Story") == "Fay (Story)"
