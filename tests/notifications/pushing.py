"""Members with browsers that get push messages, for tests."""

from collections.abc import Callable

from sqlalchemy import text

from app.kernel.db.session import transaction
from modules.accounts.contracts import Member
from modules.notifications import jobs
from tests.conftest import drain_now
from tests.notifications.push_service import Device

SUBSCRIPTIONS = "/api/v1/push-subscriptions"
Subscribe = Callable[..., Device]


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
