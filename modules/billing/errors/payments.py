"""Refusals of orders, payments and refunds."""

from app.kernel.errors import Conflict, Invalid, NotFound, Unavailable
from modules.billing.errors.debit import BankArchiveRefused as BankArchiveRefused
from modules.billing.errors.debit import BankFileInvalid as BankFileInvalid
from modules.billing.errors.debit import BankFileTooLarge as BankFileTooLarge
from modules.billing.errors.debit import BatchNotFound as BatchNotFound
from modules.billing.errors.debit import CollectionDayPassed as CollectionDayPassed
from modules.billing.errors.debit import CreditorIncomplete as CreditorIncomplete
from modules.billing.errors.debit import MandateEnded as MandateEnded
from modules.billing.errors.debit import NothingToCollect as NothingToCollect
from modules.billing.errors.debit import SamePerson as SamePerson


class NothingToRefund(NotFound):
    """There is no such spend."""

    code = "billing.nothing-to-refund"


class OrderNotFound(NotFound):
    """This member has no such order."""

    code = "billing.order-not-found"


class OrderNotPayable(Conflict):
    """The order is paid, or a payment for it is still under way."""

    code = "billing.order-not-payable"


class NoEarlierOrder(NotFound):
    """There is no order to repeat."""

    code = "billing.no-earlier-order"


class MethodNotFound(NotFound):
    """This way to pay is not offered here."""

    code = "billing.method-not-found"


class PaymentRefused(Invalid):
    """The provider refused to begin a payment; spec 8.5: payment failed or has been cancelled."""

    code = "billing.payment-refused"


class ProviderAway(Unavailable):
    """The payment provider does not answer; nothing was charged."""

    code = "billing.provider-away"


class MailAway(Conflict):
    """A site cannot begin to sell while no mail server takes what buyers have to be sent."""

    code = "billing.mail-away"


class TransitionForbidden(Conflict):
    """This state cannot follow the current one."""

    code = "billing.transition-forbidden"


class RefundTooLate(Conflict):
    """The site's days for a refund are over (spec 9.7)."""

    code = "billing.refund-too-late"


class RefusalWordsMissing(Invalid):
    """A refusal for another reason than the given ones needs words."""

    code = "billing.refusal-words-missing"


class PriceChanged(Conflict):
    """The order no longer costs what the member saw when they placed it."""

    code = "billing.price-changed"


class RefundChanged(Conflict):
    """The refund is no longer what the member saw when they confirmed it."""

    code = "billing.refund-changed"


class RefundNotFound(NotFound):
    """There is no such refund."""

    code = "billing.refund-not-found"


class SpendingLimitReached(Conflict):
    """The member's own limit of this month; `limit`, `price` and `until` are sent along in the reader's format.

    `reason` is `until` where a day is known from which it would be possible, `never` where none is, and `currency`
    where the limit is in other money.
    """

    code = "billing.spending-limit"


class ReloadRuleInvalid(Invalid):
    """Auto-reload cannot be set so; `field` names what is wrong."""

    code = "billing.reload-rule-invalid"


class TakenBack(Conflict):
    """A refund would give back what a bank has taken back already."""

    code = "billing.taken-back"


class SecondPersonNeeded(Conflict):
    """A refund above the limit cannot be approved by the person who requested it."""

    code = "billing.second-person-needed"


class ReconciliationRunning(Conflict):
    """The provider's lists are being compared at this moment."""

    code = "billing.reconciliation-running"


class SettlementNotFound(NotFound):
    """There is no such settlement."""

    code = "billing.settlement-not-found"


class ExplanationMissing(Invalid):
    """What is explained needs words."""

    code = "billing.explanation-missing"
