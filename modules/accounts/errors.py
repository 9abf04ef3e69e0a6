"""Refusals of the accounts module."""

from app.kernel.errors import Conflict, Forbidden, Invalid, NotFound, RateLimited


class MemberNotFound(NotFound):
    code = "not-found"


class SignupClosed(Forbidden):
    """The site takes nobody (spec 6.2)."""

    code = "accounts.signup-closed"


class SignupByLinkOnly(SignupClosed):
    """The site takes those who come from one of its partners (spec 6.2, signups with_trafficsource)."""

    code = "accounts.signup-by-link-only"


class InvitationNeeded(SignupClosed):
    """The site takes those who bring an invitation (spec 6.2)."""

    code = "accounts.invitation-needed"


class InvitationInvalid(Invalid):
    """No such invitation, or one that is used up, revoked or too old: they look alike."""

    code = "accounts.invitation-invalid"


class InvitationsClosed(Forbidden):
    """Members hand out no invitations on this site, or this one may not yet."""

    code = "accounts.invitations-closed"


class TooManyInvitations(RateLimited):
    """The member made as many invitations as one may; `limit` is how many, within `days`."""

    code = "accounts.too-many-invitations"


class InvitationNotFound(NotFound):
    code = "not-found"


class EmailInvalid(Invalid):
    code = "accounts.email-invalid"


class EmailTaken(Conflict):
    code = "accounts.email-taken"


class EmailUnknown(Invalid):
    code = "accounts.email-unknown"


class NameLength(Invalid):
    code = "accounts.name-length"


class NameIsEmail(Invalid):
    code = "accounts.name-is-email"


class NameBeginsWithAt(Invalid):
    code = "accounts.name-begins-with-at"


class NameStays(Invalid):
    """A name stays as it was given; only who lost theirs by a decision chooses another one."""

    code = "accounts.name-stays"


class NameRemoved(Invalid):
    """The name that a decision took away."""

    code = "accounts.name-removed"


class TooYoung(Invalid):
    code = "accounts.too-young"


class PasswordWeak(Invalid):
    """`reason` is too-short, too-common or too-personal."""

    code = "accounts.password-weak"


class PasswordsDiffer(Invalid):
    code = "accounts.passwords-differ"


class OldPasswordWrong(Invalid):
    code = "accounts.old-password-wrong"


class PasswordWrong(Invalid):
    """Somebody who is logged in has to give the password again, and gave another one."""

    code = "accounts.password-wrong"


class EmailUnchanged(Invalid):
    code = "accounts.email-unchanged"


class TooManyEmailChanges(RateLimited):
    code = "accounts.too-many-email-changes"


class TooManyReactivationMails(RateLimited):
    code = "accounts.too-many-reactivation-mails"


class ExportTooSoon(RateLimited):
    """One copy a day; `retry_after` is in seconds."""

    code = "accounts.export-too-soon"


class LanguageUnknown(Invalid):
    """The site does not speak this language."""

    code = "accounts.language-unknown"


class LoginFailed(Invalid):
    code = "accounts.login-failed"


class LoginBlocked(RateLimited):
    """Too many wrong tries; `minutes` says how long to wait."""

    code = "accounts.login-blocked"


class LoginByMail(RateLimited):
    """Wrong passwords came from many networks: who comes from another one than the member's uses a mailed link."""

    code = "accounts.login-by-mail"


class PendingDeletion(Forbidden):
    code = "accounts.pending-deletion"


class Banned(Forbidden):
    """`rule` says which rule was broken, `until` when it ends (None for good), `statement` where the reasons are."""

    code = "accounts.banned"


class FeatureLimited(Forbidden):
    """Staff keep the member from this for a while; `reason` says from what, the rest is as for Banned."""

    code = "accounts.feature-limited"


class LinkInvalid(Invalid):
    code = "accounts.link-invalid"


class ActivationFailed(Invalid):
    code = "accounts.activation-failed"


class TooManyResets(RateLimited):
    code = "accounts.too-many-resets"


class TooManyActivationMails(RateLimited):
    code = "accounts.too-many-activation-mails"


class NotWaitingForActivation(Conflict):
    """Only who has not confirmed the address is sent the link for it."""

    code = "accounts.not-waiting-for-activation"


class NoPasswordToReset(Conflict):
    """Who is banned, erased or fictional gets no link for a new password."""

    code = "accounts.no-password-to-reset"


class AddressUnproved(Conflict):
    """Who claims an address is sent nothing but the link that proves it."""

    code = "accounts.address-unproved"


class FictionalDisabled(Conflict):
    """The site has no fictional profiles; `hearth site set KEY fictional_enabled=yes` allows them."""

    code = "accounts.fictional-disabled"
