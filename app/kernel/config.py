"""Settings of one process, read once from the environment (see docs/operating.md)."""

import os
import re
import shlex
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, fields
from functools import cache
from pathlib import Path
from typing import Any
from urllib.parse import SplitResult, urlsplit

from app.kernel import sentinels
from app.kernel.sentinels import sentinel_address

MOLLIE_URL = "https://api.mollie.com"
STRIPE_URL = "https://api.stripe.com"
_DATABASE = "postgresql://USER:PASSWORD@HOST:5432/DATABASE"
_SEVERAL_HOSTS = "postgresql://USER:PASSWORD@HOST:5432,HOST:5432/DATABASE"
_PERCENT = "characters such as @ : / # % in a name or a password are written as %40 %3A %2F %23 %25"
# The * is the local part: 52 of the 64 characters that RFC 5321 (4.5.3.1.1) allows before the @.
_RETURN_PATH = re.compile(r"(?:[a-z0-9]{1,11}[-+=._])?\*(?:@[^\s@<>*]+)?")
# In which proxies send the country of a request; our own nginx removes all others.
COUNTRY_HEADERS = ("cf-ipcountry", "x-country")
NO_SEARCH_ENGINE = "none"  # as HEARTH_MEILI_URL: PostgreSQL answers every search


class ConfigError(Exception):
    """A setting is missing or invalid; the message says which and what to do."""


def _required(name: str) -> str:
    value = os.environ.get(name)
    if not value:
        raise ConfigError(f"{name} is not set: start with ./hearth, or see docs/operating.md")
    return value


def postgresql_url(url: str) -> str:
    """Return HEARTH_DATABASE_URL in the form postgresql://, with what chooses the primary among several hosts; raises
    ConfigError, which does not contain its password.
    """
    own, parts = _read_postgresql("HEARTH_DATABASE_URL", url)
    if "," not in str(parts.get("host", "")) or "target_session_attrs" in parts:
        return own
    return f"{own}{'&' if '?' in own else '?'}target_session_attrs=read-write"


def database_read_url() -> str | None:
    """Return HEARTH_DATABASE_READ_URL in the form postgresql://, if it is set; raises ConfigError."""
    url = os.environ.get("HEARTH_DATABASE_READ_URL")
    return _read_postgresql("HEARTH_DATABASE_READ_URL", url)[0] if url else None


def _read_postgresql(name: str, url: str) -> tuple[str, Mapping[str, Any]]:
    """Return an address in the form postgresql://, and its parts as libpq reads them."""
    # Imported here, so that processes without a database do not load it.
    from psycopg import ProgrammingError
    from psycopg.conninfo import conninfo_to_dict

    own, is_postgresql = re.subn(r"^postgres(ql)?(\+psycopg)?://", "postgresql://", url)
    try:
        parts = conninfo_to_dict(own) if is_postgresql else {}
    except ProgrammingError:
        parts = {}
    # Text before an @ that is not the last one, or after a slash, may be part of the password.
    if not parts or "@" in f"{parts.get('host')}{parts.get('dbname')}":
        raise ConfigError(f"{name} is not of the form {_DATABASE}; {_PERCENT}")
    if not re.fullmatch(r"[0-9,]*", str(parts.get("port", ""))):
        raise ConfigError(
            f"{name} has a port that is not a number, or a host that is not written as in {_DATABASE}; "
            f"several hosts are written as {_SEVERAL_HOSTS}"
        )
    return own, parts


_SCHEMES = {
    "HEARTH_MEILI_URL": ("http", "https"),
    "HEARTH_MOLLIE_URL": ("http", "https"),
    "HEARTH_STRIPE_URL": ("http", "https"),
    "HEARTH_SMS_URL": ("http", "https"),
    "HEARTH_REDIS_URL": ("redis", "rediss", "unix", *sentinels.SCHEMES),
    "HEARTH_STORAGE_URL": ("file", "s3"),
    "HEARTH_SMTP_URL": ("smtp", "smtps"),
}


def address(name: str) -> str:
    """Return the address of a service from a setting; raises ConfigError, which does not contain its password."""
    return _checked_address(name, _required(name))


def _checked_address(name: str, url: str) -> str:
    schemes = _SCHEMES[name]
    try:
        parts = urlsplit(url)
        # Several Sentinels are no host with a port, so their address has a parser of its own.
        has_hosts = sentinel_address(url) is not None or parts.port != 0
        is_read = parts.scheme in schemes and has_hosts and not _has_cut_password(parts)
    except ValueError:
        is_read = False
    if not is_read:
        begins = " or ".join(f"{scheme}://" for scheme in schemes)
        raise ConfigError(f"{name} cannot be read: it must start with {begins}, with a number as its port; {_PERCENT}")
    return url


def _has_cut_password(parts: SplitResult) -> bool:
    """Return whether an unescaped character such as / or # ends a password early, so that its rest follows the host."""
    if parts.scheme == "s3":
        return parts.port is not None
    # The path of an HTTP gateway may contain an account's e-mail address.
    behind = parts.fragment if parts.scheme in ("http", "https") else parts.path + parts.fragment
    return bool(parts.netloc) and "@" in behind


