"""`hearth dev`: like `hearth up`, but every change shows at once."""

from collections.abc import Iterator, Mapping
from pathlib import Path

import click

from cli import instance
from cli.engines.node import node_env
from cli.folder import DataFolder
from cli.paths import DATA, HEARTH, ROOT
from cli.probe import answers
from cli.process import Child, Service
from cli.spa import FRONT_ENDS, ensure_packages
from cli.stack import Stack
from cli.supervisor import Supervisor, interruptible
from cli.up import DEMO_MEMBERS, fill_demo, say, welcome

WATCHED = ("app", "modules")
# The paths under which Vite serves each front end (`base` in its vite.config.ts).
PAGES = {"member-web": "/", "ops-console": "/ops/"}
HELPERS = ("mailbox", "simulator", "proxy")  # they do not run the watched code


@click.command()
@click.option("--port", type=click.IntRange(1, 65535), default=8080, show_default=True, help="Port of the sites.")
@click.option("--data", type=click.Path(path_type=Path), default=DATA, show_default=".hearth/data", help="Data folder.")
@click.option("--empty", is_flag=True, help="Start without the demo.")
@click.option("--members", type=click.IntRange(1), default=DEMO_MEMBERS, show_default=True, help="Members in the demo.")
def dev(port: int, data: Path, empty: bool, members: int) -> None:
    """Start everything; reload the server when Python changes, and serve the browser applications with Vite.

    \b
    Examples:
      hearth dev
      hearth dev --port 8081 --empty
    """
    try:
        with interruptible(), DataFolder(data) as folder, Supervisor(say) as supervisor:
            run(Stack(folder, supervisor, port), None if empty else members)
    except KeyboardInterrupt:
        click.echo("stopped")


def run(stack: Stack, demo_members: int | None) -> None:
    """Run a stack that restarts on changes until KeyboardInterrupt."""
    for name in FRONT_ENDS:
        ensure_packages(name)
    env = stack.start_foundation()
    fill_demo(stack, env, demo_members)
    instance.publish(stack.folder.path, env)
    try:
        children = stack.start_application(env)
        stack.supervisor.start(*(_vite(stack, name, env) for name in FRONT_ENDS))
        welcome(stack, env)
        _follow(stack.supervisor, [child for child in children if child.service.name not in HELPERS])
    finally:
        instance.withdraw(stack.folder.path)


def _follow(supervisor: Supervisor, children: list[Child]) -> None:
    before = _versions()
    while True:
        supervisor.pause()
        now = _versions()
        if now == before:
            continue
        changed = sorted(path for path in now.keys() | before.keys() if now.get(path) != before.get(path))
        say("dev", f"{changed[0]} changed")
        before = now
        for child in children:
            child.stop()
            child.restart()


def _versions() -> dict[str, int]:
    return {str(path.relative_to(ROOT)): path.stat().st_mtime_ns for path in _python_files()}


def _python_files() -> Iterator[Path]:
    for folder in WATCHED:
        yield from (ROOT / folder).rglob("*.py")


def _vite(stack: Stack, name: str, env: Mapping[str, str]) -> Service:
    port = stack.folder.choose_port(name)
    arguments = ["--host", "127.0.0.1", "--port", str(port), "--strictPort"]
    return Service(
        name=name,
        argv=[HEARTH / "node/node", "node_modules/vite/bin/vite.js", *arguments],
        env={**node_env(env), "HEARTH_WEB": f"http://127.0.0.1:{stack.port}"},
        cwd=ROOT / name,
        log=stack.folder.log(name),
        ready=lambda: answers(port, PAGES[name]),
        address=f"http://127.0.0.1:{port}{PAGES[name]}",
    )
