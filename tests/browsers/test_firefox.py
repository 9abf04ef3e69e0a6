"""The screens and the ways through in Firefox."""

from collections.abc import Iterator

import pytest

from tests.browsers import firefox
from tests.browsers.conftest import needs
from tests.browsers.journeys import Journeys

pytestmark = needs("Firefox")


class TestFirefox(Journeys):
    """All of them."""

    name = "firefox"

    @pytest.fixture(scope="class")
    def engine(self, tmp_path_factory: pytest.TempPathFactory) -> Iterator[firefox.Firefox]:
        """Start it once."""
        with firefox.running(tmp_path_factory.mktemp("firefox") / "own") as engine:
            yield engine
