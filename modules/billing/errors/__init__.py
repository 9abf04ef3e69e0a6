"""Refusals of the billing module."""

from app.kernel.errors import Conflict, Forbidden, Invalid, NotFound, PaymentRequired, Unavailable
from modules.billing.errors.bank_files import BankArchiveRefused as BankArchiveRefused
from modules.billing.errors.bank_files import BankFileInvalid as BankFileInvalid
from modules.billing.errors.bank_files import BankFileTooLarge as BankFileTooLarge
from modules.billing.errors.bank_files import BatchNotFound as BatchNotFound
from modules.billing.errors.bank_files import CollectionDayPassed as CollectionDayPassed
from modules.billing.errors.bank_files import CreditorIncomplete as CreditorIncomplete
from modules.billing.errors.bank_files import MandateEnded as MandateEnded
from modules.billing.errors.bank_files import NothingToCollect as NothingToCollect
from modules.billing.errors.bank_files import SamePerson as SamePerson


class InsufficientCredits(PaymentRequired):
    """You do not have enough credits (spec section 8); `needed` and `balance` are sent along."""

    code = "billing.insufficient-credits"


class PostingReused(Conflict):
    """The key of a posting was used before for another posting."""

    code = "billing.posting-reused"


class NothingToRefund(NotFound):
    """There is no such spend."""

    code = "billing.nothing-to-refund"


class BundleNotFound(NotFound):
    """There is no such bundle for sale to this member."""

    code = "billing.bundle-not-found"


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


class DiscountNotFound(NotFound):
    """Code invalid (spec 5.5, 8.4): there is none, or not for this member, country or currency."""

    code = "billing.discount-not-found"


class DiscountUsed(Conflict):
    """The member used this code already (spec 5.5)."""

    code = "billing.discount-used"


class DiscountExpired(Conflict):
    """The code is no longer valid."""

    code = "billing.discount-expired"


class DiscountExhausted(Conflict):
    """The code was used as often as it may be."""

    code = "billing.discount-exhausted"


class DiscountBelowMinimum(Invalid):
    """The order is too small for the code; `minimum` is sent along as an amount in the reader's format."""

    code = "billing.discount-below-minimum"


class DiscountOtherMethod(Invalid):
    """The code is for other payment methods."""

    code = "billing.discount-other-method"


class DiscountLapsed(Conflict):
    """The code of an order is not valid for another payment of it; `price` is the price without the code.

    `reason` is `method` if the code is for other payment methods, else `over`.
    """

    code = "billing.discount-lapsed"


class DiscountInvalid(Invalid):
    """A code has an invalid or taken value; `field` names it."""

    code = "billing.discount-invalid"


class DiscountForOne(Invalid):
    """Codes for one member are generated, and cannot be chosen."""

    code = "billing.discount-for-one"


class DiscountCountry(Invalid):
    """A code for a country that its site is not open to; `countries` are those that it is."""

    code = "billing.discount-country"


class DiscountCurrency(Invalid):
    """A code for a currency that its site does not sell in; `currencies` are those that it does."""

    code = "billing.discount-currency"


class DiscountMember(Invalid):
    """A code for a member whom its site does not have."""

    code = "billing.discount-member"


class DiscountOver(Invalid):
    """A code that would end before it begins, or has ended already."""

    code = "billing.discount-over"


class DiscountDay(Invalid):
    """A first or last day of a code is implausible; `first` and `last` are the years that are allowed."""

    code = "billing.discount-day"


class DiscountUsedMore(Invalid):
    """A code was used more often than it is to be good for; `used` says how often."""

    code = "billing.discount-used-more"


class DiscountPromised(Conflict):
    """How much a code takes off stays once somebody used it."""

    code = "billing.discount-promised"


class BundleInvalid(Invalid):
    """A bundle has an invalid value; `field` names it."""

    code = "billing.bundle-invalid"


class ShopNotReady(Conflict):
    """A site cannot sell without the data and settings that its invoices and payments need."""

    code = "billing.shop-not-ready"


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


class PaperNotFound(NotFound):
    """This member has no such invoice or credit note, or it is not written yet."""

    code = "billing.paper-not-found"


class StatementNotFound(NotFound):
    """This is no month of the member's time here."""

    code = "billing.statement-not-found"


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


class CreditsInvalid(Invalid):
    """An amount of credits that cannot be posted."""

    code = "billing.credits-invalid"


class DirectDebitBlocked(Forbidden):
    """Your account is blocked for direct debit payments (spec 8.4): the member's or the bank account."""

    code = "billing.direct-debit-blocked"


class AddressUnconfirmed(Forbidden):
    """The member's address is not confirmed yet, so they could not be notified before a debit."""

    code = "billing.address-unconfirmed"


class DirectDebitLimit(Conflict):
    """Direct debit limit reached (spec 8.4); `euros` is how much may be collected or still be open."""

    code = "billing.direct-debit-limit"


class NotAuthorised(Invalid):
    """The box that authorises the debit is not ticked (spec 5.6)."""

    code = "billing.not-authorised"


class IbanInvalid(Invalid):
    """This is no number of a bank account that can be debited in euros."""

    code = "billing.iban-invalid"


class HolderInvalid(Invalid):
    """This name has no letter."""

    code = "billing.holder-invalid"


class HolderUnwritable(Invalid):
    """A name has `characters` that cannot be written in a file for a bank (EPC217-08)."""

    code = "billing.holder-unwritable"


class HolderTooLong(Invalid):
    """Written in Latin letters a name has `length` characters; a file for a bank has room for `max`."""

    code = "billing.holder-too-long"


class PhoneInvalid(Invalid):
    """This is no number of a mobile phone."""

    code = "billing.phone-invalid"


class PhoneCountry(Invalid):
    """Phones of this country are sent no codes."""

    code = "billing.phone-country"


class CodeInvalid(Invalid):
    """Code invalid (spec 8.4): it is not the one that was sent; `tries_left` is sent along."""

    code = "billing.code-invalid"


class CodeExpired(Conflict):
    """The code was sent too long ago, or tried too often."""

    code = "billing.code-expired"


class StartNotAsked(Invalid):
    """The buyer has not asked for the credits to come at once."""

    code = "billing.start-not-asked"


class BlockInvalid(Invalid):
    """A block names a member or an account, and why."""

    code = "billing.block-invalid"


class ReconciliationRunning(Conflict):
    """The provider's lists are being compared at this moment."""

    code = "billing.reconciliation-running"


class SettlementNotFound(NotFound):
    """There is no such settlement."""

    code = "billing.settlement-not-found"


class ExplanationMissing(Invalid):
    """What is explained needs words."""

    code = "billing.explanation-missing"
