"""Pictures that take as long as pictures may hold up nobody's mail, and who sends what makes none is stopped."""

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from uuid import uuid4

import pytest

from app.kernel import jobs
from app.kernel.db.session import transaction
from app.kernel.events.outbox import Queue
from app.kernel.http import ratelimit
from cli.paths import ROOT
from modules.media.policies import REFUSED_PICTURES
from modules.profiles.service import photos, profile
from modules.sites.contracts import Site
from tests.cli.test_supervisor import until
from tests.conftest import Client, drain_now
from tests.factories.accounts import make_member as make_account
from tests.factories.billing import give_credits
from tests.factories.messaging import write
from tests.factories.pictures import worst_picture
from tests.fixture_types import LogIn, MakeMember
from tests.messaging.photographing import API, PRICE, one
from tests.notifications.conftest import Postman, postman  # noqa: F401 - fixtures
from tests.notifications.test_mails import SIGNUP
from tests.profiles.test_routes import send_photo

PICTURES, SENDERS = 100, 4
# All roles of the installation: imported once, and each in a process of its own.
PROCESSES = """
import os, signal
from app import worker
from app.kernel import jobs, log

log.configure()
jobs.install(worker.MODULES)
for run, _ in worker.ROLES.values():
    if os.fork() == 0:
        run()
        os._exit(0)
signal.signal(signal.SIGTERM, signal.SIG_IGN)
for _ in worker.ROLES:
    os.wait()
"""
BROKEN = b"\xff\xd8\xff" + b"no picture" * 20


@contextmanager
def workers() -> Iterator[None]:
    """Run the installation's workers and its relay, each as a process of its own."""
    installation = subprocess.Popen([sys.executable, "-c", PROCESSES], cwd=ROOT, env=os.environ, start_new_session=True)
    try:
        yield
    finally:
        os.killpg(installation.pid, signal.SIGTERM)
        installation.wait()


def are_at_work() -> bool:
    try:
        jobs.ensure_workers()
    except jobs.NoWorker:
        return False
    return True


@pytest.mark.spec("8.2", "10.3")
def test_a_newcomer_gets_their_mail_while_a_hundred_of_the_worst_pictures_wait(
    client: Client, site: Site, postman: Postman
) -> None:
    picture, email = worst_picture(), f"{uuid4().hex[:10]}@example.org"
    with transaction() as session:
        for _ in range(SENDERS):
            member = make_account(session, site=site, paid=True)
            profile.ensure_profile(session, member.id)
            for _ in range(PICTURES // SENDERS):
                photos.add_photo(session, member_id=member.id, is_paid=True, content=picture)
    with workers():
        until(are_at_work)
        ready = "SELECT count(*) FROM profiles.photo WHERE status <> 'processing' AND sha256 = sha256(:picture)"
        until(lambda: one(ready, picture=picture).count > 0, seconds=120)
        assert client.post(f"{API}/members", {**SIGNUP, "email": email}, key=uuid4().hex).status_code == 201
        until(lambda: bool(postman.to(email)), seconds=60)
        left = jobs.count_queued()[Queue.SLOW]
    assert left >= 0.9 * PICTURES, "in the time of a mail the worker gets through a few pictures only"


def test_who_sends_too_much_that_is_no_picture_is_stopped_at_both_doors(login: LogIn, make_member: MakeMember) -> None:
    ada, ben = make_member(paid=True), make_member()
    for _ in range(REFUSED_PICTURES.calls - 2):
        ratelimit.count(REFUSED_PICTURES, str(ada.id))
    with transaction() as session:
        give_credits(session, member_id=ada.id, credits=3 * PRICE)
        conversation = write(session, sender=ada, to=ben).message.conversation_id
    doors = (f"{API}/photos", f"{API}/conversations/{conversation}/photos", f"{API}/members/{ben.id}/photos")
    browser = login(ada)
    for door in doors[:2]:
        assert send_photo(browser, uuid4().hex, BROKEN, path=door).status_code == 201
        drain_now()
    answers = [send_photo(browser, uuid4().hex, BROKEN, path=door) for door in doors]
    assert [(answer.status_code, answer.json["code"]) for answer in answers] == [(429, "rate-limited")] * 3
    assert all(0 < answer.json["retry_after"] <= 3601 for answer in answers)
    assert send_photo(login(ben), uuid4().hex, BROKEN).status_code == 201, "others are not"
