"""Staff of the running house: let into the console, and at its own calls."""

import re
import subprocess
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any
from uuid import uuid4

import pyotp
import pytest
from playwright.sync_api import Page

from cli.paths import ROOT
from tests.running import Running, own_environment

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
    password: str = "lamps lit along the quay"

    def code(self) -> str:
        """Return the code of now, which is good once."""
        return pyotp.TOTP(pyotp.parse_uri(self.address).secret).at(time.time())


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

    def answer(self, number: str, action: str, text: str) -> None:
        """Say something in a complaint, after reading all of it."""
        case = self.call("GET", f"moderation.complaints/{self.find('complaints', number)}/views/case")
        self.act("complaints", number, action, {"text": text, "seen": case["messages"][-1]["id"]})

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
def engage(house: Running) -> Callable[[str], Login]:
    """Make an account for somebody new, who has not signed in yet."""

    def run(role: str) -> Login:
        email = f"{uuid4().hex[:8]}@staff.example.org"
        command = [str(ROOT / "hearth"), "staff", "create", email, "--name", "Robin", "--role", role]
        done = subprocess.run(
            [*command, "--password-stdin"],
            env={**own_environment(), "HEARTH_DATA": str(house.data)},
            input=f"{Login.password}\n",
            capture_output=True,
            text=True,
            timeout=120,
            check=False,
        )
        assert done.returncode == 0, done.stderr
        address = re.search(r"otpauth://\S+", done.stdout)
        assert address is not None
        return Login(email, address[0], tuple(re.findall(r"^  (\w{5}-\w{5})$", done.stdout, re.M)))

    return run


@pytest.fixture
def hire(engage: Callable[[str], Login], arrive: Callable[..., "Person"]) -> Callable[..., Colleague]:
    """Let somebody new into the console and sign them in."""

    def run(role: str) -> Colleague:
        login = engage(role)
        person = arrive()
        person.page.goto(f"{person.base}/ops/")
        colleague = Colleague(person.page)
        signed = {"email": login.email, "password": login.password, "code": login.code()}
        colleague.call("POST", "session", signed)
        return colleague

    return run
