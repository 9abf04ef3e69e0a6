"""How much longer a function takes for a longer text."""

import gc
from collections.abc import Callable
from time import process_time
from typing import Any


def ensure_linear(read: Callable[[int], Any], *, length: int = 2_000) -> None:
    """Fail if ten times the length takes forty times the processor time."""

    def seconds(length: int) -> float:
        began = process_time()
        read(length)
        return process_time() - began

    seconds(100)  # what is made once
    gc.disable()
    try:
        assert min(seconds(10 * length), seconds(10 * length)) < 40 * max(seconds(length), seconds(length))
    finally:
        gc.enable()
