"""One address is one account in every spelling: browsers send the ASCII form of what a person typed."""

from typing import Any

import pytest
from sqlalchemy import select, update

from app.kernel.db.session import transaction
from app.kernel.mail.addresses import as_shown
from cli.member import member as member_command
from modules.accounts import api
from modules.accounts.contracts import Member, MemberStatus
from modules.accounts.identity.models import Contact, MemberRow
from modules.accounts.identity.queries import members as queries
from modules.accounts.leaving.service import leaving
from modules.sites.contracts import Site
from tests.accounts.routes.doors import OTHER_PASSWORD, links, log_in, sign_up
from tests.billing.test_cli import run
from tests.conftest import Client
from tests.factories.accounts import PASSWORD
from tests.fixture_types import LogIn, MakeMember
from tests.reading import read_cases

CASES = read_cases("addresses.tsv", escaped=("typed",))
KEPT = "info@xn--bckerei-5wa.example"
KEPT_BEFORE = "info@bäckerei.example"
SPELLINGS = [case["typed"] for case in CASES if case["in SMTP"] == KEPT]
PAIRS = [
    (one["typed"], other["typed"])
    for one in CASES
    for other in CASES
    if one["in SMTP"] == other["in SMTP"] and one is not other
]


def of(case: Any) -> str:
    return ascii(case)


@pytest.mark.spec("5.3", "7.1")
@pytest.mark.parametrize(("first", "then"), PAIRS, ids=of)
def test_who_signed_up_in_one_spelling_logs_in_in_another(client: Client, first: str, then: str) -> None:
    made = sign_up(client, email=first)
    assert made.status_code == 201, made.json
    entered = log_in(client, then)
    assert (entered.status_code, entered.json["id"]) == (200, made.json["id"])
    assert entered.json["email"] == as_shown(first)
    again = sign_up(client, "signup-key-2", email=then)
    assert (again.status_code, again.json["code"]) == (409, "accounts.email-taken")


@pytest.mark.spec("5.3")
def test_a_sharp_s_and_two_are_two_addresses(client: Client) -> None:
    assert sign_up(client, email="post@straße.example").status_code == 201
    assert log_in(client, "post@strasse.example").status_code == 422
    assert sign_up(client, "signup-key-2", email="post@strasse.example").status_code == 201


@pytest.mark.spec("8.2")
def test_wrong_passwords_are_counted_for_the_address_and_not_for_its_spelling(
    client: Client, make_member: MakeMember
) -> None:
    make_member(email=KEPT)
    for typed in (SPELLINGS * 2)[:5]:
        wrong = log_in(client, typed, "not this one")
    assert wrong.json["code"] == "accounts.login-blocked"
    assert log_in(client, KEPT).json["code"] == "accounts.login-blocked"


@pytest.mark.spec("8.6")
@pytest.mark.parametrize("typed", SPELLINGS, ids=of)
def test_a_password_is_reset_in_every_spelling(client: Client, make_member: MakeMember, typed: str) -> None:
    member = make_member(email=KEPT)
    assert client.post("/api/v1/password-reset", {"email": typed}).status_code == 204
    [token] = links(member.id, "reset")
    new = {"token": token, "password": OTHER_PASSWORD, "password_repeat": OTHER_PASSWORD}
    assert client.post("/api/v1/password-reset/confirm", new).status_code == 204
    assert log_in(client, typed, OTHER_PASSWORD).status_code == 200


@pytest.mark.spec("2.34")
def test_another_spelling_is_no_other_address(login: LogIn, make_member: MakeMember) -> None:
    member = make_member(email=KEPT)
    browser = login(member)
    asked = [browser.post("/api/v1/email-change", {"email": one, "password": PASSWORD}) for one in SPELLINGS[:4]]
    assert [one.json["code"] for one in asked] == ["accounts.email-unchanged"] * 4


@pytest.mark.spec("2.26", "2.34")
def test_a_change_is_shown_in_letters_and_kept_in_ascii(client: Client, login: LogIn, member: Member) -> None:
    asked = login(member).post("/api/v1/email-change", {"email": "info@bäckerei.example", "password": PASSWORD})
    assert asked.status_code == 202, asked.json
    [token] = links(member.id, "change-email")
    assert client.post("/api/v1/email-change/confirm", {"token": token}).json == {"email": "info@bäckerei.example"}
    assert log_in(client, KEPT).status_code == 200
    [undo] = links(member.id, "undo-email-change")
    assert client.post("/api/v1/email-change/undo", {"token": undo}).json == {"email": member.email}


@pytest.mark.spec("5.1")
@pytest.mark.parametrize("name", ["info@bäckerei.example", "info@xn--bckerei-5wa.example"])
def test_neither_spelling_is_a_name(client: Client, name: str) -> None:
    assert sign_up(client, email=KEPT, name=name).json["code"] == "accounts.name-is-email"


@pytest.mark.spec("4.2")
@pytest.mark.parametrize("typed", SPELLINGS, ids=of)
def test_who_left_is_mailed_the_way_back_in_every_spelling(client: Client, make_member: MakeMember, typed: str) -> None:
    member = make_member(email=KEPT)
    with transaction() as session:
        leaving.delete_member(session, member_id=member.id, reason=None, words="")
    assert log_in(client, typed).json["code"] == "accounts.pending-deletion"
    answer = client.post("/api/v1/reactivation/mail", {"email": typed, "password": PASSWORD})
    assert answer.status_code == 204, answer.json
    assert len(links(member.id, "reactivate")) == 2


@pytest.mark.spec("10.10")
@pytest.mark.parametrize("typed", SPELLINGS, ids=of)
def test_a_command_finds_the_member(site: Site, make_member: MakeMember, typed: str) -> None:
    member = make_member(email=KEPT, confirmed=False)
    done = run(member_command, "confirm", typed, "--site", site.key, "--reason", "the mail never came")
    assert done.exit_code == 0, done.output
    with transaction(read_only=True) as session:
        assert api.get_member(session, member.id).status is MemberStatus.ACTIVE


@pytest.mark.spec("4.2")
@pytest.mark.parametrize("typed", ["info@bäckerei.example", KEPT], ids=of)
def test_what_is_left_of_an_address_is_found_in_either_form(make_member: MakeMember, typed: str) -> None:
    make_member(email=KEPT, signup_message="Write to info@bäckerei.example")
    places = {trace.place for trace in api.find_traces([typed])}
    assert {"accounts.member.email", "accounts.member.signup_message"} <= places


@pytest.mark.spec("2.10")
def test_a_complaint_is_of_the_member_with_the_address(site: Site, make_member: MakeMember) -> None:
    member = make_member(email=KEPT)
    with transaction() as session:
        contact_id = api.add_contact(session, site_id=site.id, email="INFO@bäckerei.example", language="en")
        assert session.execute(select(queries.member_of_contact(contact_id))).scalar_one() == member.id
        assert session.execute(select(Contact.email).where(Contact.id == contact_id)).scalar_one() == KEPT


@pytest.mark.spec("4.1", "5.3")
@pytest.mark.parametrize("typed", SPELLINGS, ids=of)
def test_an_address_that_is_kept_as_it_was_is_not_signed_up_again(client: Client, typed: str, member: Member) -> None:
    with transaction() as session:
        old = update(MemberRow).where(MemberRow.id == member.id).values(email=KEPT_BEFORE)
        session.execute(old)
    assert sign_up(client, email=typed).json["code"] == "accounts.email-taken"
