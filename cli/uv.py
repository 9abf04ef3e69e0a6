"""Running uv with pip's configuration, to install what a lock names. Standard library only.

    python -m cli.uv PYTHON LOCK

installs with the uv beside PYTHON, and the configuration of the pip that runs this; the image is built this way.
"""

import ast
import os
import subprocess
import sys
from pathlib import Path

from cli.paths import HEARTH, is_open

# uv does not read pip's settings: pip's names, uv's names, and the separator of several values there.
TOLD = {
    "index-url": ("UV_DEFAULT_INDEX", ""),
    "extra-index-url": ("UV_INDEX", " "),
    "find-links": ("UV_FIND_LINKS", ","),
    "cert": ("SSL_CERT_FILE", ""),
}


def command(python: Path, lock: Path) -> list[str | Path]:
    """Return the command that installs a lock's packages for a Python, with the uv beside it."""
    # The lock is complete, so nothing is resolved. Any index may be used, as with pip: the first one with a name may
    # lack the version, and the hashes keep an index from replacing a file.
    options = ("--quiet", "--no-deps", "--require-hashes", "--index-strategy", "unsafe-best-match")
    return [python.with_name("uv"), "pip", "install", *options, "--python", python, "-r", lock]


def environment(python: str | Path) -> dict[str, str]:
    """Return this process's environment with a Python's pip settings in uv's variables; uv's own take precedence."""
    listed = subprocess.run([python, "-m", "pip", "config", "list"], capture_output=True, text=True, check=False)
    cache = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")
    closed = {} if is_open(cache) else {"UV_CACHE_DIR": str(HEARTH / "uv")}
    return {**closed, **translated(listed.stdout), **os.environ}


def translated(listed: str) -> dict[str, str]:
    """Return the output of `pip config list` as uv's variables."""
    found = {}
    for section in ("global", "install", ":env:"):  # in pip's order of precedence
        for line in listed.splitlines():
            key, _, value = line.partition("=")
            name, between = TOLD.get(key.removeprefix(f"{section}."), ("", ""))
            if name:
                found[name] = between.join(ast.literal_eval(value).split())
    return found


if __name__ == "__main__":
    sys.exit(subprocess.run(command(Path(sys.argv[1]), Path(sys.argv[2])), env=environment(sys.executable)).returncode)
