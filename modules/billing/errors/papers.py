"""Refusals of invoices and statements."""

from app.kernel.errors import NotFound
from modules.billing.errors.debit import BankArchiveRefused as BankArchiveRefused
from modules.billing.errors.debit import BankFileInvalid as BankFileInvalid
from modules.billing.errors.debit import BankFileTooLarge as BankFileTooLarge
from modules.billing.errors.debit import BatchNotFound as BatchNotFound
from modules.billing.errors.debit import CollectionDayPassed as CollectionDayPassed
from modules.billing.errors.debit import CreditorIncomplete as CreditorIncomplete
from modules.billing.errors.debit import MandateEnded as MandateEnded
from modules.billing.errors.debit import NothingToCollect as NothingToCollect
from modules.billing.errors.debit import SamePerson as SamePerson


class PaperNotFound(NotFound):
    """This member has no such invoice or credit note, or it is not written yet."""

    code = "billing.paper-not-found"


class StatementNotFound(NotFound):
    """This is no month of the member's time here."""

    code = "billing.statement-not-found"
