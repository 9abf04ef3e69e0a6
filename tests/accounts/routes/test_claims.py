"""Signing up where nothing may tell whether an address has an account (docs/decisions/0056)."""

import json
from collections.abc import Callable
from types import SimpleNamespace
from typing import Any
from uuid import UUID, uuid4

import pytest
from flask import Flask
from sqlalchemy import func, select, update

from app.kernel.db.session import transaction
from app.kernel.http.idempotency import IdempotencyKey
from cli.member import member as member_command
from modules.accounts import api
from modules.accounts.contracts import Member, MemberStatus
from modules.accounts.identity.models import MemberRow
from modules.accounts.sessions.models import ExistenceAnswer
from modules.sites.contracts import Site
from tests.accounts.leaving import delete_now, erase_now, leave
from tests.accounts.routes.doors import (
    OTHER_PASSWORD,
    SIGNUP,
    count_events,
    links,
    log_in,
    set_status,
    sign_up,
)
from tests.billing.test_cli import run
from tests.conftest import Client, drain_now
from tests.factories.accounts import PASSWORD
from tests.factories.sites import set_site
from tests.fixture_types import LogIn, MakeMember
from tests.notifications.conftest import Postman, postman  # noqa: F401

NEW = "nobody-yet@example.org"
OWN = {"id", "email", "signup_date"}


def without_own(answer: Any) -> dict[str, Any]:
    """Return what an answer tells, but for what was just typed, the new account's number and the moment."""
    return {name: value for name, value in answer.json.items() if name not in OWN}


def sign_up_twice(app: Flask, site: Site, known: str) -> tuple[tuple[Client, Any], tuple[Client, Any]]:
    """Sign up with an address that has an account and one that has none, each in a browser of its own."""
    set_site(site, hide_account_existence=True)
    over, fresh = Client(app, site.hosts[0]), Client(app, site.hosts[0])
    first = sign_up(over, "known-key", email=known, password=OTHER_PASSWORD)
    second = sign_up(fresh, "fresh-key", email=NEW, password=OTHER_PASSWORD)
    return (over, first), (fresh, second)


def answers_used(site: Site) -> int:
    with transaction(read_only=True) as session:
        used = select(func.coalesce(func.sum(ExistenceAnswer.answers), 0)).where(ExistenceAnswer.site_id == site.id)
        return int(session.execute(used).scalar_one())


def owner_of(site: Site, email: str) -> list[Any]:
    with transaction(read_only=True) as session:
        rows = select(MemberRow.id, MemberRow.name).where(MemberRow.site_id == site.id, MemberRow.email == email)
        return [tuple(row) for row in session.execute(rows)]


@pytest.mark.spec("5.3", "2.32")
def test_a_scanner_is_told_of_three_accounts_a_day_and_then_everybody_gets_the_steps(
    app: Flask, site: Site, make_member: MakeMember
) -> None:
    members = [make_member() for _ in range(5)]
    answers = [sign_up(Client(app, site.hosts[0]), f"scan-key-{n}", email=m.email) for n, m in enumerate(members)]
    assert [answer.status_code for answer in answers] == [409, 409, 409, 201, 201]
    fresh = Client(app, site.hosts[0])
    answer = sign_up(fresh, "scan-key-fresh", email=NEW)
    assert (answer.status_code, without_own(answer)) == (201, without_own(answers[-1]))
    assert fresh.get("/api/v1/me").json["email"] == NEW
    assert count_events("accounts.SignupRepeated", members[4].id) == 1


@pytest.mark.spec("5.3", "8.6")
def test_only_what_tells_that_an_account_exists_uses_up_an_answer(
    app: Flask, site: Site, make_member: MakeMember
) -> None:
    """Five people of one network ask for links and sign up, before somebody is told of three accounts."""
    for n in range(5):
        Client(app, site.hosts[0]).post("/api/v1/password-reset", {"email": f"nobody-{n}@example.org"})
    used = answers_used(site)
    for n in range(5):
        assert sign_up(Client(app, site.hosts[0]), f"key-of-{n}", email=f"new-{n}@example.org").status_code == 201
    assert sign_up(Client(app, site.hosts[0]), "weak-key", email=NEW, password="password1").status_code == 422
    assert answers_used(site) == used
    answer = sign_up(Client(app, site.hosts[0]), "known-key", email=make_member().email)
    assert (answer.status_code, answers_used(site)) == (409, used + 1)
    fresh = Client(app, site.hosts[0])
    assert sign_up(fresh, "fresh-key", email=NEW).status_code == 201
    assert log_in(Client(app, site.hosts[0]), NEW).status_code == 200, "an ordinary account"


