"""What the billing module offers to others."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any
from uuid import UUID

from sqlalchemy import Select

from app.kernel.auth import Actor
from app.kernel.db import Session
from modules.billing.contracts import LedgerSize, Price, Purse, Spending
from modules.billing.policies import prices as policies
from modules.billing.providers import bank_files
from modules.billing.providers.choose import accounts, provider, settling
from modules.billing.queries import audit
from modules.billing.queries import batches as batch_queries
from modules.billing.queries import direct_debit as debit_queries
from modules.billing.queries import ledger as queries
from modules.billing.queries import orders as order_queries
from modules.billing.queries import reconciliation as reconciliation_queries
from modules.billing.queries import returns as return_queries
from modules.billing.queries import settlements as settlement_queries
from modules.billing.queries import shop as shop_queries
from modules.billing.schemas.credits import PriceOut
from modules.billing.service import (
    bank_reports,
    batches,
    mandates,
    payments,
    printing,
    readiness,
    reconciliation,
    refund_words,
    refunds,
    reload,
    settlements,
    sharing,
    shop,
    transfers,
)
from modules.billing.service import ledger as service
from modules.profiles import api as profiles_api
from modules.sites import api as sites_api
from modules.sites.contracts import Site

__all__ = ["PriceOut"]

export_member = sharing.export_member
spend = service.spend
refund_spend = service.refund_spend
adjust_credits = service.adjust_credits
list_entries = queries.list_entries
open_shop = shop.open_shop
ensure_ready_to_sell = readiness.ensure_ready
find_missing_to_sell = readiness.find_missing
find_missing_settings = readiness.find_missing_settings
payment_provider = provider
set_bundle = shop.set_bundle
retire_version = shop.retire_version
list_selling_countries = shop_queries.list_selling_countries
list_bundles = shop_queries.list_bundles
create_discount = shop.create_discount
give_discount = shop.give_discount
create_discounts = shop.create_discounts
whole_days = shop.whole_days
disable_discount = shop.disable_discount
list_discounts = shop_queries.list_discounts
request_refund = refunds.request_refund
approve_refund = refunds.approve_refund
reject_refund = refunds.reject_refund
say_refund_goes_out = refund_words.going_out
say_refund_is_refused = refund_words.refused
list_waiting_refunds = return_queries.list_waiting_refunds
count_waiting_refunds = return_queries.count_waiting_refunds
get_order = order_queries.get_order
get_payment = order_queries.get_payment
list_payments = order_queries.list_payments
list_record_ids = order_queries.list_record_ids
get_refund = return_queries.get_refund
get_chargeback = return_queries.get_chargeback
get_discount = shop_queries.get_discount
refund_offer = refunds.get_offer
get_reload_rule = reload.get_rule
find_invoice = printing.find_invoice
find_credit_note = printing.find_credit_note
provider_name = payments.provider_name
sync_order = payments.sync_order
provider_accounts = accounts
reconcile = reconciliation.reconcile
preview_reconciliation = reconciliation.preview
list_foreign_payments = reconciliation_queries.list_foreign
settling_providers = settling
book_settlements = settlements.book_settlements
list_settlements = settlement_queries.list_settlements
list_unsettled = settlement_queries.list_unsettled
explain_settlement = settlements.explain_settlement
explain_foreign_payment = reconciliation.explain_foreign
audit_ledger = audit.audit_ledger
seal_ledger = queries.seal_ledger
get_debit = debit_queries.get_debit
list_mandate_ids = debit_queries.list_mandate_ids
list_bank_accounts = debit_queries.list_bank_accounts
list_bank_account_sharers = debit_queries.list_bank_account_sharers
find_debit_block = debit_queries.find_block
get_batch = batch_queries.get_batch
list_collections = debit_queries.list_in_batch
list_batches = batch_queries.list_batches
create_batches = batches.create_batches
release_batch = batches.release_batch
export_batch = batches.export_batch
discard_batch = batches.discard_batch
read_bank_file = bank_files.read
import_bank_files = bank_reports.import_files
export_refunds = transfers.export_refunds
block_direct_debit = mandates.block_by_hand
lift_direct_debit_blocks = mandates.lift_blocks


def balance(session: Session, member_id: UUID) -> int:
    """Return a member's credits."""
    return queries.get_balance(session, member_id=member_id)


def get_purse(session: Session, *, member_id: UUID, site: Site, country: str | None) -> Purse:
    """Return what a member's next credits cost, for `price_of`; `country` is the one that they are charged in."""
    return queries.get_purse(session, member_id=member_id, site_id=site.id, country=country)


def price_of(site: Site, purse: Purse, *, credits: int) -> Price:
    """Return credits beside what they cost this member (spec 9.7)."""
    return policies.price_of(site, purse=purse, credits=credits)


def message_price(site: Site, purse: Purse, *, is_reply: bool = False) -> Price:
    """Return what the next message costs this member; `is_reply` where the other side began."""
    return price_of(site, purse, credits=message_credits(site, is_reply=is_reply))


def message_credits(site: Site, *, is_reply: bool = False) -> int:
    """Return what a message costs in credits; `is_reply` where the other side began."""
    return policies.message_credits(site, is_reply=is_reply)


def gift_credits(site: Site, *, size: int) -> int:
    """Return what a gift costs: `size` times the site's `gift_credits`."""
    return site.gift_credits * size


def spent_on(session: Session, *, member_id: UUID, reference_ids: Sequence[UUID]) -> dict[UUID, Spending]:
    """Return what a member spent on each of these things and did not get back; nothing spent, no key."""
    return queries.sum_spending(session, member_id=member_id, references=reference_ids)


def spent_since(session: Session, *, member_id: UUID, since: datetime) -> Spending:
    """Return what a member spent since a moment and did not get back."""
    return queries.sum_spending_since(session, member_id=member_id, since=since)


def sum_credits(session: Session, tx_ids: Select[Any]) -> int:
    """Return what these spends came to in credits, whatever came back since."""
    return queries.sum_credits(session, tx_ids)


def spending_price(site: Site, country: str | None, spending: Spending) -> Price:
    """Return what was spent, beside what was paid for it."""
    return policies.spending_price(site, country=country, spending=spending)


def ledger_size(session: Session) -> LedgerSize:
    """Return how much the ledger holds."""
    return queries.ledger_size(session)


def current_user(session: Session, actor: Actor) -> dict[str, Any]:
    """Return the credits' part of the answer about the member who is logged in (spec 3.1)."""
    site = sites_api.get_site(session, actor.site_id)
    country = profiles_api.find_country(session, actor.member)
    purse = get_purse(session, member_id=actor.member, site=site, country=country)
    price = message_price(site, purse)
    money = price.money
    return {
        "credits": purse.balance,
        "message_cost": {
            "credits": price.credits,
            "money": {"minor": money.minor, "currency": money.currency} if money else None,
        },
    }
