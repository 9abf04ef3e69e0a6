"""The copy of a member's data: whole, theirs alone, and gone after a week."""

import json
import tracemalloc
from datetime import UTC, datetime, timedelta
from io import BytesIO
from tempfile import TemporaryFile
from typing import IO, Any
from uuid import UUID, uuid4
from zipfile import ZipFile

import pytest
from sqlalchemy import delete, select, text, update

from app.kernel.db.session import transaction
from app.kernel.files.storage import storage
from app.kernel.personal.exports import ModuleExport
from modules.accounts.contracts import Member, MemberStatus, TrafficSource
from modules.accounts.events import ExportAsked
from modules.accounts.handlers import make_export
from modules.accounts.jobs import remove_expired_exports
from modules.accounts.leaving.models import DataExportRow
from modules.accounts.leaving.service import archive, exports
from modules.accounts.leaving.service.export import export_member
from tests import simulating
from tests.accounts.leaving import erase_now
from tests.conftest import Client, drain_now
from tests.factories.billing import buy_credits, give_credits
from tests.factories.messaging import answer, write
from tests.factories.profiles import add_photo, fill_profile
from tests.factories.social import like
from tests.fixture_types import LogIn, MakeMember
from tests.racing import race

FILE = "/api/v1/account/export/file"


def ask(browser: Client) -> Any:
    return browser.post("/api/v1/account/export", key=uuid4().hex)


def move(member: Member, *, days: int) -> None:
    """Let a member's copies have been asked for and made so many days earlier."""
    ago, row = timedelta(days=days), DataExportRow
    with transaction() as session:
        moved = {name: getattr(row, name) - ago for name in ("asked_at", "ready_at", "expires_at")}
        session.execute(update(row).where(row.member_id == member.id).values(moved))


def key_of(member: Member) -> str:
    with transaction(read_only=True) as session:
        return session.execute(
            select(DataExportRow.storage_key).where(DataExportRow.member_id == member.id)
        ).scalar_one()


TITLES = {"en": "Your messages", "de": "Deine Nachrichten", "nl": "Je berichten"}


@pytest.mark.parametrize("language", TITLES)
def test_the_copy_holds_what_every_module_knows_for_people_and_for_programs(
    language: str, login: LogIn, make_member: MakeMember, simulator: simulating.Simulator
) -> None:
    member, other = make_member(name="Ruth", language=language), make_member(name="Kim")
    for one in (member, other):
        with transaction() as session:
            fill_profile(session, one.id)
            give_credits(session, member_id=one.id, credits=50)
    with transaction() as session:
        fill_profile(session, member.id, headline="<b>Tea</b> first")
        add_photo(session, member.id)
        buy_credits(session, member=member)
    drain_now()
    with transaction() as session:
        sent = write(session, sender=member, to=other, body="What I wrote")
        answer(session, sender=other, conversation_id=sent.message.conversation_id, body="What I received")
    like(member, other)
    browser = login(member)
    made = ask(browser)
    assert (made.status_code, made.json["state"]) == (202, "waiting")
    assert browser.get(FILE).status_code == 404
    drain_now()
    ready = browser.get("/api/v1/account/export").json
    assert (ready["export"]["state"], ready["may_ask"]) == ("ready", False)
    with browser.get(FILE) as answer_, ZipFile(BytesIO(answer_.data)) as archive:
        assert answer_.headers["Content-Disposition"].startswith('attachment; filename="my-data-')
        assert answer_.headers["Cache-Control"] == "private, no-store"
        assert set(archive.namelist()) == {"index.html", "data.json", "photos/1.webp"}
        page, data = archive.read("index.html").decode(), json.loads(archive.read("data.json"))
        assert archive.read("photos/1.webp")[8:12] == b"WEBP"
    assert f'<html lang="{language}">' in page
    for words in (TITLES[language], "What I wrote", "What I received", "Kim", member.email, 'src="photos/1.webp"'):
        assert words in page, words
    assert "&lt;b&gt;Tea&lt;/b&gt; first" in page
    assert {"accounts", "profiles", "social", "billing", "messaging", "notifications"} <= set(data)
    assert data["accounts"]["email"] == member.email
    assert data["profiles"]["profile"]["headline"] == "<b>Tea</b> first"
    assert [act["with"] for act in data["social"]["acts"]] == ["Kim"]
    assert [one["text"] for one in data["messaging"]["messages"]] == ["What I wrote", "What I received"]
    assert len(data["billing"]["orders"]) == 1
    assert "argon2" not in json.dumps(data)
    assert other.email not in json.dumps(data), "a partner's address is theirs"


