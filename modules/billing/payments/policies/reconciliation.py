"""Reconciliation, as pure functions."""

from modules.billing.contracts.books import Subject
from modules.billing.payments.policies.transitions import MACHINES, merge


def is_news(subject: Subject, *, known: str, reported: str) -> bool:
    """Return whether a listed state would change the known one; an older state would not."""
    merged: str = merge(MACHINES[subject], known, reported)
    return merged != known
