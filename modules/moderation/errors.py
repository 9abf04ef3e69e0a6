"""Refusals of the moderation module."""

from typing import Any

from app.kernel.errors import Conflict, Forbidden, Invalid, NotFound, RateLimited
from app.kernel.text import formats


class StaffLoginFailed(Invalid):
    """E-mail, password or code is wrong; which one is not said."""

    code = "moderation.login-failed"


class StaffLoginBlocked(RateLimited):
    """Too many failed attempts; `minutes` is the time to wait."""

    code = "moderation.login-blocked"

    def values(self, language: str) -> dict[str, Any]:
        """Return the values with the time to wait, as `wait`."""
        return {**self.extra, "wait": formats.duration(language, self.extra["minutes"] * 60)}


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
    """Staff cannot change their own account."""

    code = "moderation.own-account"


class ComplaintNotFound(NotFound):
    """There is no such complaint, for this person or with this key."""


class ComplaintAddressMissing(Invalid):
    """A complaint without an account needs an address for the answer."""

    code = "moderation.complaint-address-missing"


class CaseForNobody(Invalid):
    """A case is for a member, or for an address on a site."""

    code = "moderation.case-for-nobody"


class ComplaintLooksAutomatic(Invalid):
    """A form was sent faster than a person writes, or with a hidden field filled in."""

    code = "moderation.complaint-looks-automatic"


class ComplaintOver(Conflict):
    """The complaint was closed too long ago to be reopened."""

    code = "moderation.complaint-over"


class AlreadyReported(Conflict):
    """The member's earlier report of the same thing is still open."""

    code = "moderation.already-reported"


class ReportWordsMissing(Invalid):
    """The reason "something else" needs a text."""

    code = "moderation.report-words-missing"


class CaseClaimed(Conflict):
    """A colleague has claimed this case."""

    code = "moderation.case-claimed"


class StaffCannotAnswer(Invalid):
    """The staff member may not answer complaints, so none can be assigned to them."""

    code = "moderation.staff-cannot-answer"


class CaseClosed(Conflict):
    """This case is decided or closed already."""

    code = "moderation.case-closed"


class CaseChanged(Conflict):
    """The case has changed since it was read; `version` is its current one."""

    code = "moderation.case-changed"


class CaseOpen(Conflict):
    """A colleague has opened a case about this member already."""

    code = "moderation.case-open"


class AlreadyHandedOver(Conflict):
    """The complaint was handed over about this member already, and the case is not decided."""

    code = "moderation.already-handed-over"


class WrittenAgain(Conflict):
    """The complainant has written again since the complaint was read."""

    code = "moderation.written-again"


class CaseNotClaimed(Conflict):
    """A case must be claimed before it is worked on."""

    code = "moderation.case-not-claimed"


class QueueEmpty(NotFound):
    """There is no unclaimed case."""

    code = "moderation.queue-empty"


class RuleMissing(Invalid):
    """A decision with a measure must name the broken rule."""

    code = "moderation.rule-missing"


class FactsMissing(Invalid):
    """A decision with a measure must state the facts."""

    code = "moderation.facts-missing"


class DaysMissing(Invalid):
    """A measure with a duration needs days between 1 and 365."""

    code = "moderation.days-missing"


class FeaturesMissing(Invalid):
    """A limit must name the features."""

    code = "moderation.features-missing"


class ContentMissing(Invalid):
    """A removal must name the photos, the texts or the name to remove."""

    code = "moderation.content-missing"


class MeasureUnfit(Invalid):
    """The measure does not fit what the case is about."""

    code = "moderation.measure-unfit"


class OwnSignature(Forbidden):
    """A second signature and an appeal need somebody who has not decided about the case before."""

    code = "moderation.own-signature"


class AppealWaits(Conflict):
    """A decision cannot be lifted while an appeal against it is open, because the appeal needs an answer."""

    code = "moderation.appeal-waits"


class DecisionOver(Conflict):
    """The decision does not wait for a signature, or is lifted already."""

    code = "moderation.decision-over"


class DecisionNotFound(NotFound):
    """There is no such decision, for this person or with this key."""


class AppealLate(Conflict):
    """The time to appeal is over."""

    code = "moderation.appeal-late"


class AppealOpen(Conflict):
    """An appeal against this decision is open already."""

    code = "moderation.appeal-open"


class ConversationLocked(Conflict):
    """Another writer, `name`, has claimed this conversation."""

    code = "moderation.conversation-locked"


class ConversationNotLocked(Conflict):
    """A conversation must be claimed before it is read or answered."""

    code = "moderation.conversation-not-locked"


class ConversationHandedOver(Conflict):
    """The conversation was handed over already, and the case is not decided."""

    code = "moderation.conversation-handed-over"


class TruthUntold(Conflict):
    """A member asked whether a fictional profile is real, which must be answered truthfully first (spec 10.9)."""

    code = "moderation.truth-untold"


class FictionClosed(Conflict):
    """The fictional profile is not answered for at this hour."""

    code = "moderation.fiction-closed"


class FictionDenied(Invalid):
    """A text of a fictional profile claims that the profile is a real person (design promise 1)."""

    code = "moderation.fiction-denied"


class FictionRetired(Conflict):
    """A retired fictional profile cannot be changed."""

    code = "moderation.fiction-retired"


class WriterUnknown(Invalid):
    """No staff member with the address `email` may write for fictional profiles."""

    code = "moderation.writer-unknown"


class NotFictional(NotFound):
    """There is no such fictional profile."""
