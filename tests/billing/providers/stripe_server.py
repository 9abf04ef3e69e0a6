"""Stripe's API on this machine, for the tests of the adapter: real HTTP, repeats by key, faults, signed events."""

import copy
import hashlib
import hmac
import json
import re
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from urllib.parse import parse_qsl, urlsplit

from tests.billing.providers.stripe_account import SHAPES, Account, Found, Refusal

KEY = "sk_test_4eC39HqLyjWDarjtT1zdp7dc"
SECRET = "whsec_5WbX5kEWLlfzsGNjH64I8lOOqUB6e8FH"


@dataclass
class Asked:
    """One request that came in."""

    method: str
    path: str
    params: Found
    key: str | None
    version: str


@dataclass
class Fault:
    """What the next request of a method meets: a refusal, or an answer that never comes (after seconds)."""

    method: str
    status: int | None
    seconds: float = 0


@dataclass
class StripeServer:
    """An account at Stripe and where its API answers."""

    url: str = ""
    key: str = KEY
    secret: str = SECRET
    account: Account = field(default_factory=Account)
    asked: list[Asked] = field(default_factory=list)
    faults: list[Fault] = field(default_factory=list)
    answers: dict[str, tuple[Any, int, Found]] = field(default_factory=dict)

    def event(self, type: str, about: Found) -> bytes:
        """Return the body of an event about an object as it is now."""
        made = {**SHAPES["event"], "type": type, "data": {"object": copy.deepcopy(about)}}
        return json.dumps(made, indent=2).encode()

    def sign(self, body: bytes, *, secret: str = SECRET, age: float = 0) -> dict[str, str]:
        """Return the header that proves an event, as Stripe's reference describes it."""
        moment = int(time.time() - age)
        proof = hmac.new(secret.encode(), f"{moment}.".encode() + body, hashlib.sha256).hexdigest()
        return {"Stripe-Signature": f"t={moment},v1={proof},v0={'0' * 64}"}

    def answer(self, asked: Asked) -> tuple[int, Found]:
        """Do what is asked, once for a key."""
        repeat = self.answers.get(asked.key or "")
        if repeat is not None:
            wanted, status, body = repeat
            if wanted != (asked.path, asked.params):
                message = "Keys for idempotent requests can only be used with the same parameters."
                return 400, {"error": {"type": "idempotency_error", "message": message}}
            return status, body
        try:
            status, body = 200, copy.deepcopy(self._expanded(self._do(asked), asked.params))
        except Refusal as refusal:
            status, body = refusal.status, {"error": copy.deepcopy(refusal.error)}
        if asked.key:
            self.answers[asked.key] = ((asked.path, asked.params), status, body)
        return status, body

    def _expanded(self, found: Found, params: Found) -> Found:
        for path in params.get("expand", {}).values():
            found = self.account.expand(found, path)
        return found

    def _do(self, asked: Asked) -> Found:
        account, params = self.account, asked.params
        path = asked.path.removeprefix("/v1")
        creating = {
            "/checkout/sessions": account.create_session,
            "/payment_intents": account.create_intent,
            "/refunds": account.create_refund,
            "/customers": account.create_customer,
        }
        acting = {
            r"/checkout/sessions/(\w+)/expire": account.expire_session,
            r"/payment_intents/(\w+)/cancel": account.cancel_intent,
            r"/payment_methods/(\w+)/detach": account.detach,
        }
        shown = {
            "/checkout/sessions": "checkout.session",
            "/payment_intents": "payment_intent",
            "/refunds": "refund",
            "/disputes": "dispute",
            "/payment_methods": "payment_method",
        }
        if path == "/payment_method_configurations":
            return self._page([SHAPES["payment_method_configuration"]], asked)
        if asked.method == "POST" and path in creating:
            return creating[path](params)
        for pattern, act in acting.items():
            if asked.method == "POST" and (found := re.fullmatch(pattern, path)):
                return act(found[1])
        if asked.method == "GET" and (found := re.fullmatch(r"/customers/(\w+)/payment_methods", path)):
            return self._page(account.list("payment_method", {"customer": found[1]}), asked)
        if asked.method == "GET" and path in shown:
            return self._page(account.list(shown[path], params), asked)
        collection, _, id = path.rpartition("/")
        if asked.method == "GET" and collection in shown:
            return account.get(id, shown[collection])
        raise Refusal(404, f"Unrecognized request URL ({asked.method}: {asked.path}).")

    def _page(self, found: list[Found], asked: Asked) -> Found:
        ids = [each["id"] for each in found]
        after = asked.params.get("starting_after")
        first = ids.index(after) + 1 if after else 0
        limit = int(asked.params.get("limit", 10))
        page = found[first : first + limit]
        return {"object": "list", "url": asked.path, "has_more": len(found) > first + limit, "data": page}


def decode(text: str) -> Found:
    """Read Stripe's form of nested values: `a[b][0]=c` is {"a": {"b": {"0": "c"}}}."""
    decoded: Found = {}
    for name, value in parse_qsl(text, keep_blank_values=True):
        *outer, last = re.findall(r"[^\[\]]+", name)
        inner = decoded
        for step in outer:
            inner = inner.setdefault(step, {})
        inner[last] = value
    return decoded


@contextmanager
def stripe_serving() -> Iterator[StripeServer]:
    """Answer as Stripe on a free port of this machine until the block ends."""
    state = StripeServer()

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_GET(self) -> None:
            self.handle_asked()

        def do_POST(self) -> None:
            self.handle_asked()

        def handle_asked(self) -> None:
            url = urlsplit(self.path)
            body = self.rfile.read(int(self.headers.get("Content-Length") or 0)).decode()
            asked = Asked(
                self.command,
                url.path,
                decode(body or url.query),
                self.headers.get("Idempotency-Key"),
                self.headers.get("Stripe-Version", ""),
            )
            state.asked.append(asked)
            if self.headers.get("Authorization") != f"Bearer {state.key}":
                self.send(401, {"error": {"type": "invalid_request_error", "message": "Invalid API Key provided"}})
                return
            fault = next((each for each in state.faults if each.method == self.command), None)
            if fault:
                state.faults.remove(fault)
            if fault and fault.status:
                self.send(fault.status, {"error": {"type": "api_error", "message": "Something went wrong."}})
                return
            answer = state.answer(asked)
            if fault:  # the work is done, and the answer is lost
                time.sleep(fault.seconds)
                self.close_connection = True
                return
            self.send(*answer)

        def send(self, status: int, body: Found) -> None:
            data = json.dumps(body).encode()
            self.send_response(status)
            self.send_header("Content-Type", "application/json")
            self.send_header("Content-Length", str(len(data)))
            self.send_header("Request-Id", "req_1")
            self.end_headers()
            self.wfile.write(data)

        def log_message(self, *_args: Any) -> None:
            """Say nothing: what was asked is remembered."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.daemon_threads = True
    state.url = f"http://127.0.0.1:{server.server_port}"
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02})
    thread.start()
    try:
        yield state
    finally:
        server.shutdown()
        thread.join()
        server.server_close()
