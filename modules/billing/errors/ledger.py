"""Refusals of the ledger."""

from app.kernel.errors import Conflict, Invalid, PaymentRequired
from modules.billing.errors.debit import BankArchiveRefused as BankArchiveRefused
from modules.billing.errors.debit import BankFileInvalid as BankFileInvalid
from modules.billing.errors.debit import BankFileTooLarge as BankFileTooLarge
from modules.billing.errors.debit import BatchNotFound as BatchNotFound
from modules.billing.errors.debit import CollectionDayPassed as CollectionDayPassed
from modules.billing.errors.debit import CreditorIncomplete as CreditorIncomplete
from modules.billing.errors.debit import MandateEnded as MandateEnded
from modules.billing.errors.debit import NothingToCollect as NothingToCollect
from modules.billing.errors.debit import SamePerson as SamePerson


class InsufficientCredits(PaymentRequired):
    """You do not have enough credits (spec section 8); `needed` and `balance` are sent along."""

    code = "billing.insufficient-credits"


class PostingReused(Conflict):
    """The key of a posting was used before for another posting."""

    code = "billing.posting-reused"


class CreditsInvalid(Invalid):
    """An amount of credits that cannot be posted."""

    code = "billing.credits-invalid"
