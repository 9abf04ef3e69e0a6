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


class ComplaintNotFound(NotFound):
    """There is no such complaint, for this person or with this key."""


class ComplaintAddressMissing(Invalid):
    """Whoever has no account says where the answer goes."""

    code = "moderation.complaint-address-missing"


class CaseForNobody(Invalid):
    """Staff open a case for one member, or for one address on a site."""

    code = "moderation.case-for-nobody"


class ComplaintLooksAutomatic(Invalid):
    """A form was sent faster than a person writes, or with what only a machine fills in."""

    code = "moderation.complaint-looks-automatic"


class ComplaintOver(Conflict):
    """Too long closed to be opened again; a new complaint is the way."""

    code = "moderation.complaint-over"


class AlreadyReported(Conflict):
    """The member's earlier report of the same thing is still open."""

    code = "moderation.already-reported"


class ReportWordsMissing(Invalid):
    """Who chooses "something else" says what."""

    code = "moderation.report-words-missing"


class CaseClaimed(Conflict):
    """Somebody else works on this case."""

    code = "moderation.case-claimed"


class StaffCannotAnswer(Invalid):
    """A complaint is given to somebody of the staff only who may answer it."""

    code = "moderation.staff-cannot-answer"


class CaseClosed(Conflict):
    """This case is decided or closed already."""

    code = "moderation.case-closed"


class CaseChanged(Conflict):
    """Something happened to this case since it was read; `version` is the one it has now."""

    code = "moderation.case-changed"


class CaseOpen(Conflict):
    """A colleague has opened a case about this member already."""

    code = "moderation.case-open"


class AlreadyHandedOver(Conflict):
    """Moderation has this complaint's case about this member already, and has not decided."""

    code = "moderation.already-handed-over"


class WrittenAgain(Conflict):
    """Whoever complained wrote again since whoever answers read it."""

    code = "moderation.written-again"


class CaseNotClaimed(Conflict):
    """Who works on a case takes it on first."""

    code = "moderation.case-not-claimed"


class QueueEmpty(NotFound):
    """There is nothing to look at that nobody has in hand."""

    code = "moderation.queue-empty"


class RuleMissing(Invalid):
    """A decision that does something says which rule was broken."""

    code = "moderation.rule-missing"


class FactsMissing(Invalid):
    """A decision that does something says what happened."""

    code = "moderation.facts-missing"


class DaysMissing(Invalid):
    """A decision for a time says for how many days, between 1 and 365."""

    code = "moderation.days-missing"


class FeaturesMissing(Invalid):
    """A limit says from what."""

    code = "moderation.features-missing"


class ContentMissing(Invalid):
    """Who takes something away says which photos, or that the words go."""

    code = "moderation.content-missing"


class MeasureUnfit(Invalid):
    """The measure does not fit what the case is about."""

    code = "moderation.measure-unfit"


class OwnSignature(Forbidden):
    """The second signature, and the decision about an appeal, come from somebody who has not decided before."""

    code = "moderation.own-signature"


class AppealWaits(Conflict):
    """A decision is not simply taken back while an objection to it waits: whoever objected gets an answer to that."""

    code = "moderation.appeal-waits"


class DecisionOver(Conflict):
    """The decision does not wait for a signature, or is taken back already."""

    code = "moderation.decision-over"


class DecisionNotFound(NotFound):
    """There is no such decision, for this person or with this key."""


class AppealLate(Conflict):
    """The time to object is over."""

    code = "moderation.appeal-late"


class AppealOpen(Conflict):
    """An appeal against this decision is open already."""

    code = "moderation.appeal-open"


class ConversationLocked(Conflict):
    """Another writer, `name`, has this conversation in hand."""

    code = "moderation.conversation-locked"


class ConversationNotLocked(Conflict):
    """A conversation is taken before it is read or answered, and this one is not, or no longer."""

    code = "moderation.conversation-not-locked"


class ConversationHandedOver(Conflict):
    """Moderation has this conversation already, in a case that waits for its decision."""

    code = "moderation.conversation-handed-over"


class TruthUntold(Conflict):
    """A member asked whether a fictional profile is real, and hears the truth before anything else (spec 10.9)."""

    code = "moderation.truth-untold"


class FictionClosed(Conflict):
    """A fictional profile is answered for at other hours."""

    code = "moderation.fiction-closed"


class FictionDenied(Invalid):
    """Nobody says in a fictional profile's name that a person stands behind it (design promise 1)."""

    code = "moderation.fiction-denied"


class FictionRetired(Conflict):
    """A fictional profile that is retired is kept as it was, for good."""

    code = "moderation.fiction-retired"


class WriterUnknown(Invalid):
    """Nobody with this address, `email`, may write for fictional profiles."""

    code = "moderation.writer-unknown"


class NotFictional(NotFound):
    """There is no such fictional profile."""
