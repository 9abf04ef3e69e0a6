"""A member has a row in every table with personal data, and none of those rows is left after the erasure."""

from typing import Any
from uuid import UUID

import pytest

from app.kernel.db.session import Session, transaction
from app.kernel.personal import traces
from app.kernel.personal.tables import Erasure, kept_ids, personal_tables
from modules.moderation.contracts.decisions import Measure, Verdict
from modules.moderation.contracts.queue import ItemKind
from tests.accounts import own_rows
from tests.accounts.everywhere import logged, words  # noqa: F401 - fixtures
from tests.accounts.leaving import erase_now
from tests.billing.conftest import debit_shop, gateway  # noqa: F401 - fixtures
from tests.conftest import drain_now
from tests.factories.moderation import make_decision, make_staff

# Tables without a foreign key to an account or to a row of one; other tests look for the words of members in them.
UNLINKED = {
    "stored answers, events and messages that wait": "platform.idempotency_key platform.outbox_event "
    "platform.inbox_entry moderation.fictional_message",
    "hashes": "accounts.login_failure accounts.existence_answer",
    "of people without an account": "accounts.contact",
    "bookkeeping and files of banks and providers": "billing.provider_notice billing.dd_batch billing.dd_bank_file "
    "billing.ledger_tx billing.foreign_payment billing.settlement billing.settlement_line",
    "what staff did": "moderation.audit_event",
}
# Tables in which the member has no row, and columns in which no row names the member.
EMPTY = {
    "catalog.index_change": "of the release before",
    "catalog.server_change": "until the index has it",
    "messaging.acknowledgement.profile_id": "a fictional profile",
    "messaging.photo_original": "until the picture is ready",
    "messaging.settlement": "until a read message is settled",
    "moderation.banned_likeness": "of who is banned: moderation/test_banned_for_good.py",
    "moderation.banned_mark": "of who is banned: moderation/test_banned_for_good.py",
    "moderation.fictional_hours": "of fictional profiles",
    "moderation.fictional_writer": "of fictional profiles",
    "profiles.photo_original": "until the picture is ready",
    "social.hidden_member": "of who is not to be seen: social/test_service.py",
    "social.hidden_visitor": "of who does not want their visits to be seen: social/test_service.py",
}


@pytest.mark.spec("4.2")
def test_the_member_has_a_row_in_every_table_with_personal_data(words: tuple[Any, tuple[str, ...]]) -> None:
    """A new table, or a new column that names an account, is filled by the fixture or named here with a reason."""
    member, _ = words
    with transaction(read_only=True) as session:
        rows = own_rows.find_rows(session, member.id)
        empty = list_empty(session, member.id, rows)
    assert personal_tables().keys() - rows.keys() == set(" ".join(UNLINKED.values()).split())
    assert empty == set(EMPTY)


@pytest.mark.spec("4.2")
def test_no_row_of_an_erased_member_is_left_once_the_report_that_shows_a_photo_is_decided(
    words: tuple[Any, tuple[str, ...]],
) -> None:
    member, _ = words
    with transaction(read_only=True) as session:
        before = own_rows.find_rows(session, member.id)
    erase_now(member)
    drain_now()
    with transaction() as session:
        named = traces.count_references(session, own_rows.MEMBER, f"id = '{member.id}'")
        assert {place for place, count in named if count} <= kept_ids()
        reported = {"profiles.photo": 1, "profiles.photo_hold": 1}
        assert count_left(session, before) == reported, "an open report shows a photo"
        about = {"kind": ItemKind.MEMBER_REPORT, "subject_id": member.id}
        make_decision(session, member, make_staff(session), Verdict(Measure.NONE), **about)
    drain_now()
    with transaction(read_only=True) as session:
        assert count_left(session, before) == {}


def list_empty(session: Session, member_id: UUID, rows: dict[str, list[own_rows.Row]]) -> set[str]:
    """Return the tables without a row of a member's, and the columns of others in which no row names them."""
    empty = {name for name, found in rows.items() if not found}
    named = traces.count_references(session, own_rows.MEMBER, f"id = '{member_id}'")
    return empty | {place for place, count in named if not count and place.rpartition(".")[0] not in empty}


def count_left(session: Session, before: dict[str, list[own_rows.Row]]) -> dict[str, int]:
    """Return how many of these rows are still there, by tables that are to keep none of them."""
    deleted = {name for name, one in personal_tables().items() if one.erasure is Erasure.DELETED and not one.keeps_ids}
    left = {name: own_rows.count_again(session, name, before[name]) for name in deleted & before.keys()}
    return {name: count for name, count in left.items() if count}
