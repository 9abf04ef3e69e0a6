"""Support and finance at their desks: a complaint answered, a refund decided by two, a code made and used."""

import json
import re
import time
from collections.abc import Callable
from dataclasses import replace
from typing import Any
from urllib.request import Request, urlopen
from uuid import uuid4

import pytest
from playwright.sync_api import Page, expect

from modules.notifications.service.return_notices import sign_notice
from tests.journeys.conftest import DESK, Person
from tests.journeys.looking import check_both_widths, check_desk
from tests.journeys.staff import Colleague
from tests.journeys.test_cases import complain
from tests.journeys.test_money import choose_bundle, decide, expect_title, newcomer, pay, press_pay, simulate  # noqa: F401 - fixtures
from tests.running import Instance


def open_desk(colleague: Colleague, path: str) -> Page:
    """Open a page of the console in a colleague's browser."""
    page = colleague.page
    page.goto(f"{colleague.base}/ops/{path}")
    page.get_by_role("heading", level=1).wait_for()
    return page


@pytest.mark.spec("2.10", "10.6")
def test_a_complaint_goes_from_visitor_to_answer_at_the_desk(
    arrive: Callable[..., Person], mailed_link: Callable[[str, str], str], hire: Callable[..., Colleague]
) -> None:
    visitor = arrive(DESK, host="hearthside.localhost")
    visitor.go("/complaints")
    number, email = complain(visitor)

    desk = open_desk(hire("support"), "complaints")
    expect(desk.get_by_role("heading", level=1)).to_contain_text("Complaints desk")
    check_desk(desk)
    desk.get_by_role("link", name=re.compile(number)).click()
    expect(desk.get_by_text("I was charged twice on 3 May")).to_be_visible()
    desk.keyboard.press("h")
    expect(desk.get_by_role("dialog", name="Hand over to moderation")).to_be_visible()
    check_both_widths(desk)
    desk.get_by_role("button", name="Cancel").click()
    desk.get_by_role("button", name="Show email address").click()
    desk.get_by_label("Reason").fill("The answer came back.")
    desk.get_by_role("dialog").get_by_role("button", name="Show email address").click()
    expect(desk.get_by_text(email)).to_be_visible()
    desk.keyboard.press("n")
    desk.get_by_label("Internal note").fill("The bank confirms it.")
    desk.get_by_role("button", name="Save note").click()
    expect(desk.locator(".thread [data-author=note]")).to_contain_text("Internal note")
    desk.get_by_role("button", name="Write an answer instead").click()
    desk.get_by_label("Insert a template").click()
    desk.get_by_role("option", name="Refund on its way").click()
    answer = desk.get_by_label(re.compile("^Answer in"))
    expect(answer).to_have_value(re.compile("Your money is on its way back"))
    check_desk(desk)
    desk.get_by_role("heading", level=2).first.click()
    desk.keyboard.press("a")
    expect(desk.locator(".thread [data-author=staff]")).to_contain_text("Your money is on its way back")

    reader = arrive(DESK, host="hearthside.localhost")
    reader.go(mailed_link(email, "/complaints"))
    expect(reader.page.get_by_text("Your money is on its way back")).to_be_visible()
    expect(reader.page.get_by_text("The bank confirms it.")).to_have_count(0)
    reader.page.get_by_label("Reply").fill("Thank you, it is there.")
    reader.page.get_by_role("button", name="Send reply").click()
    expect(reader.page.get_by_text("Thank you, it is there.")).to_be_visible()
    desk.reload()
    expect(desk.get_by_text("Thank you, it is there.")).to_be_visible()
    desk.get_by_label(re.compile("^Answer in")).fill("Good. We close this now.")
    desk.get_by_role("heading", level=2).first.click()
    desk.keyboard.press("c")
    expect(desk.get_by_text("This complaint is closed. A reply reopens it.")).to_be_visible()
    reader.page.reload()
    expect(reader.page.get_by_text(re.compile("^Closed on"))).to_be_visible()


