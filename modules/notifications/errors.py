"""Refusals of the notifications module."""

from app.kernel.errors import Invalid, NotFound


class PushEndpointRefused(Invalid):
    """A push endpoint must be an https address of a push service, with keys to encrypt for."""

    code = "notifications.push-endpoint"


class QuietHoursIncomplete(Invalid):
    """Quiet hours need a beginning and a different end."""

    code = "notifications.quiet-hours"


class UnsubscribeLinkUnknown(NotFound):
    """The unsubscribe link was not issued by this installation."""

    code = "notifications.unsubscribe-link"
