"""HTTP schemas of complaints, reports and decisions."""

from marshmallow import fields

from app.kernel.http.schema import In, Out, PagedOut, QueryIn, Text, between, one_of
from app.kernel.mail.addresses import MAX_ADDRESS_BYTES
from modules.accounts.contracts import Feature
from modules.moderation.contracts.complaints import Author, ComplaintState, Topic
from modules.moderation.contracts.decisions import AppealOutcome, AppealState, DecisionState, Measure, Rule
from modules.moderation.contracts.reports import Outcome, ReportKind, ReportReason, ReportState
from modules.moderation.contracts.staff import AccessKind, Role


class ComplaintIn(In):
    """A complaint. A visitor adds an address and the fetched `form` token; `website` is a hidden field."""

    topic = fields.Enum(Topic, by_value=True, required=True)
    text = Text(min=10, max=5000, required=True)
    email = Text(max=MAX_ADDRESS_BYTES, load_default="")
    form = Text(max=100, load_default="")
    website = Text(max=200, load_default="")


class ComplaintReplyIn(In):
    """A further message of a complaint."""

    text = Text(min=1, max=5000, required=True)


class KeyIn(QueryIn):
    """The key of a mailed link, which replaces a login."""

    key = Text(max=64, load_default="")


class ComplaintFormOut(Out):
    """The form token that a visitor's complaint must contain."""

    form = fields.String(required=True)


class ComplaintMessageOut(Out):
    """A message of a complaint."""

    author = fields.String(validate=one_of(Author.COMPLAINANT, Author.STAFF), required=True)
    body = fields.String(required=True)
    created_at = fields.AwareDateTime(required=True)


class ComplaintOut(Out):
    """A complaint with all its messages."""

    id = fields.UUID(required=True)
    number = fields.String(required=True)
    topic = fields.Enum(Topic, by_value=True, required=True)
    state = fields.Enum(ComplaintState, by_value=True, required=True)
    created_at = fields.AwareDateTime(required=True)
    due_at = fields.AwareDateTime(required=True)
    closed_at = fields.AwareDateTime(required=True, allow_none=True)
    messages = fields.List(fields.Nested(ComplaintMessageOut), required=True)


class ReceivedComplaintOut(ComplaintOut):
    """A new complaint; its `key` opens its page without a login, for a visitor."""

    key = fields.String(required=True)


class ReportIn(In):
    """A report of a member's profile, of one of their photos, or of a message from them (by its own id alone)."""

    kind = fields.Enum(ReportKind, by_value=True, required=True)
    member_id = fields.UUID(load_default=None, allow_none=True)
    photo_id = fields.UUID(load_default=None, allow_none=True)
    message_id = fields.UUID(load_default=None, allow_none=True)
    reason = fields.Enum(ReportReason, by_value=True, required=True)
    words = Text(max=2000, load_default="")
    block = fields.Boolean(load_default=False)


class ReportOut(Out):
    """A report as its reporter sees it; `reviewed_at` is when its decision was reversed."""

    id = fields.UUID(required=True)
    number = fields.String(required=True)
    kind = fields.Enum(ReportKind, by_value=True, required=True)
    reason = fields.Enum(ReportReason, by_value=True, required=True)
    about = fields.String(required=True, allow_none=True)
    state = fields.Enum(ReportState, by_value=True, required=True)
    created_at = fields.AwareDateTime(required=True)
    due_at = fields.AwareDateTime(required=True)
    decided_at = fields.AwareDateTime(required=True, allow_none=True)
    outcome = fields.Enum(Outcome, by_value=True, required=True, allow_none=True)
    answer = fields.String(required=True)
    reviewed_at = fields.AwareDateTime(required=True, allow_none=True)


class AccessOut(Out):
    """A look of staff at the member's private data, with their role, null for an operator at the command line; `number`
    is that of the member's own report.
    """

    id = fields.UUID(required=True)
    at = fields.AwareDateTime(required=True)
    role = fields.Enum(Role, by_value=True, required=True, allow_none=True)
    kind = fields.Enum(AccessKind, by_value=True, required=True)
    number = fields.String(required=True, allow_none=True)


class AccessesIn(QueryIn):
    """A page of looks of staff at private data."""

    page = fields.Integer(load_default=1, validate=between(1, 10_000))


class AccessesOut(PagedOut):
    """One page of looks of staff at private data, the newest first."""

    accesses = fields.List(fields.Nested(AccessOut), required=True)


class AppealIn(In):
    """The reasons of an appeal."""

    words = Text(min=10, max=3000, required=True)


class AppealOut(Out):
    """An appeal with its result."""

    state = fields.Enum(AppealState, by_value=True, required=True)
    words = fields.String(required=True)
    created_at = fields.AwareDateTime(required=True)
    due_at = fields.AwareDateTime(required=True)
    decided_at = fields.AwareDateTime(required=True, allow_none=True)
    outcome = fields.Enum(AppealOutcome, by_value=True, required=True, allow_none=True)
    answer = fields.String(required=True)


class ReasonsOut(Out):
    """A decision with its statement of reasons: facts, rule, scope, duration, whether it was automated, and until when
    an appeal is possible.
    """

    id = fields.UUID(required=True)
    number = fields.String(required=True)
    state = fields.Enum(DecisionState, by_value=True, required=True)
    rule = fields.Enum(Rule, by_value=True, required=True)
    rule_text = fields.String(required=True)
    measure = fields.Enum(Measure, by_value=True, required=True)
    measure_text = fields.String(required=True)
    scope_text = fields.String(required=True)
    features = fields.List(fields.Enum(Feature, by_value=True), required=True)
    facts = fields.String(required=True)
    strikes = fields.Integer(required=True)
    strikes_text = fields.String(required=True)
    is_automated = fields.Boolean(required=True)
    in_force_at = fields.AwareDateTime(required=True)
    ends_at = fields.AwareDateTime(required=True, allow_none=True)
    appeal_until = fields.AwareDateTime(required=True)
    can_appeal = fields.Boolean(required=True)
    appeals = fields.List(fields.Nested(AppealOut), required=True)


class NoticeOut(Out):
    """A notice that a chat partner was removed for fraud, with the returned credits; it may be withdrawn."""

    id = fields.UUID(required=True)
    at = fields.AwareDateTime(required=True)
    about = fields.String(required=True, allow_none=True)
    credits = fields.Integer(required=True)
    withdrawn_at = fields.AwareDateTime(required=True, allow_none=True)


class CasesOut(Out):
    """A member's reports, complaints, decisions and notices."""

    reports = fields.List(fields.Nested(ReportOut), required=True)
    complaints = fields.List(fields.Nested(ComplaintOut), required=True)
    decisions = fields.List(fields.Nested(ReasonsOut), required=True)
    notices = fields.List(fields.Nested(NoticeOut), required=True)
