"""The figures of a process are for whoever runs the machine."""

from collections.abc import Callable

import pytest

from app.kernel import metrics
from app.kernel.config import ConfigError
from cli.ports import free_port
from tests.asking import ask
from tests.settings import SetEnv

Serve = Callable[[str], int]


@pytest.fixture
def serve(set_env: SetEnv) -> Serve:
    """Serves figures at an address until the process ends, and returns the port."""

    def at(host: str) -> int:
        port = free_port()
        set_env(HEARTH_METRICS_PORT=str(port), HEARTH_METRICS_HOST=host)
        metrics.serve()
        return port

    return at


@pytest.fixture
def port(serve: Serve) -> int:
    """A port on loopback where figures are served until the process ends."""
    return serve("127.0.0.1")


@pytest.mark.parametrize(
    ("host", "asked"),
    [
        ("127.0.0.1", "127.0.0.1"),
        ("localhost", "localhost"),
        ("0.0.0.0", "127.0.0.1"),  # noqa: S104
        ("::1", "[::1]"),
        ("::", "[::1]"),
    ],
)
def test_they_are_served_at_an_address_of_either_family(serve: Serve, host: str, asked: str) -> None:
    answer = ask("GET", f"http://{asked}:{serve(host)}/metrics")
    assert answer.status == 200
    assert b"hearth_requests_total" in answer.data


def test_those_on_ipv6_loopback_are_not_told_to_a_page_that_names_another(serve: Serve) -> None:
    answer = ask("GET", f"http://[::1]:{serve('::1')}/metrics", headers={"Host": "evil.example"})
    assert answer.status == 403


def test_a_host_on_which_nothing_can_be_served_is_named(serve: Serve) -> None:
    with pytest.raises(ConfigError, match="on HEARTH_METRICS_HOST: "):
        serve("::1%nowhere")


@pytest.mark.parametrize("host", ["127.0.0.1", "::1"])
def test_a_port_that_is_taken_is_left_to_its_holder(serve: Serve, host: str) -> None:
    serve(host)
    metrics.serve()


@pytest.mark.parametrize("host", ["127.0.0.1:{port}", "localhost:{port}", "[::1]", "hearthside.localhost"])
def test_they_are_told_to_who_names_this_machine(port: int, host: str) -> None:
    answer = ask("GET", f"http://127.0.0.1:{port}/metrics", headers={"Host": host.format(port=port)})
    assert answer.status == 200
    assert b"hearth_requests_total" in answer.data


@pytest.mark.parametrize("host", ["evil.example", "127.0.0.1.evil.example", "localhost.evil.example:80", ""])
def test_they_are_not_told_to_a_page_that_names_another(port: int, host: str) -> None:
    answer = ask("GET", f"http://127.0.0.1:{port}/metrics", headers={"Host": host})
    assert answer.status == 403
    assert b"hearth_" not in answer.data