@pytest.mark.spec("5.3", "2.32")
def test_nothing_tells_a_new_address_from_a_known_one(app: Flask, site: Site, member: Member) -> None:
    (over, first), (fresh, second) = sign_up_twice(app, site, member.email)
    assert (first.status_code, without_own(first)) == (second.status_code, without_own(second))
    assert list(first.headers.keys()) == list(second.headers.keys())
    steps: list[Callable[[Client, str], Any]] = [
        lambda one, _: one.patch("/api/v1/profile", {"gender": "woman", "seeking_genders": ["man"]}),
        lambda one, _: one.post("/api/v1/activation/resend"),
        lambda one, _: one.post("/api/v1/activation/resend"),
        lambda one, _: one.post("/api/v1/activation/resend"),
        lambda one, email: one.post("/api/v1/email-change", {"email": email, "password": OTHER_PASSWORD}),
        lambda one, _: one.get("/api/v1/account/export"),
        lambda one, _: one.delete("/api/v1/session"),
        lambda one, email: log_in(one, email, "not this one"),
        lambda one, email: log_in(one, email, OTHER_PASSWORD),
        lambda one, email: log_in(Client(app, one.host), email, OTHER_PASSWORD),
        lambda one, email: one.post("/api/v1/password-reset", {"email": email}),
    ]
    for number, step in enumerate(steps):
        known, new = step(over, member.email), step(fresh, NEW)
        seen = [(answer.status_code, (answer.get_json(silent=True) or {}).get("code")) for answer in (known, new)]
        assert seen[0] == seen[1], f"step {number}"
    assert over.get("/api/v1/me").json["email"] == member.email, "the browser that signed up comes in again"


@pytest.mark.spec("5.3")
def test_a_claim_changes_nothing_of_the_account_and_is_told_to_its_mailbox(
    app: Flask, site: Site, make_member: MakeMember
) -> None:
    member = make_member(name="Alma")
    (over, answer), _ = sign_up_twice(app, site, member.email)
    over.patch("/api/v1/profile", {"gender": "woman"})
    assert owner_of(site, member.email) == [(member.id, "Alma")]
    assert answer.json["id"] != str(member.id)
    assert links(answer.json["id"], "activate") == []
    assert count_events("accounts.SignupRepeated", member.id) == 1
    assert log_in(Client(app, site.hosts[0]), member.email).json["id"] == str(member.id)


@pytest.mark.spec("4.1", "5.3")
def test_the_link_in_the_mail_gives_a_new_account_its_address(app: Flask, site: Site, make_member: MakeMember) -> None:
    _, (fresh, answer) = sign_up_twice(app, site, make_member().email)
    assert log_in(Client(app, site.hosts[0]), NEW, OTHER_PASSWORD).status_code == 422, (
        "only where it signed up, until it is proved"
    )
    assert fresh.post("/api/v1/activation", {"token": links(answer.json["id"], "activate")[0]}).status_code == 200
    assert fresh.get("/api/v1/me").json["status"] == "active"
    assert owner_of(site, NEW) == [(UUID(answer.json["id"]), SIGNUP["name"])]
    assert log_in(Client(app, site.hosts[0]), NEW, OTHER_PASSWORD).status_code == 200


