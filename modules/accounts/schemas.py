"""What comes in and goes out of the accounts module's routes."""

from marshmallow import fields

from app.kernel.http.schema import In, Length, Out, Password, QueryIn, Text, one_of
from app.kernel.i18n import LOCALES
from app.kernel.mail.addresses import MAX_ADDRESS_BYTES
from modules.accounts.contracts import DeletionReason, ExportState
from modules.accounts.identity.policies.members import MAX_NAME_LENGTH, MIN_NAME_LENGTH

MAX_CODE_LENGTH = 40
# The reasons that a member may choose.
OWN_REASONS = tuple(reason for reason in DeletionReason if reason is not DeletionReason.OPERATOR)


class TrafficSourceIn(In):
    network = Text(max=100, allow_none=True)
    ref = Text(max=200, allow_none=True)
    sub1 = Text(max=200, allow_none=True)
    sub2 = Text(max=200, allow_none=True)
    sub3 = Text(max=200, allow_none=True)


class SignupIn(In):
    email = Text(min=3, max=MAX_ADDRESS_BYTES, required=True)
    name = Text(min=MIN_NAME_LENGTH, max=MAX_NAME_LENGTH, required=True)
    password = Password()
    date_of_birth = fields.Date(required=True)
    signup_message = Text(max=500)
    traffic_source = fields.Nested(TrafficSourceIn, allow_none=True)
    invite = Text(max=MAX_CODE_LENGTH, allow_none=True)


class InvitationCodeIn(QueryIn):
    code = Text(min=1, max=MAX_CODE_LENGTH, required=True)


class InvitationStateOut(Out):
    is_open = fields.Boolean(required=True)


class InvitationOut(Out):
    """A member's own invitation, with the link to pass on."""

    id = fields.UUID(required=True)
    code = fields.String(required=True)
    url = fields.String(required=True)
    uses = fields.Integer(required=True)
    most_uses = fields.Integer(required=True)
    created_at = fields.AwareDateTime(required=True)
    expires_at = fields.AwareDateTime(required=True)
    is_open = fields.Boolean(required=True)


class InvitationsOut(Out):
    """A member's invitations; `left` is how many more there may be now."""

    is_offered = fields.Boolean(required=True)
    left = fields.Integer(required=True)
    invitations = fields.List(fields.Nested(InvitationOut), required=True)


class LoginIn(In):
    email = Text(max=MAX_ADDRESS_BYTES, required=True)
    password = Password()


class LanguageIn(In):
    language = fields.String(required=True, validate=one_of(*LOCALES))


class LanguageOut(Out):
    language = fields.String(required=True)


class TokenIn(In):
    token = fields.String(required=True, validate=Length(max=100))


class ActivationOut(Out):
    status = fields.String(required=True)


class ResetRequestIn(In):
    email = Text(max=MAX_ADDRESS_BYTES, required=True)


class ResetIn(TokenIn):
    password = Password()
    password_repeat = Password()


class PasswordIn(In):
    old_password = Password()
    password = Password()
    password_repeat = Password()


class EmailChangeIn(In):
    email = Text(min=3, max=MAX_ADDRESS_BYTES, required=True)
    password = Password()


class EmailChangedOut(Out):
    email = fields.String(required=True)


class DeletionIn(In):
    """`reason` may be left out: nobody need say why."""

    password = Password()
    reason = fields.String(load_default=None, allow_none=True, validate=one_of(*OWN_REASONS))
    words = Text(max=1000, load_default="")


class DeletionOut(Out):
    erase_at = fields.AwareDateTime(required=True)


class ExportOut(Out):
    """A copy of the member's data; `size` is in bytes."""

    id = fields.UUID(required=True)
    state = fields.String(required=True, metadata={"enum": [*ExportState]})
    size = fields.Integer(required=True, allow_none=True)
    asked_at = fields.AwareDateTime(required=True)
    ready_at = fields.AwareDateTime(required=True, allow_none=True)
    expires_at = fields.AwareDateTime(required=True, allow_none=True)


class NewestExportOut(Out):
    """`may_ask`: another copy would be made now."""

    may_ask = fields.Boolean(required=True)
    export = fields.Nested(ExportOut, required=True, allow_none=True)


class OpenSessionOut(Out):
    id = fields.UUID(required=True)
    user_agent = fields.String(required=True)
    created_at = fields.AwareDateTime(required=True)
    seen_at = fields.AwareDateTime(required=True)
    is_current = fields.Boolean(required=True)


class UserMoneyOut(Out):
    minor = fields.Integer(required=True)
    currency = fields.String(required=True)


class UserCostOut(Out):
    credits = fields.Integer(required=True)
    money = fields.Nested(UserMoneyOut, required=True, allow_none=True)


class MainImageOut(Out):
    filename = fields.String(required=True)
    thumb_filename = fields.String(required=True)
    status = fields.String(required=True)


class UserProfileOut(Out):
    name = fields.String(required=True)
    country = fields.String(required=True, allow_none=True)
    status = fields.String(required=True)
    main_image = fields.Nested(MainImageOut, required=True, allow_none=True)
    completed_steps = fields.List(fields.String(), required=True)
    completeness = fields.Integer(required=True)
    seeking_genders = fields.List(fields.String(), required=True)
    seeking_min_age = fields.Integer(required=True, allow_none=True)
    seeking_max_age = fields.Integer(required=True, allow_none=True)


class DisabledNotificationOut(Out):
    type = fields.String(required=True)
    cause = fields.String(required=True)
    at = fields.String(required=True, metadata={"format": "date-time"})


class TrafficSourceOut(Out):
    network = fields.String(required=True, allow_none=True)
    ref = fields.String(required=True, allow_none=True)
    sub1 = fields.String(required=True, allow_none=True)
    sub2 = fields.String(required=True, allow_none=True)
    sub3 = fields.String(required=True, allow_none=True)


class UserOut(Out):
    """The member who is logged in (spec 3.1); every module adds its part through its manifest's `current_user`."""

    id = fields.String(required=True)
    status = fields.String(required=True)
    email = fields.String(required=True)
    name = fields.String(required=True)
    must_choose_name = fields.Boolean(required=True)
    credits = fields.Integer(required=True)
    paid_user = fields.Boolean(required=True)
    signup_date = fields.String(required=True, metadata={"format": "date-time"})
    trafficsource = fields.Nested(TrafficSourceOut, required=True, allow_none=True)
    fictional_icon = fields.String(required=True)
    language = fields.String(required=True)
    notifications_disabled = fields.List(fields.Nested(DisabledNotificationOut), required=True)
    profile = fields.Nested(UserProfileOut, required=True)
    unread_messages = fields.Integer(required=True)
    new_likes = fields.Integer(required=True)
    auto_like_due = fields.Boolean(required=True)
    message_cost = fields.Nested(UserCostOut, required=True)
