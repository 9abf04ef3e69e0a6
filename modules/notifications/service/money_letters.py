"""Mails about money. Amounts and states are read when a mail is written, so that it is true when it is sent.

A mail that is no longer needed, such as one about a failed payment that was paid after all, is not written.
"""

from collections.abc import Callable
from dataclasses import replace
from datetime import datetime
from typing import Any
from uuid import UUID

from app.kernel import i18n
from app.kernel.db.session import Session
from app.kernel.errors import DomainError
from app.kernel.text import formats
from modules.accounts.contracts import Member
from modules.billing import api as billing_api
from modules.billing.contracts.payments import Order, Refund
from modules.billing.contracts.shop import Money
from modules.billing.contracts.states import OrderState, RefundState
from modules.notifications.contracts import Letter, MailType
from modules.sites import api as sites_api
from modules.sites.contracts import Site

SETTINGS = "/credits/settings"


class Writer:
    """Writes the letters to one member of one site."""

    def __init__(self, session: Session, site: Site, member: Member) -> None:
        self.session, self.site, self.member = session, site, member

    def letter(self, type: MailType, path: str, *, link: str = "", **values: Any) -> Letter:
        """Return a letter; `link` is the path of its secondary link. Empty paragraphs are left out."""
        values = {"name": self.member.name, "site": self.site.name, **values}

        def translate(part: str) -> str:
            return i18n.find_text(self.member.language, f"mail.{type}.{part}", **values) or ""

        return Letter(
            subject=translate("subject"),
            heading=translate("heading"),
            paragraphs=tuple(words for part in ("first", "second") if (words := values.get(part) or translate(part))),
            button=translate("button"),
            url=sites_api.site_url(self.site, path),
            note=translate("note"),
            facts=values.get("facts", ()),
            link=translate("link") if link else "",
            link_url=sites_api.site_url(self.site, link) if link else "",
            ends_in_total=True,
            files=tuple(file for file in values.get("files", ()) if file),
        )

    def text(self, key: str, **values: Any) -> str:
        """Return a text in the reader's language."""
        return i18n.text(self.member.language, key, **values)

    def money(self, amount: Money) -> str:
        """Return an amount in the reader's format."""
        return formats.money(self.member.language, amount.minor, amount.currency)

    def day(self, when: datetime) -> str:
        """Return the day of a time in the site's time zone, in the reader's format."""
        return formats.day(self.member.language, self.site.day_of(when))


def write_letter(session: Session, site: Site, member: Member, type: MailType, params: dict[str, str]) -> Letter | None:
    """Return a letter about money, or None when it is no longer needed."""
    return _LETTERS[type](Writer(session, site, member), params)


def _order_paid(writer: Writer, params: dict[str, str]) -> Letter | None:
    order = billing_api.get_order(writer.session, UUID(params["order_id"]))
    return _receipt(writer, MailType.ORDER_PAID, order, link=f"{_order_path(order)}#refund")


def _reload_bought(writer: Writer, params: dict[str, str]) -> Letter | None:
    order = billing_api.get_order(writer.session, UUID(params["order_id"]))
    return _receipt(writer, MailType.RELOAD_BOUGHT, order, link=SETTINGS)


def _receipt(writer: Writer, type: MailType, order: Order, *, link: str) -> Letter:
    """Return the receipt of an order, with its invoice and the offer to refund unspent credits."""
    try:
        until = writer.day(billing_api.get_refund_offer(writer.session, order=order).until)
        second = writer.text("mail.receipt.refund", until=until)
    except DomainError:
        second = writer.text("mail.receipt.invoice")
    return writer.letter(
        type,
        _order_path(order),
        link=link,
        count=order.credits,
        second=second,
        facts=_receipt_lines(writer, order),
        files=[billing_api.find_invoice(writer.session, order.id)],
    )


def _payment_failed(writer: Writer, params: dict[str, str]) -> Letter | None:
    order = billing_api.get_order(writer.session, UUID(params["order_id"]))
    if order.state is not OrderState.FAILED:
        return None
    total = writer.money(Money(order.total_minor, order.currency))
    return writer.letter(MailType.PAYMENT_FAILED, _order_path(order), count=order.credits, total=total)


