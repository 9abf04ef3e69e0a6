"""Direct debit from end to end: the code comes by SMS, the house collects, the bank tells, the credits come."""

import json
import re
import subprocess
import time
import urllib.parse
import urllib.request
from collections.abc import Callable
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest
from playwright.sync_api import expect

from cli.paths import ROOT
from tests.billing import sepa_bank
from tests.journeys.conftest import DESK, PHONE, Person
from tests.journeys.test_first_conversation import PASSWORD
from tests.journeys.test_first_conversation import confirm as confirm_address
from tests.journeys.test_money import SIGN_UP
from tests.running import Running, own_environment

IBAN = "NL02ABNA0123456789"


@pytest.fixture(scope="session")
def sms_code(house: Running) -> Callable[[str], str]:
    """Return the code of the newest SMS to a phone, once it has come."""

    def run(phone: str) -> str:
        url = f"{house.settings['HEARTH_MAILBOX_URL']}/api/sms?to={urllib.parse.quote(phone)}"
        end = time.monotonic() + 30
        while time.monotonic() < end:
            with urllib.request.urlopen(url, timeout=5) as answer:
                found = json.loads(answer.read())
            if found and (code := re.search(r"\b\d{6}\b", found[0]["subject"])):
                return code[0]
            time.sleep(0.3)
        raise AssertionError(f"no SMS came to {phone}")

    return run


def open_form(person: Person) -> None:
    """Choose the smallest bundle and the direct debit."""
    person.go("/credits")
    person.page.get_by_role("radio", name=re.compile("^10 messages")).first.check()
    person.page.get_by_role("link", name="Choose how to pay").click()
    person.page.get_by_role("radio", name=re.compile("direct debit", re.IGNORECASE)).check()
    person.page.get_by_role("link", name=re.compile("direct debit", re.IGNORECASE)).click()
    expect(person.page.get_by_role("heading", level=1)).to_have_text("Pay by direct debit")


def look_at(person: Person, name: str, pictures: Path) -> None:
    """Let axe look at the page, which must not scroll sideways, and keep a picture of it."""
    person.check()
    width = person.page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
    assert width <= 0, f"{person.page.url} scrolls sideways by {width} px"
    person.page.screenshot(path=pictures / f"direct-debit-{name}.png", full_page=True)


@pytest.mark.spec("2.13", "2.36", "5.6", "8.4")
@pytest.mark.parametrize(("viewport", "who"), [(PHONE, 0), (DESK, 1)], ids=["phone", "desk"])
def test_a_bundle_is_paid_by_direct_debit(
    house: Running,
    arrive: Callable[..., Person],
    sms_code: Callable[[str], str],
    mailed_link: Callable[[str, str], str],
    tmp_path: Path,
    viewport: dict[str, int],
    who: int,
) -> None:
    phone = f"+3161234567{who}"
    person = arrive(viewport, host="hearthside.localhost")
    page = person.page
    person.go("/login")
    newcomer = {"email": f"debtor.{uuid4().hex[:8]}@example.org", "password": PASSWORD}
    assert page.evaluate(SIGN_UP, newcomer) == 201
    confirm_address(person, newcomer["email"], mailed_link)
    open_form(person)

    page.get_by_role("button", name="Send me a code").click()
    expect(page.get_by_text("Please give your IBAN.").first).to_be_visible()
    page.get_by_label("IBAN").press_sequentially("nl02abna0123456780")
    expect(page.get_by_label("IBAN")).to_have_value("NL02 ABNA 0123 4567 80")
    page.get_by_label("Name of the account holder").fill("J. Jansen")
    page.get_by_label("Mobile phone").fill(f"06 1234567{who}")
    page.get_by_text("I ask for my credits as soon as").click()
    page.get_by_role("button", name="Send me a code").click()
    expect(page.get_by_text("Please check the IBAN.")).to_be_visible()
    expect(page.get_by_label("Name of the account holder")).to_have_value("J. Jansen")
    look_at(person, f"form-{who}", tmp_path)

    page.get_by_label("IBAN").fill(IBAN)
    page.get_by_role("button", name="Send me a code").click()
    expect(page.get_by_text("We sent a code by SMS")).to_be_visible()
    box = page.get_by_role("checkbox")
    expect(box).not_to_be_checked()
    code = sms_code(phone)
    page.get_by_label("Code from the SMS").fill("000000" if code != "000000" else "111111")
    page.get_by_role("button", name=re.compile("^Authorise")).click()
    expect(page.get_by_text("Please tick the box")).to_be_visible()
    page.get_by_text(re.compile("^I authorise")).click()
    expect(box).to_be_checked()
    page.get_by_role("button", name=re.compile("^Authorise")).click()
    expect(page.get_by_text("Code invalid.")).to_be_visible()
    expect(box).to_be_checked()
    look_at(person, f"permission-{who}", tmp_path)
    page.get_by_label("Code from the SMS").fill(code)
    page.get_by_role("button", name=re.compile("^Authorise")).click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Thank you: your permission is here")
    look_at(person, f"done-{who}", tmp_path)

    page.get_by_role("link", name="To my order").click()
    page.wait_for_url("**/transactions/*")
    assert mailed_link(newcomer["email"], "/transactions") == page.url.removeprefix(person.base)
    collect(house, tmp_path)
    page.reload()
    expect(page.get_by_role("heading", level=1)).to_have_text("Thank you, your credits are there", timeout=30_000)


def collect(house: Running, folder: Path) -> None:
    """Collect everything that waits: two people of the house, and the bank."""

    def hearth(*arguments: str) -> str:
        return run(house, "direct-debit", *arguments)

    made = hearth("batch", "create", "--until", "2100-01-01", "--actor", "linden")
    batch_id = made.split()[-1]
    file = folder / "collections.xml"
    hearth("batch", "release", batch_id, "--yes", "--actor", "robin")
    hearth("batch", "export", batch_id, "--out", str(file))
    wanted = sepa_bank.read_collections(file.read_bytes())
    statement = folder / "statement.xml"
    statement.write_bytes(sepa_bank.booked(*(sepa_bank.came(one.ref, one.amount) for one in wanted)))
    outcome: dict[str, Any] = json.loads(hearth("import", str(statement), "--actor", "linden", "--json"))
    assert outcome["settled"] == len(wanted) >= 1
    run(house, "ledger", "audit")


def run(house: Running, *arguments: str) -> str:
    """Run a hearth command on the running house; returns what it says."""
    environment = {**own_environment(), "HEARTH_DATA": str(house.data)}
    command = [str(ROOT / "hearth"), *arguments]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=120, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout
