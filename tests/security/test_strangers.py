"""What people can make the installation send to somebody who never asked for it."""

from collections.abc import Callable
from email.message import EmailMessage
from typing import Any
from uuid import uuid4

import pytest
from flask import Flask

from app.kernel import metrics, sms
from app.kernel.http import ratelimit
from app.kernel.http.ratelimit import Limit
from modules.billing.routes.direct_debit import FOR_MEMBER, TO_PHONE
from modules.sites.contracts import Site
from modules.social.routes import BLOCKS, LIKES
from modules.social.service.visits import VISITS
from tests.accounts.leaving import leave
from tests.accounts.routes.doors import OTHER_PASSWORD, sign_up
from tests.billing.conftest import debit_shop, gateway, new_payer, payer  # noqa: F401 - fixtures
from tests.billing.debiting import Gateway, Payer, forget_limits, new_phone
from tests.conftest import Client, drain_now
from tests.factories.accounts import PASSWORD
from tests.factories.sites import set_site
from tests.fixture_types import MakeMember
from tests.notifications.conftest import Postman, postman  # noqa: F401
from tests.notifications.test_mails import text_of
from tests.settings import SetEnv

Login = Callable[..., Client]

CHOSEN = "Win 500 now: evil.example/win"


def ask_for(browser: Client, email: str) -> Any:
    return browser.post("/api/v1/email-change", {"email": email, "password": PASSWORD})


def says(mail: EmailMessage, words: str) -> bool:
    return words in f"{mail['To']} {mail['Subject']} {text_of(mail)}"


@pytest.mark.spec("2.34")
@pytest.mark.parametrize("is_confirmed", [True, False])
def test_a_stranger_gets_three_mails_a_day_however_many_ask_for_the_address(
    is_confirmed: bool, login: Login, make_member: MakeMember, postman: Postman
) -> None:
    box = f"stranger{uuid4().hex[:8]}"
    askers = [login(make_member(confirmed=is_confirmed, name=f"{CHOSEN} {number}")) for number in range(10)]
    spellings = [f"{box}@gmail.com", f"{box}+news@gmail.com", f"{box[:4]}.{box[4:]}@GMAIL.com"] * 4
    answers = [ask_for(asker, email) for asker, email in zip(askers, spellings, strict=False)]
    assert [answer.status_code for answer in answers] == [202] * 3 + [429] * 7
    assert answers[-1].json["code"] == "rate-limited"
    drain_now()
    mails = [mail for mail in postman.mails if box[4:] in str(mail["To"])]
    assert len(mails) == 3
    assert not any(says(mail, CHOSEN) for mail in mails)


@pytest.mark.spec("4.1", "8.6")
def test_an_address_that_nobody_confirmed_is_told_no_name(
    client: Client, login: Login, make_member: MakeMember, postman: Postman
) -> None:
    stranger = make_member(confirmed=False, name=CHOSEN)
    browser = login(stranger)
    assert browser.post("/api/v1/activation/resend").status_code == 204
    assert client.post("/api/v1/password-reset", {"email": stranger.email}).status_code == 204
    drain_now()
    mails = postman.to(stranger.email)
    assert {mail["Subject"] for mail in mails} >= {"Confirm your email address", "Choose a new password"}
    assert not any(says(mail, CHOSEN) for mail in mails)


@pytest.mark.spec("4.1", "2.10")
def test_an_address_that_nobody_confirmed_is_sent_few_mails_whatever_its_account_does(
    client: Client, postman: Postman
) -> None:
    """It changes its password, wants a copy, complains, asks for links, and leaves."""
    box = f"{uuid4().hex[:12]}@example.org"
    assert sign_up(client, uuid4().hex, email=box).status_code == 201
    drain_now()
    for old, new in [(PASSWORD, OTHER_PASSWORD), (OTHER_PASSWORD, PASSWORD)] * 3:
        body = {"old_password": old, "password": new, "password_repeat": new}
        assert client.put("/api/v1/password", body).status_code == 204
    assert client.post("/api/v1/account/export", key=uuid4().hex).status_code == 202
    complaint = {"topic": "other", "text": "I was charged twice in May."}
    answers = [client.post("/api/v1/complaints", complaint, key=uuid4().hex).status_code for _ in range(5)]
    assert answers == [201] * 3 + [429] * 2
    assert leave(client).status_code == 200
    for _ in range(4):
        client.post("/api/v1/password-reset", {"email": box})
        client.post("/api/v1/reactivation/mail", {"email": box, "password": PASSWORD})
    drain_now()
    subjects = [mail["Subject"] for mail in postman.to(box)]
    assert len([subject for subject in subjects if "complaint" in subject]) == 3
    assert len(subjects) == 3 + 3, subjects


