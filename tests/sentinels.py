"""A Redis as several machines have it: a master, its replica and three Sentinels, each a real server."""

import signal
import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from redis import Redis, RedisError

from cli.engines.packages import ensure_programs
from cli.ports import free_port

PASSWORD = "of-the-master"
SENTINEL_PASSWORD = "of-the-sentinels"
SERVICE = "hearth"
PATIENCE = 60.0  # seconds; a busy machine is slow, not wrong


def until(is_reached: Callable[[], Any]) -> Any:
    """Wait for something that is true, while Redis may be away; returns it."""
    end = time.monotonic() + PATIENCE
    while True:
        try:
            if found := is_reached():
                return found
        except RedisError:
            pass
        assert time.monotonic() < end, "the state was not reached"
        time.sleep(0.05)


@dataclass(frozen=True)
class WatchedRedis:
    """The running servers, by their ports."""

    servers: "dict[int, subprocess.Popen[bytes]]"
    sentinels: "dict[int, subprocess.Popen[bytes]]"

    @property
    def url(self) -> str:
        """The address that the application is given."""
        hosts = ",".join(f"127.0.0.1:{port}" for port in self.sentinels)
        options = f"sentinel_password={SENTINEL_PASSWORD}"
        return f"redis+sentinel://:{PASSWORD}@{hosts}/{SERVICE}/0?{options}"

    def master(self) -> int:
        """Return the port of the server that the Sentinels name."""
        _, port = self._ask().sentinel_get_master_addr_by_name(SERVICE)
        return int(port)

    def state(self) -> dict[str, Any]:
        """Return what the first Sentinel that lives knows."""
        masters: Any = self._ask().sentinel_masters()
        return dict(masters[SERVICE])

    def _ask(self) -> Redis:
        port = next(port for port, process in self.sentinels.items() if process.poll() is None)
        return Redis(port=port, password=SENTINEL_PASSWORD, socket_timeout=5)

    def is_whole(self) -> bool:
        """Tell whether every Sentinel could make the replica the master."""
        state = self.state()
        others = len(self.sentinels) - 1
        replica = next(port for port in self.servers if port != self.master())
        linked = Redis(port=replica, password=PASSWORD).info("replication").get("master_link_status")
        return (state["num-slaves"], state["num-other-sentinels"], linked) == (1, others, "up")

    def strike_master(self, number: signal.Signals = signal.SIGKILL) -> int:
        """Send the master a signal; returns its port."""
        port = self.master()
        self.servers[port].send_signal(number)
        return port

    def fail_over(self) -> None:
        """Kill the master, and wait until the replica is the master."""
        dead = self.strike_master()
        until(lambda: self.master() != dead)


@contextmanager
def watched_redis(place: Path) -> Iterator[WatchedRedis]:
    """Run a master, its replica and three Sentinels for the length of a block."""
    program = ensure_programs().redis
    master, replica = free_port(), free_port()
    started: list[subprocess.Popen[bytes]] = []

    def start(name: str, *options: str) -> "subprocess.Popen[bytes]":
        home = place / name
        home.mkdir()
        file = home / "server.conf"
        file.write_text("\n".join(["bind 127.0.0.1", f"dir {home}", *options, ""]))
        kind = ["--sentinel"] if name.startswith("sentinel") else []
        with (home / "log").open("wb") as log:
            started.append(subprocess.Popen([program, file, *kind], stdout=log, stderr=log))
        return started[-1]

    def server(port: int, *options: str) -> "subprocess.Popen[bytes]":
        account = (f"requirepass {PASSWORD}", f"masterauth {PASSWORD}")
        return start(str(port), f"port {port}", *account, 'save ""', "repl-diskless-sync-delay 0", *options)

    def sentinel(port: int) -> "subprocess.Popen[bytes]":
        return start(
            f"sentinel-{port}",
            f"port {port}",
            f"requirepass {SENTINEL_PASSWORD}",
            f"sentinel sentinel-pass {SENTINEL_PASSWORD}",
            f"sentinel monitor {SERVICE} 127.0.0.1 {master} 2",
            f"sentinel auth-pass {SERVICE} {PASSWORD}",
            f"sentinel down-after-milliseconds {SERVICE} 1000",
            f"sentinel failover-timeout {SERVICE} 5000",
        )

    try:
        servers = {master: server(master), replica: server(replica, f"replicaof 127.0.0.1 {master}")}
        until(Redis(port=master, password=PASSWORD).ping)
        running = WatchedRedis(servers, {port: sentinel(port) for port in (free_port(), free_port(), free_port())})
        until(running.is_whole)
        yield running
    finally:
        for process in started:
            process.kill()
            process.wait()
