"""A running simulator of the payment provider, as its own process."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any

from cli.dev.simulator.store import EVENTS
from cli.paths import ROOT
from cli.ports import free_port
from cli.probe import answers
from cli.process import Child, Service
from cli.supervisor import Supervisor
from tests.asking import ask
from tests.cli.test_supervisor import until
from tests.running import own_environment

KEY = "test_simulatedkeyofthesuite1234567"
TOKEN = "access_simulatedtokenofthesuite"


@dataclass
class Simulator:
    """A simulator that runs."""

    url: str
    key: str
    child: Child

    def control(self, name: str, **values: Any) -> Any:
        """Do one action of its control (see cli/dev/simulator/control.py) and return what it says."""
        answer = ask("POST", f"{self.url}/_simulator/{name}", json=values)
        assert answer.status == 200, answer.data.decode()
        return answer.json()

    def pay(
        self, payment_ref: str, outcome: str = "paid", method: str | None = "ideal", issuer: str | None = None
    ) -> None:
        """Do what a payer does on the checkout page."""
        self.control("pay", payment=payment_ref, outcome=outcome, method=method, issuer=issuer)

    def rest(self) -> None:
        """Wait until it has done everything whose time has come."""
        until(lambda: not self._due(), seconds=60)

    def _due(self) -> list[Any]:
        state = ask("GET", f"{self.url}/_simulator/state").json()
        now = datetime.fromisoformat(state["now"]).timestamp() + 1  # it tells whole seconds
        return [task for task in state["tasks"] if task["at"] <= now]

    def log(self, event: str | None = None) -> list[dict[str, Any]]:
        """Return what happened, oldest first; all of it, for what other tests left behind goes on meanwhile."""
        found: list[dict[str, Any]] = ask("GET", f"{self.url}/_simulator/log?limit={EVENTS}").json()
        return [each for each in found if event in (None, each["event"])]


@contextmanager
def simulating(folder: Path, *, port: int | None = None, seed: int = 1) -> Iterator[Simulator]:
    """Start a simulator on a port (a free one) and a folder, and stop it after the block."""
    port = port or free_port()
    service = Service(
        name="simulator",
        argv=[
            sys.executable,
            "-m",
            "cli",
            "simulator",
            "--folder",
            folder,
            "--http-port",
            str(port),
            "--seed",
            str(seed),
        ],
        env=own_environment(),
        cwd=ROOT,
        log=folder.with_name(f"{folder.name}.log"),
        ready=lambda: answers(port, "/_simulator/state"),
    )
    with Supervisor() as supervisor:
        [child] = supervisor.start(service)
        yield Simulator(f"http://127.0.0.1:{port}", KEY, child)
