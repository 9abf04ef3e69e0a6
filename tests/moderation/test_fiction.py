"""The writers' desk over HTTP: what is answered, what is never said, and what is kept of it."""

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Any
from uuid import UUID, uuid4

import pytest
from sqlalchemy import text, update
from sqlalchemy.exc import DBAPIError

from app.kernel import clock
from app.kernel.db.session import transaction
from app.kernel.text import formats
from modules.accounts import api as accounts_api
from modules.accounts.contracts import Member
from modules.messaging.models import Participant
from modules.moderation import jobs
from modules.moderation.contracts.staff import Role
from modules.moderation.fiction.models import FictionalNote
from modules.sites.contracts import Site
from tests.conftest import Client, drain_now
from tests.factories.billing import give_credits
from tests.factories.messaging import answer, write
from tests.factories.moderation import audit_about
from tests.factories.profiles import make_fictional
from tests.factories.sites import DISCLOSED, make_site, set_site
from tests.fixture_types import LogIn, MakeColleague, MakeMember, OpenConsole
from tests.messaging.photographing import LETTER

DESK = "/ops/api/moderation.fiction"
pytestmark = pytest.mark.spec("10.9")


@pytest.fixture
def site() -> Site:
    """A site that discloses fictional profiles."""
    with transaction() as session:
        return make_site(session, **DISCLOSED)


@pytest.fixture
def vera(site: Site) -> Member:
    """A fictional profile."""
    with transaction() as session:
        return make_fictional(session, site=site)


@pytest.fixture
def writer(staff_browser: OpenConsole, colleague: MakeColleague) -> Client:
    """A browser of somebody who writes."""
    return staff_browser(colleague(Role.WRITER, name="Linden"))


@pytest.fixture
def asked(site: Site, vera: Member, make_member: MakeMember) -> Callable[..., tuple[Any, str]]:
    """Let a member write to the fictional profile; returns them and the conversation."""

    def ask(body: str = "Hello Vera", **over: Any) -> tuple[Any, str]:
        member = over.pop("member", None) or make_member(site=site, **over)
        with transaction() as session:
            sent = write(session, sender=member, to=vera, body=body, is_acknowledged=True)
        return member, str(sent.message.conversation_id)

    return ask


def act(browser: Client, conversation: str, action: str, **form: Any) -> Any:
    return browser.post(f"{DESK}/{conversation}/actions/{action}", form, key=uuid4().hex)


def case(browser: Client, conversation: str) -> Any:
    return browser.get(f"{DESK}/{conversation}/views/case")


def waiting(browser: Client, site: Site) -> list[Any]:
    found: list[Any] = browser.get(f"{DESK}?state=waiting&sort=since&site_id={site.id}").json["data"]
    return [one["id"] for one in found]


def state_of(browser: Client, conversation: str) -> str | None:
    answer = browser.get(f"{DESK}/{conversation}")
    return answer.json["state"] if answer.status_code == 200 else None


def test_what_waits_longest_is_answered_and_the_member_reads_it_with_its_label(
    writer: Client, asked: Callable[..., tuple[Any, str]], login: LogIn, site: Site
) -> None:
    _, second = asked("And me?")
    mo, first = asked()
    since = datetime(2026, 1, 1, tzinfo=UTC)
    with transaction() as session:
        session.execute(
            text("UPDATE messaging.message SET sent_at = :at WHERE conversation_id = :id").bindparams(
                at=since, id=UUID(first)
            )
        )
    assert waiting(writer, site) == [first, second]
    assert act(writer, first, "take").json["held_by"] == "Linden"
    seen = case(writer, first).json
    assert [(one["body"], one["is_ours"], one["by"]) for one in seen["messages"]] == [("Hello Vera", False, None)]
    assert clock.now() < datetime.fromisoformat(seen["until"]) <= clock.now() + timedelta(minutes=15)
    assert act(writer, first, "answer", text="Good evening", seen=seen["seen"]).json["state"] == "answered"
    assert waiting(writer, site) == [second]
    (line,) = login(mo).get("/api/v1/conversations").json["conversations"]
    assert (line["profile"]["kind"], line["profile"]["fictional_label"]) == ("fictional", "Story")
    assert line["last_message"]["excerpt"] == "Good evening"


def test_a_photo_is_shown_to_who_is_signed_in_to_the_console(
    writer: Client, asked: Callable[..., tuple[Any, str]], login: LogIn
) -> None:
    member, conversation = asked(paid=True)
    with transaction() as session:
        give_credits(session, member_id=member.id, credits=50)
        answer(session, sender=member, conversation_id=UUID(conversation), body="", photo=LETTER)
    drain_now()
    act(writer, conversation, "take")
    address = case(writer, conversation).json["messages"][-1]["photo"]["preview"]
    assert address.startswith("/ops/api/media/")
    assert (writer.get(address).status_code, login(member).get(address).status_code) == (200, 403)


def test_the_members_word_is_in_view(writer: Client, asked: Callable[..., tuple[Any, str]]) -> None:
    _, conversation = asked()
    act(writer, conversation, "take")
    told = case(writer, conversation).json["disclosure"]
    assert (told["label"], told["warning"]) == ("Story", "Nobody stands behind it.")
    assert datetime.fromisoformat(told["acknowledged_at"]) <= clock.now()


