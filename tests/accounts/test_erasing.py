"""What is left of somebody once they are erased: looked for in every column of every table, and in every file."""

from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest
from flask import Flask
from sqlalchemy import inspect, select, text
from sqlalchemy.exc import IntegrityError

from app.kernel import clock, jobs
from app.kernel.config import config
from app.kernel.db.engines import engine
from app.kernel.db.session import transaction
from app.kernel.files.storage import storage
from app.kernel.personal.tables import words_kept_by_law
from modules.accounts import api as accounts_api
from modules.accounts.contracts import Member, MemberStatus
from modules.accounts.errors import MemberNotFound
from modules.accounts.jobs import erase_due
from modules.accounts.leaving.models import DeletionRow
from modules.accounts.leaving.queries import deletions as queries
from modules.accounts.leaving.service import erasures, leaving
from modules.billing.ledger.queries import get_balance
from modules.billing.papers.service import papers
from modules.media.contracts import Use
from modules.media.service.files import storage_keys
from modules.messaging.contracts import Gift
from modules.messaging.models import MessageRow
from modules.profiles.models import PhotoRow
from modules.profiles.queries import people as profiles_queries
from modules.profiles.service import photos
from modules.sites.contracts import Site
from tests import simulating
from tests.accounts.leaving import delete_now, erase_now, let_time_pass, links_to, make_writers, status_of
from tests.billing.shopping import balance_of, sound
from tests.conftest import Client, drain_now
from tests.factories.accounts import PASSWORD
from tests.factories.billing import buy_credits, give_credits, save_method
from tests.factories.messaging import answer, write
from tests.factories.notifications import PUSH_KEYS
from tests.factories.profiles import add_photo, fill_profile
from tests.factories.social import block, like
from tests.fixture_types import MakeMember


def text_columns() -> Iterator[tuple[str, str, str]]:
    """Yield (schema, table, column) of every column of the database that can hold words, read from the database."""
    here = inspect(engine())
    for schema in here.get_schema_names():
        if schema in ("information_schema", "public"):
            continue
        for table in here.get_table_names(schema=schema):
            for column in here.get_columns(table, schema=schema):
                kind = str(column["type"]).upper()
                if any(name in kind for name in ("TEXT", "VARCHAR", "CHAR", "JSON", "INET")):
                    yield schema, table, column["name"]


def find_everywhere(*words: str) -> set[str]:
    """Return the columns, as schema.table.column, in which any of these words stands."""
    found = set()
    with transaction(read_only=True) as session:
        for schema, table, column in text_columns():
            statement = text(
                f'SELECT EXISTS (SELECT FROM "{schema}"."{table}" WHERE "{column}"::text ILIKE ANY(:patterns))'
            )
            if session.execute(statement, {"patterns": [f"%{word}%" for word in words]}).scalar_one():
                found.add(f"{schema}.{table}.{column}")
    return found


def files() -> set[str]:
    root = Path(config().storage_url.removeprefix("file://"))
    return {str(path.relative_to(root)) for path in root.rglob("*") if path.is_file()}


