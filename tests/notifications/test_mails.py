"""Mails: to the right people, in their language, once."""

import re
from collections.abc import Callable
from typing import Any
from uuid import UUID, uuid4

import pytest
from flask import Flask
from sqlalchemy import select, text

from app.kernel import i18n
from app.kernel.db.session import transaction
from app.relay import requeue
from modules.billing.ledger.queries import get_balance
from modules.messaging.contracts import Gift
from modules.notifications.contracts import MailType
from modules.notifications.models import Mail
from modules.notifications.service import letters
from modules.sites.contracts import Site
from tests.accounts.leaving import delete_now
from tests.conftest import Client, drain_now
from tests.factories.billing import give_credits
from tests.factories.messaging import write
from tests.factories.sites import set_site
from tests.fixture_types import MakeMember
from tests.notifications.conftest import Postman
from tests.profiles import pictures

SIGNUP = {"name": "Ruth", "password": "four unrelated quiet words", "date_of_birth": "1962-03-04"}


def sign_up(client: Client) -> str:
    email = f"{uuid4().hex[:10]}@example.org"
    assert client.post("/api/v1/members", {**SIGNUP, "email": email}, key=uuid4().hex).status_code == 201
    drain_now()
    return email


def text_of(mail: Any) -> str:
    return str(mail.get_body(("plain",)).get_content())


def html_of(mail: Any) -> str:
    return str(mail.get_body(("html",)).get_content())


def states(member_id: UUID) -> list[tuple[str, str]]:
    with transaction(read_only=True) as session:
        rows = session.execute(
            select(Mail.type, Mail.state).where(Mail.member_id == member_id).order_by(Mail.created_at)
        )
        return [(row.type, row.state) for row in rows]


@pytest.mark.spec("4.1", "1.9")
@pytest.mark.parametrize(
    ("language", "subject"),
    [
        ("en", "Confirm your email address"),
        ("de", "Bestätige deine E-Mail-Adresse"),
        ("nl", "Bevestig je e-mailadres"),
    ],
)
def test_signup_mails_a_link_in_the_members_language_that_activates(
    language: str, subject: str, client: Client, site: Site, postman: Postman
) -> None:
    client.http.set_cookie("language", language, domain=client.host)
    email = sign_up(client)
    (mail,) = postman.to(email)
    assert mail["Subject"] == subject
    assert f'lang="{language}"' in html_of(mail)
    link = re.search(r"http://\S+/activate/done\?token=(\S+)", text_of(mail))
    assert link is not None
    assert link[0].startswith(f"http://{site.domain}")
    assert link[0] in html_of(mail).replace("&amp;", "&")
    assert client.post("/api/v1/activation", {"token": link[1]}).json["status"] == "active"


def test_a_link_is_built_from_the_sites_domain_whatever_host_was_asked(
    client: Client, site: Site, postman: Postman
) -> None:
    client.http.environ_base["HTTP_X_FORWARDED_HOST"] = "evil.example.com"
    email = sign_up(client)
    assert "evil" not in text_of(postman.to(email)[0])


def test_a_mail_server_that_refuses_is_asked_again_and_the_mail_comes_once(client: Client, postman: Postman) -> None:
    postman.refuse = 2
    email = sign_up(client)
    assert postman.to(email) == []
    for _ in range(3):
        with transaction() as session:
            session.execute(text("UPDATE platform.inbox_entry SET next_try_at = now() - interval '1 second'"))
        requeue()
        from app.kernel import jobs

        with transaction(read_only=True) as session:
            waiting = session.execute(
                text("SELECT event_id, handler FROM platform.inbox_entry WHERE done_at IS NULL AND failed_at IS NULL")
            ).all()
        for event_id, handler in waiting:
            jobs.run_entry(str(event_id), handler)
    assert len(postman.to(email)) == 1


@pytest.mark.spec("8.6")
def test_a_reset_link_sets_a_new_password_and_is_told_about(
    client: Client, make_member: MakeMember, postman: Postman
) -> None:
    member = make_member(language="en")
    assert client.post("/api/v1/password-reset", {"email": member.email}).status_code == 204
    drain_now()
    token = re.search(r"/reset-password/do\?token=(\S+)", text_of(postman.to(member.email)[-1]))
    assert token is not None
    words = "a completely new sentence"
    answer = client.post(
        "/api/v1/password-reset/confirm", {"token": token[1], "password": words, "password_repeat": words}
    )
    assert answer.status_code == 204
    drain_now()
    assert [mail["Subject"] for mail in postman.to(member.email)] == [
        "Choose a new password",
        "Your password was changed",
    ]
    assert client.post("/api/v1/session", {"email": member.email, "password": words}).status_code == 200


def test_a_new_message_is_mailed_without_its_text(make_member: MakeMember, postman: Postman) -> None:
    writer, reader = make_member(name="Alma"), make_member(name="Bert", language="en")
    with transaction() as session:
        write(session, sender=writer, to=reader, body="My secret recipe")
    drain_now()
    (mail,) = postman.to(reader.email)
    assert mail["Subject"] == "Alma sent you a message"
    assert "recipe" not in mail.as_string()
    assert "/chats/" in text_of(mail)


def test_a_name_that_runs_from_right_to_left_turns_nothing_in_a_mail(make_member: MakeMember, postman: Postman) -> None:
    name = "יעל כהן"
    writer, reader = make_member(name=name), make_member(name=name, language="en")
    with transaction() as session:
        write(session, sender=writer, to=reader, body="Shalom")
    drain_now()
    (mail,) = postman.to(reader.email)
    assert mail["Subject"] == f"\u2068{name}\u2069 sent you a message"
    for kind in ("plain", "html"):
        said = mail.get_body((kind,)).get_content()
        assert said.count(name) == said.count(f"\u2068{name}\u2069") > 0


