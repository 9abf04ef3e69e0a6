"""Refusals of the notifications module."""

from app.kernel.errors import Invalid


class PushEndpointRefused(Invalid):
    """A push endpoint must be an https address of a public host."""

    code = "notifications.push-endpoint"
