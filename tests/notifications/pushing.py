"""Members with browsers that get push messages, for tests."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from sqlalchemy import text

from app.kernel.db.session import transaction
from app.kernel.redis import redis
from app.kernel.secrets import vapid
from modules.accounts.contracts import Member
from modules.notifications import jobs
from modules.notifications.service import push_sending
from tests.conftest import Client, drain_now
from tests.fixture_types import LogIn
from tests.notifications.push_service import Device, PushService
from tests.settings import SetEnv

SUBSCRIPTIONS = "/api/v1/push-subscriptions"
Subscribe = Callable[..., Device]


@pytest.fixture
def service(_engines: None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, set_env: SetEnv) -> Iterator[PushService]:
    """A push service that this installation is allowed to talk to, and believes in."""
    key = tmp_path / "push.pem"
    key.write_text(vapid.new_key())
    running = PushService(tmp_path, push_key=vapid.public_key(vapid.read_key(key)))
    files = {"HEARTH_VAPID_FILE": str(key), "SSL_CERT_FILE": str(running.authority)}
    set_env(HEARTH_PUSH_HOSTS=f"localhost:{running.port}", **files)
    # A busy machine sends everything in one run, too.
    monkeypatch.setattr(push_sending, "MAX_SECONDS", 60.0)
    redis().delete("mark:push-away:localhost")
    _forget_pushes()
    yield running
    running.close()


def _forget_pushes() -> None:
    """Delete what earlier tests left to be sent."""
    with transaction() as session:
        session.execute(text("DELETE FROM notifications.push_notice"))
        session.execute(text("DELETE FROM notifications.unsent_push"))


@pytest.fixture
def subscribe(service: PushService, login: LogIn) -> Subscribe:
    """Let a member subscribe a browser, by the documented address of the API."""

    def run(member: Member, browser: Client | None = None) -> Device:
        device = service.device()
        asked = browser or login(member)
        answer = asked.post(SUBSCRIPTIONS, device.subscription, headers={"User-Agent": "Chrome on a test"})
        assert answer.status_code == 204, answer.json
        return device

    return run


def wait_over(member: Member) -> None:
    """Let the moments pass for which a member's push messages wait, and send them."""
    with transaction() as session:
        session.execute(
            text("UPDATE notifications.push_notice SET due_at = now() WHERE member_id = :id AND due_at IS NOT NULL"),
            {"id": member.id},
        )
    jobs.send_pushes()
    drain_now()


def let_minutes_pass(member: Member, *, minutes: int) -> None:
    """Move everything that was asked for and sent so many minutes into the past."""
    with transaction() as session:
        session.execute(
            text(
                "UPDATE notifications.push_notice SET asked_at = asked_at - :m * interval '1 minute', "
                "sent_at = sent_at - :m * interval '1 minute' WHERE member_id = :id"
            ),
            {"id": member.id, "m": minutes},
        )


def waits(member: Member) -> list[str]:
    """Return the kinds of push message that wait for a member."""
    with transaction(read_only=True) as session:
        found = text("SELECT type FROM notifications.push_notice WHERE member_id = :id AND due_at IS NOT NULL")
        return list(session.execute(found, {"id": member.id}).scalars())
