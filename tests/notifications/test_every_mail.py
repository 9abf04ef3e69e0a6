"""Every kind of mail in 11 languages, from things that happened: complete, small, alike as page and as text.

`hearth mail pictures` draws what this test writes.
"""

import html
import re
from collections.abc import Callable, Iterator
from html.parser import HTMLParser
from typing import Any
from uuid import UUID, uuid4

import pytest
from flask import Flask

from app.kernel.db.session import transaction
from app.kernel.events.outbox import publish
from app.kernel.i18n import LOCALES
from modules.accounts import api as accounts_api
from modules.accounts.contracts import DeletionReason, EmailPurpose, Member
from modules.accounts.events import PasswordChanged, SignupRepeated
from modules.accounts.leaving.service import exports
from modules.accounts.sessions.service.email_tokens import issue_token
from modules.billing import api as billing_api
from modules.billing.contracts.shop import Money
from modules.billing.contracts.states import Occasion, RefusalReason
from modules.billing.payments.service import payments
from modules.messaging.contracts import Gift
from modules.moderation.complaints.service import complaints
from modules.moderation.contracts.complaints import Topic
from modules.moderation.contracts.decisions import LIMITS, AppealOutcome, Measure, Rule, Verdict
from modules.moderation.contracts.reports import Outcome
from modules.moderation.decisions.service import appeals, decisions, fraud
from modules.moderation.events import FraudNoticeWithdrawn, ReplyLost, ReportReviewed
from modules.moderation.reports.service import reports
from modules.notifications.contracts import MailRhythm, MailType
from modules.notifications.service import composing, mails
from modules.sites.contracts import Site
from tests.architecture.test_rules import ROOT
from tests.billing.conftest import debit_shop, gateway, new_payer
from tests.billing.debiting import Payer
from tests.billing.members.buying import ask_back, buy, turn_refund
from tests.billing.members.test_reload import reload_until_off
from tests.billing.shopping import ref_of
from tests.billing.test_orders import order, payment_of
from tests.conftest import Client, drain_now
from tests.factories.billing import give_credits, give_discount
from tests.factories.messaging import actor_of, write
from tests.factories.moderation import Colleague, decide_appeal, make_complaint, make_decision, make_report, make_staff
from tests.factories.social import like
from tests.fixture_types import LogIn, MakeMember
from tests.moderation.test_complaints import a_complaint
from tests.notifications.conftest import Postman
from tests.notifications.gallery import Gallery
from tests.notifications.notifying import change, let_the_wait_end
from tests.notifications.test_guessed_mails import PAUSE, guess
from tests.notifications.test_life_mails import FIREFOX, IPHONE, log_in
from tests.notifications.test_mails import sign_up, text_of
from tests.profiles import pictures
from tests.simulating import Simulator

__all__ = ["debit_shop", "gateway", "new_payer"]


MAX_MAIL_BYTES = 60 * 1024


@pytest.fixture
def gallery(postman: Postman, monkeypatch: pytest.MonkeyPatch) -> Iterator[Gallery]:
    """Keeps every mail that is written in this test, in all languages, and none that an earlier one left to be sent."""
    drain_now()
    keeper = Gallery(mails.write_mail)
    monkeypatch.setattr(mails, "write_mail", keeper.write_mail)
    yield keeper
    keeper.save()


@pytest.mark.spec("1.5", "1.9")
def test_every_mail_in_every_language(
    app: Flask,
    debit_shop: Site,
    make_member: MakeMember,
    login: LogIn,
    client: Client,
    simulator: Simulator,
    postman: Postman,
    new_payer: Callable[..., Payer],
    gallery: Gallery,
) -> None:
    accounts(client, make_member, postman)
    log_ins(app, debit_shop, make_member)
    conversations(make_member)
    ruth = make_member(language="en", name="Ruth")
    browser = login(ruth)
    money(ruth, browser, simulator)
    discounts(ruth)
    ada = make_member(language="en", name="Ada")
    reload_until_off(ada, login(ada), simulator)
    direct_debit(new_payer())
    cases(client, make_member)
    missing = set(MailType) - {one.type for one in gallery.samples}
    assert missing == set(), (
        "no sample of these mails: let something happen above that makes the application write them"
    )
    for type in MailType:
        assert {one.language for one in gallery.samples if one.type is type} == set(LOCALES)
    for one in gallery.samples:
        check(one, debit_shop)