def _optional_int(name: str) -> int | None:
    value = os.environ.get(name) or None
    if value is not None and not (value.isascii() and value.isdecimal()):
        raise ConfigError(f"{name} is not a whole number, 0 or more")
    return int(value) if value else None


def _yes_or_no(name: str) -> bool:
    """Return whether a setting is yes, as it is unless set."""
    value = os.environ.get(name) or "yes"
    if value not in ("yes", "no"):
        raise ConfigError(f"{name} is neither yes nor no")
    return value == "yes"


def _optional_file(name: str) -> Path | None:
    value = os.environ.get(name)
    return Path(value) if value else None


def _secret(name: str, path: Path) -> bytes:
    try:
        secret = path.read_bytes().strip()
    except (OSError, ValueError):
        # The name is not repeated either: it may be the secret itself, set by mistake.
        raise ConfigError(f"{name} names a file that cannot be read") from None
    if len(secret) < 32:
        raise ConfigError(f"{name} names a file with fewer than 32 bytes")
    return secret


def former_secret_files() -> list[Path]:
    """Return the files of former secrets, in their order; names with spaces are quoted as in a shell.

    Raises ConfigError for a quote that is not closed.
    """
    try:
        return [Path(path) for path in shlex.split(os.environ.get("HEARTH_FORMER_SECRET_FILES", ""))]
    except ValueError as error:
        raise ConfigError(f"HEARTH_FORMER_SECRET_FILES: {error}") from error


def _ops_host() -> str | None:
    host = os.environ.get("HEARTH_OPS_HOST", "").lower()
    if host and not re.fullmatch(r"[a-z0-9.-]+(:\d+)?", host):
        raise ConfigError("HEARTH_OPS_HOST is not a host, or host:port")
    return host or None


def _provider_url(name: str, own: str) -> str:
    """Return the address of a payment provider's API; a live key is sent only to the provider itself (ConfigError)."""
    url = _checked_address(f"{name}_URL", os.environ.get(f"{name}_URL", own)).rstrip("/")
    if "live_" in os.environ.get(f"{name}_KEY", "")[:8] and url != own:
        raise ConfigError(f"{name}_KEY is a live key, but {name}_URL is not {own}: use a test key there")
    return url


def _dkim_file() -> Path | None:
    path = os.environ.get("HEARTH_DKIM_FILE")
    if bool(path) != bool(os.environ.get("HEARTH_DKIM_SELECTOR")):
        raise ConfigError("HEARTH_DKIM_FILE and HEARTH_DKIM_SELECTOR go together: set both, or neither")
    if path and not Path(path).exists():
        raise ConfigError("HEARTH_DKIM_FILE names a file that does not exist; `hearth mail dkim` creates a key")
    return Path(path) if path else None


def _returns_key() -> bytes | None:
    key = os.environ.get("HEARTH_RETURNS_KEY", "").encode()
    if key and len(key) < 32:
        raise ConfigError("HEARTH_RETURNS_KEY has fewer than 32 characters")
    return key or None


def _return_path() -> str | None:
    path = os.environ.get("HEARTH_RETURN_PATH", "").lower()
    if path and not _RETURN_PATH.fullmatch(path):
        raise ConfigError(
            "HEARTH_RETURN_PATH is not of a form such as bounces+*@example.org, *@bounces.example.org or "
            "bounces+*: before the * come at most 11 letters and digits, and one of + - = . _"
        )
    return path or None


def _country_header() -> str | None:
    name = os.environ.get("HEARTH_COUNTRY_HEADER", "").lower() or None
    if name not in (None, *COUNTRY_HEADERS):
        raise ConfigError("HEARTH_COUNTRY_HEADER is neither CF-IPCountry nor X-Country")
    if name and not _optional_int("HEARTH_TRUSTED_PROXIES"):
        raise ConfigError("HEARTH_COUNTRY_HEADER is set by a proxy: set their number in HEARTH_TRUSTED_PROXIES")
    return name


def search_addresses() -> tuple[str, ...]:
    """Return the addresses of the servers of the search index, none where there is no search engine.

    Raises ConfigError, also for a server that is named twice.
    """
    name = "HEARTH_MEILI_URL"
    value = _required(name)
    urls = () if value == NO_SEARCH_ENGINE else tuple(_checked_address(name, url.strip()) for url in value.split(","))
    if len(urls) != len({place_of(url) for url in urls}):
        raise ConfigError(f"{name} names a server twice")
    return urls


def place_of(url: str) -> str:
    """Return an address without its scheme and its password, by which people know the server."""
    parts = urlsplit(url)
    return parts.netloc.rpartition("@")[2] + parts.path.rstrip("/")


def _sms_url() -> str | None:
    return address("HEARTH_SMS_URL") if os.environ.get("HEARTH_SMS_URL") else None


def _secret_text(name: str, read: Callable[[], Any] | None = None) -> Any:
    """Return the field of a setting whose value is a secret, hidden wherever it would be shown."""
    return field(default_factory=read or (lambda: os.environ.get(name, "")), metadata={"secret": name})


