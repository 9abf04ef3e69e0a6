"""Sending an SMS through a gateway (HEARTH_SMS_URL: http(s)://[user:token@]host[:port]/path)."""

from urllib.parse import unquote, urlsplit

import urllib3

from app.kernel import marks, metrics
from app.kernel.config import ConfigError, config
from app.kernel.http import ratelimit
from app.kernel.http.ratelimit import Limit
from app.kernel.text.words import without_harmful

TIMEOUT = 10
DAY = 86_400


class SmsNotSent(Exception):
    """The gateway did not accept a message; it can be retried under the same id."""


def is_available() -> bool:
    """Return whether a gateway is configured."""
    return config().sms_url is not None


def send(to: str, text: str, *, id: str) -> None:  # noqa: A002 (the gateway's name)
    """Send a text to a phone (+31612345678) through the gateway, which sends it once per id and chooses its alphabet.

    Control characters and marks of direction are removed.

    Raises ConfigError if no gateway is configured, and SmsNotSent, also when HEARTH_SMS_A_DAY is reached.
    """
    address = config().sms_url
    if address is None:
        raise ConfigError("HEARTH_SMS_URL is not set: see docs/operating.md")
    _ensure_within_day(id)
    url = urlsplit(address)
    headers = {}
    if url.username:
        user = f"{unquote(url.username)}:{unquote(url.password or '')}"
        headers = urllib3.make_headers(basic_auth=user)
    bare = url._replace(netloc=url.netloc.rpartition("@")[2]).geturl()
    body = {"to": to, "text": without_harmful(text), "id": id}
    try:
        answer = urllib3.request("POST", bare, json=body, headers=headers, timeout=TIMEOUT, redirect=False)
    except urllib3.exceptions.HTTPError as error:
        # The error's text contains the address, which may hold the gateway's token.
        raise SmsNotSent(f"{url.hostname} does not answer ({type(error).__name__})") from None
    is_taken = 200 <= answer.status < 300
    metrics.SMS.labels("taken" if is_taken else "refused").inc()
    if not is_taken:
        raise SmsNotSent(f"{url.hostname} answered {answer.status}")


def _ensure_within_day(message_id: str) -> None:
    """Count a message once, however often it is retried; raises SmsNotSent."""
    counted = f"sms:{message_id}"
    if marks.find_mark(counted) is not None:
        return
    try:
        ratelimit.check(Limit("sms", config().sms_a_day, DAY), "all")
    except ratelimit.TooManyRequests:
        metrics.SMS.labels("held").inc()
        raise SmsNotSent("HEARTH_SMS_A_DAY were sent already") from None
    marks.set_mark(counted, "1", seconds=DAY)
