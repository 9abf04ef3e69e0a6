"""When something is wrong: a complaint and its answer, a report with a block; and a first sentence when all is well."""

import json
import re
import subprocess
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any
from uuid import uuid4

import pyotp
import pytest
from playwright.sync_api import Page, expect

from cli.paths import ROOT
from tests.journeys.conftest import DESK, PHONE, Person
from tests.journeys.test_gifts import who_am_i
from tests.running import Running, own_environment

SIZES = pytest.mark.parametrize("viewport", [PHONE, DESK], ids=["phone", "desk"])
STAFF_PASSWORD = "lamps lit along the quay"
CALL = """async ([method, path, body]) => {
    const headers = {'Content-Type': 'application/json', 'X-Hearthside-Client': 'ops'};
    headers['Idempotency-Key'] = crypto.randomUUID();
    const answer = await fetch('/ops/api/' + path, {method, headers, body: body && JSON.stringify(body)});
    return {status: answer.status, body: answer.status === 204 ? null : await answer.json()};
}"""


class Colleague:
    """A staff member at the console's own calls."""

    def __init__(self, page: Page) -> None:
        self.page = page

    def call(self, method: str, path: str, body: Any = None) -> Any:
        """Call the console's server; fails when it refuses."""
        answer = self.page.evaluate(CALL, [method, path, body])
        assert answer["status"] < 400, answer
        return answer["body"]

    def find(self, resource: str, number: str) -> str:
        """Return the id of a case by its number."""
        found = self.call("GET", f"moderation.{resource}?number={number}")["data"]
        return str(found[0]["id"])

    def act(self, resource: str, number: str, action: str, form: dict[str, str]) -> None:
        """Do something about a case."""
        self.call("POST", f"moderation.{resource}/{self.find(resource, number)}/actions/{action}", form)

    def settle(self, kind: str, member_id: str, answer: str) -> None:
        """Take on what waits of a kind about a member, and decide that no rule was broken."""
        for _ in range(60):
            waiting = self.call("GET", f"moderation.review?state=open&kind={kind}&member_id={member_id}")["data"]
            if waiting:
                break
            time.sleep(0.5)
        item = f"moderation.review/{waiting[0]['id']}/actions"
        claimed = self.call("POST", f"{item}/claim", {"version": waiting[0]["version"]})
        verdict = {"measure": "none", "answer": answer, "version": claimed["version"]}
        self.call("POST", f"{item}/decide", verdict)


@pytest.fixture
def hire(house: Running, arrive: Callable[..., Person]) -> Callable[..., Colleague]:
    """Let somebody new into the console and sign them in."""

    def run(role: str) -> Colleague:
        email = f"{uuid4().hex[:8]}@staff.example.org"
        command = [str(ROOT / "hearth"), "staff", "create", email, "--name", "Robin", "--role", role]
        environment = {**own_environment(), "HEARTH_DATA": str(house.data)}
        done = subprocess.run(
            [*command, "--password-stdin"],
            env=environment,
            input=f"{STAFF_PASSWORD}\n",
            capture_output=True,
            text=True,
            timeout=120,
            check=False,
        )
        assert done.returncode == 0, done.stderr
        address = re.search(r"otpauth://\S+", done.stdout)
        assert address is not None
        code = pyotp.TOTP(pyotp.parse_uri(address[0]).secret).at(time.time())
        person = arrive(DESK)
        person.page.goto(f"{person.base}/ops/")
        colleague = Colleague(person.page)
        colleague.call("POST", "session", {"email": email, "password": STAFF_PASSWORD, "code": code})
        return colleague

    return run


@pytest.fixture
def two_members(
    arrive: Callable[..., Person], logins: list[dict[str, str]]
) -> Iterator[tuple[dict[str, str], dict[str, str]]]:
    """Two members of the same site, who are there for each other again when the test has ended."""
    english, dutch = (
        next(one for one in logins if "Hearthside" in one["who"] and f", {code}," in one["who"])
        for code in ("en", "nl")
    )
    yield english, dutch
    person = arrive(DESK)
    person.log_in(english["email"], english["password"])
    assert person.page.evaluate(UNBLOCK_ALL) is True


NOT_FOUND = re.compile("This page could not be found|Deze pagina kon niet worden gevonden")
UNBLOCK_ALL = """async () => {
    const headers = {'X-Hearthside-Client': 'web'};
    for (const {id} of await (await fetch('/api/v1/blocks')).json())
        await fetch(`/api/v1/members/${id}/block`,
                    {method: 'DELETE', headers: {...headers, 'Idempotency-Key': crypto.randomUUID()}});
    return (await (await fetch('/api/v1/blocks')).json()).length === 0;
}"""


