"""What other modules and the composition may ask of notifications."""

from collections.abc import Mapping
from typing import Any

from app.kernel.auth import Actor
from app.kernel.db import Session
from modules.notifications import queries
from modules.notifications.service import mail_tests, push_tests, returns, sharing

export_member = sharing.export_member
take_report = returns.take_report
send_test_mail = mail_tests.send_test_mail
send_test_push = push_tests.send_test_push


def current_user(session: Session, actor: Actor) -> Mapping[str, Any]:
    """Return the kinds of notification that the member does not get, with the cause (spec 3.1)."""
    found = queries.list_disabled(session, actor.member)
    return {
        "notifications_disabled": [{"type": one.type, "cause": one.cause, "at": one.at.isoformat()} for one in found]
    }
