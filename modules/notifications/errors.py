"""Refusals of the notifications module."""

from app.kernel.errors import Invalid, NotFound


class PushEndpointRefused(Invalid):
    """A push endpoint must be an https address of a push service, with keys to encrypt for."""

    code = "notifications.push-endpoint"


class QuietHoursIncomplete(Invalid):
    """Quiet hours have a beginning and another end."""

    code = "notifications.quiet-hours"


class UnsubscribeLinkUnknown(NotFound):
    """Not a link that one of our mails carried."""

    code = "notifications.unsubscribe-link"
