"""Notices in every page for browsers that cannot run the application: outdated ones, and those without scripts."""

from base64 import b64encode
from hashlib import sha256
from html import escape

from app.kernel import i18n

# Module scripts, cascade layers and `at` are the newest features that every page needs (member-web's
# build/targets.ts). The script must run in the oldest browsers.
SCRIPT = (
    "if(!('noModule' in document.createElement('script'))||!window.CSSLayerBlockRule||![].at)"
    "document.getElementById('too-old').removeAttribute('hidden')"
)
SCRIPT_HASH = f"'sha256-{b64encode(sha256(SCRIPT.encode()).digest()).decode()}'"


def notices_of(name: str, language: str) -> str:
    """Return the notices of a page; a browser that can run the application shows none of them."""

    def words(key: str) -> str:
        return escape(i18n.text(language, f"browser.{key}", name=name))

    return (
        f'<p id="too-old" class="wrap" role="alert" hidden>{words("too-old")}</p><script>{SCRIPT}</script>'
        f'<noscript><p class="wrap">{words("no-scripts")}</p></noscript>'
    )
