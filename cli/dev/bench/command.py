"""`hearth bench`: the speed of each code path, compared with its lower limit in the same run.

The measuring is in tests/bench and runs in its own process; this module starts the servers that it measures.
"""

import json
import os
import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import click

from cli.dev.bench import machine, report
from cli.dev.bench.against import compare
from cli.dev.bench.whole import WHOLE
from cli.errors import CliError
from cli.folder import DataFolder
from cli.paths import BENCH_DATA
from cli.ports import free_port
from cli.probe import answers
from cli.process import Service
from cli.stack import Stack, has_site
from cli.supervisor import Supervisor, interruptible

# In this order: workers, relay and live process run for the last ones only, because in production they may have other
# processor cores.
WITH_WORKERS = ("signin", "delivered", "freshness", "flood", "live")
REQUESTS = ("me", "send", "search", "profile", "chats", "conversation", "deck", "console", *WITH_WORKERS)
PATHS = (*REQUESTS, *WHOLE)
# They take minutes: the first start downloads everything, and live opens thousands of streams.
ONLY_BY_NAME = ("first", "live")
# Only by name, and compared with no limit.
PAGES, GROWTH = "pages", "growth"


@click.command()
@click.argument("paths", nargs=-1, type=click.Choice((*PATHS, PAGES, GROWTH)), metavar="[PATH]...")
@click.option("--members", default="2000", show_default=True, help="Sizes of the site, such as 2000,100000,1000000.")
@click.option("--rounds", type=click.IntRange(1), default=5, show_default=True, help="Rounds of each measurement.")
@click.option("--data", type=click.Path(path_type=Path), default=BENCH_DATA, show_default=".hearth/bench")
@click.option("--against", metavar="REV", help="Measure another revision in turns with this one, and print the ratios.")
@click.option("--save", is_flag=True, help="Put the figures into docs/performance.md, beside earlier ones.")
@click.option(
    "--connected", type=click.IntRange(1), default=1000, show_default=True, help="live: streams while writing."
)
@click.option("--idle", type=click.IntRange(0), default=8000, show_default=True, help="live: streams at the end.")
@click.option("--messages", default="1000000", show_default=True, help="growth: numbers such as 1000000,100000000.")
def bench(
    paths: tuple[str, ...],
    members: str,
    rounds: int,
    data: Path,
    against: str | None,
    save: bool,
    connected: int,
    idle: int,
    messages: str,
) -> None:
    """Measure the paths: those of a request and those of a whole installation, or some; first, live, pages and growth
    only by name.

    Each size gets a data folder below --data, which is filled once and used again. A run at 2,000 members takes some
    ten minutes; filling takes a minute at 100,000 and some ten minutes at 1,000,000.

    \b
    Examples:
      hearth bench send search
      hearth bench console --members 1000000 --save
      hearth bench send chats --against main~20
      hearth bench command start rest first
      hearth bench growth --members 2000,100000 --messages 1000000,10000000
    """
    chosen = [path for path in PATHS if (path in paths if paths else path not in ONLY_BY_NAME)]
    sizes = _numbers("--members", members)
    # Commands and starts read bytecode, as those of an operator do.
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
    with interruptible():
        if PAGES in paths:
            from cli.dev.bench import pages  # it needs libraries that nothing else here does

            _report(pages.measure(min(rounds, pages.RUNS)), pages.show, pages.save if save else None)
        if GROWTH in paths:
            from cli.dev.bench import growth

            costs = growth.measure(data, sizes, _numbers("--messages", messages), rounds)
            _report(costs, growth.show, growth.save if save else None)
    for size in sizes if chosen else ():
        if against:
            for line in compare(data, against, size=size, paths=chosen, rounds=rounds):
                click.echo(line)
            continue
        with interruptible():
            streams = {"BENCH_CONNECTED": str(connected), "BENCH_IDLE": str(idle)}
            measured = list(measure(data / str(size), size, chosen, rounds, streams))
        run = {"members": size, **machine.describe()}
        figures = [{**figure, **run} for figure in measured]
        report.show(figures, report.read())
        if save:
            report.save(figures)


def _numbers(option: str, given: str) -> list[int]:
    try:
        return [int(number) for number in given.split(",") if number]
    except ValueError as error:
        raise CliError(f"{option} takes numbers such as 2000,100000, not {given}.") from error


def _report(
    figures: Iterable[dict[str, Any]],
    show: Callable[[dict[str, Any]], str],
    save: Callable[[list[dict[str, Any]], dict[str, Any]], None] | None,
) -> None:
    """Print figures as they come, and save them at the end if told to."""
    found = []
    for figure in figures:
        found.append(figure)
        click.echo(show(figure))
    if save is not None:
        save(found, machine.describe())


