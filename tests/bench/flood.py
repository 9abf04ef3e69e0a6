"""How soon a newcomer's activation mail is sent while a hundred of the worst pictures wait; beside it with none."""

import time
from collections.abc import Callable, Iterator
from itertools import count
from statistics import median
from uuid import UUID, uuid4

from app.kernel import jobs
from app.kernel.db.session import transaction
from app.kernel.events.outbox import Queue
from modules.profiles.service import photos, profile
from modules.sites import api as sites_api
from tests.bench.load import Connection, Times, p95, ratio, summary
from tests.bench.paths import Bench, Figure
from tests.factories.accounts import PASSWORD, make_member
from tests.factories.pictures import worst_picture

PICTURES, SENDERS = 100, 4
NEWCOMERS = 5  # in each round
LOOK_EVERY = 0.02
PATIENCE = 60.0
SENT = """SELECT mail.sent_at FROM notifications.mail JOIN accounts.member ON member.id = mail.member_id
WHERE member.email = %s AND mail.state = 'sent'"""

_networks = count(1)


def flood(bench: Bench) -> Iterator[Figure]:
    """Measure, in rounds, mails to newcomers before the pictures come, then while they wait."""
    bare = [_sign_up(bench) for _ in range(bench.rounds)]
    _send_pictures(bench)
    ours = [_sign_up(bench) for _ in range(bench.rounds)]
    if not jobs.count_queued()[Queue.SLOW]:
        raise RuntimeError("the pictures were done before the mails: measure fewer rounds")
    jobs.queue_in_redis(Queue.SLOW).empty()
    yield {
        "path": "flood",
        "what": f"an activation mail is sent, {PICTURES} of the worst pictures wait",
        "ours": summary(ours),
        "bare": summary(bare),
        "ratio": ratio(ours, bare, median),
        "ratio_p95": ratio(ours, bare),
        "worst": round(1000 * max(max(times) for times in ours)),
        "all_p95": round(1000 * p95([one for times in ours for one in times])),
    }


def _send_pictures(bench: Bench) -> None:
    """Upload the pictures in a few members' names, and wait until the first is being read."""
    picture = worst_picture()
    with transaction() as session:
        site = sites_api.get_site(session, UUID(bench.plan["site"]))
        for _ in range(SENDERS):
            member = make_member(session, site=site, paid=True)
            profile.ensure_profile(session, member.id)
            for _ in range(PICTURES // SENDERS):
                photos.add_photo(session, member_id=member.id, is_paid=True, content=picture)
    _wait(lambda: jobs.count_queued()[Queue.SLOW] > 0)


def _sign_up(bench: Bench) -> Times:
    """Sign newcomers up, one after the other; returns the seconds from each one's request until their mail is sent."""
    return [_mail_to_newcomer(bench) for _ in range(NEWCOMERS)]


def _mail_to_newcomer(bench: Bench) -> float:
    network, email = next(_networks), f"{uuid4().hex[:12]}@example.org"
    body = {"name": "Ruth", "email": email, "password": PASSWORD, "date_of_birth": "1962-03-04"}
    headers = {"X_Forwarded_For": f"10.9.{network >> 8}.{network & 255}", "Idempotency_Key": uuid4().hex}
    started = time.perf_counter()
    connection = Connection(bench.ports["ours"])
    connection.call(bench.request("POST", "/api/v1/members", who={}, body=body, **headers), 201)
    _wait(lambda: bool(bench.rows(SENT, email)))
    return time.perf_counter() - started


def _wait(is_true: Callable[[], bool]) -> None:
    started = time.perf_counter()
    while not is_true():
        if time.perf_counter() - started > PATIENCE:
            raise RuntimeError(f"nothing within {PATIENCE} s")
        time.sleep(LOOK_EVERY)