def test_a_gift_is_mailed_as_a_gift_and_not_which_one(make_member: MakeMember, postman: Postman) -> None:
    writer, reader = make_member(name="Alma"), make_member(name="Bert", language="en")
    with transaction() as session:
        give_credits(session, member_id=writer.id, credits=50)
        write(session, sender=writer, to=reader, body="My secret recipe", gift=Gift.CAKE)
    drain_now()
    (mail,) = postman.to(reader.email)
    assert mail["Subject"] == "Alma sent you a gift"
    assert "recipe" not in mail.as_string()
    assert "cake" not in mail.as_string()
    assert "/chats/" in text_of(mail)


def test_a_photo_is_mailed_once_it_can_be_seen_and_never_when_it_cannot(
    make_member: MakeMember, postman: Postman
) -> None:
    writer = make_member(name="Alma")
    reader, other = make_member(language="en"), make_member(language="en")
    with transaction() as session:
        write(session, sender=writer, to=reader, body="The dike", photo=pictures.encoded(pictures.portrait()))
        write(session, sender=writer, to=other, body="", photo=b"\xff\xd8\xff nothing")
    drain_now()
    (mail,) = postman.to(reader.email)
    assert mail["Subject"] == "Alma sent you a photo"
    assert "dike" not in text_of(mail)
    assert postman.to(other.email) == []


def test_only_the_first_unread_message_of_a_conversation_is_mailed(make_member: MakeMember, postman: Postman) -> None:
    writer, reader = make_member(name="Alma"), make_member(name="Bert")
    for body in ("One", "Two"):
        with transaction() as session:
            write(session, sender=writer, to=reader, body=body)
        drain_now()
    assert len(postman.to(reader.email)) == 1
    # The second one did not even queue a mail.
    assert states(reader.id) == [("new-message", "sent")]


@pytest.mark.spec("5.3")
def test_a_known_address_that_signs_up_quietly_is_told_by_mail(
    app: Flask, make_member: MakeMember, site: Site, postman: Postman
) -> None:

    set_site(site, hide_account_existence=True)
    member = make_member(language="en")
    for _ in range(2):
        answer = Client(app, site.hosts[0]).post("/api/v1/members", {**SIGNUP, "email": member.email}, key=uuid4().hex)
        assert answer.status_code == 201
        drain_now()
    assert [mail["Subject"] for mail in postman.to(member.email)] == ["You already have an account"]


@pytest.mark.spec("6.7")
def test_nothing_is_mailed_about_somebody_who_was_blocked_meanwhile(
    make_member: MakeMember, login: Callable[[Any], Client], postman: Postman
) -> None:
    writer, reader = make_member(name="Alma"), make_member(name="Bert")
    with transaction() as session:
        write(session, sender=writer, to=reader)
    assert login(reader).post(f"/api/v1/members/{writer.id}/block").status_code == 204
    drain_now()
    assert postman.to(reader.email) == []


def test_who_left_in_that_moment_is_queued_no_mail_and_the_writer_has_the_credits_back(
    make_member: MakeMember,
) -> None:
    writer, reader = make_member(), make_member()
    with transaction() as session:
        write(session, sender=writer, to=reader)
    delete_now(reader)
    drain_now()
    assert MailType.NEW_MESSAGE not in dict(states(reader.id))
    with transaction(read_only=True) as session:
        assert get_balance(session, writer.id) == 10


PLACEHOLDERS = (
    *("name", "site", "other", "amount", "credits", "total", "day", "iban", "mandate", "creditor", "threshold"),
    *("price", "method", "cap", "until", "percent", "code", "email", "note_until", "rate", "number"),
)


# The words of mails that have others than one sentence and a button.
SAID = {
    MailType.DIGEST: ("messages", "likes", "button"),
    MailType.DECISION_MADE: ("first",),
    MailType.MEMBER_BANNED: ("first",),
    MailType.APPEAL_DECIDED: ("first-confirmed", "first-reversed", "button"),
    MailType.COMPLAINT_REPLY_LOST: ("first-unread", "first-over", "second", "button"),
    MailType.DISCOUNT: ("button",),
    MailType.DIRECT_DEBIT_BLOCKED: ("first", "why.bank", "why.staff", "button"),
    # What these say stands on the staff's desk too, and is in billing's words.
    MailType.REFUND_ASKED: ("button",),
    MailType.REFUND_REFUSED: ("button",),
}


def test_every_mail_has_a_letter() -> None:
    assert set(MailType) - set(letters.LETTERS) == set(), "add these to the LETTERS of a file in modules/notifications"


@pytest.mark.parametrize("language", ["en", "nl", "de"])
def test_every_mail_has_all_its_words(language: str) -> None:
    for kind in MailType:
        if kind is MailType.APOLOGY:
            continue  # it says what a discount says
        for part in ("subject", "heading", *SAID.get(kind, ("first", "button"))):
            found = i18n.find_text(language, f"mail.{kind}.{part}", **dict.fromkeys(PLACEHOLDERS, "X"), count=2)
            assert found, (language, kind, part)
            assert "{" not in found
            if language != "en":
                key = f"mail.{kind}.{part}"
                assert found != i18n.find_text("en", key, **dict.fromkeys(PLACEHOLDERS, "X"), count=2), kind
