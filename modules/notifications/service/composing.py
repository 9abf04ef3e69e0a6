"""Composing a mail from a letter: HTML in the site's colours, plain text, and headers."""

from dataclasses import dataclass
from email.message import EmailMessage
from email.utils import format_datetime
from pathlib import Path
from uuid import UUID

from jinja2 import Environment, FileSystemLoader, select_autoescape

from app.kernel import clock, i18n
from app.kernel.mail import smtp
from app.kernel.mail.addresses import as_stored, is_address
from modules.accounts.contracts import Correspondent, Member
from modules.notifications import policies
from modules.notifications.contracts import Letter, MailType
from modules.notifications.service import mail_ids, settings
from modules.sites import api as sites_api
from modules.sites.contracts import Site

_templates = Environment(
    loader=FileSystemLoader(Path(__file__).parents[1] / "templates"),
    autoescape=select_autoescape(["html"]),
    trim_blocks=True,
    lstrip_blocks=True,
)


@dataclass(frozen=True, slots=True)
class Theme:
    """The colours of a niche's buttons and links in light and dark mode, as in tokens.css of member-web."""

    light: str
    ink: str
    dark: str
    dark_ink: str
    on_dark: str
    paper: str = "#faf8f4"


THEMES = {
    1: Theme("#0a5f5a", "#0a5752", "#84d9cf", "#93ded5", "#04211f"),
    2: Theme("#0a5a74", "#0a536b", "#8cd3ee", "#9bd9f0", "#03202c"),
    3: Theme("#1d6143", "#1a5a3e", "#8fd9b0", "#9edfbb", "#04220f"),
    4: Theme("#134f5c", "#134f5c", "#8fd2e0", "#9dd8e4", "#032027", "#fbf7ec"),
    5: Theme("#0f4f4d", "#0f4f4d", "#93d3cb", "#a1d9d2", "#04211f"),
    6: Theme("#22566b", "#205165", "#9acfe2", "#a8d6e6", "#05202a", "#f7f9f9"),
    7: Theme("#07504c", "#07504c", "#84d9cf", "#93ded5", "#04211f"),
}


def compose(
    site: Site,
    reader: Member | Correspondent,
    type: MailType | None,
    letter: Letter,
    *,
    mail_id: UUID,
    reason: str = "mail.reason-contact",
) -> EmailMessage:
    """Return a letter as a mail; for members with links to their settings and to unsubscribe (RFC 8058).

    `reason` is the key of the text that tells a contact without an account why they get the mail.
    """
    sender = smtp.Mailbox(site.name, smtp.sender_address(site.domain))
    domain = sender.address.rpartition("@")[2]
    message = EmailMessage(policy=smtp.POLICY)
    message["Subject"] = smtp.HeaderText(letter.subject)
    message["From"] = sender
    # A name could carry a message to a stranger, so only a confirmed address gets the name of its account.
    is_confirmed = isinstance(reader, Member) and reader.confirmed_at is not None and not letter.to
    message["To"] = smtp.Mailbox(reader.name if is_confirmed else "", letter.to or reader.email)
    reply_to = as_stored(letter.reply_to or site.support_email)
    # Servers without SMTPUTF8 reject a mail whose Reply-To is not ASCII.
    if reply_to.isascii() and is_address(reply_to):
        message["Reply-To"] = smtp.Mailbox("", reply_to)
    message["Date"] = format_datetime(clock.now())
    # The same id on every attempt, so that a mail server can drop a second copy.
    message["Message-ID"] = mail_ids.message_id(mail_id, domain)
    message["Auto-Submitted"] = "auto-generated"
    message["Content-Language"] = reader.language
    ways = []
    if isinstance(reader, Member) and type and type in policies.OPTIONAL_MAILS:
        ticket = settings.unsubscribe_ticket(reader.id, type)
        # One list for each site and kind, which mail programs file by (RFC 2919).
        message["List-Id"] = f"<{type}.{site.key}.{domain}>"
        # RFC 8058: the mail program posts to this address when the reader presses "unsubscribe".
        message["List-Unsubscribe"] = f"<{sites_api.site_url(site, f'/api/v1/unsubscribe/{ticket}')}>"
        message["List-Unsubscribe-Post"] = "List-Unsubscribe=One-Click"
        ways.append((i18n.text(reader.language, "mail.stop"), sites_api.site_url(site, f"/unsubscribe/{ticket}")))
    if isinstance(reader, Member):
        reason = "mail.reason"
        ways.append((i18n.text(reader.language, "mail.settings"), sites_api.site_url(site, "/notifications")))
    company = site.company
    context = {
        "letter": letter,
        "site": site,
        "theme": THEMES[site.niche],
        "language": reader.language,
        "preheader": letter.paragraphs[0] if letter.paragraphs else "",
        "imprint": ", ".join(part for part in (company.name, company.address, company.city) if part),
        "reason": i18n.text(reader.language, reason, site=site.name),
        "ways": ways,
    }
    message.set_content(_templates.get_template("mail.txt").render(context))
    message.add_alternative(_templates.get_template("mail.html").render(context), subtype="html")
    for file in letter.files:
        message.add_attachment(file.content, maintype="application", subtype="pdf")
        *_, attached = message.iter_attachments()
        attached.replace_header("Content-Disposition", smtp.AttachedFile(file.name))
    return message