@pytest.mark.spec("4.1", "5.3")
@pytest.mark.parametrize("then", ["stays", "leaves", "is banned"])
def test_who_signs_up_with_the_address_of_another_does_not_keep_its_owner_from_it(
    app: Flask, site: Site, then: str
) -> None:
    stranger, owner = Client(app, site.hosts[0]), Client(app, site.hosts[0])
    squatted = sign_up(stranger, "strangers-key", email=NEW, password=OTHER_PASSWORD).json["id"]
    if then == "leaves":
        assert leave(stranger, password=OTHER_PASSWORD).status_code == 200
    if then == "is banned":
        with transaction(read_only=True) as session:
            squatter = api.get_member(session, UUID(squatted))
        set_status(squatter, MemberStatus.BANNED)
    set_site(site, hide_account_existence=True)
    answer = sign_up(owner, "owners-key", email=NEW)
    assert owner.post("/api/v1/activation", {"token": links(answer.json["id"], "activate")[0]}).status_code == 200
    assert owner_of(site, NEW) == [(UUID(answer.json["id"]), SIGNUP["name"])]
    assert log_in(Client(app, site.hosts[0]), NEW, OTHER_PASSWORD).status_code == 422
    if then == "stays":
        assert stranger.get("/api/v1/me").json["status"] == "not_confirmed"
        assert log_in(stranger, NEW, OTHER_PASSWORD).json["id"] == squatted, "where it signed up"
        late = owner.post("/api/v1/activation", {"token": links(squatted, "activate")[0]})
        assert late.json["code"] == "accounts.activation-failed"


@pytest.mark.spec("4.2", "5.3")
def test_who_signs_up_again_after_leaving_is_mailed_that_the_account_is_there(
    app: Flask, site: Site, postman: Postman, member: Member
) -> None:
    delete_now(member)
    sign_up_twice(app, site, member.email)
    drain_now()
    assert "You already have an account" in [mail["Subject"] for mail in postman.to(member.email)]


@pytest.mark.spec("5.3")
def test_who_forgot_their_account_logs_in_with_its_password_in_the_same_browser(
    app: Flask, site: Site, member: Member
) -> None:
    set_site(site, hide_account_existence=True)
    browser = Client(app, site.hosts[0])
    sign_up(browser, email=member.email, password=OTHER_PASSWORD)
    assert log_in(browser, member.email, PASSWORD).json["id"] == str(member.id)
    assert log_in(browser, member.email, OTHER_PASSWORD).json["id"] != str(member.id)


@pytest.mark.spec("8.2", "5.3")
def test_claiming_an_address_brings_no_more_guesses_at_its_account(app: Flask, site: Site, member: Member) -> None:
    set_site(site, hide_account_existence=True)
    thief = Client(app, site.hosts[0])
    sign_up(thief, email=member.email, password=OTHER_PASSWORD)
    codes = []
    for n in range(6):
        codes.append(log_in(thief, member.email, f"guess number {n}").status_code)
        log_in(thief, member.email, OTHER_PASSWORD)
    assert codes == [422, 422, 429, 429, 429, 429]


@pytest.mark.spec("8.2", "5.3")
def test_wrong_passwords_in_a_claims_settings_keep_nobody_out_of_the_accounts(
    app: Flask, site: Site, login: LogIn, member: Member
) -> None:
    owner = login(member)
    (thief, _), _ = sign_up_twice(app, site, member.email)

    def change(browser: Client, old: str) -> int:
        body = {"old_password": old, "password": OTHER_PASSWORD, "password_repeat": OTHER_PASSWORD}
        return int(browser.put("/api/v1/password", body).status_code)

    assert [change(thief, f"guess number {n}") for n in range(6)] == [422] * 5 + [429]
    assert change(owner, PASSWORD) == 204


@pytest.mark.spec("5.3")
def test_a_repeat_after_a_lost_answer_is_let_in(app: Flask, site: Site) -> None:
    set_site(site, hide_account_existence=True)
    first, again = sign_up(Client(app, site.hosts[0])), Client(app, site.hosts[0])
    assert sign_up(again).json == first.json
    assert again.get("/api/v1/me").json["id"] == first.json["id"]


@pytest.mark.spec("4.2")
def test_an_erased_claim_leaves_no_address(app: Flask, site: Site, make_member: MakeMember) -> None:
    _, (_, answer) = sign_up_twice(app, site, make_member().email)
    claim = SimpleNamespace(id=UUID(answer.json["id"]))
    erase_now(claim)
    with transaction(read_only=True) as session:
        row = session.execute(select(MemberRow.email, MemberRow.claimed_email).where(MemberRow.id == claim.id)).one()
    assert tuple(row) == (None, None)


