"""Serving a single-page application: hashed files that never change, and one page that the server fills."""

import gzip
import json
import mimetypes
import os
import re
from collections import deque
from collections.abc import Iterable, Mapping
from functools import lru_cache
from html import escape
from pathlib import Path
from typing import Any

from flask import Response, abort, request, send_from_directory
from werkzeug.security import safe_join

HEAD_MARK = "<!--hearth:head-->"
BOOT_MARK = "<!--hearth:boot-->"
NOTICES_MARK = "<!--hearth:notices-->"
ROOT_MARK = '<div id="root">'
PAINTED_MARK = '<div id="root" data-painted>'
HEAD_END = "</head>"
# Browsers that support it show nothing until the whole painting is parsed, so that the page does not shift.
RENDER_WHEN_COMPLETE = '<link rel="expect" href="#root" blocking="render">'
LANGUAGE_MARK = '<html lang="en"'
# The page's key in the manifest, its scripts, and the script that starts them once a painted page is visible.
PAGE = "index.html"
CODE = re.compile(r'<script type="module"[^>]*></script>|<link rel="modulepreload"[^>]*>')
AFTER_PAINT = "src/after-paint.ts"

# Cookies that the settings page sets (member-web's features/settings/model/appearance.ts), and their values.
APPEARANCE = {"theme": ("light", "dark"), "text": ("large", "larger")}

# Types worth compressing; pictures and fonts are compressed already.
TEXT_FILES = (".css", ".js", ".svg")

mimetypes.add_type("font/woff2", ".woff2")
mimetypes.add_type("application/manifest+json", ".webmanifest")


class Spa:
    """A built front end in `folder` (Vite's dist)."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def file(self, path: str) -> Response:
        """Return a file of the build; raises 404. Files with a hash in their name never change."""
        is_hashed = path.startswith("assets/")
        is_text = is_hashed and path.endswith(TEXT_FILES)
        mimetype = mimetypes.guess_type(path)[0]
        if is_text and request.accept_encodings["br"] and self.has(f"{path}.br"):
            response = send_from_directory(self.folder, f"{path}.br", mimetype=mimetype)
            response.headers["Content-Encoding"] = "br"
        elif is_text and request.accept_encodings["gzip"] and self.has(path):
            response = Response(_compressed(str(self.folder / path)), mimetype=mimetype)
            response.headers["Content-Encoding"] = "gzip"
        else:
            response = send_from_directory(self.folder, path)
        if is_text:
            response.vary.add("Accept-Encoding")
        response.headers["Cache-Control"] = "public, max-age=31536000, immutable" if is_hashed else "no-cache"
        return response

    def has(self, path: str) -> bool:
        """Return whether the build has a public file; none has a part that begins with a dot."""
        inside = safe_join(str(self.folder), path)
        # Unlike Path.is_file(), os.path accepts names that are too long for a file.
        return path not in ("", PAGE) and "/." not in f"/{path}" and inside is not None and os.path.isfile(inside)

    def files_of(self, sources: Iterable[str]) -> list[str]:
        """Return the addresses of the scripts and styles that sources were built into, with their imports.

        Those that the page itself loads are left out. A source that is not built has none.
        """
        manifest = self._manifest()
        of_every_page = _files_with_imports(manifest, (PAGE,))
        return [f"/{file}" for file in _files_with_imports(manifest, sources) if file not in of_every_page]

    def styles_of(self, sources: Iterable[str]) -> list[str]:
        """Return the addresses of the styles of sources, without those of every page."""
        return [file for file in self.files_of(sources) if file.endswith(".css")]

    def styles(self) -> list[str]:
        """Return the addresses of the styles of every page."""
        manifest = self._manifest()
        return [f"/{file}" for file in _files_with_imports(manifest, (PAGE,)) if file.endswith(".css")]

    def _with_deferred_code(self, page: str) -> str:
        """Return a page whose code waits in a template until the painting is visible."""
        starter = self._manifest()[AFTER_PAINT]["file"]
        later = f'<template id="later">{"".join(CODE.findall(page))}</template>'
        return CODE.sub("", page).replace(
            HEAD_END, f'{RENDER_WHEN_COMPLETE}{later}<script type="module" src="/{starter}"></script>{HEAD_END}', 1
        )

    def _manifest(self) -> dict[str, Any]:
        return _manifest(_current_text(self.folder / ".vite" / "manifest.json") or "{}")

    def page(
        self,
        *,
        language: str,
        head: str,
        boot: dict[str, Any],
        notices: str,
        nonce: str = "",
        content: str = "",
        painting: str | None = None,
        styles: Iterable[str] = (),
        marks: Mapping[str, str] | None = None,
    ) -> Response:
        """Return the page with its head and its first data, so that it renders without further requests.

        `notices` are shown above everything, for browsers that cannot run the application. `content` is HTML that is
        shown until the application renders. A `painting` is shown instead of it: the application rendered it and takes
        it over; it needs `styles`. `marks` become data attributes of the document, which select the theme before any
        script runs.
        """
        template = _current_text(self.folder / PAGE)
        if template is None:
            abort(503, f"{self.folder.parent.name} is not built: run ./hearth up")
        shown = "".join(f' data-{name}="{escape(value)}"' for name, value in (marks or {}).items())
        page = template.replace(HEAD_MARK, head, 1)
        if painting:
            page = self._with_deferred_code(page)
        html = (
            page.replace(LANGUAGE_MARK, f'<html lang="{escape(language)}"{shown}', 1)
            .replace("__CSP_NONCE__", nonce)
            .replace(NOTICES_MARK, notices, 1)
            .replace(
                HEAD_END,
                "".join(tag("link", rel="stylesheet", crossorigin="", href=href) for href in styles) + HEAD_END,
                1,
            )
            .replace(BOOT_MARK, script_json(boot), 1)
            .replace(ROOT_MARK, PAINTED_MARK + painting if painting else ROOT_MARK + content, 1)
        )
        response = _compressed_page(html) if painting else Response(html)
        response.headers["Cache-Control"] = "no-store"
        return response


def _compressed_page(html: str) -> Response:
    """Return a visitor's page compressed. A member's is not: it holds secrets beside others' text (BREACH)."""
    response = Response(html)
    response.vary.add("Accept-Encoding")
    if request.accept_encodings["gzip"]:
        response.set_data(gzip.compress(html.encode(), compresslevel=6, mtime=0))
        response.headers["Content-Encoding"] = "gzip"
    return response