@pytest.mark.spec("8.6")
def test_the_last_link_of_a_day_says_how_long_it_is_good(
    client: Client, make_member: MakeMember, postman: Postman
) -> None:
    """A stranger who uses up the requests leaves a way in in the mailbox until there can be another."""
    member = make_member(language="en")
    for _ in range(4):
        client.post("/api/v1/password-reset", {"email": member.email})
        drain_now()
    said = [next(long for long in ("1 hour", "24 hours") if says(mail, long)) for mail in postman.to(member.email)]
    assert said == ["1 hour", "1 hour", "24 hours"]


@pytest.mark.spec("4.1")
@pytest.mark.parametrize("is_hidden", [True, False])
def test_a_mailbox_gets_three_mails_a_day_however_many_sign_up_with_its_sub_addresses(
    app: Flask, site: Site, is_hidden: bool, postman: Postman
) -> None:
    """Everybody has the account and its steps; who had no mail can ask for it another day."""
    set_site(site, hide_account_existence=is_hidden)
    box = uuid4().hex[:12]
    browsers = [Client(app, site.hosts[0]) for _ in range(5)]
    answers = [sign_up(one, uuid4().hex, email=f"{box}+{n}@gmail.com") for n, one in enumerate(browsers)]
    assert [answer.status_code for answer in answers] == [201] * 5
    assert browsers[4].post("/api/v1/activation/resend").json["code"] == "accounts.too-many-activation-mails"
    for n in range(5):
        browsers[4].post("/api/v1/password-reset", {"email": f"{box}+{n}@gmail.com"})
    drain_now()
    assert len([mail for mail in postman.mails if box in str(mail["To"])]) == 3


@pytest.mark.spec("4.1")
def test_who_owns_a_mailbox_signs_up_although_a_stranger_used_up_the_mails_of_a_day(
    app: Flask, site: Site, postman: Postman
) -> None:
    """Strangers of many networks have it sent twelve a day."""
    box = f"{uuid4().hex[:12]}@example.org"

    def sign_up_from(network: str, email: str) -> Any:
        here = Client(app, site.hosts[0])
        here.http.environ_base["REMOTE_ADDR"] = network
        assert sign_up(here, uuid4().hex, email=email).status_code == 201
        drain_now()
        return here

    for n in range(4):
        sign_up_from("10.1.0.1", box.replace("@", f"+{n}@"))
    assert len([mail for mail in postman.mails if box[:12] in str(mail["To"])]) == 3
    owner = sign_up_from("10.1.0.2", box)
    assert len(postman.to(box)) == 1
    for n in range(12):
        sign_up_from(f"10.1.1.{n}", box.replace("@", f"+from{n}@"))
    assert len([mail for mail in postman.mails if box[:12] in str(mail["To"])]) == 12
    assert owner.post("/api/v1/activation/resend").json["code"] == "accounts.too-many-activation-mails"


@pytest.mark.spec("2.13", "5.6")
def test_one_member_has_ten_codes_a_day_sent_to_whatever_phones(payer: Payer) -> None:
    """The hour's limits, of the network and the account, are forgotten as if the codes were asked for over the day."""
    order_id = payer.ask()
    answers = []
    for _ in range(10):
        forget_limits(but="debit-code-member")
        answers.append(payer.start(order_id=order_id, phone=new_phone()).status_code)
    assert answers == [201] * 9 + [429]


