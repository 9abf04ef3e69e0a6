"""When something is wrong: a complaint and its answer, a report with a block; and a first sentence when all is well."""

import json
import re
from collections.abc import Callable
from uuid import uuid4

import pytest
from playwright.sync_api import ViewportSize, expect

from tests.journeys.conftest import DESK, PHONE, Person
from tests.journeys.people import settle
from tests.journeys.staff import Colleague

SIZES = pytest.mark.parametrize("viewport", [PHONE, DESK], ids=["phone", "desk"])


NOT_FOUND = re.compile("This page could not be found|Deze pagina kon niet worden gevonden")


def complain(visitor: Person) -> tuple[str, str]:
    """Send the form on a visitor's page; returns the complaint's number and the visitor's address."""
    page, email = visitor.page, f"{uuid4().hex[:10]}@example.org"
    page.get_by_label("What is it about?").select_option(label="Payments, credits or refunds")
    page.get_by_label("What happened?").fill("I was charged twice on 3 May, 10 euro each.")
    page.get_by_label("Your email address").fill(email)
    # A person takes longer than a machine.
    page.wait_for_timeout(3_000)
    page.get_by_role("button", name="Send complaint").click()
    title = page.get_by_role("heading", level=1)
    expect(title).to_have_text(re.compile("^Complaint [A-Z0-9]{4}-[A-Z0-9]{4}$"))
    return title.inner_text().removeprefix("Complaint "), email


@SIZES
@pytest.mark.spec("2.10", "10.6")
def test_a_visitor_complains_and_is_answered_by_mail(
    viewport: ViewportSize,
    arrive: Callable[..., Person],
    mailed_link: Callable[[str, str], str],
    hire: Callable[..., Colleague],
) -> None:
    visitor = arrive(viewport, host="hearthside.localhost")
    page = visitor.page
    visitor.go("/complaints")
    page.get_by_role("button", name="Send complaint").click()
    expect(page.get_by_role("link", name="Choose what it’s about.")).to_be_visible()
    visitor.check()
    number, email = complain(visitor)
    visitor.check()

    support = hire("support")
    support.answer(number, "answer", "You are right. The second payment goes back today.")

    reader = arrive(viewport, host="hearthside.localhost")
    reader.go(mailed_link(email, "/complaints"))
    expect(reader.page.get_by_text("The second payment goes back today.")).to_be_visible()
    reader.page.get_by_label("Reply").fill("Thank you, it is there.")
    reader.page.get_by_role("button", name="Send reply").click()
    expect(reader.page.get_by_text("Thank you, it is there.")).to_be_visible()
    reader.check()
    support.answer(number, "close", "Good. We close this now.")
    reader.page.reload()
    expect(reader.page.get_by_text(re.compile("^Closed on"))).to_be_visible()


# A colleague at the review desk takes whatever waits.
@pytest.mark.xdist_group("review")
@SIZES
@pytest.mark.spec("10.5", "6.7", "2.37")
def test_a_member_reports_a_photo_blocks_and_reads_the_decision(
    viewport: ViewportSize, arrive: Callable[..., Person], hire: Callable[..., Colleague]
) -> None:
    ruth, henk = arrive(viewport), arrive(viewport)
    ruth.enter(settle(name="Ruth"))
    henk.enter(settle(name="Henk", language="nl", photos=1))
    other, page = henk.call("/me"), ruth.page
    name = other["name"]
    ruth.go(f"/members/{other['id']}")
    page.get_by_role("button", name=re.compile("^Enlarge photo of .*, 1 of ")).click()
    page.get_by_role("button", name="Report this photo").click()
    dialog = page.get_by_role("dialog", name=f"Report this photo of {name}")
    dialog.get_by_text("Not a real person, or someone else’s photos").click()
    dialog.get_by_text(f"Also block {name}").click()
    ruth.check()
    dialog.get_by_role("button", name="Send report").click()
    thanks = page.get_by_role("dialog", name="Thank you for telling us")
    number = re.search(r"[A-Z0-9]{4}-[A-Z0-9]{4}", thanks.inner_text())
    assert number is not None
    ruth.check()
    thanks.get_by_role("button", name="Close").last.click()
    page.wait_for_url("**/members")
    for person, whom in ((ruth, other["id"]), (henk, str(ruth.member.id))):
        person.page.goto(f"{person.base}/members/{whom}")
        expect(person.page.get_by_role("heading", level=1)).to_have_text(NOT_FOUND)

    moderator = hire("moderator")
    record = moderator.call("GET", f"moderation.reports/{moderator.find('reports', number[0])}")
    assert json.loads(record["evidence"])["name"] == name
    answer = f"The photos of {number[0]} are his own."
    moderator.settle("photo-report", other["id"], answer)
    ruth.go("/complaints")
    expect(page.get_by_text(answer)).to_be_visible()
    ruth.check()