# It holds passwords, so it has no repr: a traceback or a log could print it.
@dataclass(frozen=True, repr=False)
class Config:
    database_url: str = field(default_factory=lambda: postgresql_url(_required("HEARTH_DATABASE_URL")))
    database_read_url: str | None = field(default_factory=database_read_url)
    database_prepare: bool = field(default_factory=lambda: _yes_or_no("HEARTH_DATABASE_PREPARE"))
    redis_url: str = field(default_factory=lambda: address("HEARTH_REDIS_URL"))
    meili_urls: tuple[str, ...] = field(default_factory=search_addresses)
    meili_key: str = _secret_text("HEARTH_MEILI_KEY")
    meili_prefix: str = field(default_factory=lambda: os.environ.get("HEARTH_MEILI_PREFIX", ""))
    storage_url: str = field(default_factory=lambda: address("HEARTH_STORAGE_URL"))
    smtp_url: str = field(default_factory=lambda: address("HEARTH_SMTP_URL"))
    sms_url: str | None = field(default_factory=_sms_url)
    mail_from_domain: str | None = field(default_factory=lambda: os.environ.get("HEARTH_MAIL_FROM_DOMAIN"))
    dkim_file: Path | None = field(default_factory=_dkim_file)
    dkim_selector: str | None = field(default_factory=lambda: os.environ.get("HEARTH_DKIM_SELECTOR"))
    returns_key: bytes | None = _secret_text("HEARTH_RETURNS_KEY", _returns_key)
    return_path: str | None = field(default_factory=_return_path)
    reply_domain: str | None = field(default_factory=lambda: os.environ.get("HEARTH_REPLY_DOMAIN") or None)
    secret: bytes = field(default_factory=lambda: _secret("HEARTH_SECRET_FILE", Path(_required("HEARTH_SECRET_FILE"))))
    former_secrets: tuple[bytes, ...] = field(
        default_factory=lambda: tuple(_secret("HEARTH_FORMER_SECRET_FILES", path) for path in former_secret_files())
    )
    vapid_file: Path | None = field(default_factory=lambda: _optional_file("HEARTH_VAPID_FILE"))
    push_hosts: tuple[str, ...] = field(
        default_factory=lambda: tuple(os.environ.get("HEARTH_PUSH_HOSTS", "").lower().split())
    )
    public_scheme: str = field(default_factory=lambda: os.environ.get("HEARTH_PUBLIC_SCHEME", "http"))
    public_port: int | None = field(default_factory=lambda: _optional_int("HEARTH_PUBLIC_PORT"))
    live_port: int | None = field(default_factory=lambda: _optional_int("HEARTH_LIVE_PORT"))
    metrics_port: int | None = field(default_factory=lambda: _optional_int("HEARTH_METRICS_PORT"))
    metrics_host: str = field(default_factory=lambda: os.environ.get("HEARTH_METRICS_HOST", "127.0.0.1"))
    drain_seconds: int = field(default_factory=lambda: _optional_int("HEARTH_DRAIN_SECONDS") or 0)
    trusted_proxies: int = field(default_factory=lambda: _optional_int("HEARTH_TRUSTED_PROXIES") or 0)
    country_header: str | None = field(default_factory=_country_header)
    reads_a_minute: int = field(default_factory=lambda: _optional_int("HEARTH_READS_A_MINUTE") or 120)
    sms_a_day: int = field(default_factory=lambda: _optional_int("HEARTH_SMS_A_DAY") or 1000)
    static_root: Path = field(
        default_factory=lambda: Path(os.environ.get("HEARTH_STATIC_ROOT", Path(__file__).resolve().parents[2]))
    )
    notice_url: str | None = field(default_factory=lambda: os.environ.get("HEARTH_NOTICE_URL"))
    ops_host: str | None = field(default_factory=_ops_host)
    payment_provider: str | None = field(default_factory=lambda: os.environ.get("HEARTH_PAYMENT_PROVIDER"))
    mollie_key: str = _secret_text("HEARTH_MOLLIE_KEY")
    mollie_token: str = _secret_text("HEARTH_MOLLIE_TOKEN")
    mollie_url: str = field(default_factory=lambda: _provider_url("HEARTH_MOLLIE", MOLLIE_URL))
    stripe_key: str = _secret_text("HEARTH_STRIPE_KEY")
    stripe_webhook_secret: str = _secret_text("HEARTH_STRIPE_WEBHOOK_SECRET")
    stripe_url: str = field(default_factory=lambda: _provider_url("HEARTH_STRIPE", STRIPE_URL))

    @property
    def secrets(self) -> tuple[bytes, ...]:
        """Return the secret, then the former ones, which only open and verify what they made."""
        return (self.secret, *self.former_secrets)

    @property
    def secure_cookies(self) -> bool:
        """Return whether cookies are Secure and named __Host-: wherever members use https."""
        return self.public_scheme == "https"


# The names of settings whose values are secrets; those that are files or addresses are not among them.
SECRET_SETTINGS = frozenset(one.metadata["secret"] for one in fields(Config) if "secret" in one.metadata)


@cache
def config() -> Config:
    """Return the settings of this process; raises ConfigError."""
    return Config()