def live(app: Flask, site: Site, make_member: MakeMember) -> tuple[Any, tuple[str, ...]]:
    """Let somebody do all that leaves a trace; returns them and the words that only they have."""
    key = uuid4().hex[:10]
    words = (f"{key}@canary.example", f"Name{key}", f"headline {key}", f"about {key}", f"letter {key}", f"agent {key}")
    browser = Client(app, site.hosts[0])
    network = "10.{}.{}.{}".format(*bytes.fromhex(key[:6]))
    browser.http.environ_base["REMOTE_ADDR"] = network
    signup = {
        "email": words[0],
        "name": words[1],
        "password": PASSWORD,
        "date_of_birth": "1985-05-17",
        "signup_message": f"about {key}",
        "traffic_source": {"network": f"agent {key}"},
    }
    made = browser.post("/api/v1/members", signup, key=uuid4().hex, headers={"User-Agent": f"agent {key}"})
    assert made.status_code == 201
    with transaction() as session:
        member = accounts_api.find_member_by_email(session, site_id=site.id, email=words[0])
        assert member is not None
        accounts_api.confirm_member(session, member_id=member.id)
    other = make_member()
    with transaction() as session:
        fill_profile(session, member.id, headline=words[2], about=words[3], sexuality="bisexual", gender="woman")
        fill_profile(session, other.id)
        add_photo(session, member.id)
        give_credits(session, member_id=member.id, credits=50)
        give_credits(session, member_id=other.id, credits=50)
        papers.issue_invoice(session, order_id=buy_credits(session, member=member))
        save_method(session, member_id=member.id, label=f"agent {key}")
    drain_now()
    with transaction() as session:
        sent = write(session, sender=member, to=other, body=words[4])
        answer(session, sender=other, conversation_id=sent.message.conversation_id, body="An answer that waits")
    like(member, other)
    like(other, member)
    block(member, make_member())
    assert browser.post("/api/v1/account/export", key=uuid4().hex).status_code == 202
    subscription = {"endpoint": f"https://fcm.googleapis.com/{key}", "keys": PUSH_KEYS}
    assert browser.post("/api/v1/push-subscriptions", subscription).status_code == 204
    browser.post("/api/v1/session", {"email": words[0], "password": "not this one"})
    drain_now()
    return member, (*words, key, network)


@pytest.mark.spec("4.2")
def test_nothing_of_an_erased_member_is_left_in_any_table_or_file(
    app: Flask, site: Site, make_member: MakeMember, simulator: simulating.Simulator
) -> None:
    erase_due()  # whom other tests left to be erased
    drain_now()
    before = files()
    member, words = live(app, site, make_member)
    # The search sees what there is: otherwise finding nothing would prove nothing.
    seen = find_everywhere(*words)
    expected = {
        "accounts.member.email",
        "accounts.member.name",
        "accounts.member.signup_message",
        "accounts.member.traffic_source",
        "accounts.login_session.user_agent",
        "accounts.login_session.network",
        "accounts.email_token.email",
        "profiles.profile.headline",
        "profiles.profile.about",
        "catalog.listing_text.headline",
        "messaging.message.body",
        "billing.mandate.label",
        "billing.paper.buyer",
        "notifications.push_subscription.endpoint",
        "platform.idempotency_key.answer",
    }
    assert expected - seen == set()
    assert files() - before != set()

    delete_now(member)
    drain_now()
    let_time_pass(member.id, days=14)
    erase_due()
    drain_now()

    assert find_everywhere(*words) - words_kept_by_law() == set()
    left = files() - before
    assert left == {f"erasures/{erasures.hashed_id(member.id)}"}
    sound()
    with transaction(read_only=True) as session:
        assert profiles_queries.find_profile(session, member.id) is None
    # The other half of the conversation is not theirs to erase.
    assert find_everywhere("An answer that waits") == {"messaging.message.body"}


@pytest.mark.spec("4.2")
def test_what_was_paid_for_messages_that_were_never_read_goes_back(site: Site, make_member: MakeMember) -> None:
    gone, other = make_writers(make_member, credits=50)
    with transaction() as session:
        sent = write(session, sender=gone, to=other)
        before = get_balance(session, other.id)
        answer(session, sender=other, conversation_id=sent.message.conversation_id)
        assert get_balance(session, other.id) < before
    drain_now()
    delete_now(gone)
    drain_now()
    assert balance_of(other) < before, "they may come back and read it"
    erase_now(gone)
    drain_now()
    assert balance_of(other) == before
    sound()


