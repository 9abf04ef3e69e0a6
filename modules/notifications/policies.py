"""Rules of the notifications module."""

from urllib.parse import urlsplit

from modules.notifications.errors import PushEndpointRefused


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
