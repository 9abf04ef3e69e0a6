"""Scheduled jobs of the billing module."""

from datetime import timedelta

from prometheus_client import Gauge
from sqlalchemy import text

from app.kernel import log
from app.kernel.config import ConfigError
from app.kernel.db.session import transaction
from modules.billing.contracts.books import Outcome
from modules.billing.debit import policies as debit_policies
from modules.billing.debit.queries import mandates as debit_queries
from modules.billing.debit.service import mandates
from modules.billing.errors.payments import ProviderAway, ReconciliationRunning
from modules.billing.papers.service import papers
from modules.billing.payments.providers.choose import provider_accounts, settling_providers
from modules.billing.payments.queries import reconciliation as reconciliation_queries
from modules.billing.payments.queries import settlements as settlement_queries
from modules.billing.payments.service import notices, outcomes, payments, reconciliation, reload, settlements
from modules.billing.service import audit

# In each run of the job; the next ones go on.
CANCELLED_AT_ONCE = 1000
DIFFERENCES = Gauge("hearth_ledger_differences", "What the last audit of the ledger found not to add up")
COMPARED = Gauge("hearth_lists_compared_at", "When a provider's lists were last compared with our books", ("provider",))
UNRESOLVED = Gauge("hearth_lists_unresolved", "Lines of the last comparison that still differ", ("provider",))
UNEXPLAINED = Gauge("hearth_settlements_unexplained", "Settlements with a residue that nobody has explained")
FOREIGN = Gauge("hearth_foreign_payments", "Payments at providers that nobody made here and nobody has explained")


def check_payments() -> None:
    """Fetch open payments and refunds from their providers, because notices get lost."""
    payments.check_due()


def compare_lists() -> None:
    """Compare our books with each provider's lists."""
    for provider in provider_accounts():
        try:
            done = reconciliation.reconcile(provider)
        except (ProviderAway, ReconciliationRunning) as why:
            log.get("billing").warning("lists not compared", provider=provider, reason=type(why).__name__)
            continue
        COMPARED.labels(provider).set_to_current_time()
        UNRESOLVED.labels(provider).set(done.count(Outcome.UNRESOLVED))
    with transaction(read_only=True) as session:
        FOREIGN.set(len(reconciliation_queries.list_foreign_payments(session, only_unexplained=True)))


def book_settlements() -> None:
    """Book the settlements of each provider whose settlements the settings give access to."""
    try:
        for provider in settling_providers():
            settlements.book_settlements(provider)
    except (ConfigError, ProviderAway) as why:
        log.get("billing").info("settlements not read", reason=str(why) or type(why).__name__)
    with transaction(read_only=True) as session:
        UNEXPLAINED.set(settlement_queries.count_unexplained(session))


def forget_old_notices() -> None:
    """Delete old notices of providers, and empty old explanations of foreign payments."""
    with transaction() as session:
        notices.forget_old_notices(session)
        reconciliation.forget_old_explanations(session)


def give_up_unconfirmed() -> None:
    """End the direct debits that were not authorised before their code expired."""
    with transaction(read_only=True) as session:
        waiting = debit_queries.list_unconfirmed(session, older_than=timedelta(minutes=debit_policies.CODE_MINUTES))
    for payment_id in waiting:
        with transaction() as session:
            outcomes.give_up_unsent(session, payment_id)


def cancel_uncollectable() -> None:
    """Cancel the scheduled collections that will not be made: authorised while their account was being blocked, say."""
    with transaction(read_only=True) as session:
        waiting = debit_queries.list_uncollectable(session, limit=CANCELLED_AT_ONCE)
    for collection in waiting:
        with transaction() as session:
            mandates.cancel_if_scheduled(session, collection, mandates.BARRED)


def lapse_mandates() -> None:
    """End the direct debit mandates that were not used for 36 months."""
    with transaction() as session:
        mandates.lapse_mandates(session)


def reload_credits() -> None:
    """Run auto-reload for all members that are due."""
    reload.reload_due()


def issue_missing_papers() -> None:
    """Issue missing invoices; usually there are none, because each is issued when its order is paid."""
    with transaction() as session:
        papers.issue_missing(session)


def count_code_revenue() -> None:
    """Refresh the revenue of discount codes; readers see the earlier values meanwhile."""
    with transaction() as session:
        session.execute(text("REFRESH MATERIALIZED VIEW CONCURRENTLY billing.code_revenue"))


def audit_ledger() -> None:
    """Audit the ledger and set the gauge that alerts operators."""
    with transaction(snapshot=True) as session:
        differences = audit.audit_ledger(session)
    DIFFERENCES.set(len(differences))
    for difference in differences:
        log.get("billing").error("ledger differs", check=difference.check, subject=difference.subject)
