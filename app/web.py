"""The web server of one machine: `python -m app.web` takes granian's options.

The application is imported before the workers are forked: once, and not by each of them.
"""

import gc

from granian.cli import entrypoint

import app.bootstrap  # noqa: F401 (the workers create the application from it)
from app.preloading import preload

if __name__ == "__main__":
    preload()
    gc.collect()
    gc.freeze()  # or each worker's first collection would copy the shared memory
    entrypoint()  # type: ignore[no-untyped-call]
