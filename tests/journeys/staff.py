"""Staff of the running installation: let into the console, and at its own calls."""

import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any
from uuid import UUID, uuid4

import pyotp
import pytest
from playwright.sync_api import Page

from tests.journeys.installation import acting
from tests.journeys.people import PATIENCE
from tests.running import Instance

if TYPE_CHECKING:
    from tests.journeys.conftest import Person

CALL = """async ([method, path, body]) => {
    const headers = {'Content-Type': 'application/json', 'X-Hearthside-Client': 'ops'};
    headers['Idempotency-Key'] = crypto.randomUUID();
    const answer = await fetch('/ops/api/' + path, {method, headers, body: body && JSON.stringify(body)});
    return {status: answer.status, body: answer.status === 204 ? null : await answer.json()};
}"""


@dataclass(frozen=True)
class Login:
    """What somebody signs in to the console with."""

    email: str
    address: str
    recovery_codes: tuple[str, ...]
    id: UUID
    password: str = "lamps lit along the quay"

    def code(self) -> str:
        """Return the code of now, which is good once."""
        return pyotp.TOTP(pyotp.parse_uri(self.address).secret).at(time.time())


class Colleague:
    """A staff member at the console's own calls."""

    def __init__(self, page: Page) -> None:
        self.page = page

    @property
    def base(self) -> str:
        """Where the installation of the page is."""
        return "/".join(self.page.url.split("/")[:3])

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

    def answer(self, number: str, action: str, text: str) -> None:
        """Say something in a complaint, after reading all of it."""
        case = self.call("GET", f"moderation.complaints/{self.find('complaints', number)}/views/case")
        self.act("complaints", number, action, {"text": text, "seen": case["messages"][-1]["id"]})

    def wait_for_case(self, query: str) -> Any:
        """Return the first open case that fits, once the relay has told of it."""
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            if waiting := self.call("GET", f"moderation.review?state=open&{query}")["data"]:
                return waiting[0]
            time.sleep(0.1)
        known = self.call("GET", f"moderation.review?{query}")["data"]
        raise AssertionError(f"no case with {query} is open; whatever its state: {known}")

    def settle(self, kind: str, member_id: str, answer: str) -> None:
        """Take on what waits of a kind about a member, and decide that no rule was broken."""
        waiting = self.wait_for_case(f"kind={kind}&member_id={member_id}")
        item = f"moderation.review/{waiting['id']}/actions"
        claimed = self.call("POST", f"{item}/claim", {"version": waiting["version"]})
        verdict = {"measure": "none", "answer": answer, "version": claimed["version"]}
        self.call("POST", f"{item}/decide", verdict)


@pytest.fixture
def engage(installation: Instance) -> Callable[[str], Login]:
    """Make an account for somebody new, who has not signed in yet."""

    def run(role: str) -> Login:
        from modules.moderation import api
        from modules.moderation.contracts.staff import Role

        email = f"{uuid4().hex[:8]}@staff.example.org"
        with acting() as session:
            made = api.create_staff(session, email=email, name="Robin", roles=[Role(role)], password=Login.password)
        return Login(email, made.provisioning_uri, tuple(made.recovery_codes), made.staff_id)

    return run


@pytest.fixture
def hire(engage: Callable[[str], Login], arrive: Callable[..., "Person"]) -> Callable[..., Colleague]:
    """Let somebody new into the console, without the page to sign in, which has journeys of its own."""

    def run(role: str) -> Colleague:
        from modules.moderation.staff.service import sessions

        person, login = arrive(), engage(role)
        with acting() as session:
            token = sessions.open_session(session, staff_id=login.id, network="127.0.0.1")
        person.context.add_cookies([{"name": "hearth_staff", "value": token, "url": f"{person.base}/ops/"}])
        person.page.goto(f"{person.base}/robots.txt")
        return Colleague(person.page)

    return run
