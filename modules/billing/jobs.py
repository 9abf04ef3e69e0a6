"""What billing does by itself at night."""

from datetime import timedelta

from prometheus_client import Gauge
from sqlalchemy import text

from app.kernel import log
from app.kernel.db import transaction
from modules.billing.policies import direct_debit as debit_policies
from modules.billing.queries import audit
from modules.billing.queries import direct_debit as debit_queries
from modules.billing.service import mandates, notices, outcomes, papers, payments, reload

DIFFERENCES = Gauge("hearth_ledger_differences", "What the last audit of the ledger found not to add up")


def check_payments() -> None:
    """Ask the provider after payments and refunds that are under way: notices get lost."""
    payments.check_due()


def forget_old_notices() -> None:
    """Delete what providers told long ago."""
    with transaction() as session:
        notices.forget_old_notices(session)


def give_up_unconfirmed() -> None:
    """End the payments by direct debit that nobody authorised while their code was good."""
    with transaction(read_only=True) as session:
        waiting = debit_queries.list_unconfirmed(session, older_than=timedelta(minutes=debit_policies.CODE_MINUTES))
    for payment_id in waiting:
        with transaction() as session:
            outcomes.give_up_unsent(session, payment_id)


def lapse_mandates() -> None:
    """End the mandates of direct debit that were not used for 36 months."""
    with transaction() as session:
        mandates.lapse_mandates(session)


def reload_credits() -> None:
    """Buy credits for those who asked for that and have few left: sending a message waits for nothing of this."""
    reload.reload_due()


def issue_missing_papers() -> None:
    """Write invoices that are missing; usually there are none, because each comes with its order."""
    with transaction() as session:
        papers.issue_missing(session)


def audit_ledger() -> None:
    """Audit the ledger and raise the gauge by which operators are alarmed."""
    with transaction() as session:
        # All checks must see one and the same moment.
        session.execute(text("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY"))
        differences = audit.audit_ledger(session)
    DIFFERENCES.set(len(differences))
    for difference in differences:
        log.get("billing").error("ledger differs", check=difference.check, subject=difference.subject)
