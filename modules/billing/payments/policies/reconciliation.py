"""What of a provider's lists is news."""

from modules.billing.contracts.books import Subject
from modules.billing.payments.policies.transitions import MACHINES, merge


def is_news(subject: Subject, *, known: str, reported: str) -> bool:
    """Tell whether a state that a list tells would change the one that we know; an older one would not."""
    merged: str = merge(MACHINES[subject], known, reported)
    return merged != known
