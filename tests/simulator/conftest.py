"""The simulator is a process of its own and needs none of the engines."""

import threading
import warnings
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest

from tests.asking import ask

with warnings.catch_warnings():
    warnings.simplefilter("ignore")  # the generated models say nothing that concerns us
    from mollie import models
    from mollie.sdk import ClientSDK

from tests.cli.conftest import place  # noqa: F401 (a fixture)
from tests.simulating import Simulator

RETURN = "http://shop.localhost/return"


@pytest.fixture(scope="session", autouse=True)
def _engines() -> None:
    """Stand in for the engines that other suites share."""


class Seller:
    """A shop that is told by the simulator, and answers as it is asked to."""

    def __init__(self, server: ThreadingHTTPServer) -> None:
        self.url = f"http://127.0.0.1:{server.server_port}/notices"
        self.told: list[str] = []
        self.answers: list[int] = []


@pytest.fixture
def seller() -> Iterator[Seller]:
    """A shop that hears the simulator's notices."""

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["Content-Length"]))
            # Before the answer, after which whoever asked may look.
            shop.told.append(body.decode())
            self.send_response(shop.answers.pop(0) if shop.answers else 200)
            self.send_header("Content-Length", "0")
            self.end_headers()

        def log_message(self, format: str, *args: object) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    shop = Seller(server)
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02})
    thread.start()
    yield shop
    server.shutdown()
    thread.join()
    server.server_close()


class Api:
    """The API as bytes over HTTP, without a client's help."""

    def __init__(self, simulator: Simulator) -> None:
        self.simulator = simulator

    def call(self, method: str, path: str, json: Any = None, key: str | None = None, **headers: str) -> Any:
        """Send one request."""
        sent = {"Authorization": f"Bearer {self.simulator.key}", **headers, **({"Idempotency-Key": key} if key else {})}
        url = f"{self.simulator.url}/v2{path}"
        return ask(method, url, json=json, headers=sent)

    def pay_for(self, value: str = "10.00", **wanted: Any) -> dict[str, Any]:
        """Begin a payment."""
        body = {
            "amount": {"currency": "EUR", "value": value},
            "description": "100 credits",
            "redirectUrl": RETURN,
            **wanted,
        }
        answer = self.call("POST", "/payments", body)
        assert answer.status == 201, answer.data
        found: dict[str, Any] = answer.json()
        return found

    def get(self, path: str) -> Any:
        """Read something."""
        answer = self.call("GET", path)
        assert answer.status == 200, answer.data
        return answer.json()


@pytest.fixture
def api(simulator: Simulator) -> Api:
    """The simulator's API."""
    return Api(simulator)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder for a simulator of the test's own."""
    return tmp_path / "simulator"


@pytest.fixture
def judge(simulator: Simulator) -> Iterator[ClientSDK]:
    """The strict client that Mollie generates from the description of its API."""
    with ClientSDK(security=models.Security(api_key=simulator.key), server_url=simulator.url) as client:
        yield client


def begin(judge: ClientSDK, **wanted: Any) -> Any:
    """Begin a payment through the judge."""
    request: Any = {
        "amount": {"currency": "EUR", "value": "12.50"},
        "description": "100 credits",
        "redirect_url": RETURN,
        **wanted,
    }
    return judge.payments.create(payment_request=request)