def test_the_copy_tells_the_account_in_words_and_for_programs(make_member: MakeMember) -> None:
    signup = {"signup_at": datetime(2026, 11, 1, 14, 5, tzinfo=UTC), "signup_message": "Hallo zusammen"}
    source = TrafficSource(network="leaf", ref="spring")
    member = make_member(language="de", traffic_source=source, **signup)
    with transaction(read_only=True) as session:
        exported = export_member(session, member.id, "de")
    assert exported.tables[0].title == "Dein Konto"
    rows: Any = exported.tables[0].rows
    assert dict(rows) == {
        "E-Mail-Adresse": member.email,
        "Name": "Robin",
        "Geburtsdatum": "17. Mai 1985",
        "Sprache": "de",
        "Mitglied seit": "1. November 2026 um 14:05",
        "Was du bei der Registrierung geschrieben hast": "Hallo zusammen",
        "Woher du kamst": "network: leaf, ref: spring",
    }
    assert exported.data == {
        "email": member.email,
        "name": "Robin",
        "taken_name": None,
        "date_of_birth": "1985-05-17",
        "status": MemberStatus.ACTIVE,
        "language": "de",
        "signup_at": "2026-11-01T14:05:00+00:00",
        "confirmed_at": member.confirmed_at,
        "signup_message": "Hallo zusammen",
        "traffic_source": {"network": "leaf", "ref": "spring"},
        "browsers": [],
        "deletions": [],
    }


@pytest.mark.usefixtures("app")
def test_the_copy_says_whose_data_of_which_site_and_day_it_is_and_keeps_the_signs_of_names() -> None:
    exported = ModuleExport(data={"name": "Zoë"}, tables=())
    made_at = datetime(2026, 11, 20, 14, 5, tzinfo=UTC)
    with ZipFile(BytesIO(), "w") as copy:
        archive.write_exports(
            copy, {"accounts": exported}, name="Zoë", site="Riverside", language="en", made_at=made_at
        )
        page, data = copy.read("index.html").decode(), copy.read("data.json").decode()
    assert "<title>Everything Riverside knows about you – Zoë</title>" in page
    assert "made on 20 November 2026." in page
    assert '"name": "Zoë"' in data


MANY_MESSAGES = """
INSERT INTO messaging.message (id, conversation_id, seq, sender_id, sender_kind, body)
SELECT gen_random_uuid(), :conversation, seq, :sender, 'member', repeat('x', 10000) FROM generate_series(2, 2001) AS seq
"""


def test_a_copy_of_very_many_messages_takes_no_more_memory_than_one_of_a_few(make_member: MakeMember) -> None:
    """Twenty megabytes of words go through the memory a few at a time."""
    member, other = make_member(), make_member()
    with transaction() as session:
        sent = write(session, sender=member, to=other).message
        values = {"conversation": sent.conversation_id, "sender": member.id}
        session.execute(text(MANY_MESSAGES), values)
    with TemporaryFile() as file:
        tracemalloc.start()
        try:
            archive.write_copy(member.id, file)
            _, peak = tracemalloc.get_traced_memory()
        finally:
            tracemalloc.stop()
        with ZipFile(file) as copy:
            messages = json.loads(copy.read("data.json"))["messaging"]["messages"]
            page = copy.read("index.html").decode()
    assert (len(messages), page.count("x" * 10_000)) == (2001, 2000)
    assert peak < 12 * 2**20


