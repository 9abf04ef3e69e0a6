"""Mails about complaints, reports and decisions, to members and to people without an account.

What was written stays on the case's page: a mailbox may be read by others. Pages of complaints and of decisions open
without a login, so that who is banned reads them too.
"""

from datetime import date
from uuid import UUID

from app.kernel import formats, i18n, links, mail_in
from modules.notifications.contracts import Letter, MailType
from modules.sites import api as sites_api
from modules.sites.contracts import Site

COMPLAINTS = (
    MailType.COMPLAINT_RECEIVED,
    MailType.COMPLAINT_ANSWERED,
    MailType.COMPLAINT_CLOSED,
    MailType.COMPLAINT_QUESTION,
    MailType.COMPLAINT_OPENED,
)
DECISIONS = (MailType.DECISION_MADE, MailType.MEMBER_BANNED, MailType.APPEAL_DECIDED)
REPORTS = (MailType.REPORT_RECEIVED, MailType.REPORT_DECIDED, MailType.REPORT_REVIEWED)
# Measures that are over as soon as they are taken: nobody waits for their end.
AT_ONCE = ("none", "remove-content", "warning")
TYPES = (*COMPLAINTS, *DECISIONS, *REPORTS)


def write_letter(site: Site, language: str, type: MailType, params: dict[str, str]) -> Letter:
    """Put a mail about a case into words (spec 2.10)."""

    def say(part: str) -> str:
        return i18n.find_text(language, f"mail.{type}.{part}", number=params["number"], site=site.name) or ""

    first = say(f"first-{params['outcome']}") if "outcome" in params else say("first")
    url = sites_api.site_url(site, _path(type, params))
    if "measure" in params:
        way, button = (i18n.text(language, f"mail.decision.{part}") for part in ("second", "button"))
        return Letter(say("subject"), say("heading"), (first, way), button, url, "", _facts(language, params))
    reply_to = (mail_in.reply_address(UUID(params["complaint_id"])) if type in COMPLAINTS else None) or ""
    by_mail = i18n.text(language, "mail.complaint-by-mail") if reply_to else ""
    paragraphs = tuple(text for text in (first, say("second"), by_mail) if text)
    return Letter(say("subject"), say("heading"), paragraphs, say("button"), url, say("note"), reply_to=reply_to)


def _path(type: MailType, params: dict[str, str]) -> str:
    if type in COMPLAINTS:
        return links.with_key(f"/complaints/{params['complaint_id']}")
    return links.with_key(f"/cases/{params['decision_id']}") if type in DECISIONS else "/complaints"


def _facts(language: str, params: dict[str, str]) -> tuple[tuple[str, str], ...]:
    """Return what a decision is in short: measure, rule, until when, and that a person decided."""

    def label(part: str) -> str:
        return i18n.text(language, f"mail.decision.{part}")

    facts = {
        "measure": i18n.text(language, f"moderation.measures.{params['measure']}"),
        "rule": i18n.text(language, f"moderation.rules.{params['rule']}"),
        "until": formats.day(language, date.fromisoformat(params["until"])) if params["until"] else label("no-end"),
        "by": label("person"),
    }
    if not params["until"] and params["measure"] in AT_ONCE:
        del facts["until"]
    return tuple((label(part), fact) for part, fact in facts.items())
