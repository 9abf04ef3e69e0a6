"""Handlers that send queued mails."""

from datetime import datetime

from app.kernel import log
from app.kernel.db.session import Session, transaction
from app.kernel.events.outbox import handles
from app.kernel.mail import smtp
from modules.notifications.contracts import NoticeType
from modules.notifications.events import MailQueued, MailReported, PushQueued
from modules.notifications.service import mail_ids, mails, returns, unsent
from modules.notifications.service.unsent import UnsentPush


# About two days, with an hour between the last tries, so that a mail server has time to recover.
@handles(MailQueued, managed=False, attempts=60)
def on_mail_queued(event: MailQueued) -> None:
    """Send a mail to the SMTP server; the inbox retries until the server accepts it."""
    with transaction() as session:
        message = mails.write_mail(session, mail_id=event.mail_id)
    if message is None:
        return
    try:
        smtp.send(message, return_path=mail_ids.return_path(event.mail_id, message["From"]))
    except smtp.AddressRefused as answer:
        log.get("mail").warning("mail refused for good", mail_id=str(event.mail_id), answer=str(answer))
        with transaction() as session:
            mails.drop_mail(session, mail_id=event.mail_id)
            returns.record_report(session, mail_id=event.mail_id, kind=answer.refusal)
        return
    except smtp.NotAccepted as answer:
        if answer.refusal is not None:
            returns.count_report(mail_id=event.mail_id, kind=answer.refusal)
        raise
    with transaction() as session:
        mails.record_sent(session, mail_id=event.mail_id)


@handles(MailReported, managed=False)
def on_mail_reported(event: MailReported) -> None:
    """Count a mail server's report; here, because the metrics of the process that read it are not scraped."""
    returns.count_report(mail_id=event.mail_id, kind=event.kind)


@handles(PushQueued)
def on_push_queued(session: Session, event: PushQueued) -> None:
    """Take over a push message that the previous version queued; this one does not publish the event any more."""
    queued_at = datetime.fromisoformat(event.queued_at)
    one = UnsentPush(event.member_id, event.subscription_id, NoticeType(event.type), event.version, queued_at)
    unsent.add_unsent(session, one)


HANDLERS = (
    on_mail_queued,
    on_mail_reported,
    on_push_queued,
)
