"""Mutants that no test can notice, because what they change makes no difference, and why."""

ACCOUNTS = "modules/accounts/sessions/service"
BILLING, MESSAGING = "modules/billing", "modules/messaging/policies"

MONEY = f"{BILLING}/payments/service/money.py"
ORDERS = f"{BILLING}/payments/service/orders.py"
PAYMENTS = f"{BILLING}/payments/service/payments.py"
RELOAD = f"{BILLING}/payments/service/reload.py"
PAPERS = f"{BILLING}/papers/service"
NAMED = "what is paid at a provider has a name there, so that this is never raised"
INVOICED = "a payment that gave its credits is of a completed order, which has an invoice by then"
LEDGER = f"{BILLING}/ledger/service.py"
FOREIGN_KEY = "the foreign key says the same"
SPENT = (
    "select(LedgerAccount.owner_id, LedgerEntry.amount).join(LedgerEntry, LedgerEntry.account_id == LedgerAccount.id)"
)
GIVEN = "select(LedgerTx.id).where(LedgerTx.idem.in_((idem, *earlier, f'signup:{member_id}')))"
AUDIT = f"{BILLING}/service/audit.py"
LEFT = (
    "select(cast(CreditOrder.id, Text).label('subject'), text(\"'all of its money on its way back' AS expected\"),"
    " func.format('%s %s kept', kept, CreditOrder.currency).label('found'))"
)
LEFT_MEMBERS = f"{LEFT}.join(closed, closed.c.member_id == CreditOrder.member_id)"
TAKEN = "select(LedgerTx.id, func.coalesce(LotUse.amount, 0).label('credits'))"
ONLY_WHETHER = "only whether there is a row is asked"

