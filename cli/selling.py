"""Checks of `hearth doctor` for what selling needs: payments, mail, push messages, workers, relay and companies."""

from datetime import timedelta

from sqlalchemy import func, select

from app.kernel import jobs
from app.kernel.db.session import transaction
from app.kernel.events.outbox import ScheduleRun
from app.kernel.mail import smtp
from app.kernel.secrets import vapid
from modules.billing import api as billing_api
from modules.billing.errors.payments import ProviderAway
from modules.sites import api as sites_api

Finding = tuple[bool, str, str]  # whether it works, what was found, how to fix it
# A relay that runs starts a scheduled job every few seconds.
SILENCE = timedelta(minutes=5)


def payments() -> Finding:
    """Check that the payment provider accepts our key; raises ConfigError if there is none."""
    name = billing_api.payment_provider().name
    try:
        refusal = billing_api.ask_provider()
    except ProviderAway:
        return False, f"{name} does not respond", "check that this machine can reach it"
    seen = f"{name} refuses the key: {refusal}" if refusal else f"{name} accepts the key"
    return not refusal, seen, f"set HEARTH_{name.upper()}_KEY to the key of your account"


def mail_server() -> Finding:
    """Check that the mail server answers and accepts our login; raises ConfigError."""
    try:
        smtp.check()
    except OSError as error:
        return False, f"the mail server does not accept our emails: {error}", "check HEARTH_SMTP_URL"
    return True, "the mail server responds", ""


def push_key() -> Finding:
    """Check the key of push messages; raises ConfigError if it is not a key."""
    is_well = vapid.find_push_key() is not None
    seen = "the key is set" if is_well else "HEARTH_VAPID_FILE is not set, no push notifications"
    return is_well, seen, "create a key with `hearth push keys` and set its file"


def workers() -> Finding:
    """Check that every queue has a worker; raises RedisError."""
    try:
        jobs.ensure_workers()
    except jobs.NoWorker as none:
        return False, f"no worker for {none}", "start a worker and a slow-worker"
    return True, "every queue has one", ""


def relay() -> Finding:
    """Check that scheduled jobs are started; raises ConfigError and SQLAlchemyError."""
    with transaction(read_only=True) as session:
        is_recent = func.max(ScheduleRun.last_run_at) > func.now() - SILENCE
        is_well = bool(session.execute(select(is_recent)).scalar_one())
    return is_well, "starts due jobs" if is_well else "due jobs have not been started", "start the relay"


def companies() -> Finding:
    """Check what stands on the invoices of each site, also of one whose shop is not open yet; raises ConfigError and
    SQLAlchemyError.
    """
    with transaction(read_only=True) as session:
        sites = sites_api.list_sites(session)
        selling = [site for site in sites if billing_api.list_selling_countries(session, site_id=site.id)]
    settings = billing_api.find_missing_settings()
    lacking = {
        site.company.name: [name for name in billing_api.find_missing_to_sell(site) if name not in settings]
        for site in sites
    }
    seen = "; ".join(f"{name} has no {', '.join(missing)}" for name, missing in lacking.items() if missing)
    mend = "set it with `hearth site company set`; existing invoices do not change"
    return not seen, seen or f"{len(selling)} sites sell, with complete invoices", mend
