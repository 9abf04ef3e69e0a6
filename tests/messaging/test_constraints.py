"""What the database itself refuses, whoever asks."""

from typing import Any
from uuid import uuid4

import pytest
from sqlalchemy import text
from sqlalchemy.exc import DBAPIError

from app.kernel.db.session import transaction
from tests.factories.messaging import write
from tests.fixture_types import MakeMember

START = "INSERT INTO messaging.conversation (id, site_id, a_id, b_id, started_by, free_start) VALUES "


@pytest.fixture
def talk(make_member: MakeMember) -> dict[str, Any]:
    """A conversation that Ada started with Ben, with one message."""
    ada, ben, eve = make_member(), make_member(), make_member()
    with transaction() as session:
        sent = write(session, sender=ada, to=ben)
    low, high = sorted((ada.id, ben.id))
    low_eve, high_eve = sorted((ada.id, eve.id))
    return {
        "id": sent.message.conversation_id,
        "message": sent.message.id,
        "site": ada.site_id,
        "ada": ada.id,
        "ben": ben.id,
        "eve": eve.id,
        "low": low,
        "high": high,
        "low_eve": low_eve,
        "high_eve": high_eve,
        "new": uuid4(),
    }


@pytest.mark.parametrize(
    ("statement", "constraint"),
    [
        (START + "(:new, :site, :low, :high, :low, NULL)", "conversation_pair_key"),
        (START + "(:new, :site, :high, :low, :low, NULL)", "conversation_ordered_check"),
        (START + "(:new, :site, :low_eve, :high_eve, :ben, NULL)", "conversation_started_by_check"),
        (START + "(:new, :site, :low_eve, :high_eve, :ada, 1)", "conversation_started_by_key"),
        (START + "(:new, :site, :low_eve, :high_eve, :ada, 3)", "conversation_free_start_check"),
        ("UPDATE messaging.participant SET unread = -1 WHERE conversation_id = :id", "participant_unread_check"),
        ("UPDATE messaging.participant SET partner_id = member_id WHERE conversation_id = :id", "two_members"),
        (
            "INSERT INTO messaging.participant (conversation_id, member_id, partner_id, kind)"
            " VALUES (:id, :ada, :eve, '')",
            "participant_pkey",
        ),
        (
            "INSERT INTO messaging.message (id, conversation_id, seq, sender_id, sender_kind, body)"
            " VALUES (:new, :id, 1, :ada, '', 'twice')",
            "message_conversation_seq_key",
        ),
        (
            "INSERT INTO messaging.message (id, conversation_id, seq, sender_id, sender_kind, body)"
            " VALUES (:new, :id, 2, :eve, 'member', 'a stranger')",
            "sender_kind",
        ),
        ("UPDATE messaging.message SET body = '' WHERE id = :message", "message_body_check"),
        ("UPDATE messaging.message SET kind = 'letter' WHERE id = :message", "message_kind_check"),
        ("UPDATE messaging.message SET kind = 'gift' WHERE id = :message", "message_gift_of_kind_check"),
        ("UPDATE messaging.message SET gift = 'rose' WHERE id = :message", "message_gift_of_kind_check"),
        ("UPDATE messaging.message SET kind = 'gift', gift = 'a rose' WHERE id = :message", "message_gift_check"),
        (
            "UPDATE messaging.message SET kind = 'gift', gift = 'rose', body = repeat('x', 201) WHERE id = :message",
            "message_body_check",
        ),
        ("UPDATE messaging.message SET tx_id = NULL, refunded_at = now() WHERE id = :message", "refunds_need_a_spend"),
        (
            "INSERT INTO messaging.acknowledgement (member_id, profile_id, warning) VALUES (:ada, :ben, '')",
            "acknowledgement_warning_check",
        ),
    ],
)
def test_the_database_refuses(talk: dict[str, Any], statement: str, constraint: str) -> None:
    with pytest.raises(DBAPIError) as refused, transaction() as session:
        session.execute(text(statement), talk)
    assert constraint in str(refused.value.orig)


@pytest.mark.parametrize("table", ["participant", "message"])
def test_a_kind_cannot_be_rewritten(talk: dict[str, Any], table: str) -> None:
    column = "kind" if table == "participant" else "sender_kind"
    with transaction() as session:
        written = session.execute(
            text(f"UPDATE messaging.{table} SET {column} = 'fictional' WHERE conversation_id = :id RETURNING {column}"),
            talk,
        ).scalars()
        assert set(written) == {"member"}
