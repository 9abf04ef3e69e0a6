"""HTTP schemas of the notifications module."""

from typing import Any

from marshmallow import EXCLUDE, fields, pre_load

from app.kernel.http.schema import In, Out, Text
from modules.notifications.contracts import Cause, MailRhythm, NoticeType

CLOCK = "%H:%M"


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
        """Unwrap the documented call's `subscription` (spec 7.4)."""
        return data["subscription"] if isinstance(data, dict) and isinstance(data.get("subscription"), dict) else data


# The types to change on one channel; a type that is left out stays as it is.
TypesIn = In.from_dict({type: fields.Boolean() for type in NoticeType}, name="TypesIn")
TypesOut = Out.from_dict({type: fields.Boolean(required=True) for type in NoticeType}, name="TypesOut")


class NotificationSettingsIn(In):
    """The settings to change; switching mail on resumes it, whatever had stopped it (spec 8.7)."""

    mail = fields.Nested(TypesIn)
    push = fields.Nested(TypesIn)
    mail_rhythm = fields.Enum(MailRhythm, by_value=True)
    quiet_from = fields.Time(format=CLOCK, allow_none=True)
    quiet_until = fields.Time(format=CLOCK, allow_none=True)
    shows_text = fields.Boolean()
    is_night_silent = fields.Boolean()


class DisabledOut(Out):
    """A type of mail that was stopped by an unsubscribe link, a bounce or a spam report (spec 8.7)."""

    type = fields.Enum(NoticeType, by_value=True, required=True)
    cause = fields.Enum(Cause, by_value=True, required=True)
    at = fields.AwareDateTime(required=True)


class NotificationSettingsOut(Out):
    """The member's notification settings. `disabled` overrides `mail`; quiet hours are in the site's time zone."""

    mail = fields.Nested(TypesOut, required=True)
    push = fields.Nested(TypesOut, required=True)
    disabled = fields.List(fields.Nested(DisabledOut), required=True)
    mail_rhythm = fields.Enum(MailRhythm, by_value=True, required=True)
    quiet_from = fields.Time(format=CLOCK, required=True, allow_none=True)
    quiet_until = fields.Time(format=CLOCK, required=True, allow_none=True)
    shows_text = fields.Boolean(required=True)
    is_night_silent = fields.Boolean(required=True)


class BrowserOut(Out):
    """A browser that gets push messages; `used_at` is when its push service last accepted one."""

    id = fields.UUID(required=True)
    user_agent = fields.String(required=True)
    created_at = fields.AwareDateTime(required=True)
    used_at = fields.AwareDateTime(required=True, allow_none=True)
    is_current = fields.Boolean(required=True)


class MailReturnOut(Out):
    """The effect of a mail server's notice; null for unknown mails, temporary failures and repeated notices.

    `reply` is the outcome of somebody's reply to a mail about a case.
    """

    cause = fields.Enum(Cause, by_value=True, required=True, allow_none=True)
    reply = fields.String(required=True, allow_none=True)
