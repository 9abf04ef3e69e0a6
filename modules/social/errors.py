"""Refusals of the social module."""

from app.kernel.errors import Conflict, Invalid, NotFound


class OutOfLikes(Conflict):
    """The day's likes of the swipe game are used up; `renews_at` is when new ones are available (spec 9.2)."""

    code = "social.out-of-likes"


class AlreadySwiped(Conflict):
    """The member has decided about this person already, perhaps in another window."""

    code = "social.already-swiped"


class NothingToUndo(Conflict):
    """Only the last swipe can be undone, and only once."""

    code = "social.nothing-to-undo"


class IcebreakerLength(Invalid):
    """A sentence has between `min` and `max` characters."""

    code = "social.icebreaker-length"


class IcebreakerUnknown(NotFound):
    code = "social.icebreaker-unknown"
