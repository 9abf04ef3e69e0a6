"""Mails about complaints, reports and decisions, to members and to people without an account.

What was said in a complaint stays on the case's page: a mailbox may be read by others. The mail of a decision is the
statement of reasons itself, because whom it is about may never open the page. Pages of both open without a login, so
that who is banned reads them too.
"""

from uuid import UUID
from zoneinfo import ZoneInfo

from app.kernel import formats, i18n, links, mail_in
from app.kernel.db import Session
from modules.moderation import api as moderation_api
from modules.moderation.contracts import Measure, Statement
from modules.notifications.contracts import Letter, MailType
from modules.sites import api as sites_api
from modules.sites.contracts import Site

COMPLAINTS = (
    MailType.COMPLAINT_RECEIVED,
    MailType.COMPLAINT_ANSWERED,
    MailType.COMPLAINT_CLOSED,
    MailType.COMPLAINT_QUESTION,
    MailType.COMPLAINT_OPENED,
    MailType.COMPLAINT_REPLY_LOST,
)
STATEMENTS = (MailType.DECISION_MADE, MailType.MEMBER_BANNED)
DECISIONS = (*STATEMENTS, MailType.APPEAL_DECIDED, MailType.DECISION_LIFTED)
REPORTS = (MailType.REPORT_RECEIVED, MailType.REPORT_DECIDED, MailType.REPORT_REVIEWED)
# Measures that are over as soon as they are taken: nobody waits for their end.
AT_ONCE = (Measure.REMOVE_CONTENT, Measure.WARNING, Measure.STRIKE)
TYPES = (*COMPLAINTS, *DECISIONS, *REPORTS)


def write_letter(session: Session, site: Site, language: str, type: MailType, params: dict[str, str]) -> Letter:
    """Put a mail about a case into words (spec 2.10)."""

    def say(part: str) -> str:
        return i18n.find_text(language, f"mail.{type}.{part}", number=params["number"], site=site.name) or ""

    first = say(f"first-{params['outcome']}") if "outcome" in params else say("first")
    url = sites_api.site_url(site, _path(type, params))
    if type in STATEMENTS:
        statement = moderation_api.get_statement(session, UUID(params["decision_id"]), language)
        what, way, button = (i18n.text(language, f"mail.decision.{part}") for part in ("facts", "second", "button"))
        reasons, facts = (first, f"{what}: {statement.facts}", way), _facts(site, language, statement)
        return Letter(say("subject"), say("heading"), reasons, button, url, "", facts)
    reply_to = (mail_in.reply_address(UUID(params["complaint_id"])) if type in COMPLAINTS else None) or ""
    by_mail = i18n.text(language, "mail.complaint-by-mail") if reply_to else ""
    paragraphs = tuple(text for text in (first, say("second"), by_mail) if text)
    return Letter(say("subject"), say("heading"), paragraphs, say("button"), url, say("note"), reply_to=reply_to)


def _path(type: MailType, params: dict[str, str]) -> str:
    if type in COMPLAINTS:
        return links.with_key(f"/complaints/{params['complaint_id']}")
    return links.with_key(f"/cases/{params['decision_id']}") if type in DECISIONS else "/complaints"


def _facts(site: Site, language: str, statement: Statement) -> tuple[tuple[str, str], ...]:
    """Return what a decision is in short: measure, what it covers, what it counts, rule, until when, and that a person
    decided.
    """

    def label(part: str) -> str:
        return i18n.text(language, f"mail.decision.{part}")

    facts = {
        "measure": statement.measure_text,
        "scope": statement.scope_text,
        "strikes": statement.strikes_text,
        "rule": statement.rule_text,
        "until": _end(site, language, statement) or label("no-end"),
        "by": label("person"),
    }
    if not statement.ends_at and statement.measure in AT_ONCE:
        del facts["until"]
    return tuple((label(part), fact) for part, fact in facts.items() if fact)


def _end(site: Site, language: str, statement: Statement) -> str:
    """Return the last day of a measure in the site's time, or nothing for one without an end."""
    return (
        formats.day(language, statement.ends_at.astimezone(ZoneInfo(site.timezone)).date()) if statement.ends_at else ""
    )
