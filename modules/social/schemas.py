"""What goes in and out of the social module over HTTP."""

from marshmallow import fields

from app.kernel.http.schema import In, Out, PagedOut, QueryIn, between
from modules.profiles.api import CardOut
from modules.social.contracts import LikeList, SwipeKind


class LikeAnswerOut(Out):
    """What a like led to; `profile` is filled for the match overlay."""

    matched = fields.Boolean(required=True)
    profile = fields.Nested(CardOut, required=True, allow_none=True)


class SwipeIn(In):
    """What a member decides about somebody in the swipe game."""

    kind = fields.Enum(SwipeKind, by_value=True, required=True)


class SwipeQuotaOut(Out):
    """The likes of the swipe game that are left until `renews_at`, the site's midnight (spec 9.2)."""

    likes_left = fields.Integer(required=True)
    likes_a_day = fields.Integer(required=True)
    renews_at = fields.AwareDateTime(required=True)


class SwipeAnswerOut(SwipeQuotaOut, LikeAnswerOut):
    """What a swipe led to; `profile` is filled for the match overlay."""


class LikesIn(QueryIn):
    """Which likes list, and which page of it."""

    type = fields.Enum(LikeList, by_value=True, load_default=LikeList.RECEIVED)
    page = fields.Integer(load_default=1, validate=between(1, 1000))


class LikedCardOut(CardOut):
    """A person in a likes list; `like_new` until the member opens the profile (spec 3.10, 4.10)."""

    like_new = fields.Boolean(required=True)


class LikeTotalsOut(Out):
    """How many people stand in each likes list."""

    received = fields.Integer(required=True)
    sent = fields.Integer(required=True)
    matches = fields.Integer(required=True)


class LikesOut(Out):
    """One page of a likes list, and how long all of them are."""

    profiles = fields.List(fields.Nested(LikedCardOut), required=True)
    totals = fields.Nested(LikeTotalsOut, required=True)
    page = fields.Integer(required=True)
    pages = fields.Integer(required=True)
    new_likes = fields.Integer(required=True)


class VisitorsIn(QueryIn):
    """Which page of the visitors."""

    page = fields.Integer(load_default=1, validate=between(1, 1000))


class VisitorOut(CardOut):
    """Somebody who opened the member's profile, and when they did so last."""

    visited_at = fields.AwareDateTime(required=True)


class VisitorsOut(PagedOut):
    """One page of the visitors, the latest first."""

    profiles = fields.List(fields.Nested(VisitorOut), required=True)


class BlockedMemberOut(Out):
    """Someone whom the member blocked."""

    id = fields.UUID(required=True)
    name = fields.String(required=True)
    blocked_at = fields.AwareDateTime(required=True)


class SwitchIn(In):
    """One of the switches: "say hello for me", or "let others know that I looked"."""

    enabled = fields.Boolean(required=True)


class SwitchOut(Out):
    enabled = fields.Boolean(required=True)


class DocumentedLikesOut(Out):
    """The answer of GET /api/likes.php (spec 7.12): whom the member likes, and who likes the member."""

    profiles = fields.List(fields.Nested(LikedCardOut), required=True)
    liked_by = fields.List(fields.Nested(LikedCardOut), required=True)


class IcebreakersOut(Out):
    """Sentences that help to begin, in the reader's language."""

    texts = fields.List(fields.String(), required=True)
