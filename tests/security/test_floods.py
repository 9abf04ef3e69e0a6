"""Whoever is slow is so alone: half requests by the hundred hold nobody else up (docs/decisions/0054)."""

import os
import shutil
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from statistics import quantiles
from time import perf_counter
from typing import Any
from uuid import uuid4

import pytest

from app.kernel.db.session import transaction
from cli.folder import DataFolder
from cli.ports import free_port
from cli.stack import Stack
from cli.supervisor import Supervisor
from modules.accounts.contracts import Member
from tests.asking import ask
from tests.conftest import Client
from tests.factories.billing import give_credits
from tests.fixture_types import LogIn, MakeMember
from tests.security.slow_clients import flood

ROUNDS = 6


@dataclass
class Front:
    """Proxy, web and live as `hearth up` starts them, on this process's engines."""

    port: int

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
    with DataFolder(place / 'Zoë\'s "own" daten; $1') as folder, Supervisor() as supervisor:
        stack = Stack(folder, supervisor, free_port())
        env = stack.environment({})
        supervisor.start(stack.web(env), stack.live(env))
        supervisor.start(stack.proxy(env))
        yield Front(stack.port)
    shutil.rmtree(place)


@pytest.fixture
def ada(make_member: MakeMember, login: LogIn) -> Client:
    member = make_member()
    with transaction() as session:
        give_credits(session, member_id=member.id, credits=50_000)
    return login(member)


@pytest.fixture
def ben(make_member: MakeMember) -> Member:
    return make_member()


@pytest.mark.skipif(sys.platform == "darwin", reason="only Linux has many addresses on the loopback")
def test_a_conversation_goes_on_under_a_flood_of_half_requests(front: Front, ada: Client, ben: Member) -> None:
    sent = front.call(ada, "POST", f"/api/v1/members/{ben.id}/messages", {"body": "Before"})
    path = f"/api/v1/conversations/{sent['conversation_id']}/messages"
    with flood(front.port, ada.host, heads=500, bodies=500):
        for number in range(10):
            front.call(ada, "GET", "/healthz")
            front.call(ada, "GET", "/readyz")
            front.call(ada, "POST", path, {"body": f"Number {number}"})
            shown = [message["body"] for message in front.call(ada, "GET", path)["messages"]]
            assert f"Number {number}" in shown


@pytest.mark.skipif(not os.environ.get("HEARTH_LONG"), reason="it compares times, for which a machine has to be quiet")
@pytest.mark.skipif(sys.platform == "darwin", reason="only Linux has many addresses on the loopback")
def test_a_conversation_takes_no_more_than_twice_as_long_under_a_flood(front: Front, ada: Client, ben: Member) -> None:
    sent = front.call(ada, "POST", f"/api/v1/members/{ben.id}/messages", {"body": "Before"})
    path = f"/api/v1/conversations/{sent['conversation_id']}/messages"

    def talk() -> list[float]:
        took = []
        for number in range(50):
            began = perf_counter()
            front.call(ada, "POST", path, {"body": f"Number {number}"})
            front.call(ada, "GET", path)
            took.append(perf_counter() - began)
        return took

    talk()  # what only the first have to wait for
    usual, flooded = [], []
    for _ in range(ROUNDS):  # in turns, so that a slow moment of the machine is both's
        usual += talk()
        with flood(front.port, ada.host, heads=500, bodies=500):
            flooded += talk()
    p95s = [quantiles(took, n=20)[-1] * 1000 for took in (usual, flooded)]
    print("p95 of a message sent and the conversation read, usual and flooded: {:.1f} ms, {:.1f} ms".format(*p95s))
    assert p95s[1] <= 2 * p95s[0]
