"""What comes into the notifications module over HTTP."""

from typing import Any

from marshmallow import EXCLUDE, fields, pre_load

from app.kernel.schema import In, Text


class PushKeysIn(In):
    """The keys of a browser's push subscription (RFC 8291)."""

    p256dh = Text(min=1, max=200, required=True)
    auth = Text(min=1, max=100, required=True)


class PushSubscriptionIn(In):
    """A push subscription as browsers write it; the documented call wraps it in `subscription`."""

    class Meta:
        unknown = EXCLUDE

    endpoint = Text(min=1, max=1000, required=True)
    keys = fields.Nested(PushKeysIn, required=True)

    @pre_load
    def unwrap(self, data: Any, **_: Any) -> Any:
        """Take the subscription out of the documented call's envelope (spec 7.4)."""
        return data["subscription"] if isinstance(data, dict) and isinstance(data.get("subscription"), dict) else data
