"""Refusals of the moderation module."""

from app.kernel.errors import Conflict, Forbidden, Invalid, NotFound, RateLimited


class StaffLoginFailed(Invalid):
    """E-mail, password or code is wrong; which one is not said."""

    code = "moderation.login-failed"


class StaffLoginBlocked(RateLimited):
    """Too many wrong tries; `minutes` says how long to wait."""

    code = "moderation.login-blocked"


class StaffUnknown(NotFound):
    code = "moderation.staff-unknown"


class StaffExists(Conflict):
    code = "moderation.staff-exists"


class StaffEmailInvalid(Invalid):
    code = "moderation.email-invalid"


class StaffPasswordWeak(Invalid):
    """`min` is the least number of characters."""

    code = "moderation.password-weak"


class RolesMissing(Invalid):
    code = "moderation.roles-missing"


class OwnAccount(Forbidden):
    """Nobody decides about their own staff account."""

    code = "moderation.own-account"
