"""Signing in from a browser that is new for the member, which is mailed about it; beside one check of the password."""

from collections.abc import Iterator
from itertools import count
from statistics import median
from uuid import uuid4

from modules.accounts.identity.service import hashing
from tests.bench.delivered import wait_until_handled
from tests.bench.load import Connection, ratio, summary
from tests.bench.paths import Bench, Figure


def sign_in(bench: Bench) -> Iterator[Figure]:
    """Measure while worker and relay run, so that the mails of the sign-ins before are written and sent meanwhile."""
    password = bench.plan["password"]
    known = bench.rows("SELECT password_hash FROM accounts.member WHERE id = %s", bench.actors[0]["id"])[0][0]
    connection, networks, browser = Connection(bench.ports["ours"]), count(1), uuid4().hex

    def ours(number: int) -> None:
        network = next(networks)
        body = {"email": bench.actors[number % len(bench.actors)]["email"], "password": password}
        headers = {
            "User_Agent": f"{browser} {network}",
            "X_Forwarded_For": f"10.{network >> 16 & 255}.{network >> 8 & 255}.{network & 255}",
        }
        connection.call(bench.request("POST", "/api/v1/session", who={}, body=body, **headers))

    def bare(_number: int) -> None:
        if not hashing.is_password(known, password):
            raise RuntimeError("the bench's password is another one")

    times = bench.compare({"ours": ours, "bare": bare}, each=20)
    wait_until_handled(bench)
    yield {
        "path": "signin",
        "what": "sign in",
        "ours": summary(times["ours"]) | bench.cost(ours, finish=lambda: wait_until_handled(bench)),
        "bare": summary(times["bare"]),
        "ratio": ratio(times["ours"], times["bare"], median),
        "ratio_p95": ratio(times["ours"], times["bare"]),
    }
