"""What a page says by itself to browsers that cannot run the application: too old ones, and those without scripts."""

from base64 import b64encode
from hashlib import sha256
from html import escape

from app.kernel import i18n

# Scripts of the page's own kind, cascade layers and `at` came last of what every page needs (member-web's
# build/targets.ts). It has to be understood by the oldest browser.
SCRIPT = (
    "if(!('noModule' in document.createElement('script'))||!window.CSSLayerBlockRule||![].at)"
    "document.getElementById('too-old').removeAttribute('hidden')"
)
SCRIPT_HASH = f"'sha256-{b64encode(sha256(SCRIPT.encode()).digest()).decode()}'"


def notices_of(name: str, language: str) -> str:
    """Return the notices of a page, of which a browser that can run the application shows none."""

    def words(key: str) -> str:
        return escape(i18n.text(language, f"browser.{key}", name=name))

    return (
        f'<p id="too-old" class="wrap" role="alert" hidden>{words("too-old")}</p><script>{SCRIPT}</script>'
        f'<noscript><p class="wrap">{words("no-scripts")}</p></noscript>'
    )
