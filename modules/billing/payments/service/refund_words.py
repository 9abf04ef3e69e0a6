"""Texts about refunds in a member's language: the same in their mail and in the console's preview."""

from app.kernel import i18n
from app.kernel.text import formats
from modules.billing.contracts.shop import Money
from modules.billing.contracts.states import RefundReason, RefusalReason


def refund_sent_texts(language: str, *, amount: Money, credits: int, reason: RefundReason) -> tuple[str, str]:
    """Return two texts about a refund that is sent: that it is on its way, and why."""
    sent = i18n.text(language, "refund.going.first", amount=_money(language, amount))
    return sent, i18n.text(language, f"refund.going.why.{reason}", count=credits)


def refund_refused_texts(
    language: str, *, amount: Money, credits: int, refused_for: RefusalReason, words: str
) -> tuple[str, ...]:
    """Return the texts about a refused refund: that it is refused, why, and that held credits are returned."""
    said = [i18n.text(language, "refund.refused.first", amount=_money(language, amount))]
    if refused_for is not RefusalReason.OTHER:
        said.append(i18n.text(language, f"refund.refused.why.{refused_for}"))
    said += [words] if words else []
    said += [i18n.text(language, "refund.refused.credits", count=credits)] if credits else []
    return tuple(said)


def _money(language: str, amount: Money) -> str:
    return formats.money(language, amount.minor, amount.currency)
