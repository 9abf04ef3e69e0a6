"""What of a provider's lists is news."""

import pytest

from modules.billing.contracts.books import Subject
from modules.billing.payments.policies import reconciliation as policies


@pytest.mark.parametrize(
    ("subject", "known", "reported", "is_news"),
    [
        (Subject.PAYMENT, "open", "paid", True),
        (Subject.PAYMENT, "open", "open", False),
        (Subject.PAYMENT, "paid", "open", False),
        (Subject.REFUND, "refunded", "failed", True),
        (Subject.REFUND, "failed", "refunded", False),
        (Subject.CHARGEBACK, "received", "reversed", True),
        (Subject.CHARGEBACK, "reversed", "received", False),
    ],
)
def test_a_state_is_news_when_it_follows_the_known_one(
    subject: Subject, known: str, reported: str, is_news: bool
) -> None:
    assert policies.is_news(subject, known=known, reported=reported) is is_news