def test_each_reading_is_written_down_once_and_the_member_may_know(
    writer: Client, asked: Callable[..., tuple[Any, str]], login: LogIn
) -> None:
    mo, conversation = asked()
    act(writer, conversation, "take")
    act(writer, conversation, "take")
    (access,) = login(mo).get("/api/v1/staff-access").json["accesses"]
    assert (access["role"], access["kind"], access["number"]) == ("writer", "fictional", None)
    act(writer, conversation, "answer", text="A word of mine", seen=1)
    kept = audit_about(conversation)
    assert [row.action for row in kept] == ["take", "take", "answer"]
    assert "A word of mine" not in str(kept)


def test_who_asks_whether_it_is_a_person_is_told_the_truth_in_their_language(
    writer: Client, asked: Callable[..., tuple[Any, str]], login: LogIn
) -> None:
    mo, conversation = asked("Bist du eigentlich echt?", language="de")
    act(writer, conversation, "take")
    shown = case(writer, conversation).json
    assert (shown["care"]["asks_real"], shown["messages"][0]["signs"]) == (True, ["asks-real"])
    assert act(writer, conversation, "truth").json["state"] == "waiting"
    said = case(writer, conversation).json["messages"][-1]
    assert (said["is_truth"], said["by"], said["body"]) == (True, "Linden", shown["truth"])
    assert "kein echter Mensch" in said["body"]
    path = f"/api/v1/conversations/{conversation}/messages"
    assert "kein echter Mensch" in login(mo).get(path).json["messages"][-1]["body"]
    with transaction() as session:
        kept = text("SELECT kind FROM moderation.fictional_message WHERE conversation_id = :id")
        assert session.execute(kept, {"id": conversation}).scalars().all() == ["truth"]
        with pytest.raises(DBAPIError, match="is kept"):
            session.execute(text("DELETE FROM moderation.fictional_message"))


def test_who_asks_whether_it_is_a_person_hears_the_truth_before_anything_else(
    writer: Client, asked: Callable[..., tuple[Any, str]]
) -> None:
    mo, conversation = asked("Are you real?")
    act(writer, conversation, "take")
    for action, form in (("answer", {"text": "Lovely weather", "seen": 1}), ("settle", {"seen": 1})):
        refused = act(writer, conversation, action, **form)
        assert (refused.status_code, refused.json["code"]) == (409, "moderation.truth-untold")
    act(writer, conversation, "truth")
    assert case(writer, conversation).json["care"]["asks_real"] is False
    assert act(writer, conversation, "answer", text="Lovely weather", seen=2).json["state"] == "answered"
    asked("But are you real?", member=mo)
    act(writer, conversation, "take")
    assert case(writer, conversation).json["care"]["asks_real"] is True
    assert act(writer, conversation, "settle", seen=4).json["code"] == "moderation.truth-untold"


def test_a_question_is_not_forgotten_behind_what_follows(
    writer: Client, asked: Callable[..., tuple[Any, str]], vera: Member, site: Site
) -> None:
    mo, conversation = asked("Are you real? I can't go on.")
    with transaction() as session:
        give_credits(session, member_id=mo.id, credits=51 * site.message_credits)
        for number in range(51):
            write(session, sender=mo, to=vera, body=f"And then {number}")
    act(writer, conversation, "take")
    shown = case(writer, conversation).json
    assert (shown["messages"][0]["seq"], shown["has_more"]) == (3, True)
    assert (shown["care"]["asks_real"], shown["care"]["distress"]) == (True, True)
    refused = act(writer, conversation, "answer", text="Lovely weather", seen=52)
    assert refused.json["code"] == "moderation.truth-untold"
    act(writer, conversation, "truth")
    assert act(writer, conversation, "answer", text="Lovely weather", seen=53).json["state"] == "answered"


@pytest.mark.parametrize("claim", ["I am a real woman!", "Ik ben echt.", "Ich bin kein Bot", "No soy un robot"])
def test_nobody_says_that_a_person_stands_behind_it(
    writer: Client, asked: Callable[..., tuple[Any, str]], claim: str
) -> None:
    _, conversation = asked()
    act(writer, conversation, "take")
    refused = act(writer, conversation, "answer", text=claim, seen=1)
    assert (refused.status_code, refused.json["code"]) == (422, "moderation.fiction-denied")
    assert state_of(writer, conversation) == "waiting"


def test_it_writes_to_nobody_unasked(writer: Client, asked: Callable[..., tuple[Any, str]]) -> None:
    _, conversation = asked()
    act(writer, conversation, "take")
    act(writer, conversation, "settle", seen=1)
    assert state_of(writer, conversation) == "answered"
    assert act(writer, conversation, "take").json["code"] == "messaging.nothing-to-answer"
    other = asked()[1]
    act(writer, other, "take")
    with transaction() as session:
        session.execute(update(Participant).where(Participant.conversation_id == UUID(other)).values(unread=0))
    for action, form in (("answer", {"text": "Are you there?", "seen": 1}), ("truth", {}), ("settle", {"seen": 1})):
        assert act(writer, other, action, **form).json["code"] == "messaging.nothing-to-answer"


