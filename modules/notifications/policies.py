"""Rules of the notifications module."""

from collections.abc import Mapping
from datetime import datetime, time, timedelta
from urllib.parse import urlsplit

from modules.notifications.contracts import MailType, NoticeType, Wishes
from modules.notifications.errors import PushEndpointRefused, QuietHoursIncomplete

# What a mail is about, for mails that a member may refuse. All others are about the account, its safety or money.
OPTIONAL_MAILS: Mapping[MailType, tuple[NoticeType, ...]] = {
    MailType.NEW_MESSAGE: (NoticeType.MESSAGE,),
    MailType.NEW_LIKE: (NoticeType.LIKE,),
    MailType.NEW_MATCH: (NoticeType.MATCH,),
    MailType.DISCOUNT: (NoticeType.OFFER,),
    MailType.DIGEST: (NoticeType.MESSAGE, NoticeType.LIKE, NoticeType.MATCH),
}
# What the evening's mail can say instead.
DIGESTED = frozenset((MailType.NEW_MESSAGE, MailType.NEW_LIKE, MailType.NEW_MATCH))
DIGEST_AT = time(18)


def may_mail(wishes: Wishes, type: MailType) -> bool:
    """Tell whether a member wants any of what a mail is about; what is not optional always goes."""
    about = OPTIONAL_MAILS.get(type)
    return about is None or any(wishes.wants_mail(one) for one in about)


def ensure_push_endpoint(endpoint: str) -> None:
    """Refuse an endpoint that is no public https address; raises PushEndpointRefused.

    The server will send requests there, so a browser must not be able to point it at our own network.
    """
    try:
        url = urlsplit(endpoint)
    except ValueError:
        raise PushEndpointRefused(field="endpoint") from None
    host = (url.hostname or "").rstrip(".")
    # Resolvers read every host as an address whose last part begins with a digit, such as 127.1 or 0x7f.1.
    is_name = "." in host and not host.rpartition(".")[2][:1].isdigit()
    if url.scheme != "https" or not is_name or host.endswith((".local", ".internal", ".localhost")):
        raise PushEndpointRefused(field="endpoint")


def ensure_quiet_hours(begin: time | None, end: time | None) -> None:
    """Raise QuietHoursIncomplete unless there is a beginning and another end, or neither."""
    if (begin is None) != (end is None) or (begin is not None and begin == end):
        raise QuietHoursIncomplete(field="quiet_until")


def end_of_quiet(now: datetime, begin: time | None, end: time | None) -> datetime | None:
    """Return when the quiet hours that hold at `now`, a moment of the site's zone, are over; None when none hold."""
    if begin is None or end is None:
        return None
    at = now.time()
    is_quiet = begin <= at < end if begin < end else at >= begin or at < end
    return _next(now, end) if is_quiet else None


def next_digest(now: datetime) -> datetime:
    """Return when the next evening's mail goes out, for a moment of the site's zone."""
    return _next(now, DIGEST_AT)


def _next(now: datetime, at: time) -> datetime:
    today = datetime.combine(now.date(), at, now.tzinfo)
    return today if today > now else datetime.combine(now.date() + timedelta(days=1), at, now.tzinfo)
