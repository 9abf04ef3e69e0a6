"""The web server of one machine: `python -m app.web` takes granian's options.

What the application imports is imported before the workers are forked: once, and not by each of them.
"""

import gc

from granian.cli import entrypoint

import app.bootstrap  # noqa: F401 (the workers make it their application)
from app.preloading import preload

if __name__ == "__main__":
    preload()
    gc.collect()
    gc.freeze()  # or the first collection of each worker would copy what they share
    entrypoint()  # type: ignore[no-untyped-call]
