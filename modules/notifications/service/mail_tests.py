"""Test mails for operators."""

from urllib.parse import urlsplit

from app.kernel import i18n
from app.kernel.config import config
from app.kernel.ids import new_id
from app.kernel.mail import smtp
from modules.accounts import api as accounts_api
from modules.accounts.contracts import Correspondent
from modules.notifications.contracts import Letter, MailTestResult
from modules.notifications.service import composing, mail_ids
from modules.sites import api as sites_api
from modules.sites.contracts import Site


def send_test_mail(site: Site, *, address: str) -> MailTestResult:
    """Send a test mail in a site's layout and language; returns the mail server's answer. Nothing is stored.

    Raises EmailInvalid, and OSError when no mail server answers.
    """
    language, texts = site.domain_language, "mail.test"

    def translate(part: str) -> str:
        return i18n.text(language, f"{texts}.{part}", site=site.name)

    reader = Correspondent(new_id(), site.id, accounts_api.clean_email(address), language)
    url = sites_api.site_url(site, "/")
    letter = Letter(
        translate("subject"), translate("heading"), (translate("first"),), translate("button"), url, note=""
    )
    mail_id = new_id()
    message = composing.compose(site, reader, None, letter, mail_id=mail_id, reason=f"{texts}.reason")
    return_path = mail_ids.return_path(mail_id, message["From"])
    server = urlsplit(config().smtp_url).hostname or "localhost"
    try:
        return MailTestResult(server, is_taken=True, answer=smtp.send(message, return_path=return_path))
    except (smtp.NotAccepted, smtp.AddressRefused) as refusal:
        return MailTestResult(server, is_taken=False, answer=str(refusal))