def _refund_asked(writer: Writer, params: dict[str, str]) -> Letter | None:
    refund, order = _refund(writer, params)
    if refund.state in (RefundState.FAILED, RefundState.CANCELED):
        return None
    first, why = billing_api.refund_sent_texts(
        writer.member.language, amount=refund.amount, credits=refund.credits, reason=refund.reason
    )
    amount = writer.money(refund.amount)
    return writer.letter(MailType.REFUND_ASKED, _order_path(order), amount=amount, first=first, second=why)


def _refund_arrived(writer: Writer, params: dict[str, str]) -> Letter | None:
    refund, order = _refund(writer, params)
    if refund.state is not RefundState.REFUNDED:
        return None
    file = billing_api.find_credit_note(writer.session, refund.id)
    amount = writer.money(refund.amount)
    return writer.letter(MailType.REFUND_ARRIVED, _order_path(order), amount=amount, files=[file])


def _refund_failed(writer: Writer, params: dict[str, str]) -> Letter | None:
    refund, order = _refund(writer, params)
    credits = writer.text("mail.refund-failed.credits", count=refund.credits) if refund.credits else ""
    amount = writer.money(refund.amount)
    return writer.letter(MailType.REFUND_FAILED, _order_path(order), amount=amount, second=credits)


def _refund_refused(writer: Writer, params: dict[str, str]) -> Letter | None:
    refund, order = _refund(writer, params)
    if refund.refused_for is None:
        return None
    paragraphs = billing_api.refund_refused_texts(
        writer.member.language,
        amount=refund.amount,
        credits=refund.credits,
        refused_for=refund.refused_for,
        words=refund.refused_words,
    )
    letter = writer.letter(MailType.REFUND_REFUSED, _order_path(order), amount=writer.money(refund.amount))
    return replace(letter, paragraphs=paragraphs)


def _chargeback(writer: Writer, params: dict[str, str]) -> Letter | None:
    payment_id, amount, credits = billing_api.get_chargeback(writer.session, UUID(params["chargeback_id"]))
    order = billing_api.get_order(writer.session, billing_api.get_payment(writer.session, payment_id).order_id)
    taken = writer.text("mail.chargeback.credits", count=credits) if credits else ""
    return writer.letter(
        MailType.CHARGEBACK,
        _order_path(order),
        amount=writer.money(amount),
        day=writer.day(order.completed_at or order.created_at),
        second=taken,
        email=writer.site.support_email,
    )


def _direct_debit(writer: Writer, params: dict[str, str]) -> Letter | None:
    """Return the notice before a direct debit; None when it was canceled."""
    debit = billing_api.get_debit(writer.session, UUID(params["collection_id"]))
    if debit is None:
        return None
    amount, day = writer.money(debit.amount), formats.day(writer.member.language, debit.due_on)
    again = writer.text("mail.direct-debit-notice.again") if debit.attempt > 1 else ""
    facts = {
        "day": day,
        "account": debit.iban_label,
        "reference": debit.reference,
        "creditor": f"{writer.site.company.name}, {debit.creditor_id}",
        "amount": amount,
    }
    return writer.letter(
        MailType.DIRECT_DEBIT_NOTICE,
        f"/transactions/{debit.order_id}",
        amount=amount,
        day=day,
        iban=debit.iban_label,
        count=debit.credits,
        second=again,
        facts=tuple((writer.text(f"mail.direct-debit-notice.{name}"), fact) for name, fact in facts.items()),
        email=writer.site.support_email,
    )


def _direct_debit_blocked(writer: Writer, params: dict[str, str]) -> Letter | None:
    """Return the letter about a block of direct debit and its reason; None when the block was lifted."""
    block = billing_api.find_debit_block(writer.session, UUID(params["block_id"]))
    if block is None:
        return None
    why = writer.text(f"mail.direct-debit-blocked.why.{'bank' if block.is_by_bank else 'staff'}")
    email = writer.site.support_email
    return writer.letter(MailType.DIRECT_DEBIT_BLOCKED, _shop_path(writer), second=why, email=email)


