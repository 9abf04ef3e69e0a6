"""Direct debit from end to end: the code comes by SMS, the installation collects, the bank tells, the credits come."""

import json
import re
import time
import urllib.parse
import urllib.request
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import ViewportSize, expect

from tests.billing import sepa_bank
from tests.journeys.conftest import DESK, PHONE, Person
from tests.journeys.installation import hearth
from tests.journeys.people import PATIENCE, newcomer
from tests.journeys.test_first_conversation import confirm as confirm_address
from tests.running import Instance

IBAN = "NL02ABNA0123456789"


@pytest.fixture(scope="package")
def sms_code(installation: Instance) -> Callable[[str], str]:
    """Return the code of the newest SMS to a phone, once it has come."""

    def run(phone: str) -> str:
        url = f"{installation.settings['HEARTH_MAILBOX_URL']}/api/sms?to={urllib.parse.quote(phone)}"
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            with urllib.request.urlopen(url, timeout=PATIENCE) as answer:
                found = json.loads(answer.read())
            if found and (code := re.search(r"\b\d{6}\b", found[0]["subject"])):
                return code[0]
            time.sleep(0.05)
        raise AssertionError(f"no SMS came to {phone}")

    return run


def open_form(person: Person) -> None:
    """Choose the smallest bundle and the direct debit."""
    person.go("/credits")
    person.page.get_by_role("radio", name=re.compile("^10 messages")).first.check()
    person.page.get_by_role("link", name="Choose a payment method").click()
    person.page.get_by_role("radio", name=re.compile("direct debit", re.IGNORECASE)).check()
    person.page.get_by_role("link", name=re.compile("direct debit", re.IGNORECASE)).click()
    expect(person.page.get_by_role("heading", level=1)).to_have_text("Pay by direct debit")


# A collection takes along everything that waits.
@pytest.mark.xdist_group("direct-debit")
@pytest.mark.spec("2.13", "2.36", "5.6", "8.4")
@pytest.mark.parametrize(("viewport", "who"), [(PHONE, 0), (DESK, 1)], ids=["phone", "desk"])
def test_a_bundle_is_paid_by_direct_debit(
    arrive: Callable[..., Person],
    sms_code: Callable[[str], str],
    mailed_link: Callable[[str, str], str],
    tmp_path: Path,
    viewport: ViewportSize,
    who: int,
) -> None:
    phone = f"+3161234567{who}"
    person, email = newcomer(arrive, viewport)
    page = person.page
    confirm_address(person, email, mailed_link)
    open_form(person)

    page.get_by_role("button", name="Send code").click()
    expect(page.get_by_text("Enter your IBAN.").first).to_be_visible()
    page.get_by_label("IBAN").press_sequentially("nl02abna0123456780")
    expect(page.get_by_label("IBAN")).to_have_value("NL02 ABNA 0123 4567 80")
    page.get_by_label("Name of the account holder").fill("J. Jansen")
    page.get_by_label("Mobile number").fill(f"06 1234567{who}")
    page.get_by_text("I ask to receive my credits as soon as").click()
    page.get_by_role("button", name="Send code").click()
    expect(page.get_by_text("Check the IBAN.")).to_be_visible()
    expect(page.get_by_label("Name of the account holder")).to_have_value("J. Jansen")
    person.check()

    page.get_by_label("IBAN").fill(IBAN)
    page.get_by_role("button", name="Send code").click()
    expect(page.get_by_text("We’ve texted a code")).to_be_visible()
    box = page.get_by_role("checkbox")
    expect(box).not_to_be_checked()
    code = sms_code(phone)
    page.get_by_label("Code from the text message").fill("000000" if code != "000000" else "111111")
    page.get_by_role("button", name=re.compile("^Authorise")).click()
    expect(page.get_by_text("Tick the box")).to_be_visible()
    page.get_by_text(re.compile("^I authorise")).click()
    expect(box).to_be_checked()
    page.get_by_role("button", name=re.compile("^Authorise")).click()
    expect(page.get_by_text("Code invalid.")).to_be_visible()
    expect(box).to_be_checked()
    person.check()
    page.get_by_label("Code from the text message").fill(code)
    page.get_by_role("button", name=re.compile("^Authorise")).click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Thank you for your authorisation")
    person.check()

    page.get_by_role("link", name="Go to my order").click()
    page.wait_for_url("**/transactions/*")
    assert mailed_link(email, "/transactions") == page.url.removeprefix(person.base)
    collect(tmp_path)
    page.reload()
    expect(page.get_by_role("heading", level=1)).to_have_text("Thank you, your payment is complete")


def collect(folder: Path) -> None:
    """Collect everything that waits: two people of the installation, and the bank."""
    made = hearth("direct-debit", "batch", "create", "--until", "2100-01-01", "--actor", "linden")
    batch_id = made.split()[-1]
    file = folder / "collections.xml"
    hearth("direct-debit", "batch", "release", batch_id, "--yes", "--actor", "robin")
    hearth("direct-debit", "batch", "export", batch_id, "--out", str(file))
    wanted = sepa_bank.read_collections(file.read_bytes())
    statement = folder / "statement.xml"
    statement.write_bytes(sepa_bank.booked(*(sepa_bank.came(one.ref, one.amount) for one in wanted)))
    outcome: dict[str, Any] = json.loads(
        hearth("direct-debit", "import", str(statement), "--actor", "linden", "--json")
    )
    assert outcome["settled"] == len(wanted) >= 1
    hearth("ledger", "audit")