def accounts(client: Client, make_member: MakeMember, postman: Postman) -> None:
    """Sign up, be welcomed, come and go, and change what an account stands on."""
    email = sign_up(client)
    link = re.search(r"/activate/done\?token=(\S+)", text_of(postman.to(email)[0]))
    assert link is not None
    client.post("/api/v1/activation", {"token": link[1]})
    member = make_member(name="Ruth", language="en")
    with transaction() as session:
        for purpose in (EmailPurpose.RESET, EmailPurpose.CHANGE_EMAIL, EmailPurpose.UNDO_EMAIL_CHANGE):
            issue_token(session, member_id=member.id, email=member.email, purpose=purpose)
        undone: dict[str, Any] = {"purpose": EmailPurpose.RESET, "after_undo": True}
        issue_token(session, member_id=member.id, email=member.email, **undone)
        publish(session, PasswordChanged(member_id=member.id, changed_at="2026-11-22T00:00:00Z"))
        publish(session, SignupRepeated(member_id=member.id, day="2026-11-22"))
        exports.request_export(session, member_id=member.id)
    drain_now()
    with transaction() as session:
        accounts_api.delete_member(session, member_id=member.id, reason=DeletionReason.MET_SOMEONE)
    drain_now()
    with transaction() as session:
        accounts_api.reactivate_member(session, member_id=member.id)
    drain_now()


def log_ins(app: Flask, site: Site, make_member: MakeMember) -> None:
    """Log in from a second device, and try wrong passwords."""
    member = make_member(name="Ruth", language="en")
    guess(app, site.hosts[0], make_member(name="Ruth", language="en").email, PAUSE)
    for user_agent in (FIREFOX, IPHONE):
        log_in(app, site.hosts[0], member, user_agent)


def conversations(make_member: MakeMember) -> None:
    """Write, give, show, like and like back, and have all of it told in the evening to somebody else."""
    for rhythm in MailRhythm:
        reader, writers = make_member(name="Ruth", language="en"), [make_member(name=name) for name in ("Alma", "Bert")]
        third, alma = make_member(name="Maximilian-Alexander"), writers[0]
        change(reader, mail_rhythm=rhythm)
        with transaction() as session:
            for one in (*writers, third):
                give_credits(session, member_id=one.id, credits=100)
            write(session, sender=alma, to=reader, body="Hello")
            write(session, sender=writers[1], to=reader, body="", gift=Gift.CAKE)
            write(session, sender=third, to=reader, body="", photo=pictures.encoded(pictures.portrait()))
        like(alma, reader)
        drain_now()
        let_the_wait_end(reader)
    loved, lovers = make_member(name="Ruth", language="en"), [make_member(name=name) for name in ("Alma", "Bert")]
    for lover in lovers:
        like(lover, loved)
    drain_now()
    like(loved, lovers[0])
    like(lovers[0], loved)
    like(make_member(name="Bea", language="en"), loved)
    drain_now()


def money(ruth: Any, browser: Client, simulator: Simulator) -> None:
    """Buy, fail to buy, have money back or be refused it, and lose it to one's bank."""
    for outcome in ("refunded", "failed"):
        bought = buy(browser, simulator)
        ask_back(browser, bought)
        turn_refund(bought, simulator, outcome)
    with transaction() as session:
        # What such a bundle costs goes back only if two people agree.
        price = Money(90_00, "EUR")
        billing_api.set_bundle(session, site_id=ruth.site_id, country="NL", credits=1000, price=price)
    refuse_refund(buy(browser, simulator, credits=1000))
    bought = buy(browser, simulator)
    simulator.control("chargeback", payment=ref_of(bought["id"]))
    payments.sync_payment(payment_of(bought["id"]))
    drain_now()
    failed = order(browser).get_json()
    simulator.pay(ref_of(failed["id"]), "failed")
    browser.post(f"/api/v1/orders/{failed['id']}/sync")
    drain_now()


