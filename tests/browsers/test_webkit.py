"""The screens and the ways through in WebKitGTK."""

from collections.abc import Iterator

import pytest

from tests.browsers import webkit
from tests.browsers.conftest import needs
from tests.browsers.journeys import Journeys

pytestmark = needs("WebKitGTK")


class TestWebKit(Journeys):
    """All of them."""

    name = "webkit"

    @pytest.fixture(scope="class")
    def engine(self, tmp_path_factory: pytest.TempPathFactory) -> Iterator[webkit.WebKit]:
        """Start it once."""
        with webkit.running(tmp_path_factory.mktemp("webkit") / "own") as engine:
            yield engine
