"""`hearth member export|delete|reactivate|erase` and `hearth erase`, as an operator uses them."""

import json
from pathlib import Path
from uuid import uuid4
from zipfile import ZipFile

import click
import pytest
from click.testing import CliRunner
from sqlalchemy import select, text

import cli.member as member_command
from app.kernel.db.session import transaction
from cli.erase import erase as erase_group
from cli.erasures import read_list
from cli.member import member as member_group
from modules.accounts import api
from modules.accounts.contracts import MemberStatus
from modules.accounts.leaving.service import erasures
from modules.catalog import api as catalog_api
from modules.moderation.staff.models import AuditEvent
from modules.sites.contracts import Site
from tests.accounts.leaving import delete_now, status_of
from tests.commands import refusal, run
from tests.conftest import drain_now
from tests.factories.profiles import add_photo
from tests.fixture_types import LogIn, MakeMember
from tests.running import count_bars

pytestmark = [pytest.mark.search_engine, pytest.mark.usefixtures("commands_here")]


def test_a_member_who_asks_by_letter_gets_the_same_copy(
    site: Site, make_member: MakeMember, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    member, path = make_member(name="Robin"), tmp_path / "robin.zip"
    with transaction() as session:
        add_photo(session, member.id)
    bars = count_bars(monkeypatch, member_command)
    said = ("--site", site.key, "--reason", "Asked by letter", "--to", str(path))
    assert "The copy of Robin's data is in" in run(member_group, "export", member.email, *said)
    assert bars == {"files": (1, 1)}
    assert path.stat().st_mode & 0o777 == 0o600
    with ZipFile(path) as copy:
        data = json.loads(copy.read("data.json"))
    assert member.email in json.dumps(data)
    assert set(data) >= {"accounts", "profiles", "social", "messaging", "billing", "moderation", "notifications"}
    assert "already exists" in refusal(member_group, "export", member.email, *said)
    assert "has no member" in refusal(member_group, "export", "nobody@example.org", *said)
    with transaction(read_only=True) as session:
        audit = select(AuditEvent.action, AuditEvent.reason).where(AuditEvent.record_id == str(member.id))
        assert ("export", "Asked by letter") in session.execute(audit).all()


@pytest.mark.spec("10.6")
def test_a_member_sees_that_an_operator_made_a_copy_and_not_why(
    site: Site, make_member: MakeMember, login: LogIn, tmp_path: Path
) -> None:
    member, other, path = make_member(), make_member(), tmp_path / "copy.zip"
    browser = login(member)
    assert browser.post("/api/v1/account/export", key=uuid4().hex).status_code == 202
    drain_now()
    assert browser.get("/api/v1/staff-access").json["accesses"] == [], "their own copy is no look of anybody's"
    run(member_group, "export", member.email, "--site", site.key, "--reason", "Asked by letter", "--to", str(path))
    answer = browser.get("/api/v1/staff-access")
    (look,) = answer.json["accesses"]
    assert (look["kind"], look["role"], look["number"]) == ("copy", None, None)
    assert "Asked by letter" not in answer.text
    assert login(other).get("/api/v1/staff-access").json["total"] == 0
    with ZipFile(path) as copy:
        (told,) = json.loads(copy.read("data.json"))["moderation"]["accesses"]
        assert "A server administrator" in copy.read("index.html").decode()
    assert (told["kind"], told["role"]) == ("copy", None)


@pytest.mark.spec("4.2")
def test_an_account_is_deleted_brought_back_and_erased(site: Site, make_member: MakeMember) -> None:
    member = make_member(name="Robin")
    here = ("--site", site.key)
    assert "Robin deleted" in run(member_group, "delete", member.email, "--yes", *here)
    assert status_of(member) is MemberStatus.DELETED
    assert "this command needs active" in refusal(member_group, "delete", member.email, "--yes", *here)
    assert "Robin reactivated" in run(member_group, "reactivate", str(member.id), *here)
    assert status_of(member) is MemberStatus.ACTIVE
    assert "this command needs deleted" in refusal(member_group, "reactivate", member.email, *here)
    with pytest.raises(click.Abort):
        CliRunner().invoke(
            member_group, ["erase", member.email, *here], input="n\n", catch_exceptions=False, standalone_mode=False
        )
    assert status_of(member) is MemberStatus.ACTIVE
    assert "erased" in run(member_group, "erase", member.email, *here, "--yes")
    assert status_of(member) is MemberStatus.ERASED
    drain_now()
    assert "No member who left is back" in run(erase_group, "reapply")


@pytest.mark.spec("4.2", "10.10")
def test_the_list_of_the_erased_beside_the_backups_only_grows(make_member: MakeMember, tmp_path: Path) -> None:
    member, file = make_member(), tmp_path / "erased.txt"
    lost = f"{'a' * 64} 2026-01-31"
    file.write_text(f"{lost}\n")
    with transaction() as session:
        api.erase_member(session, member_id=member.id)
    drain_now()
    assert "still listed: 1." in run(erase_group, "list", "--out", str(file))
    assert run(erase_group, "list", "--out", str(file)).count("still listed") == 1
    names = [line.split()[0] for line in file.read_text().splitlines()]
    assert (names.count(erasures.hashed_id(member.id)), lost.split()[0] in names) == (1, True)
    assert [one.name for one in tmp_path.iterdir()] == ["erased.txt"]
    other = tmp_path / "notes.txt"
    other.write_text("Call Linden back.\n")
    assert "is not a list of erasures" in refusal(erase_group, "list", "--out", str(other))
    assert other.read_text() == "Call Linden back.\n"


@pytest.mark.spec("4.2", "10.10")
def test_who_waits_is_on_the_list_until_they_are_back(make_member: MakeMember, tmp_path: Path) -> None:
    member, file = make_member(), tmp_path / "erased.txt"
    delete_now(member)
    drain_now()
    run(erase_group, "list", "--out", str(file))
    waits = next(one for one in read_list(file) if one.name == erasures.hashed_id(member.id))
    assert not waits.is_erased
    # The storage lost somebody who was erased: nobody can tell whether it lost this one, too.
    with transaction() as session:
        api.reactivate_member(session, member_id=member.id)
    drain_now()
    file.write_text(f"{file.read_text()}{'a' * 64} 2026-01-31\n")
    run(erase_group, "list", "--out", str(file))
    assert waits in read_list(file)
    file.write_text(f"{waits.name} {waits.day} waits\n")
    run(erase_group, "list", "--out", str(file))
    assert waits not in read_list(file)


@pytest.mark.spec("10.10")
def test_nobody_is_deleted_before_the_operator_said_yes(site: Site, make_member: MakeMember) -> None:
    member = make_member(name="Robin")
    with pytest.raises(click.Abort):
        run(member_group, "delete", member.email, "--site", site.key, typed="n\n")
    assert status_of(member) is MemberStatus.ACTIVE


def verify(*words: str) -> str:
    """Return what `hearth erase verify` says, whether it finds something or not."""
    return CliRunner().invoke(erase_group, ["verify", *words]).output


@pytest.mark.spec("4.2", "10.10")
def test_what_is_left_of_an_erased_member_is_named(make_member: MakeMember) -> None:
    member = make_member(name="Robin Leftover")
    # What other tests left of theirs.
    clean = verify()
    assert "accounts.member.name" in verify("robin left")
    with transaction() as session:
        api.erase_member(session, member_id=member.id)
    drain_now()
    assert verify("Robin Leftover", member.email) == clean
    assert erasures.hashed_id(member.id) in run(erase_group, "list")
    assert erasures.hashed_id(member.id) in {one["name"] for one in json.loads(run(erase_group, "list", "--json"))}
    # A row that nobody deleted, a name that came back, and somebody whom a backup brought back.
    with transaction() as session:
        session.execute(text("INSERT INTO social.hidden_visitor VALUES (:id)"), {"id": member.id})
    assert "social.hidden_visitor.member_id" in verify()
    with transaction() as session:
        session.execute(text("DELETE FROM social.hidden_visitor WHERE member_id = :id"), {"id": member.id})
        session.execute(text("SET LOCAL session_replication_role = replica"))
        session.execute(text("UPDATE accounts.member SET name = 'Robin' WHERE id = :id"), {"id": member.id})
    assert "erased, but with a name or an address" in verify()
    with transaction() as session:
        session.execute(text("SET LOCAL session_replication_role = replica"))
        back = "UPDATE accounts.member SET status = 'active', email = :email, password_hash = 'x' WHERE id = :id"
        session.execute(text(back), {"id": member.id, "email": member.email})
    assert "on the list of those who left, but here" in verify()
    assert "1 members would be erased or deleted again" in run(erase_group, "reapply", "--dry-run")
    assert "on the list of those who left, but here" in verify(), "a try changes nothing"
    assert "1 members were erased or deleted again" in run(erase_group, "reapply", "--yes")
    drain_now()
    assert verify() == clean


def test_how_far_a_search_for_traces_is_can_be_counted(make_member: MakeMember) -> None:
    make_member()
    said: list[tuple[str, int, int]] = []
    api.find_traces(["robin left"], lambda *one: said.append(one))
    catalog_api.count_words(["robin left"], lambda *one: said.append(one))
    last = {what: (done, total) for what, done, total in said}
    assert set(last) > {"references", "columns", "members", "keys of Redis", "files"}
    for what in ("references", "columns", "members", "files"):
        done, total = last[what]
        assert done == total > 0, what
    # Where nobody watches, nothing is drawn.
    assert CliRunner().invoke(erase_group, ["verify"]).stderr == ""
