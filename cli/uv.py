"""How uv installs what a lock names, from where the person's pip would take it. Standard library only.

    python -m cli.uv PYTHON LOCK

does it with the uv beside PYTHON, and with what the pip that runs this is told: so the image is made.
"""

import ast
import os
import subprocess
import sys
from pathlib import Path

from cli.paths import HEARTH, is_open

# uv reads nothing that is meant for pip: pip's names, those of uv, and what stands between several values there.
TOLD = {
    "index-url": ("UV_DEFAULT_INDEX", ""),
    "extra-index-url": ("UV_INDEX", " "),
    "find-links": ("UV_FIND_LINKS", ","),
    "cert": ("SSL_CERT_FILE", ""),
}


def command(python: Path, lock: Path) -> list[str | Path]:
    """The command that installs what a lock names for a Python, by the uv beside it."""
    # The lock names everything, so nothing has to be resolved. What fits is taken from any index, as by pip: the first
    # that knows a name may lack the version, and no index can slip in a file that has not the hash.
    options = ("--quiet", "--no-deps", "--require-hashes", "--index-strategy", "unsafe-best-match")
    return [python.with_name("uv"), "pip", "install", *options, "--python", python, "-r", lock]


def environment(python: str | Path) -> dict[str, str]:
    """This process's environment, and in uv's words what a Python's pip is told; what uv is told itself comes first."""
    listed = subprocess.run([python, "-m", "pip", "config", "list"], capture_output=True, text=True, check=False)
    cache = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")
    closed = {} if is_open(cache) else {"UV_CACHE_DIR": str(HEARTH / "uv")}
    return {**closed, **translated(listed.stdout), **os.environ}


def translated(listed: str) -> dict[str, str]:
    """What `pip config list` says, as uv's variables."""
    found = {}
    for section in ("global", "install", ":env:"):  # as pip ranks them
        for line in listed.splitlines():
            key, _, value = line.partition("=")
            name, between = TOLD.get(key.removeprefix(f"{section}."), ("", ""))
            if name:
                found[name] = between.join(ast.literal_eval(value).split())
    return found


if __name__ == "__main__":
    sys.exit(subprocess.run(command(Path(sys.argv[1]), Path(sys.argv[2])), env=environment(sys.executable)).returncode)