def look_at(person: Person, name: str, pictures: Path) -> None:
    """Let axe look at the page, which must not scroll sideways, and keep a picture of it."""
    person.check()
    width = person.page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
    assert width <= 0, f"{person.page.url} scrolls sideways by {width} px"
    person.page.screenshot(path=pictures / f"{name}.png", full_page=True)


@SIZES
@pytest.mark.spec("2.10", "10.6")
def test_a_visitor_complains_and_is_answered_by_mail(
    viewport: dict[str, int],
    arrive: Callable[..., Person],
    mailed_link: Callable[[str, str], str],
    hire: Callable[..., Colleague],
    tmp_path: Path,
) -> None:
    visitor = arrive(viewport, host="hearthside.localhost")
    page, email = visitor.page, f"{uuid4().hex[:10]}@example.org"
    visitor.go("/complaints")
    page.get_by_role("button", name="Send complaint").click()
    expect(page.get_by_role("link", name="Please choose what it is about.")).to_be_visible()
    look_at(visitor, "complaint-missing", tmp_path)
    page.get_by_label("What is it about?").select_option(label="Paying, credits or refunds")
    page.get_by_label("What happened?").fill("I was charged twice on 3 May, 10 euro each.")
    page.get_by_label("Your e-mail address").fill(email)
    # A person takes longer than a machine.
    page.wait_for_timeout(3_000)
    page.get_by_role("button", name="Send complaint").click()
    title = page.get_by_role("heading", level=1)
    expect(title).to_have_text(re.compile("^Complaint [A-Z0-9]{4}-[A-Z0-9]{4}$"))
    number = title.inner_text().removeprefix("Complaint ")
    look_at(visitor, "complaint-received", tmp_path)

    support = hire("support")
    support.act("complaints", number, "answer", {"text": "You are right. The second payment goes back today."})

    reader = arrive(viewport, host="hearthside.localhost")
    reader.go(mailed_link(email, "/complaints"))
    expect(reader.page.get_by_text("The second payment goes back today.")).to_be_visible()
    reader.page.get_by_label("Write back").fill("Thank you, it is there.")
    reader.page.get_by_role("button", name="Send", exact=True).click()
    expect(reader.page.get_by_text("Thank you, it is there.")).to_be_visible()
    look_at(reader, "complaint-answered", tmp_path)
    support.act("complaints", number, "close", {"text": "Good. We close this now."})
    reader.page.reload()
    expect(reader.page.get_by_text(re.compile("^Closed on"))).to_be_visible()


@SIZES
@pytest.mark.spec("10.5", "6.7", "2.37")
def test_a_member_reports_a_photo_blocks_and_reads_the_decision(
    viewport: dict[str, int],
    arrive: Callable[..., Person],
    two_members: tuple[dict[str, str], dict[str, str]],
    hire: Callable[..., Colleague],
    tmp_path: Path,
) -> None:
    ruth, henk = arrive(viewport), arrive(viewport)
    ruth.log_in(two_members[0]["email"], two_members[0]["password"])
    henk.log_in(two_members[1]["email"], two_members[1]["password"])
    other, page = who_am_i(henk.page), ruth.page
    name = other["name"]
    ruth.go(f"/members/{other['id']}")
    page.get_by_role("button", name=re.compile("^Photo 1 of .* open in full")).click()
    page.get_by_role("button", name="Report this photo").click()
    dialog = page.get_by_role("dialog", name=f"Report this photo of {name}")
    dialog.get_by_text("Not a real person, or somebody else’s photos").click()
    dialog.get_by_text(f"Block {name} as well").click()
    look_at(ruth, "report", tmp_path)
    dialog.get_by_role("button", name="Send report").click()
    thanks = page.get_by_role("dialog", name="Thank you for telling us")
    number = re.search(r"[A-Z0-9]{4}-[A-Z0-9]{4}", thanks.inner_text())
    assert number is not None
    look_at(ruth, "report-thanks", tmp_path)
    thanks.get_by_role("button", name="Close").last.click()
    page.wait_for_url("**/members")
    for person, whom in ((ruth, other["id"]), (henk, who_am_i(page)["id"])):
        person.page.goto(f"{person.base}/members/{whom}")
        expect(person.page.get_by_role("heading", level=1)).to_have_text(NOT_FOUND)

    moderator = hire("moderator")
    record = moderator.call("GET", f"moderation.reports/{moderator.find('reports', number[0])}")
    assert json.loads(record["evidence"])["name"] == name
    answer = f"The photos of {number[0]} are his own."
    moderator.settle("photo-report", other["id"], answer)
    ruth.go("/complaints")
    expect(page.get_by_text(answer)).to_be_visible()
    look_at(ruth, "my-reports", tmp_path)
