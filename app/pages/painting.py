"""Server-side rendering ("painting") of visitors' pages: the member SPA itself, run by V8 inside this process.

A painting depends only on the address and the data in the page, and is cached by them.
"""

import base64
import json
import math
import re
import threading
import time
from collections import OrderedDict
from concurrent.futures import ThreadPoolExecutor
from hashlib import sha256
from html import unescape
from typing import Any

from py_mini_racer import (
    DEFAULT_V8_FLAGS,
    JSEvalException,
    JSOOMException,
    JSTimeoutException,
    MiniRacer,
    init_mini_racer,
)

from app.kernel import log
from app.kernel.http.spa import Spa
from app.kernel.metrics import PAINTINGS

# The script that paints, from the front end's build; it is not public.
SCRIPT = ".server/painter.js"

PAINT_SECONDS = 3.0
START_SECONDS = 30.0
# A request waits at most this long for another painting; then the browser renders the page.
WAIT_SECONDS = 0.25
PAUSE_SECONDS = 30.0
MEMORY_BYTES = 192 * 1024 * 1024
MAX_CACHED = 256
# A painted search shows members, who may be gone later.
CACHE_SECONDS = 15 * 60.0
_STYLE = re.compile(r'<[^>]* style="([^"]*)"')
# Allows a script to run its promises before it ends, so that the time limit applies to them. V8 only runs our code.
V8_FLAGS = (*DEFAULT_V8_FLAGS, "--allow-natives-syntax")
PAINT = """{{
  const painting = paint({facts});
  %PerformMicrotaskCheckpoint();
  if (painting.error) throw new Error(painting.error);
  painting.html;
}}"""

# V8 allows access to its memory only from the thread that initialised it and that thread's children. Its engines are
# never freed, because freeing one that is still reporting crashes the process.
_THREAD = ThreadPoolExecutor(max_workers=1, thread_name_prefix="painter")
_ENGINES: list[MiniRacer] = []


class Painter:
    """Paints pages with a script of the front end's build; on any failure there is no painting, and never an error.

    V8 starts in the background at the first request for a painting, and lives as long as the process. After a failure
    it pauses.
    """

    def __init__(self, spa: Spa) -> None:
        self._spa = spa
        self._cache: OrderedDict[bytes, tuple[float, str]] = OrderedDict()
        self._lock = threading.Lock()
        self._engine: MiniRacer | None = None
        self._loaded: int | None = None
        self._starting = False
        self._paused_until = 0.0

    def paint(self, path: str, boot: dict[str, Any]) -> str | None:
        """Return the HTML of the page at a path as a visitor first sees it, or None if it is not painted."""
        version = self._version()
        facts = json.dumps({"path": path, "boot": _cacheable(boot)}, ensure_ascii=False)
        key = sha256(f"{version} {facts}".encode()).digest()
        cached = self._find_cached(key)
        if cached is not None:
            return _count_outcome("kept", cached) if cached else _count_outcome("refused")
        if not self._lock.acquire(timeout=WAIT_SECONDS):
            return _count_outcome("busy")
        try:
            if time.monotonic() < self._paused_until:
                return _count_outcome("resting")
            if self._engine is None or self._loaded != version:
                self._start(version)
                return _count_outcome("starting")
            return _THREAD.submit(self._render, self._engine, key, facts).result()
        finally:
            self._lock.release()

    def _find_cached(self, key: bytes) -> str | None:
        made_at, painting = self._cache.get(key, (-math.inf, ""))
        return None if _is_expired(made_at) else painting

    def _render(self, engine: MiniRacer, key: bytes, facts: str) -> str | None:
        try:
            painting = engine.eval(PAINT.format(facts=json.dumps(facts)), timeout_sec=PAINT_SECONDS)
        except (JSTimeoutException, JSOOMException) as error:
            return self._fail(error)
        except JSEvalException as error:
            # Cached, because it would fail again: the address redirects, or an API call has no answer.
            log.get("painting").warning("refused", why=str(error)[:1000])
            self._cache_painting(key, "")
            return _count_outcome("refused")
        except Exception as error:
            return self._fail(error)
        if not isinstance(painting, str):
            return self._fail(RuntimeError("The page waits for something that never comes."))
        self._cache_painting(key, painting)
        return _count_outcome("painted", painting)

    def _cache_painting(self, key: bytes, painting: str) -> None:
        self._cache.pop(key, None)
        self._cache[key] = (time.monotonic(), painting)
        while len(self._cache) > MAX_CACHED or _is_expired(next(iter(self._cache.values()))[0]):
            self._cache.popitem(last=False)

    def _version(self) -> int | None:
        """Return the build time of the script; None if there is none."""
        try:
            return (self._spa.folder / SCRIPT).stat().st_mtime_ns
        except FileNotFoundError:
            return None

    def _start(self, version: int | None) -> None:
        if self._starting or version is None:
            return
        self._starting = True
        _THREAD.submit(self._load, version)

    def _load(self, version: int) -> None:
        try:
            init_mini_racer(flags=V8_FLAGS, ignore_duplicate_init=True)
            engine = MiniRacer()
            engine.set_hard_memory_limit(MEMORY_BYTES)
            engine.eval((self._spa.folder / SCRIPT).read_text(encoding="utf-8"), timeout_sec=START_SECONDS)
            # There is a second one only after a rebuild while the process runs.
            _ENGINES.append(engine)
            self._engine, self._loaded = engine, version
        except Exception as error:
            self._fail(error)
        finally:
            self._starting = False

    def _fail(self, error: Exception) -> str | None:
        log.get("painting").warning("failed", why=str(error)[:1000], kind=type(error).__name__)
        self._paused_until = time.monotonic() + PAUSE_SECONDS
        return _count_outcome("failed")


def _is_expired(made_at: float) -> bool:
    return time.monotonic() - made_at > CACHE_SECONDS


def _cacheable(boot: dict[str, Any]) -> dict[str, Any]:
    """Return a page's data without the current time, which is not shown and would defeat the cache."""
    settings = {name: value for name, value in boot.get("settings", {}).items() if name != "server_now"}
    return {**boot, "settings": settings}


def _count_outcome(outcome: str, painting: str | None = None) -> str | None:
    PAINTINGS.labels(outcome).inc()
    return painting


def style_hashes(html: str) -> list[str]:
    """Return the hashes of a painting's style attributes for the content security policy (CSP 3, 'unsafe-hashes')."""
    styles = sorted({unescape(style) for style in _STYLE.findall(html)})
    digests = (sha256(style.encode()).digest() for style in styles)
    return [f"'sha256-{base64.b64encode(digest).decode()}'" for digest in digests]
