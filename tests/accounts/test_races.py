"""What happens when many do the same at once, on the real Postgres."""

from collections import Counter
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier
from typing import Any
from uuid import uuid4

import pytest
from flask import Flask
from sqlalchemy import func, select

from app.kernel.db.session import Session, transaction
from app.kernel.errors import DomainError
from modules.accounts.contracts import Member
from modules.accounts.errors import TooManyEmailChanges, TooManyResets
from modules.accounts.identity.models import MemberRow
from modules.accounts.identity.service import hashing
from modules.accounts.sessions import policies
from modules.accounts.sessions.service import email_change, passwords
from modules.sites.contracts import Site
from tests.accounts.routes.doors import OTHER_PASSWORD, SIGNUP, count_events, links, log_in, sign_up
from tests.conftest import Client
from tests.factories.sites import set_site
from tests.fixture_types import MakeMember
from tests.racing import HANGS, wait_for_a_lock


def at_once(count: int, call: Callable[[int], Any], *, hands: int = 8) -> list[Any]:
    """Run a call many times, `hands` of them beginning together."""
    gate = Barrier(min(count, hands))

    def run(number: int) -> Any:
        if number < gate.parties:
            gate.wait(HANGS)
        return call(number)

    with ThreadPoolExecutor(hands) as pool:
        return list(pool.map(run, range(count)))


@pytest.mark.spec("5.3")
def test_of_simultaneous_signups_with_one_address_one_gets_the_account(app: Flask, site: Site) -> None:
    answers = at_once(8, lambda n: sign_up(Client(app, site.hosts[0]), f"signup-key-{n}"))
    codes = Counter(answer.status_code for answer in answers)
    # A network is told three times a day; who comes when no answer is left claims the address and is told nothing.
    assert set(codes) == {201, 409}
    assert codes[409] <= 3
    with transaction(read_only=True) as session:
        owners = select(func.count()).where(MemberRow.site_id == site.id, MemberRow.email == SIGNUP["email"])
        assert session.execute(owners).scalar_one() == 1


@pytest.mark.spec("5.3")
def test_of_simultaneous_claims_of_one_address_one_gets_it(app: Flask, site: Site) -> None:
    set_site(site, hide_account_existence=True)
    answers = at_once(3, lambda n: sign_up(Client(app, site.hosts[0]), f"signup-key-{n}"))
    tokens = [links(answer.json["id"], "activate")[0] for answer in answers]
    opened = at_once(3, lambda n: Client(app, site.hosts[0]).post("/api/v1/activation", {"token": tokens[n]}))
    assert Counter(answer.status_code for answer in opened) == {200: 1, 422: 2}
    assert {answer.json["code"] for answer in opened if answer.status_code == 422} == {"accounts.activation-failed"}


def test_of_simultaneous_copies_of_one_signup_all_are_the_same_member(app: Flask, site: Site) -> None:
    answers = at_once(4, lambda _: sign_up(Client(app, site.hosts[0]), "one-key-for-all"))
    codes = {answer.status_code for answer in answers}
    assert 201 in codes
    assert codes <= {201, 409}
    busy = {answer.json["code"] for answer in answers if answer.status_code == 409}
    assert busy <= {"idempotency.still-running"}
    ids = {answer.json["id"] for answer in answers if answer.status_code == 201}
    assert len(ids) == 1
    assert count_events("accounts.MemberSignedUp", ids.pop()) == 1


def test_a_link_used_twice_at_once_works_once(app: Flask, site: Site, member: Member) -> None:
    client = Client(app, site.hosts[0])
    client.post("/api/v1/password-reset", {"email": member.email})
    token = links(member.id, "reset")[0]
    passwords = [f"{OTHER_PASSWORD} {n}" for n in range(6)]

    def use(number: int) -> int:
        body = {"token": token, "password": passwords[number], "password_repeat": passwords[number]}
        answer = Client(app, site.hosts[0]).post("/api/v1/password-reset/confirm", body)
        return int(answer.status_code)

    codes = at_once(6, use)
    assert Counter(codes) == {204: 1, 422: 5}
    assert log_in(client, member.email, passwords[codes.index(204)]).status_code == 200
    assert count_events("accounts.PasswordChanged", member.id) == 1


@pytest.mark.spec("4.1")
def test_an_activation_used_many_times_at_once_confirms_once(app: Flask, site: Site) -> None:
    member_id = sign_up(Client(app, site.hosts[0])).json["id"]
    token = links(member_id, "activate")[0]
    answers = at_once(6, lambda _: Client(app, site.hosts[0]).post("/api/v1/activation", {"token": token}))
    assert {answer.status_code for answer in answers} == {200}
    assert count_events("accounts.MemberConfirmed", member_id) == 1


@pytest.mark.spec("8.2")
def test_fifty_simultaneous_guesses_get_five_looks_at_the_password(
    app: Flask, site: Site, make_member: MakeMember, monkeypatch: pytest.MonkeyPatch
) -> None:
    from modules.accounts.sessions.service import login

    member = make_member()
    looks: list[str] = []
    really = hashing.is_password

    def counted(password_hash: str | None, password: str) -> bool:
        looks.append(password)
        return really(password_hash, password)

    monkeypatch.setattr(login, "is_password", counted)
    answers = at_once(50, lambda n: log_in(Client(app, site.hosts[0]), member.email, f"guess number {n}"))
    assert len(looks) == 5
    # The fifth wrong one already says how long to wait, and by then so may those before it that were slower.
    assert {answer.status_code for answer in answers} == {422, 429}
    assert sum(answer.status_code == 422 for answer in answers) == 4


@pytest.mark.spec("8.6")
def test_simultaneous_requests_get_three_reset_mails(app: Flask, site: Site, member: Member) -> None:
    def ask(number: int) -> None:
        place = {"REMOTE_ADDR": f"192.0.2.{number}"}
        Client(app, site.hosts[0]).post("/api/v1/password-reset", {"email": member.email}, environ_overrides=place)

    at_once(10, ask)
    assert len(links(member.id, "reset")) == 3


def change_email(session: Session, member: Member, site: Site) -> None:
    address = f"{uuid4().hex[:12]}@example.org"
    email_change.request_change(session, member_id=member.id, site=site, email=address, network="192.0.2.0")


def mail_a_reset(session: Session, member: Member, _site: Any) -> None:
    passwords.send_reset(session, member_id=member.id)


@pytest.mark.spec("8.6")
@pytest.mark.parametrize(("ask", "refusal"), [(change_email, TooManyEmailChanges), (mail_a_reset, TooManyResets)])
def test_of_two_who_ask_for_the_last_mail_of_a_day_one_gets_it(
    site: Site, ask: Callable[..., None], refusal: type[DomainError], member: Member
) -> None:
    def once() -> None:
        with transaction() as session:
            ask(session, member, site)

    for _ in range(policies.MAILS_A_DAY - 1):
        once()
    with ThreadPoolExecutor(1) as pool:
        with transaction() as session:
            ask(session, member, site)
            second = pool.submit(once)
            wait_for_a_lock(unless=second.done)
        with pytest.raises(refusal):
            second.result()
