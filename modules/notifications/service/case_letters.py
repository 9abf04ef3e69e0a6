"""Mails about complaints, reports and decisions, to members and to people without an account.

The content of a complaint stays on the case's page, because others may read a mailbox. The mail of a decision is the
statement of reasons itself, because its recipient may never open the page. Both pages open without a login, so that
banned members can read them.
"""

from uuid import UUID

from app.kernel import i18n
from app.kernel.db.session import Session
from app.kernel.mail import incoming, links
from app.kernel.text import formats
from modules.moderation import api as moderation_api
from modules.moderation.contracts.decisions import Measure, Statement
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
# Measures without a duration.
AT_ONCE = (Measure.REMOVE_CONTENT, Measure.WARNING, Measure.STRIKE)
TYPES = (*COMPLAINTS, *DECISIONS, *REPORTS)


def write_letter(session: Session, site: Site, language: str, type: MailType, params: dict[str, str]) -> Letter:
    """Return the letter about a case (spec 2.10)."""
    statement = None
    if type in STATEMENTS:
        statement = moderation_api.get_statement(session, UUID(params["decision_id"]), language)
    is_suspension = statement is not None and statement.measure is Measure.TIMED_BAN
    words = "member-suspended" if is_suspension else type.value

    def translate(part: str) -> str:
        return i18n.find_text(language, f"mail.{words}.{part}", number=params["number"], site=site.name) or ""

    first = translate(f"first-{params['outcome']}") if "outcome" in params else translate("first")
    url = sites_api.site_url(site, _case_path(type, params))
    if statement is not None:
        what, way, button = (i18n.text(language, f"mail.decision.{part}") for part in ("facts", "second", "button"))
        reasons, facts = (first, f"{what}: {statement.facts}", way), _statement_facts(site, language, statement)
        return Letter(translate("subject"), translate("heading"), reasons, button, url, "", facts)
    reply_to = (incoming.reply_address(UUID(params["complaint_id"])) if type in COMPLAINTS else None) or ""
    by_mail = i18n.text(language, "mail.complaint-by-mail") if reply_to else ""
    paragraphs = tuple(text for text in (first, translate("second"), by_mail) if text)
    return Letter(
        translate("subject"),
        translate("heading"),
        paragraphs,
        translate("button"),
        url,
        translate("note"),
        reply_to=reply_to,
    )


def _case_path(type: MailType, params: dict[str, str]) -> str:
    if type in COMPLAINTS:
        return links.with_key(f"/complaints/{params['complaint_id']}")
    return links.with_key(f"/cases/{params['decision_id']}") if type in DECISIONS else "/complaints"


def _statement_facts(site: Site, language: str, statement: Statement) -> tuple[tuple[str, str], ...]:
    """Return the facts of a decision: measure, scope, strikes, rule, end, and that a person decided."""

    def label(part: str) -> str:
        return i18n.text(language, f"mail.decision.{part}")

    facts = {
        "measure": statement.measure_text,
        "scope": statement.scope_text,
        "strikes": statement.strikes_text,
        "rule": statement.rule_text,
        "until": _last_day(site, language, statement) or label("no-end"),
        "by": label("person"),
    }
    if not statement.ends_at and statement.measure in AT_ONCE:
        del facts["until"]
    return tuple((label(part), fact) for part, fact in facts.items() if fact)


def _last_day(site: Site, language: str, statement: Statement) -> str:
    """Return the last day of a measure in the site's time zone, or "" for one without an end."""
    return formats.day(language, site.day_of(statement.ends_at)) if statement.ends_at else ""
