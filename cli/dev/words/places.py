"""Where a text is seen: the pages of a namespace of member-web, or what the server makes of it."""

import re
from functools import cache

from cli.dev.screens.table import SCREENS
from cli.paths import ROOT

PAGES_TS = ROOT / "member-web/src/app/pages.ts"
PATHS_TS = ROOT / "member-web/src/lib/paths.ts"
SOURCES = ROOT / "member-web/src"
# Namespaces of pages that pages.ts makes in a loop.
IN_LOOPS = {"chats": ["/chats", "/chats/:id", "/members/:id/chat"], "landers": ["/landers/:name"]}
# The first part of a key of the server.
OF_SERVER = {
    "errors": "refusal",
    "mail": "email",
    "push": "push notification",
    "sms": "SMS",
    "paper": "invoice or credit note (PDF)",
    "statement": "statement of credits (PDF)",
    "export": "copy of a member's data",
    "icebreakers": "icebreakers in a chat",
    "gifts": "gift in a chat",
    "pages": "painted page: its head",
    "browser": "page for old browsers",
}


def place_of(key: str) -> str:
    """Return where a text is seen: "/chats/:conversation", "email new-like", "refusal"."""
    name, own = key.split(": ", 1)
    if name.startswith("member-web "):
        namespace = name.removeprefix("member-web ")
        return ", ".join(_pages().get(namespace, ())[:3]) or _parts().get(namespace, "every page")
    if name.startswith("console "):
        parts = own.split(".")
        return "console " + (".".join(parts[1:3]) if parts[0] == "resources" else ".".join(parts[:2]))
    first, _, rest = own.partition(".")
    kind = f" {rest.split('.')[0]}" if first == "mail" else ""
    return OF_SERVER.get(first, f"{name}, {first}") + kind


def picture_of(key: str) -> str:
    """Return the name of a screen of `hearth screens` that may show a text, or "" if none has its page."""
    name = key.split(": ", 1)[0]
    if not name.startswith("member-web "):
        return ""
    pages = _pages().get(name.removeprefix("member-web "), ())
    shown = [screen for screen in SCREENS if any(_pattern(page).match(screen.path) for page in pages)]
    # The sampled screens show pages in their usual state.
    return min(((not screen.is_sample, len(screen.name), screen.name) for screen in shown), default=(0, 0, ""))[2]


def _pattern(path: str) -> re.Pattern[str]:
    """What React Router's address matches, with or without a query."""
    parts = [re.sub(r"^:\w+", "[^/?]+", part) for part in path.strip("/").split("/")]
    whole = "".join(f"(/{part[:-1]})?" if part.endswith("?") else f"/{part}" for part in parts)
    return re.compile(whole + r"(\?.*)?$")


@cache
def _pages() -> dict[str, list[str]]:
    named_paths = dict(re.findall(r"(\w+): \{\s*pattern: '([^']+)'", PATHS_TS.read_text(encoding="utf-8")))
    pages = {name: [*paths] for name, paths in IN_LOOPS.items()}
    page = r"path: (?:paths\.(\w+)\.pattern|'([^']+)'),[^{}]*?texts: \[([^\]]*)\]"
    for named, written, texts in re.findall(page, PAGES_TS.read_text(encoding="utf-8")):
        for namespace in re.findall(r"'([\w-]+)'", texts):
            pages.setdefault(namespace, []).append(written or named_paths.get(named, named))
    return pages


@cache
def _parts() -> dict[str, str]:
    """The namespaces that a part of a page brings with it, with the name of that part."""
    loads = re.compile(r"withTexts\(import\('[^']*/([\w-]+)'\), '([\w-]+)'\)")
    found = (loads.findall(file.read_text(encoding="utf-8")) for file in SOURCES.rglob("*.tsx"))
    return {namespace: part.replace("-", " ") for hits in found for part, namespace in hits}
