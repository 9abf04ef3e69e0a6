"""The score of an answer by the rules that Mozilla's HTTP Observatory publishes, for a site that has https and is on no
preload list: 100, less what is wrong; what is done well is added where there are 90 without it.
"""

import re
from collections.abc import Mapping
from http.cookies import SimpleCookie

ELSEWHERE = "https://elsewhere.example"  # whose page asks
A_PLUS, ENOUGH_FOR_MORE = 100, 90
SIX_MONTHS = 15_768_000  # seconds
BROAD = {"*", "http:", "https:", "ftp:", "http://*", "https://*", "http://*.*", "https://*.*"}
INLINE = {"'unsafe-inline'", "data:"}
RESOURCES = {None: 0, "cross-origin": 0, "same-origin": 10, "same-site": 10}
PRIVATE = {"no-referrer", "same-origin", "strict-origin", "strict-origin-when-cross-origin"}


def score(headers: Mapping[str, str], cookies: list[str], html: str = "") -> tuple[int, dict[str, int]]:
    """Return the score of an answer, and what each subject adds to it or takes from it."""
    parts = {
        "policy": _policy(headers.get("Content-Security-Policy", "")),
        "cookies": _cookies(cookies),
        "sharing": -50 if headers.get("Access-Control-Allow-Origin") == ELSEWHERE else 0,
        "referrer": _known(headers.get("Referrer-Policy"), PRIVATE, good=5, without=0),
        "resources": RESOURCES.get(headers.get("Cross-Origin-Resource-Policy"), -5),
        "transport": _transport(headers.get("Strict-Transport-Security", "")),
        "types": _known(headers.get("X-Content-Type-Options"), {"nosniff"}, good=0, without=-5),
        "frames": 5 if "frame-ancestors" in headers.get("Content-Security-Policy", "") else -20,
        "scripts": _scripts(html),
    }
    plain = 100 + sum(part for part in parts.values() if part < 0)
    more = sum(part for part in parts.values() if part > 0) if plain >= ENOUGH_FOR_MORE else 0
    return max(plain + more, 0), parts


def policy_of(header: str) -> dict[str, set[str]]:
    """Return the directives of a policy; the first of a name counts."""
    parts = [part.split() for part in header.split(";") if part.strip()]
    return {name: set(values) for name, *values in reversed(parts)}


def _policy(header: str) -> int:
    if not (policy := policy_of(header)):
        return -25
    default = policy.get("default-src", {"*"})
    scripts, objects, styles = (policy.get(f"{kind}-src", default) for kind in ("script", "object", "style"))
    if scripts & (BROAD | INLINE) or objects & BROAD:
        return -20
    passive = {"img-src", "media-src"}
    if _by_http(*(sources for name, sources in policy.items() if name not in passive)):
        return -20
    if "'unsafe-eval'" in scripts | styles or _by_http(*(policy.get(name, default) for name in passive)):
        return -10
    if styles & (BROAD | INLINE):
        return 0
    return 10 if default == {"'none'"} else 5


def _by_http(*lists: set[str]) -> bool:
    return any(source.startswith(("http:", "ftp:")) for sources in lists for source in sources)


def _cookies(lines: list[str]) -> int:
    points = 5 if lines else 0
    for line in lines:
        for name, morsel in SimpleCookie(line).items():
            is_session = re.search(r"session|login", name) is not None
            if not morsel["secure"]:
                points = min(points, -40 if is_session else -20)
            if is_session and not morsel["httponly"]:
                points = min(points, -30)
            if morsel["samesite"] not in ("Lax", "Strict"):
                points = min(points, 0 if not morsel["samesite"] else -20)
    return points


def _known(value: str | None, values: set[str], *, good: int, without: int) -> int:
    if value is None:
        return without
    return good if value in values else -5


def _transport(header: str) -> int:
    age = re.search(r"max-age=(\d+)", header)
    return -20 if age is None else -10 if int(age[1]) < SIX_MONTHS else 0


def _scripts(html: str) -> int:
    """A script from elsewhere costs 50 without a hash of it; there are none."""
    sources = re.findall(r"<script[^>]*\ssrc=[\"']?([^\s\"'>]+)", html)
    return -50 if any(not re.match(r"/[^/]", source) for source in sources) else 0