def _discount(writer: Writer, params: dict[str, str]) -> Letter | None:
    discount = billing_api.get_discount(writer.session, UUID(params["discount_id"]))
    if not discount.is_active or discount.used:
        return None
    percent = discount.value_percentage
    until = writer.text("mail.discount.until", until=writer.day(discount.expires)) if discount.expires else ""
    why = writer.text(f"discount.{discount.occasion}", percent=percent)
    return writer.letter(
        MailType.DISCOUNT, _shop_path(writer), percent=percent, code=discount.code, first=why, note_until=until
    )


def _reload_started(writer: Writer, params: dict[str, str]) -> Letter | None:
    rule = billing_api.get_reload_rule(writer.session, member_id=writer.member.id)
    if rule is None or rule.ended_at is not None or rule.method is None:
        return None
    return writer.letter(
        MailType.RELOAD_STARTED,
        SETTINGS,
        threshold=rule.threshold,
        credits=rule.bundle.credits,
        price=writer.money(rule.bundle.price),
        cap=writer.money(rule.monthly_cap),
        method=rule.method.label or rule.method.method,
    )


def _reload_paused(writer: Writer, params: dict[str, str]) -> Letter | None:
    until = writer.day(datetime.fromisoformat(params["until"]))
    return writer.letter(MailType.RELOAD_PAUSED, SETTINGS, until=until)


def _reload_ended(writer: Writer, params: dict[str, str]) -> Letter | None:
    rule = billing_api.get_reload_rule(writer.session, member_id=writer.member.id)
    if rule is None or rule.end_reason is None:
        return None
    why = writer.text(f"mail.reload-ended.why.{rule.end_reason}")
    return writer.letter(MailType.RELOAD_ENDED, SETTINGS, second=why)


def _refund(writer: Writer, params: dict[str, str]) -> tuple[Refund, Order]:
    refund = billing_api.get_refund(writer.session, UUID(params["refund_id"]))
    payment = billing_api.get_payment(writer.session, refund.payment_id)
    return refund, billing_api.get_order(writer.session, payment.order_id)


def _shop_path(writer: Writer) -> str:
    return "/credits" if writer.member.is_paid else "/premium"


def _order_path(order: Order) -> str:
    return f"/transactions/{order.id}"


def _receipt_lines(writer: Writer, order: Order) -> tuple[tuple[str, str], ...]:
    """Return the lines of a receipt: label and amount."""

    def money(minor: int) -> str:
        return writer.money(Money(minor, order.currency))

    rate = formats.percent(writer.member.language, order.vat_basis_points)
    lines = [(writer.text("paper.item.credits", count=order.credits), money(order.gross_minor))]
    if order.discount_minor:
        lines.append((writer.text("paper.item.discount", code=order.discount_code), money(-order.discount_minor)))
    lines.append((writer.text("mail.receipt.vat", rate=rate), money(order.vat_minor)))
    lines.append((writer.text("paper.total"), money(order.total_minor)))
    return tuple(lines)


_LETTERS: dict[MailType, Callable[[Writer, dict[str, str]], Letter | None]] = {
    MailType.ORDER_PAID: _order_paid,
    MailType.PAYMENT_FAILED: _payment_failed,
    MailType.REFUND_ASKED: _refund_asked,
    MailType.REFUND_ARRIVED: _refund_arrived,
    MailType.REFUND_FAILED: _refund_failed,
    MailType.REFUND_REFUSED: _refund_refused,
    MailType.CHARGEBACK: _chargeback,
    MailType.DIRECT_DEBIT_NOTICE: _direct_debit,
    MailType.DIRECT_DEBIT_BLOCKED: _direct_debit_blocked,
    MailType.DISCOUNT: _discount,
    MailType.APOLOGY: _discount,
    MailType.RELOAD_STARTED: _reload_started,
    MailType.RELOAD_BOUGHT: _reload_bought,
    MailType.RELOAD_PAUSED: _reload_paused,
    MailType.RELOAD_ENDED: _reload_ended,
}
TYPES = frozenset(_LETTERS)
