"""The manifest of the billing module."""

from pathlib import Path

from app.kernel.manifest import Manifest, Schedule
from modules.billing import handlers, jobs, ops
from modules.billing.debit import models as debit_tables
from modules.billing.routes import credits, direct_debit, limits, notices, orders, papers, shop
from modules.billing.service.export import export_member

MANIFEST = Manifest(
    name="billing",
    folder=Path(__file__).parent,
    blueprints=(credits.blp, shop.blp, orders.blp, direct_debit.blp, papers.blp, limits.blp, notices.blp),
    handlers=(
        handlers.on_member_confirmed,
        handlers.on_member_banned,
        handlers.on_member_deleted,
        handlers.on_member_erased,
        handlers.on_method_revoked,
        handlers.on_notice_received,
        handlers.on_payment_abandoned,
        handlers.on_refund_approved,
        handlers.on_refund_check_asked,
        handlers.on_order_completed,
        handlers.on_refund_settled,
        handlers.on_refund_failed,
        handlers.on_order_failed,
        handlers.on_direct_debit_code_asked,
    ),
    schedules=(
        Schedule(jobs.audit_ledger, every_seconds=86_400),
        Schedule(jobs.check_payments, every_seconds=60),
        Schedule(jobs.book_settlements, every_seconds=86_400),
        Schedule(jobs.compare_lists, every_seconds=3_600),
        Schedule(jobs.give_up_unconfirmed, every_seconds=60),
        Schedule(jobs.cancel_uncollectable, every_seconds=60),
        Schedule(jobs.lapse_mandates, every_seconds=86_400),
        Schedule(jobs.count_code_revenue, every_seconds=600),
        Schedule(jobs.reload_credits, every_seconds=20),
        Schedule(jobs.issue_missing_papers, every_seconds=3_600),
        Schedule(jobs.forget_old_notices, every_seconds=86_400),
    ),
    resources=ops.RESOURCES,
    figures=ops.FIGURES,
    current_user=credits.CURRENT_USER,
    export_member=export_member,
    sealed=debit_tables.SEALED,
)