@pytest.mark.spec("5.3", "2.33", "2.34")
def test_a_claim_has_its_mailbox_sent_nothing_but_the_link(
    app: Flask, site: Site, make_member: MakeMember, postman: Postman
) -> None:
    """It changes address and password, complains and leaves: neither the address's owner nor a stranger hears of it."""
    member = make_member()
    both = sign_up_twice(app, site, member.email)
    for number, (browser, _) in enumerate(both):
        elsewhere = f"elsewhere-{number}@example.org"
        browser.post("/api/v1/email-change", {"email": elsewhere, "password": OTHER_PASSWORD})
        password = {"old_password": OTHER_PASSWORD, "password": PASSWORD, "password_repeat": PASSWORD}
        assert browser.put("/api/v1/password", password).status_code == 204
        complaint = {"topic": "other", "text": "I was charged twice in May."}
        assert browser.post("/api/v1/complaints", complaint, key=uuid4().hex).status_code == 201
        drain_now()
        assert len(postman.to(elsewhere)) == 1, "a mistyped address can be put right"
        assert leave(browser).status_code == 200
    drain_now()
    assert [mail["Subject"] for mail in postman.to(member.email)] == ["You already have an account"]
    assert [mail["Subject"] for mail in postman.to(NEW)] == ["Confirm your email address"]


@pytest.mark.spec("8.3", "5.3")
def test_who_deleted_a_claim_has_no_way_back_mailed_to_the_account(app: Flask, site: Site, member: Member) -> None:
    (browser, answer), _ = sign_up_twice(app, site, member.email)
    leave(browser, password=OTHER_PASSWORD)
    delete_now(member)
    body = {"email": member.email, "password": OTHER_PASSWORD}
    assert browser.post("/api/v1/reactivation/mail", body).status_code == 204
    assert len(links(member.id, "reactivate")) == 1, "the one of leaving"
    assert len(links(answer.json["id"], "reactivate")) == 2


@pytest.mark.spec("5.3")
def test_an_answer_that_the_version_before_stored_is_repeated(app: Flask, site: Site) -> None:
    set_site(site, hide_account_existence=True)
    sign_up(Client(app, site.hosts[0]))
    stored = {"status": 202, "answer": {"status": "check-mail"}}
    with transaction() as session:
        session.execute(update(IdempotencyKey).where(IdempotencyKey.key == "signup-key-1").values(stored))
    answer = sign_up(Client(app, site.hosts[0]))
    assert (answer.status_code, answer.json) == (202, stored["answer"])


@pytest.mark.spec("5.3")
def test_a_claim_is_of_the_mailbox_that_it_names(app: Flask, site: Site, make_member: MakeMember) -> None:
    """So whoever was banned is known again, and staff see the complaints that came from the address."""
    member = make_member()
    (_, over), (_, fresh) = sign_up_twice(app, site, member.email)
    with transaction() as session:
        claims = [UUID(answer.json["id"]) for answer in (over, fresh)]
        contact = api.add_contact(session, site_id=site.id, email=NEW, language="en")
        assert [api.find_mailbox(session, claim) for claim in claims] == [member.email, NEW]
        assert api.list_mailbox_sharers(session, member.id, limit=9) == [claims[0]]
        assert api.list_mailbox_sharers(session, claims[0], limit=9) == [member.id]
        assert session.execute(api.contacts_of(member_id=claims[1], contact_id=None)).scalars().all() == [contact]
        assert session.execute(select(api.member_of_contact(contact))).scalar_one() is None, "they own no address"


@pytest.mark.spec("10.10", "4.1")
def test_a_command_finds_who_alone_claims_an_address(app: Flask, site: Site, make_member: MakeMember) -> None:
    owner = make_member()
    _, (_, fresh) = sign_up_twice(app, site, owner.email)
    here = ("--site", site.key, "--json")
    assert json.loads(run(member_command, "show", owner.email, *here).output)["id"] == str(owner.id)
    assert json.loads(run(member_command, "show", NEW, *here).output)["id"] == fresh.json["id"]
    sign_up(Client(app, site.hosts[0]), "third-key", email=NEW)
    assert run(member_command, "confirm", NEW, *here).exit_code != 0, "which of the two is not known"
