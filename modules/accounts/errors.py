"""Refusals of the accounts module."""

from typing import Any

from app.kernel.errors import Conflict, Forbidden, Invalid, NotFound, RateLimited


class MemberNotFound(NotFound):
    code = "not-found"


class SignupClosed(Forbidden):
    """The site accepts no signups (spec 6.2)."""

    code = "accounts.signup-closed"


class SignupByLinkOnly(SignupClosed):
    """The site accepts only signups with a traffic source (spec 6.2, signups with_trafficsource)."""

    code = "accounts.signup-by-link-only"


class InvitationNeeded(SignupClosed):
    """The site accepts only signups with an invitation (spec 6.2)."""

    code = "accounts.invitation-needed"


class InvitationInvalid(Invalid):
    """The invitation does not exist, or is used up, revoked or expired; the answer does not say which."""

    code = "accounts.invitation-invalid"


class InvitationsClosed(Forbidden):
    """The site lets no members invite, or this member has not confirmed their address."""

    code = "accounts.invitations-closed"


class TooManyInvitations(RateLimited):
    """The member made the most invitations allowed: `count` within `days`."""

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
    """A name cannot be changed, unless a decision removed it."""

    code = "accounts.name-stays"


class NameRemoved(Invalid):
    """The new name is the one that a decision removed."""

    code = "accounts.name-removed"


class TooYoung(Invalid):
    code = "accounts.too-young"


class PasswordTooLong(Invalid):
    """A new password has more characters than the forms take with which it would be typed again; `max` is the limit."""

    code = "field.too-long"


class PasswordWeak(Invalid):
    """`reason` is too-short, too-common or too-personal."""

    code = "accounts.password-weak"


class PasswordsDiffer(Invalid):
    code = "accounts.passwords-differ"


class OldPasswordWrong(Invalid):
    code = "accounts.old-password-wrong"


class PasswordWrong(Invalid):
    """A logged-in member was asked for the password again and gave a wrong one."""

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
    """The site is not offered in this language."""

    code = "accounts.language-unknown"


class LoginFailed(Invalid):
    code = "accounts.login-failed"


class LoginBlocked(RateLimited):
    """Too many wrong passwords; `minutes` is how long to wait."""

    code = "accounts.login-blocked"


class LoginByMail(RateLimited):
    """Wrong passwords came from many networks, so a login from an unknown network needs a mailed link."""

    code = "accounts.login-by-mail"


class PendingDeletion(Forbidden):
    code = "accounts.pending-deletion"


class Banned(Forbidden):
    """`rule` says which rule was broken, `until` when the ban ends (None: never), `statement` where the reasons are."""

    code = "accounts.banned"

    def values(self, language: str) -> dict[str, Any]:
        """Return the values with whether the account is suspended, so that the ban ends, as the `reason`."""
        return {**self.extra, "reason": "suspended" if self.extra.get("until") else "banned"}


class FeatureLimited(Forbidden):
    """Staff restricted this feature for the member; `reason` names the feature, the rest is as for Banned."""

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
    """Only a member who has not confirmed the address is sent an activation link."""

    code = "accounts.not-waiting-for-activation"


class NoPasswordToReset(Conflict):
    """A banned, erased or fictional account gets no password reset link."""

    code = "accounts.no-password-to-reset"


class AddressNotConfirmed(Conflict):
    """An account with an unconfirmed claim to its address is mailed only the activation link."""

    code = "accounts.address-unproved"


class FictionalDisabled(Conflict):
    """The site has no fictional profiles; `hearth site set KEY fictional_enabled=yes` allows them."""

    code = "accounts.fictional-disabled"
