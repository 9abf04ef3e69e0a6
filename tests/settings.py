"""Settings of the installation for one test."""

from collections.abc import Callable, Iterator

import pytest

from app.kernel.config import config

SetEnv = Callable[..., None]


@pytest.fixture
def set_env() -> Iterator[SetEnv]:
    """Set variables of the environment until the test ends."""
    with pytest.MonkeyPatch.context() as patch:

        def change(**variables: str) -> None:
            for name, value in variables.items():
                patch.setenv(name, value)
            config.cache_clear()

        yield change
    config.cache_clear()
