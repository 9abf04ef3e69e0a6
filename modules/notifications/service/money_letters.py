"""Mails about money. Amounts and states are read when a mail is written, so that it is true when it is sent.

A mail that is no longer needed, such as one about a failed payment that was paid after all, is not written.
"""

from collections.abc import Callable, Mapping
from dataclasses import replace
from datetime import datetime

from app.kernel.errors import DomainError
from app.kernel.text import formats
from modules.billing import api as billing_api
from modules.billing.contracts.payments import Order, Refund
from modules.billing.contracts.shop import Money
from modules.billing.contracts.states import OrderState, RefundState
from modules.notifications.contracts import Letter, MailType
from modules.notifications.service.writing import Writer

SETTINGS = "/credits/settings"


def _order_paid(writer: Writer) -> Letter | None:
    order = billing_api.get_order(writer.session, writer.id_of("order_id"))
    return _receipt(writer, order, link=f"{_order_path(order)}#refund")


def _reload_bought(writer: Writer) -> Letter | None:
    order = billing_api.get_order(writer.session, writer.id_of("order_id"))
    return _receipt(writer, order, link=SETTINGS)


def _receipt(writer: Writer, order: Order, *, link: str) -> Letter:
    """Return the receipt of an order, with its invoice and the offer to refund unspent credits."""
    try:
        until = writer.day(billing_api.get_refund_offer(writer.session, order=order).until)
        second = writer.text("mail.receipt.refund", until=until)
    except DomainError:
        second = writer.text("mail.receipt.invoice")
    return writer.letter(
        _order_path(order),
        link=link,
        count=order.credits,
        second=second,
        facts=_receipt_lines(writer, order),
        ends_in_total=True,
        files=(billing_api.find_invoice(writer.session, order.id),),
    )


def _payment_failed(writer: Writer) -> Letter | None:
    order = billing_api.get_order(writer.session, writer.id_of("order_id"))
    if order.state is not OrderState.FAILED:
        return None
    total = writer.money(Money(order.total_minor, order.currency))
    return writer.letter(_order_path(order), count=order.credits, total=total)


def _refund_asked(writer: Writer) -> Letter | None:
    refund, order = _refund(writer)
    if refund.state in (RefundState.FAILED, RefundState.CANCELED):
        return None
    first, why = billing_api.refund_sent_texts(
        writer.member.language, amount=refund.amount, credits=refund.credits, reason=refund.reason
    )
    amount = writer.money(refund.amount)
    return writer.letter(_order_path(order), amount=amount, first=first, second=why)


def _refund_arrived(writer: Writer) -> Letter | None:
    refund, order = _refund(writer)
    if refund.state is not RefundState.REFUNDED:
        return None
    file = billing_api.find_credit_note(writer.session, refund.id)
    amount = writer.money(refund.amount)
    return writer.letter(_order_path(order), amount=amount, files=(file,))


def _refund_failed(writer: Writer) -> Letter | None:
    refund, order = _refund(writer)
    credits = writer.text("mail.refund-failed.credits", count=refund.credits) if refund.credits else ""
    amount = writer.money(refund.amount)
    return writer.letter(_order_path(order), amount=amount, second=credits)


def _refund_refused(writer: Writer) -> Letter | None:
    refund, order = _refund(writer)
    if refund.refused_for is None:
        return None
    paragraphs = billing_api.refund_refused_texts(
        writer.member.language,
        amount=refund.amount,
        credits=refund.credits,
        refused_for=refund.refused_for,
        words=refund.refused_words,
    )
    letter = writer.letter(_order_path(order), amount=writer.money(refund.amount))
    return replace(letter, paragraphs=paragraphs)


def _chargeback(writer: Writer) -> Letter | None:
    payment_id, amount, credits = billing_api.get_chargeback(writer.session, writer.id_of("chargeback_id"))
    order = billing_api.get_order(writer.session, billing_api.get_payment(writer.session, payment_id).order_id)
    taken = writer.text("mail.chargeback.credits", count=credits) if credits else ""
    return writer.letter(
        _order_path(order),
        amount=writer.money(amount),
        day=writer.day(order.completed_at or order.created_at),
        second=taken,
        email=writer.site.support_email,
    )


def _direct_debit(writer: Writer) -> Letter | None:
    """Return the notice before a direct debit; None when it was canceled."""
    debit = billing_api.get_debit(writer.session, writer.id_of("collection_id"))
    if debit is None:
        return None
    amount, day = writer.money(debit.amount), formats.day(writer.member.language, debit.due_on)
    again = writer.text("mail.direct-debit-notice.again") if debit.attempt > 1 else ""
    return writer.letter(
        f"/transactions/{debit.order_id}",
        amount=amount,
        day=day,
        iban=debit.iban_label,
        count=debit.credits,
        second=again,
        facts=writer.facts(
            "mail.direct-debit-notice",
            day=day,
            account=debit.iban_label,
            reference=debit.reference,
            creditor=f"{writer.site.company.name}, {debit.creditor_id}",
            amount=amount,
        ),
        ends_in_total=True,
        email=writer.site.support_email,
    )


def _direct_debit_blocked(writer: Writer) -> Letter | None:
    """Return the letter about a block of direct debit and its reason; None when the block was lifted."""
    block = billing_api.find_debit_block(writer.session, writer.id_of("block_id"))
    if block is None:
        return None
    why = writer.text(f"mail.direct-debit-blocked.why.{'bank' if block.is_by_bank else 'staff'}")
    email = writer.site.support_email
    return writer.letter(_shop_path(writer), second=why, email=email)


def _discount(writer: Writer) -> Letter | None:
    discount = billing_api.get_discount(writer.session, writer.id_of("discount_id"))
    if not discount.is_active or discount.used:
        return None
    percent = formats.percent(writer.member.language, discount.value_percentage * 100)
    until = writer.text("mail.discount.until", until=writer.day(discount.expires)) if discount.expires else ""
    why = writer.text(f"discount.{discount.occasion}", percent=percent)
    path, words = _shop_path(writer), MailType.DISCOUNT
    return writer.letter(path, words=words, percent=percent, code=discount.code, first=why, note_until=until)


def _reload_started(writer: Writer) -> Letter | None:
    rule = billing_api.get_reload_rule(writer.session, member_id=writer.member.id)
    if rule is None or rule.ended_at is not None or rule.method is None:
        return None
    return writer.letter(
        SETTINGS,
        threshold=rule.threshold,
        credits=rule.bundle.credits,
        price=writer.money(rule.bundle.price),
        cap=writer.money(rule.monthly_cap),
        method=rule.method.label or rule.method.method,
    )


def _reload_paused(writer: Writer) -> Letter | None:
    until = writer.day(datetime.fromisoformat(writer.params["until"]))
    return writer.letter(SETTINGS, until=until)


def _reload_ended(writer: Writer) -> Letter | None:
    rule = billing_api.get_reload_rule(writer.session, member_id=writer.member.id)
    if rule is None or rule.end_reason is None:
        return None
    why = writer.text(f"mail.reload-ended.why.{rule.end_reason}")
    return writer.letter(SETTINGS, second=why)


def _refund(writer: Writer) -> tuple[Refund, Order]:
    refund = billing_api.get_refund(writer.session, writer.id_of("refund_id"))
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


LETTERS: Mapping[MailType, Callable[[Writer], Letter | None]] = {
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
