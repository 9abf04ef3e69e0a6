"""Handlers that send queued mails and push messages."""

from app.kernel import log
from app.kernel.db.session import transaction
from app.kernel.events.outbox import TryLater, handles
from app.kernel.mail import smtp as mail
from modules.notifications import push
from modules.notifications.contracts import NoticeType, Push, PushAnswer
from modules.notifications.events import MailQueued, MailReported, PushQueued
from modules.notifications.service import mail_ids, mails, pushes, returns, subscriptions


# About two days, with an hour between the last tries, so that a mail server has time to recover.
@handles(MailQueued, managed=False, attempts=60)
def on_mail_queued(event: MailQueued) -> None:
    """Send a mail to the SMTP server; the inbox retries until the server accepts it."""
    with transaction() as session:
        message = mails.write_mail(session, mail_id=event.mail_id)
    if message is None:
        return
    try:
        mail.send(message, return_path=mail_ids.return_path(event.mail_id, message["From"]))
    except mail.AddressRefused as answer:
        log.get("mail").warning("mail refused for good", mail_id=str(event.mail_id), answer=str(answer))
        with transaction() as session:
            mails.drop_mail(session, mail_id=event.mail_id)
            returns.record_report(session, mail_id=event.mail_id, kind=answer.refusal)
        return
    except mail.NotAccepted as answer:
        if answer.refusal is not None:
            returns.count_report(mail_id=event.mail_id, kind=answer.refusal)
        raise
    with transaction() as session:
        mails.record_sent(session, mail_id=event.mail_id)


@handles(MailReported, managed=False)
def on_mail_reported(event: MailReported) -> None:
    """Count a mail server's report; here, because the metrics of the process that read it are not scraped."""
    returns.count_report(mail_id=event.mail_id, kind=event.kind)


@handles(PushQueued, managed=False)
def on_push_queued(event: PushQueued) -> None:
    """Send a push message to its push service; retried for a day while the service does not accept it."""
    with transaction() as session:
        message = pushes.write_push(
            session,
            member_id=event.member_id,
            subscription_id=event.subscription_id,
            type=NoticeType(event.type),
            version=event.version,
        )
    if message is None:
        return
    answer = PushAnswer.LATE if pushes.is_too_late(event.queued_at) else _push(message)
    with transaction() as session:
        subscriptions.record_answer(
            session,
            member_id=event.member_id,
            subscription_id=event.subscription_id,
            target=message.target,
            answer=answer,
        )


def _push(message: Push) -> PushAnswer:
    try:
        return push.send(message)
    except push.PushServiceUnavailable as error:
        raise TryLater(str(error), seconds=error.seconds) from error


HANDLERS = (
    on_mail_queued,
    on_mail_reported,
    on_push_queued,
)
