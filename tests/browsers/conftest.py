"""Browsers beside the Chromium of the journeys: a whole Hearthside, people who come to it, and what they know."""

import json
import re
import subprocess
import time
import urllib.request
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
import urllib3

from cli.engines.browsers import install_command, missing_engines
from cli.paths import ROOT
from tests import prepared
from tests.asking import ask
from tests.journeys.installation import MEMBERS, inside
from tests.journeys.staff import engage
from tests.running import Running, own_environment, running

__all__ = ["engage"]

SITE = "hearthside.localhost"
pytest.register_assert_rewrite("tests.browsers.journeys")


@pytest.fixture(autouse=True, scope="session")
def _engines() -> None:
    """The test process needs no engines: all of it talks to the running installation only."""


@pytest.fixture(scope="session")
def installation() -> Iterator[Running]:
    """A Hearthside with a small demo."""
    with prepared.copied(MEMBERS) as data, running(data) as up, inside(up):
        yield up


@pytest.fixture(scope="session")
def base(installation: Running) -> str:
    """The address of the demo's site, which is also where the provider sends payers back to."""
    return f"http://{SITE}:{installation.port}"


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item, call: Any) -> Any:
    """Tell the fixtures of a test that it failed."""
    report = yield
    if report.when == "call" and report.failed:
        item.failed = True  # type: ignore[attr-defined]
    return report


def needs(engine: str) -> pytest.MarkDecorator:
    """Skip all tests of a file whose engine is not here, and say what installs it."""
    reason = f"{engine} is not here; this installs it: {install_command()}"
    return pytest.mark.skipif(engine in missing_engines(), reason=reason)


class Member:
    """A member of the demo at the API."""

    def __init__(self, installation: Running, login: dict[str, str]) -> None:
        self._installation, self.login = installation, {name: login[name] for name in ("email", "password")}
        self._session = ""
        answer = self._ask("POST", "/api/v1/session", self.login)
        self._session = re.findall(r"hearth_session=[^;]+", answer.headers["Set-Cookie"])[0]
        self.me: dict[str, Any] = self.call("GET", "/api/v1/me")

    def call(self, method: str, path: str, body: Any = None) -> Any:
        """Ask the server; fails when it refuses."""
        answer = self._ask(method, path, body)
        return answer.json() if answer.data else None

    @property
    def session(self) -> tuple[str, str]:
        """The name and the value of the cookie."""
        name, _, value = self._session.partition("=")
        return name, value

    def _ask(self, method: str, path: str, body: Any) -> "urllib3.BaseHTTPResponse":
        # Only browsers know where *.localhost is.
        headers = {"Host": f"{SITE}:{self._installation.port}", "X-Hearthside-Client": "web", "Cookie": self._session}
        if method != "GET":
            headers["Idempotency-Key"] = f"{time.monotonic_ns()}-{method}-of-the-browsers"
        answer = ask(method, self._installation.url + path, headers=headers, **({"json": body} if body else {}))
        assert answer.status < 400, answer.data.decode()
        return answer


@pytest.fixture(scope="session")
def logins(installation: Running) -> list[dict[str, str]]:
    """The demo's logins at its first site."""
    found = json.loads((installation.data / "demo-logins.json").read_text())
    return [one for one in found if one["who"].endswith("Hearthside")]


@pytest.fixture(scope="session")
def euan(installation: Running, logins: list[dict[str, str]]) -> Member:
    """A member who reads English."""
    return Member(installation, next(one for one in logins if ", en," in one["who"]))


@pytest.fixture(scope="session")
def rob(installation: Running, logins: list[dict[str, str]]) -> Member:
    """Another member, who answers."""
    return Member(installation, next(one for one in logins if ", nl," in one["who"]))


@pytest.fixture(scope="session")
def things(euan: Member) -> dict[str, str]:
    """What addresses name in braces: a member, a conversation of Euan's, a bundle."""
    found = euan.call("GET", "/api/v1/search?country=&gender=&min_age=18&max_age=99")["results"]
    return {
        "member": next(one["id"] for one in found if one["kind"] == "member"),
        "conversation": euan.call("GET", "/api/v1/conversations")["conversations"][0]["id"],
        "bundle": euan.call("GET", "/api/v1/shop")["bundles"][0]["id"],
    }


@pytest.fixture(scope="session")
def grant(installation: Running) -> Callable[[Member, int], None]:
    """Give credits as the operator does."""

    def run(member: Member, number: int) -> None:
        command = [str(ROOT / "hearth"), "credits", "grant", member.login["email"], str(number)]
        command += ["--site", "hearthside", "--reason", "a browser"]
        environment = {**own_environment(), "HEARTH_DATA": str(installation.data)}
        done = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=120, check=False)
        assert done.returncode == 0, done.stderr

    return run


@pytest.fixture(scope="session")
def mailed_link(installation: Running) -> Callable[[str, str], str]:
    """Return the path of a link in the newest mail to somebody, once it has come."""

    def ask(path: str) -> Any:
        with urllib.request.urlopen(
            f"{installation.settings['HEARTH_MAILBOX_URL']}/api/messages{path}", timeout=5
        ) as answer:
            return json.loads(answer.read())

    def run(email: str, path: str) -> str:
        end = time.monotonic() + 30
        while time.monotonic() < end:
            for summary in ask(f"?to={email}"):
                if found := re.search(rf"https?://[^/\s]+({path}\S*)", ask(f"/{summary['id']}")["text"]):
                    return found[1]
            time.sleep(0.3)
        raise AssertionError(f"no mail with {path} came to {email}")

    return run


@pytest.fixture(scope="session")
def portrait(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A picture to upload."""
    from cli.dev.screens.look import a_photo

    path = tmp_path_factory.mktemp("pictures") / "portrait.jpg"
    path.write_bytes(a_photo()["buffer"])
    return path
