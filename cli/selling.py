"""Checks of `hearth doctor` for what selling needs: payments, mail, push messages, workers and companies."""

from app.kernel import jobs, mail, vapid
from app.kernel.db import transaction
from modules.billing import api as billing_api
from modules.sites import api as sites_api

Finding = tuple[bool, str, str]  # whether it works, what was found, how to fix it


def payments() -> Finding:
    """Check the payment provider's account; raises ConfigError if there is none."""
    return True, f"{billing_api.payment_provider().name}, with a key of the right kind", ""


def mail_server() -> Finding:
    """Check that the mail server answers; raises OSError and ConfigError."""
    mail.check()
    return True, "the mail server answers", ""


def push_key() -> Finding:
    """Check the key of push messages; raises ConfigError if it is not a key."""
    is_well = vapid.find_push_key() is not None
    seen = "the key is there" if is_well else "HEARTH_VAPID_FILE is not set, nothing is pushed"
    return is_well, seen, "make a key with `hearth push keys` and name its file"


def workers() -> Finding:
    """Check that every queue has a worker; raises RedisError."""
    try:
        jobs.ensure_workers()
    except jobs.NoWorker as none:
        return False, f"nobody works on {none}", "start a worker and a slow-worker"
    return True, "every queue has one", ""


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
    mend = "set it with `hearth site company set`; invoices that were made stay as they are"
    return not seen, seen or f"{len(selling)} sites sell, and their invoices say by whom", mend
