"""Refusals of the shop and of discount codes."""

from app.kernel.errors import Conflict, Invalid, NotFound
from modules.billing.errors.debit import BankArchiveRefused as BankArchiveRefused
from modules.billing.errors.debit import BankFileInvalid as BankFileInvalid
from modules.billing.errors.debit import BankFileTooLarge as BankFileTooLarge
from modules.billing.errors.debit import BatchNotFound as BatchNotFound
from modules.billing.errors.debit import CollectionDayPassed as CollectionDayPassed
from modules.billing.errors.debit import CreditorIncomplete as CreditorIncomplete
from modules.billing.errors.debit import MandateEnded as MandateEnded
from modules.billing.errors.debit import NothingToCollect as NothingToCollect
from modules.billing.errors.debit import SamePerson as SamePerson


class BundleNotFound(NotFound):
    """There is no such bundle for sale to this member."""

    code = "billing.bundle-not-found"


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
