"""The adapters need no engines, only their provider."""

from collections.abc import Iterator

import pytest

from tests.billing.providers.stripe_server import StripeServer, stripe_serving
from tests.billing.providers.worlds import MollieWorld, StripeWorld, World
from tests.simulating import Simulator


@pytest.fixture(scope="session", autouse=True)
def _engines() -> None:
    """Stand in for the engines that other suites share."""


@pytest.fixture
def stripe_server() -> Iterator[StripeServer]:
    """An account at Stripe that nobody used yet."""
    with stripe_serving() as server:
        yield server


@pytest.fixture
def mollie(simulator: Simulator) -> MollieWorld:
    """Mollie and its adapter."""
    return MollieWorld(simulator)


@pytest.fixture
def stripe(stripe_server: StripeServer) -> StripeWorld:
    """Stripe and its adapter."""
    return StripeWorld(stripe_server)


@pytest.fixture(params=["mollie", "stripe"])
def world(request: pytest.FixtureRequest) -> World:
    """Each provider in its turn."""
    found: World = request.getfixturevalue(request.param)
    return found