def test_what_came_while_the_answer_was_written_still_waits(
    writer: Client, asked: Callable[..., tuple[Any, str]]
) -> None:
    mo, conversation = asked()
    act(writer, conversation, "take")
    asked("One more thing", member=mo)
    assert act(writer, conversation, "answer", text="Good evening", seen=1).json["state"] == "waiting"


def test_a_site_that_switches_them_off_has_no_queue_and_sends_nothing(
    writer: Client, asked: Callable[..., tuple[Any, str]], site: Site
) -> None:
    _, conversation = asked()
    act(writer, conversation, "take")
    set_site(site, fictional_enabled=False)
    assert state_of(writer, conversation) is None
    for action, form in (("take", {}), ("answer", {"text": "Hello?", "seen": 1}), ("truth", {})):
        assert act(writer, conversation, action, **form).json["code"] == "not-found"
    assert case(writer, conversation).status_code == 404


def test_care_is_asked_for_by_words_and_by_what_was_spent(
    writer: Client, asked: Callable[..., tuple[Any, str]], site: Site
) -> None:
    _, conversation = asked("Ich kann nicht mehr weiter, so einsam bin ich.", language="de")
    act(writer, conversation, "take")
    care = case(writer, conversation).json["care"]
    assert (care["distress"], care["spent"]) == (True, None)
    set_site(site, care_credits=1)
    assert case(writer, conversation).json["care"]["spent"]["credits"] == site.message_credits
    calm = asked("What lovely weather")[1]
    act(writer, calm, "take")
    assert case(writer, calm).json["care"]["distress"] is False


def test_the_copy_of_their_data_tells_a_member_when_staff_looked(
    writer: Client, asked: Callable[..., tuple[Any, str]]
) -> None:
    from modules.moderation.service.export import export_member

    mo, conversation = asked()
    with transaction() as session:
        assert export_member(session, mo.id, "en").data["accesses"] == []
    act(writer, conversation, "take")
    assert case(writer, conversation).status_code == 200
    with transaction() as session:
        exported = export_member(session, mo.id, "de")
    (look,) = exported.data["accesses"]
    assert (look["role"], look["kind"], look["report"]) == ("writer", "fictional", None)
    (table,) = [table for table in exported.tables if table.title == "Wann unser Team Zugriff hatte"]
    ((_, *told),) = table.rows
    assert told == [
        "Schreibteam für fiktive Profile",
        "Gelesen, was du einem fiktiven Profil geschrieben hast, um in seinem Namen zu antworten",
    ]


def test_notes_are_kept_for_90_days_and_the_member_gets_a_copy(
    writer: Client, asked: Callable[..., tuple[Any, str]]
) -> None:
    from modules.moderation.service.export import export_member

    mo, conversation = asked()
    act(writer, conversation, "take")
    act(writer, conversation, "note", text="Likes clocks")
    (note,) = case(writer, conversation).json["notes"]
    assert (note["body"], note["by"]) == ("Likes clocks", "Linden")
    kept = datetime.fromisoformat(note["erase_at"]) - datetime.fromisoformat(note["at"])
    assert kept == timedelta(days=90)
    with transaction() as session:
        exported = export_member(session, mo.id, "de")
        assert [one["text"] for one in exported.data["notes"]] == ["Likes clocks"]
        (table,) = [table for table in exported.tables if table.title == "Notizen unseres Schreibteams über dich"]
        at, until = (formats.moment("de", datetime.fromisoformat(note[name])) for name in ("at", "erase_at"))
        assert table.rows == [(at, "Likes clocks", until)]
        past = clock.now() - timedelta(days=91)
        row = {"created_at": past, "erase_at": past + timedelta(days=90)}
        session.execute(update(FictionalNote).values(**row))
    assert case(writer, conversation).json["notes"] == []
    jobs.empty_evidence()
    with transaction() as session:
        assert session.execute(text("SELECT count(*) FROM moderation.fictional_note")).scalar_one() == 0


def test_erasure_takes_the_notes_along(writer: Client, asked: Callable[..., tuple[Any, str]]) -> None:
    mo, conversation = asked()
    act(writer, conversation, "take")
    act(writer, conversation, "note", text="Likes clocks")
    with transaction() as session:
        accounts_api.erase_member(session, member_id=mo.id)
    drain_now()
    with transaction(read_only=True) as session:
        for table in ("fictional_note", "conversation_lock"):
            left = text(f"SELECT count(*) FROM moderation.{table} WHERE member_id = :id")
            assert session.execute(left, {"id": mo.id}).scalar_one() == 0
    assert state_of(writer, conversation) is None


def test_only_writers_read(
    asked: Callable[..., tuple[Any, str]], staff_browser: OpenConsole, colleague: MakeColleague
) -> None:
    _, conversation = asked()
    for role in set(Role) - {Role.WRITER}:
        browser = staff_browser(colleague(role))
        assert act(browser, conversation, "take").status_code == 403
        assert case(browser, conversation).status_code == 403