def _current_text(path: Path) -> str | None:
    """Return the current text of a file of the build, or None."""
    try:
        return _text(str(path), path.stat().st_mtime_ns)
    except FileNotFoundError:
        return None


@lru_cache(maxsize=8)
def _text(path: str, _changed: int) -> str:
    return Path(path).read_text(encoding="utf-8")


@lru_cache(maxsize=2048)
def _compressed(path: str) -> bytes:
    """Return the compressed content of a file that never changes, cached per process."""
    return gzip.compress(Path(path).read_bytes(), mtime=0)


@lru_cache(maxsize=4)
def _manifest(written: str) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(written)
    return found


def _files_with_imports(manifest: Mapping[str, Any], sources: Iterable[str]) -> dict[str, None]:
    """Return the files of sources and of all their imports, each once, in the order of the sources."""
    files: dict[str, None] = {}
    seen: set[str] = set()
    waiting = deque(sources)
    while waiting:
        source = waiting.popleft()
        chunk = manifest.get(source)
        if chunk is None or source in seen:
            continue
        seen.add(source)
        files |= dict.fromkeys((chunk["file"], *chunk.get("css", ())))
        waiting.extend(chunk.get("imports", ()))
    return files


def script_json(value: Any) -> str:
    """Return JSON that is safe inside a script element (HTML standard, 4.12.1.3)."""
    return (
        json.dumps(value, ensure_ascii=False)
        .replace("<", "\\u003c")
        .replace("\u2028", "\\u2028")
        .replace("\u2029", "\\u2029")
    )


def tag(name: str, /, **attributes: str) -> str:
    """Return a void element for the head, escaped; a trailing underscore in a name is dropped (`property_`)."""
    pairs = " ".join(f'{key.rstrip("_").replace("_", "-")}="{escape(value)}"' for key, value in attributes.items())
    return f"<{name} {pairs}>"


def is_page_request() -> bool:
    """Return whether a browser requests a page, not data or a file."""
    return request.method in ("GET", "HEAD") and "." not in request.path.rsplit("/", 1)[-1]


def appearance() -> dict[str, str]:
    """Return what was chosen in this browser's settings: larger text, light or dark."""
    return {name: value for name, values in APPEARANCE.items() if (value := request.cookies.get(name)) in values}
