"""Refusals of direct debit that only staff see."""

from app.kernel.errors import Conflict


class MandateEnded(Conflict):
    """A file asks for money by a mandate that has ended, or of a member or account that may not be debited any more."""

    code = "billing.mandate-ended"