def refuse_refund(bought: Any) -> None:
    """Have a refund asked for by support, and refused by a second person in words of their own."""
    with transaction() as session:
        wanted: dict[str, Any] = {
            "order_id": UUID(bought["id"]),
            "credits": 1000,
            "actor": "robin",
            "note": "asked by mail",
        }
        refund = billing_api.request_refund(session, **wanted)
        said: dict[str, Any] = {"refused_for": RefusalReason.TOO_LATE, "words": "The order is of last May."}
        billing_api.reject_refund(session, refund_id=refund.id, actor="linden", **said)
    drain_now()


def discounts(ruth: Any) -> None:
    """Be given a code, and another one as amends."""
    change(ruth, mail={"offer": True})
    for occasion in (Occasion.APOLOGY, Occasion.PROMOTION):
        give_discount(ruth, occasion)
    drain_now()


def direct_debit(payer: Payer) -> None:
    """Have a debit announced, and be blocked for more."""
    payer.pay()
    with transaction() as session:
        billing_api.block_direct_debit(session, member_id=payer.member.id, iban=None, reason="disputes", actor="test")
    drain_now()


def cases(client: Client, make_member: MakeMember) -> None:
    """Complain with and without an account, report somebody, and hear that a cheat was removed."""
    client.post("/api/v1/complaints", a_complaint(text="A private word."), key=uuid4().hex)
    member, cheat = make_member(name="Ruth", language="en"), make_member(name="Mo")
    with transaction() as session:
        made, staff = make_complaint(session, member), make_staff(session)
        said: dict[str, Any] = {"complaint_id": made.id, "staff_id": staff.id}
        complaints.answer_complaint(session, **said, text="We looked.")
        complaints.answer_complaint(session, **said, text="On which day?", asks=True)
        complaints.answer_complaint(session, **said, text="Closed.", is_closed=True)
        about: dict[str, Any] = {"staff_id": staff.id, "member_id": member.id, "topic": Topic.PAYMENT}
        complaints.open_for_member(session, **about, text="We debited too much.")
        told = make_report(session, member, cheat)
        for is_over, day in ((False, "1 May"), (True, "2 May")):
            lost: dict[str, Any] = {"day": day, "is_over": is_over, "member_id": member.id, "contact_id": None}
            publish(session, ReplyLost(complaint_id=made.id, number=made.number, **lost))
    drain_now()
    with transaction() as session:
        decided: dict[str, Any] = {"report_id": told.id, "staff_id": staff.id, "outcome": Outcome.UPHELD}
        reports.decide_report(session, **decided, answer="We acted.")
        fraud.notify_fraud(session, removed_id=cheat.id, returned={member.id: 6})
    sanctions(member, staff)


def sanctions(member: Member, staff: Colleague) -> None:
    """Be warned, be banned, object, and hear that the application was wrong; a reporter hears of that too."""
    warning = Verdict(Measure.WARNING, Rule.SPAM)
    with transaction() as session:
        for outcome in AppealOutcome:
            warned = make_decision(session, member, staff, warning)
            words = {"key": "", "words": "That was a misunderstanding."}
            appeals.appeal(session, actor=actor_of(member), decision_id=warned, **words)
            decide_appeal(session, warned, staff=make_staff(session), outcome=outcome)
        limit = Verdict(Measure.FEATURE_LIMIT, Rule.INSULT, days=7, features=LIMITS)
        make_decision(session, member, staff, limit)
        make_decision(session, member, staff, Verdict(Measure.TIMED_BAN, Rule.INSULT, days=30))
        publish(session, ReportReviewed(uuid4(), "K7MP-4XQ2", member.id))
        publish(session, FraudNoticeWithdrawn(uuid4(), uuid4(), member.id, 6))
        decisions.lift_bans(session, member_id=member.id, reason="a mistake")
    drain_now()
    let_the_wait_end(member)


