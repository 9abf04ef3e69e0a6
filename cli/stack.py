"""The processes of one Hearthside on one machine, and their environment."""

import hashlib
import os
import shlex
import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial

import psycopg

from cli import forked, proxy, spa
from cli.engines.servers import start_engines
from cli.errors import CliError
from cli.folder import DataFolder
from cli.paths import ROOT
from cli.ports import is_free, reserve
from cli.probe import answers
from cli.process import Child, Service
from cli.supervisor import Supervisor, Task

PAYMENTS = ("HEARTH_PAYMENT_PROVIDER", "HEARTH_MOLLIE_URL", "HEARTH_MOLLIE_KEY", "HEARTH_MOLLIE_TOKEN")
WEB_PROCESSES = 2


@dataclass(frozen=True)
class Stack:
    """One Hearthside: its data folder, its supervisor, and the port that the sites answer on.

    forks: whether its Python processes are forks of this one, which keeps the code of its start.
    """

    folder: DataFolder
    supervisor: Supervisor
    port: int
    forks: bool = False

    def begin_builds(self) -> list[Task]:
        """Begin to build the front ends whose sources changed."""
        return [self._begin_build(name) for name in spa.stale()]

    def start_foundation(self) -> dict[str, str]:
        """Start the engines and the payment simulator, and migrate; returns the environment for the rest."""
        if not is_free(self.port):
            raise CliError(f"port {self.port} is in use by another program; stop it or choose another with --port.")
        proxy.program()  # fails before anything is started
        reserve(self.port)
        urls = start_engines(self.supervisor, self.folder, meanwhile=self._preload)
        env = self.environment(urls.environment())
        simulator = self.supervisor.launch(*([self.simulator(env)] if "HEARTH_SIMULATOR_URL" in env else []))
        self.run("migrate", ["db", "migrate"], env)
        self.supervisor.wait_ready(simulator)
        return env

    def run(self, name: str, command: list[str], env: Mapping[str, str]) -> None:
        """Run one `hearth` command to its end beside the services (CliError if it fails)."""
        argv = [sys.executable, "-m", "cli", *command]
        task = self.supervisor.begin(name, argv, env, self.folder.log(name), is_forked=self.forks)
        self.supervisor.finish(task)

    def start_application(self, env: Mapping[str, str]) -> list[Child]:
        """Start mailbox, web, live, both workers and relay, and the proxy once they answer."""
        services = (self.mailbox, self.web, self.live, self.worker, self.slow_worker, self.relay)
        children = self.supervisor.start(*(describe(env) for describe in services))
        return children + self.supervisor.start(self.proxy(env))

    def proxy(self, env: Mapping[str, str]) -> Service:
        """Return the service of nginx, in front of web and live."""
        ports = proxy.Ports(
            public=self.port,
            live=int(env["HEARTH_LIVE_PORT"]),
            web=self.folder.port("web"),
            live_process=self.folder.port("live-process"),
        )
        return Service(
            name="proxy",
            argv=proxy.configure(self.folder.path, ports, proxy.count_in_front()),
            env=env,
            cwd=ROOT,
            log=self.folder.log("proxy"),
            ready=lambda: answers(self.port, "/readyz"),
            address=f"http://127.0.0.1:{self.port}",
        )

    def web(self, env: Mapping[str, str]) -> Service:
        """Return the service of the web server."""
        return self._server("web", self.folder.port("web"), ["--workers", str(WEB_PROCESSES)], env)

    def live(self, env: Mapping[str, str]) -> Service:
        """Return the service of the live streams: one process, because it mostly waits."""
        return self._server("live", self.folder.port("live-process"), [], env)

    def _server(self, name: str, port: int, options: list[str], env: Mapping[str, str]) -> Service:
        argv = [sys.executable, "-m", "app.serving", name, "--port", str(port), "--respawn", *options]
        ready = partial(answers, port, "/readyz")
        return Service(
            name=name, argv=argv, env=env, cwd=ROOT, log=self.folder.log(name), ready=ready, is_forked=self.forks
        )

    def worker(self, env: Mapping[str, str]) -> Service:
        """Return the service of the worker."""
        return self._python("worker", ["app.worker", "worker"], env, metrics_port=self.folder.port("metrics") + 1)

    def slow_worker(self, env: Mapping[str, str]) -> Service:
        """Return the service of the worker for long jobs."""
        metrics_port = self.folder.port("metrics") + 4
        return self._python("slow-worker", ["app.worker", "slow-worker"], env, metrics_port=metrics_port)

    def relay(self, env: Mapping[str, str]) -> Service:
        """Return the service of the relay."""
        return self._python("relay", ["app.worker", "relay"], env, metrics_port=self.folder.port("metrics") + 2)

    def mailbox(self, env: Mapping[str, str]) -> Service:
        """Return the service of the mailbox, which catches mail and SMS."""
        smtp, page = self.folder.port("smtp"), self.folder.port("mailbox")
        arguments = ["--smtp-port", str(smtp), "--http-port", str(page)]
        return self._stand_in("mailbox", arguments, env, page, ready=lambda: answers(page, "/") and not is_free(smtp))

    def simulator(self, env: Mapping[str, str]) -> Service:
        """Return the service of the payment provider's simulator."""
        port = self.folder.port("simulator")
        ready = partial(answers, port, "/_simulator")
        return self._stand_in("simulator", ["--http-port", str(port)], env, port, ready=ready)

    def _stand_in(
        self, name: str, arguments: list[str], env: Mapping[str, str], page: int, *, ready: Callable[[], bool]
    ) -> Service:
        return Service(
            name=name,
            argv=[sys.executable, "-m", "cli", name, "--folder", str(self.folder.path / name), *arguments],
            env=env,
            cwd=ROOT,
            log=self.folder.log(name),
            ready=ready,
            address=f"http://127.0.0.1:{page}",
            is_forked=self.forks,
        )

    def _python(self, name: str, module: list[str], env: Mapping[str, str], metrics_port: int) -> Service:
        return Service(
            name=name,
            argv=[sys.executable, "-m", *module],
            env=env,
            cwd=ROOT,
            log=self.folder.log(name),
            ready=lambda: answers(metrics_port, "/metrics"),
            is_forked=self.forks,
        )

    def _preload(self) -> None:
        if self.forks:
            forked.preload()

    def _begin_build(self, name: str) -> Task:
        argv = [sys.executable, "-m", "cli", "build", name]
        return self.supervisor.begin(f"building {name}", argv, os.environ, self.folder.log(f"build-{name}"))

    def environment(self, engines: Mapping[str, str]) -> dict[str, str]:
        """Choose the ports, and return the settings of all processes."""
        storage = self.folder.path / "storage"
        storage.mkdir(exist_ok=True)
        smtp, page = self.folder.choose_port("smtp"), self.folder.choose_port("mailbox")
        for name in ("web", "live-process"):
            self.folder.choose_port(name)  # only the proxy connects to them
        own = {
            "HEARTH_DATA": str(self.folder.path),
            "HEARTH_STORAGE_URL": storage.as_uri(),
            "HEARTH_SMTP_URL": f"smtp://127.0.0.1:{smtp}",
            "HEARTH_MAILBOX_URL": f"http://127.0.0.1:{page}",
            "HEARTH_SMS_URL": f"http://127.0.0.1:{page}/sms",
            "HEARTH_SECRET_FILE": str(self.folder.secret_key()),
            "HEARTH_FORMER_SECRET_FILES": shlex.join(map(str, self.folder.former_keys())),
            "HEARTH_VAPID_FILE": str(self.folder.push_key()),
            "HEARTH_PUBLIC_PORT": str(self.port),
            "HEARTH_LIVE_PORT": str(self.folder.choose_port("live")),
            # Its own proxy knows no other process to send requests to.
            "HEARTH_DRAIN_SECONDS": "0",
            "HEARTH_TRUSTED_PROXIES": str(proxy.count_in_front() + 1),
            # Five ports in a row: the web's, the worker's, the relay's, the live process's and the slow worker's.
            "HEARTH_METRICS_PORT": str(self.folder.choose_port("metrics", count=5)),
        }
        replaceable = (
            "HEARTH_STORAGE_URL",
            "HEARTH_SMTP_URL",
            "HEARTH_SMS_URL",
            "HEARTH_SECRET_FILE",
            "HEARTH_FORMER_SECRET_FILES",
            "HEARTH_VAPID_FILE",
        )
        given = {name: os.environ[name] for name in replaceable if name in os.environ}
        return {**os.environ, "PYTHONUNBUFFERED": "1", **engines, **own, **self._payments(), **given}

    def _payments(self) -> dict[str, str]:
        """Return the settings for the simulator; none if the operator configured a provider."""
        if any(name in os.environ for name in PAYMENTS):
            return {}
        url = f"http://127.0.0.1:{self.folder.choose_port('simulator')}"
        key = hashlib.sha256(self.folder.secret("id").encode()).hexdigest()[:32]
        own = {"HEARTH_SIMULATOR_URL": url, "HEARTH_NOTICE_URL": f"http://127.0.0.1:{self.port}"}
        return {**dict(zip(PAYMENTS, ("mollie", url, f"test_{key}", f"access_{key}"), strict=True)), **own}


def has_site(database_url: str) -> bool:
    """Return whether the database has any site."""
    with psycopg.connect(database_url) as connection:
        return connection.execute("SELECT EXISTS (SELECT FROM sites.site)").fetchone() == (True,)
