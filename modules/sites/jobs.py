"""What the sites module does by itself at night."""

from app.kernel.db import transaction
from modules.sites.service import landers


def forget_old_bounces() -> None:
    """Delete the sums of bounces that are older than they are kept."""
    with transaction() as session:
        landers.forget_old_bounces(session)
