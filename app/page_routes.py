"""The paths of the member SPA, exactly as in its router (member-web/src/lib/paths.ts)."""

import re

# The static pages (spec 2.30) are not listed; they are looked up.
ROUTES = (
    "/",
    "/members",
    "/members/:id",
    "/likes/m/:id",
    "/members/:id/chat",
    "/likes/:type?",
    "/swipe-game",
    "/landers/tinderswipe/:slug?",
    "/landers/alonetonight/:slug?",
    "/landers/collagelanding/:slug?",
    "/landers/gallery/:slug?",
    "/landers/iconslanding/:slug?",
    "/landers/maplanding/:slug?",
    "/landers/socialnetwork/:slug?",
    "/landers/transitionsvideolanding/:slug?",
    "/landers/video/:slug?",
    "/chats",
    "/chats/:id",
    "/profile",
    "/notifications",
    "/visitors",
    "/unsubscribe/:token",
    "/notifications/staff-access",
    "/notifications/delete",
    "/account-deleted",
    "/account-deleted/return",
    "/mail-change/do",
    "/mail-change/undo",
    "/credits",
    "/credits/:id/:method?",
    "/credits/settings",
    "/credits/repeat-order",
    "/directdebit",
    "/transactions",
    "/transactions/:id",
    "/premium",
    "/pricing",
    "/complaints",
    "/complaints/:id",
    "/cases",
    "/cases/:id",
    "/signup/:step?",
    "/signup-matches",
    "/members/:id/signup",
    "/members/:id/landing",
    "/members/:id/landing2/:slug?",
    "/members/:id/landing3/:slug?",
    "/complete-signup",
    "/match-finder/:part?",
    "/invitations",
    "/login",
    "/reset-password",
    "/reset-password/do",
    "/activate/done",
    "/activate/error",
    "/lang-config",
)
_PERSON = re.compile(r"/(?:members|likes/m)/(?P<id>[^/]+)(?P<door>/(?:landing|signup).*)?(?:/chat)?/?", re.IGNORECASE)
_ID = re.compile(r"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}", re.IGNORECASE)


def _expression(pattern: str) -> str:
    optional = re.sub(r"/:\w+\?", "(?:/[^/]+)?", pattern)
    return re.sub(r":\w+", "[^/]+", optional)


_KNOWN = re.compile(rf"(?:{'|'.join(map(_expression, ROUTES))})/?", re.IGNORECASE)


def is_route(path: str) -> bool:
    """Return whether the SPA has a page at a path; like its router, this ignores case."""
    person = _PERSON.fullmatch(path)
    return _KNOWN.fullmatch(path) is not None and (person is None or _ID.fullmatch(person["id"]) is not None)


def person_question(path: str) -> str | None:
    """Return the API path that the SPA loads for a member's own page; None for other pages."""
    person = _PERSON.fullmatch(path)
    if person is None:
        return None
    return f"/members/{person['id']}/introduction" if person["door"] else f"/members/{person['id']}"
