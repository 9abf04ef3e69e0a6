"""Mails about complaints and reports, to members and to people without an account.

What was written stays on the case's page: a mailbox may be read by others.
"""

from app.kernel import i18n, links
from modules.notifications.contracts import Letter, MailType
from modules.sites import api as sites_api
from modules.sites.contracts import Site

COMPLAINTS = (MailType.COMPLAINT_RECEIVED, MailType.COMPLAINT_ANSWERED, MailType.COMPLAINT_CLOSED)
TYPES = (*COMPLAINTS, MailType.REPORT_RECEIVED, MailType.REPORT_DECIDED)


def write_letter(site: Site, language: str, type: MailType, params: dict[str, str]) -> Letter:
    """Put a mail about a case into words; a complaint's link works without a login (spec 2.10)."""
    path = links.with_key(f"/complaints/{params['complaint_id']}") if type in COMPLAINTS else "/complaints"

    def say(part: str) -> str:
        return i18n.find_text(language, f"mail.{type}.{part}", number=params["number"], site=site.name) or ""

    paragraphs = tuple(text for part in ("first", "second") if (text := say(part)))
    return Letter(
        say("subject"), say("heading"), paragraphs, say("button"), sites_api.site_url(site, path), say("note")
    )
