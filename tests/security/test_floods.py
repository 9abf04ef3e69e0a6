"""Whoever is slow is so alone: half requests by the hundred hold nobody else up (docs/decisions/0054)."""

import shutil
import tempfile
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest

from cli.folder import DataFolder
from cli.ports import free_port
from cli.stack import Stack
from cli.supervisor import Supervisor
from tests.asking import ask
from tests.conftest import Client
from tests.security.slow_clients import HALF_BODY, HALF_HEAD, begin, flood


@dataclass
class Front:
    """Proxy, web and live as `hearth up` starts them, on this process's engines."""

    port: int
    log: Path

    def call(self, browser: Client, method: str, path: str, body: Any = None) -> Any:
        """Call the members' API over the network as a browser would; every call has to succeed."""
        cookie = browser.http.get_cookie("hearth_session", domain=browser.host)
        headers = {"Host": browser.host, "X-Hearthside-Client": "web", "Idempotency-Key": uuid4().hex}
        headers |= {"Cookie": f"hearth_session={cookie.value}"} if cookie else {}
        answer = ask(method, f"http://127.0.0.1:{self.port}{path}", headers=headers, json=body)
        assert answer.status < 300, (path, answer.status, answer.data)
        return answer.json() if answer.data else None


@pytest.fixture(scope="module")
def front(_engines: bool) -> Iterator[Front]:
    """Start them; a name with a blank, an umlaut and a quote is one that people give."""
    place = Path(tempfile.mkdtemp(prefix="hearth-floods-"))
    with DataFolder(place / "Zoë's \"own\" daten; $1") as folder, Supervisor() as supervisor:
        stack = Stack(folder, supervisor, free_port())
        env = stack.environment({})
        supervisor.start(stack.web(env), stack.live(env))
        supervisor.start(stack.proxy(env))
        yield Front(stack.port, folder.log("web"))
    shutil.rmtree(place)


@pytest.fixture
def ada(make_member: Callable[..., Any], login: Callable[..., Client]) -> Client:
    return login(make_member(credits=1000))


@pytest.fixture
def ben(make_member: Callable[..., Any]) -> Any:
    return make_member()


def test_a_conversation_goes_on_under_a_flood_of_half_requests(front: Front, ada: Client, ben: Any) -> None:
    sent = front.call(ada, "POST", f"/api/v1/members/{ben.id}/messages", {"body": "Before"})
    path = f"/api/v1/conversations/{sent['conversation_id']}/messages"
    with flood(front.port, ada.host, heads=500, bodies=500):
        for number in range(10):
            front.call(ada, "GET", "/healthz")
            front.call(ada, "GET", "/readyz")
            front.call(ada, "POST", path, {"body": f"Number {number}"})
            shown = [message["body"] for message in front.call(ada, "GET", path)["messages"]]
            assert f"Number {number}" in shown
    assert "?slow" not in front.log.read_text()


@pytest.mark.parametrize("beginning", [HALF_HEAD, HALF_BODY])
def test_a_half_request_is_ended_and_reaches_no_view(front: Front, client: Client, beginning: bytes) -> None:
    with closing(begin(front.port, beginning, client.host)) as half:
        said = half.recv(1000)
    assert said == b"" or said.startswith(b"HTTP/1.1 408")
    front.call(client, "GET", "/api/v1/settings")
    assert "slow" not in front.log.read_text()
