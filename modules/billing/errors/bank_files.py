"""Refusals of files for the bank and from it, which only staff see."""

from app.kernel.errors import Conflict, Invalid, NotFound


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


class BankArchiveRefused(Invalid):
    """A zip cannot be opened, has more than `files` files, or has a suspicious compression ratio."""

    code = "billing.bank-archive-refused"
