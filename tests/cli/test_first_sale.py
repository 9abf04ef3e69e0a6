"""The documents lead from an empty installation to a first sale: an operator types what stands there, as it stands."""

import re
import shlex
import time
from typing import Any
from urllib.parse import parse_qs, urlsplit
from uuid import uuid4

import pytest

from cli.paths import ROOT
from tests import prepared
from tests.asking import ask
from tests.cli.test_supervisor import until
from tests.running import Running, hearth, running

TEXT = "\n".join((ROOT / "docs" / page).read_text() for page in ("operating.md", "payments.md"))
BUYER = {
    "email": "robin@example.org",
    "name": "Robin",
    "password": "a lamp in the window",
    "date_of_birth": "1970-05-17",
}

# What curl says of the body that an option gives.
CURL = {"--json": "application/json", "-d": "application/x-www-form-urlencoded"}


def block_with(line: str) -> list[list[str]]:
    """Return the words of each line of the code block that has a line which begins so."""
    [block] = [block for block in re.findall(r"(?:^ {4}\S.*\n)+", TEXT, re.M) if f"    {line}" in block]
    return [shlex.split(line) for line in block.splitlines()]


class Browser:
    """The buyer's browser."""

    def __init__(self, up: Running, host: str) -> None:
        self.up, self.host, self.cookies = up, host, ""

    def ask(self, method: str, path: str, body: Any = None) -> Any:
        headers = {"Host": self.host, "X-Hearthside-Client": "web", "Cookie": self.cookies}
        sent = {"json": body} if body else {}
        url = f"{self.up.url}/api/v1{path}"
        answer = ask(method, url, headers={**headers, "Idempotency-Key": uuid4().hex}, **sent)
        assert answer.status < 300, (path, answer.status, answer.data)
        if cookies := answer.headers.getlist("Set-Cookie"):
            self.cookies = "; ".join(cookie.partition(";")[0] for cookie in cookies)
        return answer.json() if answer.data else None

    def sign_up(self) -> None:
        """Sign up, and open the link in the mail."""
        self.ask("POST", "/members", BUYER)
        mails = f"{self.up.settings['HEARTH_MAILBOX_URL']}/api/messages"
        until(lambda: bool(ask("GET", mails).json()))
        [mail] = ask("GET", mails).json()
        [link] = re.findall(r"\S+/activate/\S+", ask("GET", f"{mails}/{mail['id']}").json()["text"])
        self.ask("POST", "/activation", {"token": parse_qs(urlsplit(link).query)["token"][0]})

    def order(self) -> Any:
        """Order the smallest bundle of the shop."""
        bundle = self.ask("GET", "/shop")["bundles"][0]
        wish = {"method": "ideal", "start_now": True}
        return self.ask("POST", "/orders", {"bundle_id": bundle["id"], **wish})


def _pause() -> None:
    """Ask no more often than a page does, which nobody refuses."""
    time.sleep(0.5)


def type_commands(up: Running) -> str:
    """Type the commands for an empty installation one after the other; returns the host of the site they make."""
    host = ""
    for program, *words in block_with("hearth shop open evergreen"):
        done = hearth(*words, settings={"HEARTH_DATA": str(up.data)})
        assert (program, done.returncode) == ("hearth", 0), (words, done.stderr)
        host = words[words.index("--domain") + 1] if "--domain" in words else host
    return host


def pay(up: Running, checkout_url: str) -> None:
    """Type the command by which the simulator gets a payment paid, as curl would."""
    [[option, body, address]] = [words[1:] for words in block_with("curl ") if "/_simulator/pay" in words[-1]]
    simulator = up.settings["HEARTH_SIMULATOR_URL"]
    paid = ask(
        "POST",
        address.replace("http://127.0.0.1:PORT", simulator),
        body=body.replace("tr_…", checkout_url.rpartition("/")[2]),
        headers={"Content-Type": CURL[option]},
    )
    assert paid.status == 200, paid.data


def answers_to_notices(up: Running) -> list[str]:
    """Return what the shop answered to the simulator's webhooks."""
    log = ask("GET", f"{up.settings['HEARTH_SIMULATOR_URL']}/_simulator/log").json()
    return [one["answer"] for one in log if one["event"] == "notice"]


@pytest.mark.spec("10.10", "4.5")
def test_what_the_documents_say_leads_from_an_empty_installation_to_a_paid_order() -> None:
    with prepared.copied(members=0) as data, running(data, "--empty") as up:
        buyer = Browser(up, type_commands(up))
        buyer.sign_up()
        until(lambda: buyer.ask("GET", "/credits")["balance"] > 0, _pause)
        before = buyer.ask("GET", "/credits")["balance"]
        order = buyer.order()
        pay(up, order["checkout_url"])
        until(lambda: buyer.ask("GET", f"/orders/{order['id']}")["state"] == "completed", _pause)
        assert buyer.ask("GET", "/credits")["balance"] == before + order["credits"]
        until(lambda: "200" in answers_to_notices(up))
        listed = hearth("order", "list", settings={"HEARTH_DATA": str(data)}).stdout
        assert "completed" in listed
