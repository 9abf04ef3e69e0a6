"""What was queued leaves the house."""

from app.kernel import log, mail
from app.kernel.db import transaction
from app.kernel.outbox import TryLater, handles
from modules.notifications import push
from modules.notifications.contracts import NoticeType, Push, PushAnswer
from modules.notifications.events import MailQueued, MailReported, PushQueued
from modules.notifications.service import mail_ids, mails, pushes, returns, subscriptions


# Two days, with an hour between two tries in the end: mail servers are given that long to come back.
@handles(MailQueued, managed=False, attempts=60)
def on_mail_queued(event: MailQueued) -> None:
    """Hand a mail to the SMTP server; tried again by the inbox until the server takes it."""
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
    except mail.NotTaken as answer:
        if answer.refusal is not None:
            returns.count_report(mail_id=event.mail_id, kind=answer.refusal)
        raise
    with transaction() as session:
        mails.record_sent(session, mail_id=event.mail_id)


@handles(MailReported, managed=False)
def on_mail_reported(event: MailReported) -> None:
    """Count what a mail server told of a mail, in the figures of a process that stays."""
    returns.count_report(mail_id=event.mail_id, kind=event.kind)


@handles(PushQueued, managed=False)
def on_push_queued(event: PushQueued) -> None:
    """Hand a push message to its push service; tried again while the service does not take it, for a day."""
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
    except push.NotNow as wish:
        raise TryLater(str(wish), seconds=wish.seconds) from wish


HANDLERS = (
    on_mail_queued,
    on_mail_reported,
    on_push_queued,
)
