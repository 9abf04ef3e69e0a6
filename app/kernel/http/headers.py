"""The security headers of every answer: no content sniffing, no referrer to others, no embedding."""

from app.kernel.config import config

EVERYWHERE = {
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "geolocation=(self), camera=(self), microphone=(), payment=(self)",
}
# For answers that are not pages: nothing in them may be loaded, run, sent or framed.
NOTHING = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
TLS_ONLY = "max-age=63072000; includeSubDomains; preload"


def common_headers() -> dict[str, str]:
    """Return the headers of every answer; HSTS is among them where members use https."""
    return {**EVERYWHERE, "Strict-Transport-Security": TLS_ONLY} if config().secure_cookies else EVERYWHERE
