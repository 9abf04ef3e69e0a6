"""What every answer of every process tells browsers besides: to guess no types, to name nobody, to stay among us."""

from app.kernel.config import config

EVERYWHERE = {
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "geolocation=(self), camera=(self), microphone=(), payment=(self)",
}
# Of what is no page: nothing in it may be loaded, run, sent or framed.
NOTHING = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
TLS_ONLY = "max-age=63072000; includeSubDomains; preload"


def common_headers() -> dict[str, str]:
    """Return the headers of every answer; where we are reached by https, browsers come by nothing else from now on."""
    return {**EVERYWHERE, "Strict-Transport-Security": TLS_ONLY} if config().secure_cookies else EVERYWHERE
