"""What a member reads of a refund, in their language: the same in the mail and on the desk where it is decided."""

from app.kernel import formats, i18n
from modules.billing.contracts import Money, RefundReason, RefusalReason


def say_refund_goes_out(language: str, *, amount: Money, credits: int, reason: RefundReason) -> tuple[str, str]:
    """Return what is said of money that is sent back: that it is on its way, and why."""
    sent = i18n.text(language, "refund.going.first", amount=_said(language, amount))
    return sent, i18n.text(language, f"refund.going.why.{reason}", count=credits)


def say_refund_is_refused(
    language: str, *, amount: Money, credits: int, refused_for: RefusalReason, words: str
) -> tuple[str, ...]:
    """Return what is said of a refund that is refused: that it is, why, and what becomes of credits that were held."""
    said = [i18n.text(language, "refund.refused.first", amount=_said(language, amount))]
    if refused_for is not RefusalReason.OTHER:
        said.append(i18n.text(language, f"refund.refused.why.{refused_for}"))
    said += [words] if words else []
    said += [i18n.text(language, "refund.refused.credits", count=credits)] if credits else []
    return tuple(said)


def _said(language: str, amount: Money) -> str:
    return formats.money(language, amount.minor, amount.currency)