def test_the_page_and_the_document_of_a_copy_hold_the_same_messages(
    make_member: MakeMember, monkeypatch: pytest.MonkeyPatch
) -> None:
    member, other = make_member(), make_member()
    with transaction() as session:
        sent = write(session, sender=member, to=other, body="Before the copy").message
    write_document = archive._document

    def write_another() -> None:
        with transaction() as session:
            answer(session, sender=other, conversation_id=sent.conversation_id, body="While the copy is made")

    def interrupted(module_exports: Any) -> Any:
        assert race([write_another]) == [None]
        return write_document(module_exports)

    monkeypatch.setattr(archive, "_document", interrupted)
    with TemporaryFile() as file:
        archive.write_copy(member.id, file)
        with ZipFile(file) as copy:
            messages = json.loads(copy.read("data.json"))["messaging"]["messages"]
            page = copy.read("index.html").decode()
    assert [message["text"] for message in messages] == ["Before the copy"]
    assert ("Before the copy" in page, "While the copy is made" in page) == (True, False)


def test_a_copy_is_sent_in_pieces_with_its_size(member: Member, browser: Client) -> None:
    ask(browser)
    drain_now()
    content = bytes(3 * 2**20)
    storage().put(key_of(member), BytesIO(content))
    with transaction() as session:
        session.execute(update(DataExportRow).where(DataExportRow.member_id == member.id).values(size=len(content)))
    tracemalloc.start()
    try:
        with browser.get(FILE, buffered=False) as answer_:
            pieces = [len(piece) for piece in answer_.response]
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert (answer_.content_length, sum(pieces)) == (len(content), len(content))
    assert max(pieces) < 2**20
    assert peak < 2 * 2**20


def test_one_copy_a_day_and_one_at_a_time(member: Member, browser: Client) -> None:
    first = ask(browser)
    assert ask(browser).json["id"] == first.json["id"], "it is being made already"
    drain_now()
    late = ask(browser)
    assert (late.status_code, late.json["code"]) == (429, "accounts.export-too-soon")
    assert 0 < late.json["retry_after"] <= 86_400
    move(member, days=1)
    assert browser.get("/api/v1/account/export").json["may_ask"] is True
    assert ask(browser).status_code == 202


def test_of_many_askings_at_once_one_copy_is_made(member: Member) -> None:
    def once() -> UUID:
        with transaction() as session:
            return exports.request_export(session, member_id=member.id).id

    assert len(set(race([once] * 6))) == 1


def test_nobody_else_gets_it(login: LogIn, make_member: MakeMember, client: Client) -> None:
    member, other = make_member(), make_member()
    browser = login(member)
    ask(browser)
    drain_now()
    with browser.get(FILE) as file:
        assert file.status_code == 200
    assert login(other).get(FILE).status_code == 404
    assert client.get(FILE).json["code"] == "login-required"
    assert client.get(f"/media/{key_of(member)}?v={'0' * 32}&e=99999999999").status_code == 404


def test_after_a_week_the_file_is_gone(member: Member, browser: Client) -> None:
    ask(browser)
    drain_now()
    key = key_of(member)
    move(member, days=7)
    assert browser.get(FILE).status_code == 404, "before the job has run, too"
    assert storage().find(key) is not None
    remove_expired_exports()
    assert storage().find(key) is None
    assert browser.get("/api/v1/account/export").json["export"]["state"] == "expired"


def test_a_copy_that_nobody_waits_for_any_more_is_not_kept(
    login: LogIn, make_member: MakeMember, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Somebody is erased while their copy is being written."""
    member = make_member()
    made = ask(login(member))
    key, really = key_of(member), storage().put

    def put(name: str, content: IO[bytes]) -> None:
        really(name, content)
        if name == key:
            erase_now(member)
            with transaction() as session:
                session.execute(delete(DataExportRow).where(DataExportRow.member_id == member.id))

    with monkeypatch.context() as patch:
        patch.setattr(storage(), "put", put)
        make_export.run(ExportAsked(export_id=made.json["id"]))
    assert storage().find(key) is None


def test_making_it_twice_makes_one(login: LogIn, member: Member) -> None:
    made = ask(login(member))
    drain_now()
    content = storage().find(key_of(member))
    make_export.run(ExportAsked(export_id=made.json["id"]))
    assert storage().find(key_of(member)) == content