@pytest.mark.spec("2.13", "5.6")
def test_one_phone_is_sent_ten_codes_a_day_whoever_asks_for_them(new_payer: Callable[..., Payer]) -> None:
    """The hour's limits are forgotten as if the codes were asked for over the day."""
    phone, answers = new_phone(), []
    for asker in (new_payer(phone=phone), new_payer(phone=phone)):
        order_id = asker.ask()
        for _ in range(5):
            forget_limits(but="debit-code-phone-day")
            answers.append(asker.start(order_id=order_id).status_code)
    assert answers == [201] * 8 + [429] * 2


@pytest.mark.spec("2.13", "5.6")
def test_who_may_have_no_more_codes_sent_uses_up_nobody_elses(new_payer: Callable[..., Payer]) -> None:
    """They name another's phone and account, on and on."""
    stranger, owner = new_payer(), new_payer()
    ratelimit.count(FOR_MEMBER, str(stranger.member.id), calls=FOR_MEMBER.calls)
    answers = [stranger.start(phone=owner.phone, iban=owner.iban).status_code for _ in range(TO_PHONE.calls)]
    assert answers == [429] * TO_PHONE.calls
    assert owner.start().status_code == 201


@pytest.mark.spec("2.34")
@pytest.mark.parametrize("is_confirmed", [True, False])
def test_who_may_change_their_address_no_more_keeps_nobody_from_a_mailbox(
    is_confirmed: bool, login: Login, make_member: MakeMember
) -> None:
    stranger, owner = login(make_member(confirmed=is_confirmed)), login(make_member())
    box = f"{uuid4().hex[:12]}@example.org"
    for _ in range(3):
        assert ask_for(stranger, f"{uuid4().hex[:12]}@example.org").status_code == 202
    assert [ask_for(stranger, box).status_code for _ in range(3)] == [429] * 3
    assert ask_for(owner, box).status_code == 202


@pytest.mark.parametrize("phone", ["+212 612-345678", "+7 912 345-67-89", "+1 246 230 1234", "+882 16 1234 5678"])
@pytest.mark.spec("2.13", "5.6")
def test_phones_of_other_countries_than_the_sites_are_sent_nothing(payer: Payer, phone: str) -> None:
    assert payer.start(phone=phone).status_code == 422
    drain_now()
    assert payer.gateway.sent == []


@pytest.mark.parametrize("limit", [*LIKES, VISITS, *BLOCKS], ids=lambda limit: limit.name)
@pytest.mark.spec("4.10", "6.7")
def test_nobody_likes_visits_or_blocks_people_without_end(login: Login, make_member: MakeMember, limit: Limit) -> None:
    member, other = make_member(), make_member()
    browser, path = login(member), f"/api/v1/members/{other.id}/{limit.name.removesuffix('-day')}"
    for _ in range(limit.calls - 1):
        ratelimit.check(limit, str(member.id))
    assert browser.post(path).status_code in {200, 204}, "the last one"
    refused = browser.post(path)
    assert (refused.status_code, refused.json["code"]) == (429, "rate-limited")
    assert login(other).post(f"/api/v1/members/{make_member().id}/like").status_code == 200


@pytest.mark.spec("2.13", "5.6")
def test_an_installation_sends_so_many_text_messages_a_day(gateway: Gateway, set_env: SetEnv) -> None:
    set_env(HEARTH_SMS_A_DAY="2")
    held = metrics.SMS.labels("held")._value.get()
    gateway.refuse = 1
    with pytest.raises(sms.SmsNotSent):
        sms.send("+31612345678", "A code", id="1")
    for id in ("1", "2"):
        sms.send("+31612345678", "A code", id=id)
    with pytest.raises(sms.SmsNotSent):
        sms.send("+31612345678", "A code", id="3")
    assert [sent["id"] for sent in gateway.sent] == ["1", "2"], (
        "what the gateway refused is tried again and counts once"
    )
    assert metrics.SMS.labels("held")._value.get() == held + 1
