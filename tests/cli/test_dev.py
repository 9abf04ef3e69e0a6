"""`hearth dev`: what a developer changes shows without a restart of their own."""

import os
import re

import pytest

from cli.paths import ROOT
from tests import prepared
from tests.asking import ask
from tests.cli.test_supervisor import until
from tests.running import Running, running


def page(up: Running, name: str, path: str = "") -> str:
    """Fetch from Vite's server of a browser application, below the address that was printed."""
    [address] = re.findall(rf"^{name} +ready +(\S+)$", up.output, re.M)
    answer = ask("GET", address + path)
    assert answer.status == 200, (address + path, answer.status)
    return answer.data.decode()


@pytest.mark.spec("10.10")
def test_changes_are_followed() -> None:
    with prepared.copied(members=0) as data, running(data, "--empty", command="dev") as dev:
        # Vite's own client is in the page: it brings in what changes.
        for name, source in (("member-web", "src/main.tsx"), ("ops-console", "src/main.tsx")):
            assert "@vite/client" in page(dev, name)
            assert "import" in page(dev, name, source)

        before = dev.output
        # The same words again are a change too, and harm nobody who works in this checkout.
        os.utime(ROOT / "app/kernel/clock.py")
        until(lambda: "dev         app/kernel/clock.py changed" in dev.output[len(before) :], seconds=30)
        until(
            lambda: len(re.findall(r"^(?:web|worker|slow-worker|relay) +ready", dev.output[len(before) :], re.M)) == 4,
            seconds=60,
        )
        assert ask("GET", f"{dev.url}/readyz").status == 200