class Words(HTMLParser):
    """What a reader sees of a page, and where its links lead."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.seen: list[str] = []
        self.links: list[str] = []
        self._hidden = 0
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        own = dict(attrs)
        if tag in ("style", "title") or (tag == "div" and "display:none" in (own.get("style") or "")):
            self._hidden += 1
        if tag == "a":
            self.links.append(own["href"] or "")

    def handle_endtag(self, tag: str) -> None:
        if tag in ("style", "title", "div") and self._hidden:
            self._hidden -= 1

    def handle_data(self, data: str) -> None:
        if not self._hidden and data.strip():
            self.seen.append(" ".join(data.split()))


def check(one: Any, site: Site) -> None:
    """A mail is whole, in one language, small, and says as a page what it says as text."""
    where = (one.type, one.language)
    page, plain, subject = one.html(), one.text(), str(one.message["Subject"])
    assert re.match(rf'<!doctype html>\s*<html lang="{one.language}" dir="ltr"', page), where
    assert len(page.encode()) < MAX_MAIL_BYTES, where
    assert not re.search(r"[{}]|None|\bmail\.[a-z]", plain + subject), where
    assert 3 < len(subject) <= 90, (where, subject)
    assert not re.search(r"!|[A-ZÄÖÜ]{5}", re.sub(r"FOR\w+", "", subject)), (where, subject)
    assert site.company.name in plain, where
    words, flat = Words(page), " ".join(plain.split())
    for said in words.seen:
        assert said in flat, (where, said)
    assert words.links, where
    for link in words.links:
        assert html.unescape(link) in plain, (where, link)
    about_settings = [link for link in words.links if link.endswith("/notifications")]
    assert bool(about_settings) is one.is_to_member, where
    assert str(one.message["Auto-Submitted"]) == "auto-generated", where
    assert bool(one.message["List-Id"]) == bool(one.message["List-Unsubscribe"]), where


def luminance(colour: str) -> float:
    """The relative luminance of WCAG 2."""
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    """The contrast of two colours, from 1 to 21."""
    light, dark = sorted((luminance(one), luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


@pytest.mark.parametrize("niche", composing.THEMES)
def test_a_niches_colours_can_be_read(niche: int) -> None:
    theme = composing.THEMES[niche]
    for ink, paper in (
        ("#ffffff", theme.light),
        (theme.ink, "#ffffff"),
        (theme.ink, theme.paper),
        ("#4e5a57", theme.paper),
        (theme.on_dark, theme.dark),
        (theme.dark_ink, "#182322"),
        (theme.dark_ink, "#101918"),
    ):
        assert contrast(ink, paper) >= 4.5, (niche, ink, paper)


def test_every_niche_has_its_colours_of_the_pages() -> None:
    tokens = (ROOT / "member-web/src/styles/tokens.css").read_text(encoding="utf-8")
    for niche, theme in composing.THEMES.items():
        start = tokens.index(f":root[data-niche='{niche}'] {{") if niche > 1 else 0
        dark = tokens.index(
            f":root[data-niche='{niche}'][data-theme='dark']" if niche > 1 else ":root[data-theme='dark']"
        )
        for place, name, colour in (
            (start, "primary", theme.light),
            (start, "primary-ink", theme.ink),
            (dark, "primary", theme.dark),
            (dark, "primary-ink", theme.dark_ink),
        ):
            found = re.search(rf"--c-{name}: (#\w+);", tokens[place:])
            assert found is not None
            assert found[1] == colour, (niche, name)