@pytest.mark.spec("10.6")
def test_support_opens_a_case_for_an_address_which_reads_it_by_mail(
    arrive: Callable[..., Person], mailed_link: Callable[[str, str], str], hire: Callable[..., Colleague]
) -> None:
    desk, email = open_desk(hire("support"), "complaints"), f"{uuid4().hex[:10]}@example.org"
    desk.get_by_role("button", name="New complaint").click()
    form = desk.get_by_role("dialog")
    check_both_widths(desk)
    form.get_by_label("Person without an account").check()
    form.get_by_label("Email").fill(email)
    form.get_by_role("combobox", name=re.compile("^Site")).fill("Hearthside")
    desk.get_by_role("option", name="Hearthside", exact=True).click()
    form.get_by_role("combobox", name=re.compile("^Topic")).click()
    desk.get_by_role("option", name="Payment").click()
    form.get_by_label("Message").fill("You called us today about a payment of 10 euro.")
    check_both_widths(desk)
    form.get_by_role("button", name="New complaint").click()
    expect(desk.get_by_text("Opened by staff")).to_be_visible()
    expect(desk.locator(".thread [data-author=staff]")).to_contain_text("You called us today")

    reader = arrive(DESK, host="hearthside.localhost")
    reader.go(mailed_link(email, "/complaints"))
    expect(reader.page.get_by_text("You called us today about a payment of 10 euro.")).to_be_visible()


@pytest.mark.spec("10.6")
def test_an_answer_by_mail_reaches_the_desk(
    arrive: Callable[..., Person],
    installation: Instance,
    mail_to: Callable[[str], dict[str, Any]],
    hire: Callable[..., Colleague],
) -> None:
    colleague, email = hire("support"), f"{uuid4().hex[:10]}@example.org"
    (site,) = [one for one in colleague.call("GET", "sites.sites")["data"] if one["key"] == "hearthside"]
    opened = {"email": email, "site_id": site["id"], "topic": "payment", "text": "On which day did you pay?"}
    complaint = colleague.call("POST", "moderation.complaints", opened)
    to, words = dict(mail_to(email)["headers"])["Reply-To"], "> On which day?\nOn the 3rd of May.\n"
    post_mail(installation, f"To: {to}\nMessage-ID: <{uuid4().hex}@example.org>\n\n{words}".encode())
    desk = open_desk(colleague, f"complaints/{complaint['id']}")
    expect(desk.locator(".thread [data-author=complainant]")).to_contain_text("On the 3rd of May.")
    expect(desk.locator(".thread [data-author=complainant]")).not_to_contain_text("which day")


def post_mail(installation: Instance, content: bytes) -> None:
    """Hand a mail to the installation's door of returns, as its mail server does."""
    at = str(int(time.time()))
    key = installation.settings["HEARTH_RETURNS_KEY"].encode()
    headers = {
        "Content-Type": "message/rfc822",
        "Hearth-Timestamp": at,
        "Hearth-Signature": sign_notice(key, content, at),
    }
    request = Request(f"{installation.url}/api/v1/mail-returns", content, headers)
    with urlopen(request, timeout=30) as told:
        assert json.load(told)["reply"] == "taken"


@pytest.mark.spec("9.7", "10.6")
def test_a_refund_is_asked_by_one_approved_by_another_and_settled(
    newcomer: Callable[..., tuple[Person, str]], hire: Callable[..., Colleague], simulate: Callable[..., Any]
) -> None:
    buyer, _ = newcomer(DESK)
    buyer.go("/credits")
    buyer.page.get_by_role("radio", name=re.compile("messages")).last.check()
    buyer.page.get_by_role("link", name="Choose a payment method").click()
    buyer.page.get_by_role("radio", name="PayPal").check()
    pay(buyer.page, "Pay")
    expect_title(buyer.page, "Thank you, your payment is complete")
    order_id = buyer.page.url.split("?")[0].rstrip("/").rsplit("/", 1)[1]

    first = open_desk(hire("finance"), "refunds")
    first.get_by_label("Order number").fill(order_id)
    first.get_by_role("button", name="Find").click()
    expect(first.get_by_role("heading", name="New refund")).to_be_visible()
    first.get_by_label("Reason").fill("asked by phone")
    check_desk(first)
    expect(first.get_by_text("someone else must approve it")).to_be_visible()
    first.get_by_role("button", name=re.compile("^Refund €")).click()
    expect(first.get_by_text("Refund waiting for approval.")).to_be_visible()
    waiting = first.locator(".desk-queue .waiting").last
    waiting.click()
    expect(first.get_by_text("You requested this refund, so someone else must approve it.")).to_be_visible()
    expect(first.get_by_role("button", name=re.compile("^Refund €"))).to_be_disabled()

    second = open_desk(hire("finance"), first.url.split("/ops/")[1])
    expect(second.get_by_text("We’re refunding")).to_be_visible()
    check_desk(second)
    second.keyboard.press("x")
    expect(second.get_by_role("button", name="Refuse", exact=True)).to_be_disabled()
    second.keyboard.press("2")
    expect(second.get_by_role("button", name="Refuse", exact=True)).to_be_enabled()
    check_desk(second)
    second.get_by_role("button", name="Cancel").click()
    second.keyboard.press("p")
    expect(second.locator("output")).to_contain_text(re.compile("provider|Refunded", re.I))
    call = "billing.payments?order_id=" + order_id
    colleague = Colleague(second)
    [payment] = [one for one in colleague.call("GET", call)["data"] if one["is_credited"]]
    refunds = colleague.call("GET", f"billing.refunds/{second.url.rsplit('/', 1)[1]}/views/case")
    if refunds["state"] != "refunded":
        simulate("refund", refund=refunds["provider_ref"], status="refunded")
        second.get_by_role("button", name="Check with provider").click()
    assert payment["amount_minor"]["minor"] > 5000
    expect(second.locator("output")).to_contain_text("Refunded")
    check_desk(second)