@pytest.mark.spec("4.2")
def test_a_step_that_is_killed_is_done_again(make_member: MakeMember, monkeypatch: pytest.MonkeyPatch) -> None:
    """The account is erased; the worker dies after the first file of a photo, and again before its row is gone."""
    member = make_member()
    with transaction() as session:
        fill_profile(session, member.id)
        photo_id = add_photo(session, member.id)
    drain_now()
    with transaction(read_only=True) as session:
        folder = session.execute(select(PhotoRow.folder).where(PhotoRow.id == photo_id)).scalar_one()
    erase_now(member)
    before, really, lives = storage_keys(Use.PROFILE, folder), storage().delete, iter(range(1))

    def dying(key: str, **_: Any) -> None:
        if not key.startswith("photos/") or next(lives, None) is not None:
            return really(key)
        raise OSError("killed")

    def is_known() -> bool:
        with transaction(read_only=True) as session:
            return session.execute(select(PhotoRow.id).where(PhotoRow.id == photo_id)).first() is not None

    with monkeypatch.context() as patch:
        patch.setattr(storage(), "delete", dying)
        drain_now()
    assert (storage_keys(Use.PROFILE, folder), is_known()) == (before[1:], True)
    with transaction(read_only=True) as session:
        open_ones = text(
            "SELECT event_id, handler FROM platform.inbox_entry JOIN platform.outbox_event ON event_id = id"
            " WHERE done_at IS NULL AND payload ->> 'photo_id' = :id"
        )
        ((event_id, handler),) = session.execute(open_ones, {"id": str(photo_id)}).all()
    with monkeypatch.context() as patch:
        patch.setattr(photos, "forget_photo", partial(dying, "photos/"))
        jobs.run_entry(str(event_id), handler)
    assert (storage_keys(Use.PROFILE, folder), is_known()) == ([], True)
    for _ in range(2):
        jobs.run_entry(str(event_id), handler)
    assert not is_known()


def test_deleting_is_done_whole_or_not_at_all(monkeypatch: pytest.MonkeyPatch, member: Member) -> None:
    def dying(*_: Any, **__: Any) -> None:
        raise OSError("killed")

    with monkeypatch.context() as patch, pytest.raises(OSError, match="killed"):
        patch.setattr(leaving, "publish", dying)
        delete_now(member)
    assert status_of(member) is MemberStatus.ACTIVE
    with transaction(read_only=True) as session:
        assert session.execute(select(DeletionRow.id).where(DeletionRow.member_id == member.id)).all() == []


def test_the_job_leaves_who_came_back_in_the_last_moment(member: Member) -> None:
    delete_now(member)
    let_time_pass(member.id, days=14)
    with transaction() as session:
        accounts_api.reactivate_member(session, member_id=member.id)
    with transaction() as session:
        assert leaving.erase_due_member(session, member_id=member.id) is False
    assert status_of(member) is MemberStatus.ACTIVE
    # Leaving again begins another 14 days.
    delete_now(member)
    with transaction() as session:
        assert leaving.erase_due_member(session, member_id=member.id) is False
    assert status_of(member) is MemberStatus.DELETED


def test_nobody_is_erased_twice_or_brought_back_after_it(member: Member) -> None:
    erase_now(member)
    for again in (erase_now, delete_now):
        with pytest.raises(MemberNotFound):
            again(member)
    with transaction() as session, pytest.raises(MemberNotFound):
        accounts_api.reactivate_member(session, member_id=member.id)


def test_what_a_deletion_says_is_kept(member: Member) -> None:
    delete_now(member)
    for change in ("reason = 'other'", "erase_at = now()", "asked_at = now()"):
        with pytest.raises(IntegrityError), transaction() as session:
            session.execute(text(f"UPDATE accounts.deletion SET {change} WHERE member_id = :id"), {"id": member.id})


def test_a_restored_database_forgets_again_whom_it_had_forgotten(make_member: MakeMember) -> None:
    """A backup from before the erasure brings a member back; the list in the storage does not."""
    erased, other = make_member(), make_member()
    erase_now(erased)
    drain_now()
    restored = text(
        "UPDATE accounts.member SET status = 'active', email = :email, name = 'Robin', password_hash = 'x' "
        "WHERE id = :id"
    )
    with transaction() as session:
        session.execute(text("SET LOCAL session_replication_role = replica"))
        session.execute(restored, {"email": erased.email, "id": erased.id})
        session.execute(text("DELETE FROM accounts.deletion WHERE member_id = :id"), {"id": erased.id})
    assert status_of(erased) is MemberStatus.ACTIVE
    assert accounts_api.reapply_departures() >= 1
    drain_now()
    assert (status_of(erased), status_of(other)) == (MemberStatus.ERASED, MemberStatus.ACTIVE)
    assert accounts_api.reapply_departures() == 0


