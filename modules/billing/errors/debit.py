"""Refusals of files for the bank and from it, which only staff see."""

from typing import Any

from app.kernel.errors import Conflict, Forbidden, Invalid, NotFound
from app.kernel.text import formats


class BatchNotFound(NotFound):
    """There is no such file of collections."""

    code = "billing.batch-not-found"


class NothingToCollect(NotFound):
    """No collection is due."""

    code = "billing.nothing-to-collect"


class SamePerson(Conflict):
    """A file of collections cannot be released by the person who created it."""

    code = "billing.same-person"


class MandateEnded(Conflict):
    """A file asks for money by a mandate that has ended, or of a member or account that may not be debited any more."""

    code = "billing.mandate-ended"


class CollectionDayPassed(Conflict):
    """A released file asks for money on a day for which the bank would get it too late."""

    code = "billing.collection-day-passed"


class CreditorIncomplete(Conflict):
    """The company has no creditor id or account any more under which this could be collected."""

    code = "billing.creditor-incomplete"


class BankFileInvalid(Invalid):
    """This is no file of a bank that we can read: pain.002, camt.052, camt.053, camt.054, or a zip of them."""

    code = "billing.bank-file-invalid"


class BankFileTooLarge(Invalid):
    """A bank's file has, unpacked, more than `megabytes`."""

    code = "billing.bank-file-too-large"

    def values(self, language: str) -> dict[str, Any]:
        """Return the values with the largest size, as `size`."""
        return {**self.extra, "size": formats.megabytes(language, self.extra["megabytes"])}


class BankArchiveRefused(Invalid):
    """A zip cannot be opened, has more than `files` files, or has a suspicious compression ratio."""

    code = "billing.bank-archive-refused"


class DirectDebitBlocked(Forbidden):
    """Your account is blocked for direct debit payments (spec 8.4): the member's or the bank account."""

    code = "billing.direct-debit-blocked"


class AddressUnconfirmed(Forbidden):
    """The member's address is not confirmed yet, so they could not be notified before a debit."""

    code = "billing.address-unconfirmed"


class DirectDebitLimit(Conflict):
    """Direct debit limit reached (spec 8.4); `euros` is how much may be collected or still be open."""

    code = "billing.direct-debit-limit"

    def values(self, language: str) -> dict[str, Any]:
        """Return the values with the limit as an amount, `limit`."""
        return {**self.extra, "limit": formats.money(language, self.extra["euros"] * 100, "EUR")}


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
