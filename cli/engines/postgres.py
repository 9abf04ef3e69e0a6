"""PostgreSQL 18 as a child process."""

import os
import shutil
import signal
import subprocess
import tempfile
from pathlib import Path

import psycopg
from psycopg import sql

from cli.engines.packages import Programs
from cli.errors import CliError
from cli.folder import DataFolder, engine_user, write_private
from cli.paths import PREPARED, TEST_DATA
from cli.process import Service

VERSION = "18"
NAME = "hearth"  # the role, and the database
ENVIRONMENT = {"PATH": "/usr/bin:/bin", "LC_ALL": "C", "TZ": "UTC"}

SAFE = {"fsync": "on", "synchronous_commit": "on"}
# Tests that crash nothing need no fsync: they can recreate their cluster in a minute.
UNSAFE = {"fsync": "off", "synchronous_commit": "off", "full_page_writes": "off"}


def is_unsafe(folder: DataFolder) -> bool:
    """Return whether HEARTH_UNSAFE_POSTGRES=1 disables durability and `folder` is one that tests delete."""
    asked = os.environ.get("HEARTH_UNSAFE_POSTGRES") == "1"
    thrown_away = (Path(tempfile.gettempdir()), TEST_DATA, PREPARED)
    return asked and any(folder.path.is_relative_to(one.resolve()) for one in thrown_away)


def service(folder: DataFolder, programs: Programs) -> Service:
    """Make the cluster on first use and return its server's service (CliError if the folder has something else)."""
    data = folder.engine_folder("postgres") / "data"
    if not data.exists():
        _create_cluster(folder, programs, data)
    _check_version(data)
    port = folder.choose_port("postgres")
    memory = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") // 2**20
    settings = {
        "listen_addresses": "127.0.0.1",
        "port": str(port),
        "unix_socket_directories": "",
        "max_connections": "200",
        **(UNSAFE if is_unsafe(folder) else SAFE),
        "shared_buffers": f"{min(max(memory // 8, 128), 1024)}MB",
        "effective_cache_size": f"{max(memory // 4, 256)}MB",
        "work_mem": "16MB",
        "maintenance_work_mem": "256MB",
        "max_wal_size": "4GB",
        "random_page_cost": "1.1",
        "jit": "off",
        "timezone": "UTC",
        # The details of an error contain values of a row.
        "log_error_verbosity": "terse",
    }
    return Service(
        name="postgres",
        argv=[programs.postgres, "-D", data, *(f"--{name}={value}" for name, value in settings.items())],
        env=ENVIRONMENT,
        log=folder.log("postgres"),
        ready=lambda: _answers(url(folder, "postgres")),
        address=f"127.0.0.1:{port}",
        # SIGTERM would wait for every client; SIGINT ends their sessions.
        stop_signal=signal.SIGINT,
        user=engine_user(),
        held_files=(folder.lock,),
    )


def url(folder: DataFolder, database: str = NAME) -> str:
    """Return the address of a database of this server, with its password."""
    return f"postgresql://{NAME}:{folder.secret('postgres')}@127.0.0.1:{folder.port('postgres')}/{database}"


def ensure_database(folder: DataFolder) -> None:
    """Create the application's database if it is missing."""
    with psycopg.connect(url(folder, "postgres"), autocommit=True) as connection:
        if not connection.execute("SELECT 1 FROM pg_database WHERE datname = %s", [NAME]).fetchone():
            connection.execute(sql.SQL("CREATE DATABASE {}").format(sql.Identifier(NAME)))


def _answers(address: str) -> bool:
    # The handshake is mutual (SCRAM), so only a server that knows the password's hash passes.
    try:
        psycopg.connect(address, connect_timeout=1).close()
    except psycopg.OperationalError:
        return False
    return True


def _create_cluster(folder: DataFolder, programs: Programs, data: Path) -> None:
    draft = data.with_name("draft")
    shutil.rmtree(draft, ignore_errors=True)
    password = data.with_name("password")
    write_private(password, folder.secret("postgres"))
    user = engine_user()
    if user is not None:
        os.chown(password, user, user)
    locale = ("--encoding=UTF8", "--locale-provider=builtin", "--builtin-locale=C.UTF-8", "--locale=C")
    sync = ("--no-sync",) if is_unsafe(folder) else ()
    made = subprocess.run(
        [programs.initdb, "-D", draft, "-U", NAME, *locale, "-A", "scram-sha-256", f"--pwfile={password}", *sync],
        env=ENVIRONMENT,
        cwd="/",
        user=user,
        group=user,
        extra_groups=None if user is None else [],
        capture_output=True,
        text=True,
        check=False,
    )
    password.unlink()
    if made.returncode:
        reason = (made.stderr.strip().splitlines() or ["no reason was given"])[-1]
        raise CliError(f"PostgreSQL could not create its data folder {draft}: {reason}")
    draft.rename(data)


def _check_version(data: Path) -> None:
    marker = data / "PG_VERSION"
    found = marker.read_text().strip() if marker.exists() else ""
    if found != VERSION:
        state = f"was made by PostgreSQL {found}" if found.isdigit() else "is damaged"
        raise CliError(f"{data} {state}, and this is PostgreSQL {VERSION}; restore a backup or choose another --data.")
