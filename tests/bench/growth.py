"""`python -m tests.bench.growth PLAN RESULTS ROUNDS [MESSAGES...]`: what requests cost in a site of this size; given
numbers of messages, what they cost once the site has so many, and what it costs then that members leave.
"""

import json
import sys
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import Any
from uuid import UUID, uuid4

from app import relay
from app.kernel import jobs
from app.kernel.db.session import Session, transaction
from app.registry import MODULES
from modules.accounts import api as accounts_api
from modules.accounts.leaving.service import exports
from modules.sites import api as sites_api
from tests.bench import correspondence, people, searches
from tests.bench.delivered import WAITING
from tests.bench.load import Call, Connection, interleave, summary, timed
from tests.bench.paths import Bench, Figure, conversations_of

EACH = 40
LEAVERS = 5
LEAVING: dict[str, Callable[[Session, UUID], Any]] = {
    "export": lambda session, member_id: exports.request_export(session, member_id=member_id),
    "deletion": lambda session, member_id: accounts_api.delete_member(session, member_id=member_id, reason=None),
    "erasure": lambda session, member_id: accounts_api.erase_member(session, member_id=member_id),
}


def growth(bench: Bench, messages: Sequence[int]) -> Iterator[Figure]:
    """Measure the site as it is, or with each of these numbers of messages, and then what leaving costs."""
    if not messages:
        yield from _requests(bench, "members")
        return
    for number in sorted(messages):
        correspondence.fill(bench.url, site_id=UUID(bench.plan["site"]), messages=number)
        yield from ({**figure, "messages": number} for figure in _requests(bench, "messages"))
    yield from ({**figure, "messages": max(messages)} for figure in _leaving(bench))


def _requests(bench: Bench, series: str) -> Iterator[Figure]:
    reads = {"chat list": [_get(bench, "/api/v1/conversations", number) for number in range(len(bench.actors))]}
    reads["swipe deck of 20"] = [_get(bench, "/api/v1/deck", number) for number in range(len(bench.actors))]
    for name, kind in searches.kinds().items():
        asked = searches.questions(bench.plan, kind)
        reads[f"search: {name}"] = [_get(bench, one.path, one.actor) for one in asked]
    connection = Connection(bench.ports["ours"])
    calls = {what: partial(_read, connection, requests) for what, requests in reads.items()}
    measured = interleave({"send a message": _sending(bench, connection), **calls}, rounds=bench.rounds, each=EACH)
    for what, times in measured.items():
        yield {"series": series, "what": what, **summary(times)}


def _get(bench: Bench, path: str, actor: int) -> bytes:
    return bench.request("GET", path, who=bench.actors[actor])


def _read(connection: Connection, requests: Sequence[bytes], number: int) -> None:
    connection.call(requests[number % len(requests)])


def _sending(bench: Bench, connection: Connection) -> Call:
    """Return the call that sends a message in the name of one actor after the other."""
    conversations = [conversations_of(bench, actor) for actor in range(len(bench.actors))]

    def send(number: int) -> None:
        actor, own = number % len(conversations), conversations[number % len(conversations)]
        path = f"/api/v1/conversations/{own[number // len(conversations) % len(own)]}/messages"
        body = {"body": f"Message number {number}, of a usual length, so that there is something to write down."}
        key = uuid4().hex
        connection.call(bench.request("POST", path, who=bench.actors[actor], body=body, Idempotency_Key=key), 201)

    return send


def _leaving(bench: Bench) -> Iterator[Figure]:
    """Measure export, deletion and erasure of members with 500 messages in 25 conversations, each with all that follows
    it in other modules, one after the other in this process.
    """
    jobs.install(MODULES)
    site_id = UUID(bench.plan["site"])
    with transaction() as session:
        # The first one warms this process up.
        leavers = list(people.make_actors(session, sites_api.get_site(session, site_id), LEAVERS + 1))
    people.write_history(bench.url, site_id, leavers, correspondence.USUAL)
    for what, act in LEAVING.items():
        _, *times = [timed(partial(_act, act, member_id)) for member_id in leavers]
        yield {"series": "leaving", "what": what, **summary([times])}
    if bench.rows(WAITING)[0][0]:
        raise RuntimeError("what follows that a member leaves has failed")


def _act(act: Callable[[Session, UUID], Any], member_id: UUID) -> None:
    with transaction() as session:
        act(session, member_id)
    relay.drain(limit_seconds=600)


def main() -> None:
    """Measure and write down one figure after the other."""
    plan, results, rounds, *messages = sys.argv[1:]
    bench = Bench(json.loads(Path(plan).read_text()), int(rounds))
    with Path(results).open("a") as file:
        for figure in growth(bench, [int(number) for number in messages]):
            print(json.dumps(figure), file=file, flush=True)
            print(figure["what"], flush=True)


if __name__ == "__main__":
    main()