@pytest.mark.spec("3.4", "10.6")
def test_money_that_could_not_be_taken_and_did_not_arrive_is_sent_again(
    newcomer: Callable[..., tuple[Person, str]], hire: Callable[..., Colleague], simulate: Callable[..., Any]
) -> None:
    buyer, _ = newcomer(DESK)
    windows = [replace(buyer, page=page) for page in (buyer.page, buyer.context.new_page())]
    for window in windows:
        choose_bundle(window)
        window.page.get_by_role("radio", name="iDEAL").check()
        window.page.get_by_role("radio", name="Rabobank").check()
        press_pay(window.page)
        window.page.wait_for_url("**/checkout/**")
    # Both have the welcome discount, which is good once.
    for window in windows:
        decide(window.page, "Pay")
    order_id = buyer.context.pages[1].url.split("?")[0].rstrip("/").rsplit("/", 1)[1]

    desk = open_desk(hire("finance"), "refunds")
    colleague = Colleague(desk)
    [refund] = colleague.call("GET", f"billing.refunds?order_id={order_id}")["data"]
    desk.goto(f"{colleague.base}/ops/refunds/{refund['id']}")
    expect(desk.get_by_text("no credits added.")).to_be_visible()
    sent = colleague.call("GET", f"billing.refunds/{refund['id']}/views/case")
    simulate("refund", refund=sent["provider_ref"], status="failed")
    desk.get_by_role("button", name="Check with provider").click()
    expect(desk.locator("output")).to_contain_text("The refund failed")
    check_desk(desk)
    desk.get_by_role("button", name=re.compile("^Send again")).click()
    expect(desk.get_by_text("Refund approved.")).to_be_visible()
    expect(desk.get_by_role("button", name=re.compile("^Send again"))).to_have_count(0)
    again = colleague.call("GET", f"billing.refunds?order_id={order_id}")["data"]
    assert [one["amount_minor"] for one in again] == [refund["amount_minor"]] * 2


@pytest.mark.spec("3.4", "10.6", "10.8")
def test_a_code_is_made_in_the_console_and_used_by_a_member(
    newcomer: Callable[..., tuple[Person, str]], hire: Callable[..., Colleague]
) -> None:
    finance = open_desk(hire("finance"), "billing.discounts")
    code = f"DESK{uuid4().hex[:6]}".upper()
    finance.get_by_role("button", name="Create code").click()
    dialog = finance.get_by_role("dialog")
    dialog.get_by_label(re.compile("^Site")).click()
    finance.get_by_role("option", name="Hearthside", exact=True).click()
    dialog.get_by_label(re.compile("^Code")).fill(code)
    dialog.get_by_label(re.compile("^Percent off")).fill("20")
    dialog.get_by_label("paypal", exact=False).check()
    check_both_widths(finance)
    dialog.get_by_role("button", name="Create code").click()
    expect(finance.get_by_text(code).first).to_be_visible()
    check_desk(finance)
    buyer, _ = newcomer(DESK)
    choose_bundle(buyer)
    # The time bonus is in the price already; one code at a time.
    buyer.page.get_by_role("button", name="Remove").click()
    buyer.page.get_by_label("Discount code").fill(code)
    buyer.page.get_by_role("button", name="Apply code").click()
    expect(buyer.page.get_by_text(f"Code {code} applied.")).to_be_visible()
    buyer.page.get_by_role("radio", name="PayPal").check()
    pay(buyer.page, "Pay")
    expect_title(buyer.page, "Thank you, your payment is complete")
    finance.reload()
    expect(finance.get_by_text(re.compile(r"\d+\.\d\d EUR")).first).to_be_visible()
    check_desk(finance)
