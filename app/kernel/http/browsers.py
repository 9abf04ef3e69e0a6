"""Names of browsers and systems, from the User-Agent (member-web's features/settings/model uses the same names)."""

import re

BROWSERS = {
    "Samsung Internet": r"SamsungBrowser/",
    "Edge": r"Edg(e|A|iOS)?/",
    "Opera": r"OPR/",
    "Firefox": r"(Firefox|FxiOS)/",
    "Chrome": r"(Chrome|CriOS)/",
    "Safari": r"Version/.*Safari/",
}
SYSTEMS = {
    "iPhone": r"iPhone",
    "iPad": r"iPad",
    "Android": r"Android",
    "Windows": r"Windows",
    "Mac": r"Macintosh|Mac OS X",
    "ChromeOS": r"CrOS",
    "Linux": r"Linux",
}


def name_browser(user_agent: str) -> str:
    """Return the browser of a User-Agent header, such as `Firefox`; empty where it is unknown."""
    return _name(BROWSERS, user_agent)


def name_system(user_agent: str) -> str:
    """Return the device or system of a User-Agent header, such as `iPhone`; empty where it is unknown."""
    return _name(SYSTEMS, user_agent)


def _name(known: dict[str, str], user_agent: str) -> str:
    return next((name for name, pattern in known.items() if re.search(pattern, user_agent)), "")