# (file, function, before, after): why
EXPLAINED: dict[tuple[str, str, str, str], str] = {
    (f"{MESSAGING}/folding.py", "split_words", "'€$£'", "'XX€$£XX'"): "no token is an X: they are in lower case",
    (f"{MESSAGING}/folding.py", "_join_letters", "''", "'XXXX'"): "it only ends the list, and is taken off again",
    (f"{MESSAGING}/hints.py", "_is_telephone", "'() '", "'XX() XX'"): "no X is in a number",
    (f"{MESSAGING}/hints.py", "_is_telephone", "len(groups) > 1", "len(groups) >= 1"): (
        "a number of one group has seven digits in it, which is more than one"
    ),
    (
        f"{BILLING}/debit/policies.py",
        "_easter",
        "19 * golden + century - century // 4 - (century - (century + 8) // 25 + 1) // 3 + 15",
        "19 * golden + century - century // 4 - (century - (century + 8) // 25 + 1) // 3 - 15",
    ): "it is counted in thirties",
    (f"{BILLING}/debit/policies.py", "_easter", "8", "9"): (
        "they differ in the centuries 16, 41, 66 and so on, in which the division by 3 makes them equal again"
    ),
    (
        f"{BILLING}/payments/policies/limits.py",
        "possible_from",
        "current.next_at < next_month",
        "current.next_at <= next_month",
    ): "a limit that changes with the month is that month's first step",
    (
        f"{BILLING}/payments/policies/settlements.py",
        "whole_fees",
        "1",
        "2",
    ): "a Decimal of no places, whichever, rounds to none",
    (f"{BILLING}/debit/service/mandates.py", "lift_direct_debit_blocks", "''", "'XXXX'"): (
        "neither is the hash of a number"
    ),
    (
        f"{PAPERS}/papers.py",
        "issue_credit_note",
        "invoice.label if invoice else ''",
        "invoice.label if invoice or True else ''",
    ): INVOICED,
    (f"{PAPERS}/papers.py", "issue_credit_note", "''", "'XXXX'"): INVOICED,
    (f"{PAPERS}/pdf.py", "Sheet._make", "format='pdf'", ""): "the library makes nothing else by itself",
    (
        f"{BILLING}/payments/service/limits.py",
        "next_month",
        "32",
        "33",
    ): "both are in the month after, whose first day is taken",
    (LEDGER, "Posting.fingerprint", "'|'", "'XX|XX'"): "it only keeps the parts apart",
    (
        LEDGER,
        "refund_spend",
        f"{SPENT}.join(LedgerTx, LedgerTx.id == LedgerEntry.tx_id)",
        f"{SPENT}.join(LedgerTx, None)",
    ): FOREIGN_KEY,
    (
        LEDGER,
        "refund_spend",
        SPENT,
        "select(LedgerAccount.owner_id, LedgerEntry.amount).join(LedgerEntry, None)",
    ): FOREIGN_KEY,
    (AUDIT, "_paid_after_leaving", LEFT_MEMBERS, f"{LEFT}.join(closed, None)"): FOREIGN_KEY,
    (
        AUDIT,
        "_paid_after_leaving",
        f"{LEFT_MEMBERS}.join(PaymentRow, PaymentRow.order_id == CreditOrder.id)",
        f"{LEFT_MEMBERS}.join(PaymentRow, None)",
    ): FOREIGN_KEY,
    (LEDGER, "grant_signup_credits", f"{GIVEN}.limit(1)", f"{GIVEN}.limit(None)"): ONLY_WHETHER,
    (LEDGER, "grant_signup_credits", "1", "2"): ONLY_WHETHER,
    (LEDGER, "grant_signup_credits", "select(LedgerTx.id)", "select(None)"): ONLY_WHETHER,
    (LEDGER, "adjust_credits", "credits > 0", "credits >= 0"): "no credits are refused before",
    (LEDGER, "_write", "posting.amount > 0", "posting.amount >= 0"): (
        "the table refuses an entry of no credits, which undoes the wallet too"
    ),
    (
        f"{BILLING}/debit/service/direct_debit.py",
        "ask_code",
        "customers.paying_from(customer, EvidenceKind.BANK, payer.iban[:2])",
        "customers.paying_from(customer, None, payer.iban[:2])",
    ): "an account is only counted here, and is evidence of its kind once it is debited",
    (
        PAYMENTS,
        "submit_refund",
        "RuntimeError('a paid payment has a name at its provider')",
        "RuntimeError(None)",
    ): NAMED,
    (
        PAYMENTS,
        "submit_refund",
        "'a paid payment has a name at its provider'",
        "'XXa paid payment has a name at its providerXX'",
    ): NAMED,
    (
        PAYMENTS,
        "_mark_submitted",
        "queries.find_mandate_ref(session, payment.mandate_id) if payment.mandate_id else None",
        "queries.find_mandate_ref(session, payment.mandate_id) if payment.mandate_id or True else None",
    ): "a saved way to pay has an id, so that none is found without one",
    (RELOAD, "_place_due_order", "1", "2"): "a member has one rule",
    (RELOAD, "_place_order", "'reload:'", "'XXreload:XX'"): "it only tells these keys from others",
    (
        RELOAD,
        "_place_order",
        "Wish(rule.method.method, mandate_id=rule.mandate_id)",
        "Wish(None, mandate_id=rule.mandate_id)",
    ): "the method of what is saved takes its place",
    (RELOAD, "_place_order", "'auto-reload'", "'XXauto-reloadXX'"): "what is bought is not counted by network",
    (ORDERS, "_cancel_unpaid", "_free_code(session, order)", "pass"): (
        "an order that is loading has a payment that can still be paid, which keeps the code"
    ),
    (
        ORDERS,
        "_as_saved",
        "replace(wish, method=saved.method) if saved else wish",
        "replace(wish, method=saved.method) if saved or True else wish",
    ): "the statement before has found it",
    (
        f"{BILLING}/payments/service/discount_terms.py",
        "_ensure_usable",
        "price=Money(order.gross_minor, order.currency)",
        "",
    ): "an order costs what the bundle costs that it was made with, and no bundle's price changes",
    (
        MONEY,
        "undo_chargeback",
        f"{TAKEN}.outerjoin(LotUse, LotUse.tx_id == LedgerTx.id)",
        f"{TAKEN}.outerjoin(LotUse, None)",
    ): FOREIGN_KEY,
    (MONEY, "undo_chargeback", "func.coalesce(LotUse.amount, 0)", "func.coalesce(LotUse.amount, None)"): (
        "neither is true"
    ),
    (
        f"{BILLING}/service/leaving.py",
        "forget_words",
        "select(PaymentRow.id).join(CreditOrder, CreditOrder.id == PaymentRow.order_id)",
        "select(PaymentRow.id).join(CreditOrder, None)",
    ): FOREIGN_KEY,
    (f"{BILLING}/service/views.py", "_reduced", "0", "1"): "the VAT in the price is not looked at",
    ("modules/accounts/sessions/policies.py", "count_failure", "10", "11"): "the wait is a day by then, and no longer",
    (
        "modules/accounts/identity/policies/passwords.py",
        "personal_texts",
        "as_shown(email).partition('@')",
        "as_shown(email).rpartition('@')",
    ): ("an address has one @"),
    (f"{ACCOUNTS}/attempts.py", "_hash_of", "'existence answers'", "'XXexistence answersXX'"): (
        "it only tells these hashes from others"
    ),
    (f"{ACCOUNTS}/signup.py", "existence_answer", "is_used = False", "is_used = None"): "neither is true",
    (
        "modules/moderation/staff/policies/accounts.py",
        "count_failure",
        "10",
        "11",
    ): "the wait is a day by then, and no longer",
    (
        "modules/moderation/decisions/policies/likeness.py",
        "_mirrored",
        "place // SIDE + 1",
        "place // SIDE - 1",
    ): "only whether it is odd counts",
    (
        "modules/moderation/decisions/policies/likeness.py",
        "_mirrored",
        "place % SIDE + 1",
        "place % SIDE - 1",
    ): "only whether it is odd counts",
    (
        "modules/moderation/complaints/service/complaints.py",
        "form_age",
        "form.partition('.')",
        "form.rpartition('.')",
    ): ("a form of ours has one point: what is signed is a number, and its signature has none"),
    (
        "modules/moderation/fiction/service/conversations.py",
        "_lock",
        "'moderation.writer '",
        "'XXmoderation.writer XX'",
    ): "it only tells these locks from others",
    (
        "modules/moderation/fiction/service/handover.py",
        "_conversation_json",
        "people[profile_id].name if profile_id else ''",
        "people[profile_id].name if profile_id or True else ''",
    ): "both sides of a conversation stay, whoever is erased, so that there always is another one",
    ("modules/moderation/staff/service/totp.py", "_code_hash", "' '", "'XX XX'"): "it only keeps the parts apart",
    (
        "modules/social/service/interactions.py",
        "may_see_photo",
        "name.partition('/')",
        "name.rpartition('/')",
    ): "a file of a photo lies in the photo's folder, and that has no others",
}