def bring_back(member: Member) -> None:
    """Do what a backup does that is older than a deletion."""
    with transaction() as session:
        session.execute(text("SET LOCAL session_replication_role = replica"))
        back = "UPDATE accounts.member SET status = 'active', deleted_at = NULL WHERE id = :id"
        session.execute(text(back), {"id": member.id})
        session.execute(text("DELETE FROM accounts.deletion WHERE member_id = :id"), {"id": member.id})


@pytest.mark.spec("4.2")
def test_a_restored_database_hides_again_who_had_left(make_member: MakeMember) -> None:
    """Who left on Tuesday is hidden after Monday's backup is restored, and erased on the day that they were told."""
    left, returned, over, due = (make_member() for _ in range(4))
    for one in (left, returned, over, due):
        delete_now(one)
    drain_now()
    with transaction() as session:
        erase_at = queries.find_erase_at(session, left.id)
        accounts_api.reactivate_member(session, member_id=returned.id)
    drain_now()
    storage().put(f"deletions/{erasures.hashed_id(over.id)}", b"2026-01-31")
    storage().put(f"deletions/{erasures.hashed_id(due.id)}", clock.today().isoformat().encode())
    for one in (left, returned, over, due):
        bring_back(one)
    assert accounts_api.count_returned() == 3
    assert accounts_api.reapply_departures() == 3
    assert [status_of(one) for one in (left, returned, over, due)] == [
        MemberStatus.DELETED,
        MemberStatus.ACTIVE,
        MemberStatus.ERASED,
        MemberStatus.DELETED,
    ]
    with transaction(read_only=True) as session:
        again = queries.find_erase_at(session, left.id)
    assert erase_at is not None
    assert again is not None
    assert again.date() == erase_at.date()
    drain_now()
    assert len(links_to(left.email, "reactivate")) == 2, "they learn once more how to come back"
    names = set(storage().list_names("deletions"))
    assert [erasures.hashed_id(one.id) in names for one in (left, returned, over)] == [True, False, False]
    assert accounts_api.reapply_departures() == 0


def test_a_late_word_of_a_deletion_does_not_undo_a_return(member: Member) -> None:
    delete_now(member)
    with transaction() as session:
        accounts_api.reactivate_member(session, member_id=member.id)
    erasures.note_deletion(member.id)
    assert erasures.hashed_id(member.id) not in set(storage().list_names("deletions"))


def test_words_of_an_earlier_leaving_are_erased_too(member: Member) -> None:
    with transaction() as session:
        leaving.delete_member(session, member_id=member.id, reason=None, words="something said")
    with transaction() as session:
        accounts_api.reactivate_member(session, member_id=member.id)
    erase_now(member)
    with transaction(read_only=True) as session:
        rows = session.execute(select(DeletionRow.words, DeletionRow.outcome).where(DeletionRow.member_id == member.id))
        assert sorted(map(tuple, rows)) == [("", "erased"), ("", "reactivated")]


def test_a_gifts_note_is_erased_and_the_gift_stays(make_member: MakeMember) -> None:
    gone, other = make_writers(make_member, credits=100)
    with transaction() as session:
        write(session, sender=gone, to=other, body="for you alone", gift=Gift.ROSE)
    erase_now(gone)
    drain_now()
    with transaction(read_only=True) as session:
        row = session.execute(select(MessageRow.body, MessageRow.gift).where(MessageRow.sender_id == gone.id)).one()
    assert tuple(row) == ("", "rose")