def measure(
    place: Path, size: int, paths: list[str], rounds: int, environment: Mapping[str, str]
) -> Iterable[dict[str, Any]]:
    """Start an installation with `size` members, measure code paths, and return the figures."""
    results = place / "results.jsonl"
    with DataFolder(place) as folder, Supervisor(say) as supervisor:
        results.write_text("")
        installation = Installation(Stack(folder, supervisor, free_port()), size)
        installation.env |= environment
        installation.measure([path for path in paths if path in REQUESTS], results, rounds)
    figures = [json.loads(line) for line in results.read_text().splitlines()]
    return [*figures, *(figure for path in paths if path in WHOLE for figure in WHOLE[path](place))]


class Installation:
    """The servers for one size: the installation, the bare application for comparison, and the measuring process."""

    def __init__(self, stack: Stack, size: int) -> None:
        self.stack, self.size = stack, size
        self.env = stack.start_foundation()
        # A network for each login, because one network may only log in a hundred times.
        self.env |= {"HEARTH_TRUSTED_PROXIES": "1", "HEARTH_READS_A_MINUTE": "1000000"}
        # Web and live are measured without the proxy, as the bare application is.
        self.env |= {"BENCH_PORT": str(stack.folder.port("web")), "BENCH_BARE_PORT": str(free_port())}
        self.env |= {"HEARTH_LIVE_PORT": str(stack.folder.port("live-process"))}
        self.env |= {"BENCH_RECIPES": str(stack.folder.path / "recipes")}
        self.plan = stack.folder.path / "plan.json"

    def fill(self) -> None:
        """Fill the installation if it is empty."""
        if not self.plan.exists():
            if has_site(self.env["HEARTH_DATABASE_URL"]):
                raise CliError(f"{self.plan.parent} was not filled to the end; delete that folder and start again.")
            say("bench", f"filling a site with {self.size:,} members")
            self._run("fill", "tests.bench.people", str(self.size), str(self.plan))

    def measure_growth(self, results: Path, messages: Sequence[int], rounds: int) -> None:
        """Write the costs of requests to `results`; given numbers of messages, after filling the site with so many."""
        self.fill()
        web, _ = self.stack.supervisor.start(self.stack.web(self.env), self.stack.mailbox(self.env))
        self.env["BENCH_PROCESSES"] = json.dumps({"ours": [web.pid]})
        filled = f" and {', '.join(f'{number:,}' for number in messages)} messages" if messages else ""
        say("bench", f"measuring growth at {self.size:,} members{filled}, {rounds} rounds")
        self._run("growth", "tests.bench.growth", str(self.plan), str(results), str(rounds), *map(str, messages))

    def measure(self, paths: list[str], results: Path, rounds: int) -> None:
        """Write the figures of request paths to `results`."""
        self.fill()
        if not paths:
            return
        stack = self.stack
        engines = [child.pid for child in stack.supervisor.children]
        web, bare = stack.supervisor.start(stack.web(self.env), self._bare())
        self.env["BENCH_PROCESSES"] = json.dumps({"ours": [web.pid, *engines], "bare": [bare.pid, *engines]})
        self._measure([path for path in paths if path not in WITH_WORKERS], results, rounds)
        if behind := [path for path in paths if path in WITH_WORKERS]:
            stack.supervisor.start(stack.mailbox(self.env))  # no part of the product
            services = (stack.live, stack.worker, stack.slow_worker, stack.relay)
            live, *others = stack.supervisor.start(*(service(self.env) for service in services))
            product = [web.pid, *engines, live.pid, *(child.pid for child in others)]
            self.env |= {"BENCH_LIVE": str(live.pid), "BENCH_PROCESSES": json.dumps({"ours": product})}
            self._measure(behind, results, rounds)

    def _measure(self, paths: list[str], results: Path, rounds: int) -> None:
        if paths:
            say("bench", f"measuring {', '.join(paths)} at {self.size:,} members, {rounds} rounds")
            self._run("measure", "tests.bench", str(self.plan), str(results), str(rounds), *paths)

    def _run(self, name: str, *module: str) -> None:
        argv = [sys.executable, "-m", *module]
        supervisor = self.stack.supervisor
        supervisor.finish(supervisor.begin(name, argv, self.env, self.stack.folder.log(name)))

    def _bare(self) -> Service:
        """Return the service of the bare application in the same web server."""
        web, port = self.stack.web(self.env), int(self.env["BENCH_BARE_PORT"])
        argv = [str(port) if word == self.env["BENCH_PORT"] else word for word in web.argv]
        return replace(
            web,
            name="bare",
            argv=[*argv, "--application", "tests.bench.bare_read:create_app"],
            log=self.stack.folder.log("bare"),
            ready=lambda: answers(port, "/readyz"),
            address=f"http://127.0.0.1:{port}",
        )


def say(name: str, line: str) -> None:
    """Print a line of the log."""
    click.echo(f"{name:<12}{line}")
