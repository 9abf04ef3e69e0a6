"""Refusals of the social module."""

from app.kernel.errors import Conflict, Invalid, NotFound


class OutOfLikes(Conflict):
    """The day's likes of the swipe game are given; `renews_at` says when there are new ones (spec 9.2)."""

    code = "social.out-of-likes"


class AlreadySwiped(Conflict):
    """The member decided about this person before, perhaps in another window."""

    code = "social.already-swiped"


class NothingToUndo(Conflict):
    """Only the last swipe can be undone, and only once."""

    code = "social.nothing-to-undo"


class IcebreakerLength(Invalid):
    """A sentence has between `min` and `max` characters."""

    code = "social.icebreaker-length"


class IcebreakerUnknown(NotFound):
    code = "social.icebreaker-unknown"
