"""The demo's photos: each portrait is drawn once, in every size, for all people who use it."""

import os
import tempfile
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path

from app.kernel.files.storage import storage
from cli.dev.demo.pool import portrait_pool, render
from modules.media.contracts import Use
from modules.media.images.decoder import render as render_sizes
from modules.media.service.files import storage_key, store_files

# What portraits/render.mjs draws.
SIZE = {"width": 600, "height": 800}
PROCESSES = 2


def store_photos(folders: Mapping[str, Sequence[str]], advance: Callable[[int], None]) -> None:
    """Draw portraits of the pool, given by id, and store the files of each in its folders."""
    portraits = [portrait for portrait in portrait_pool() if portrait.id in folders]
    # libvips reads this when it is loaded: one thread per process, because there is a process per CPU.
    os.environ["VIPS_CONCURRENCY"] = "1"
    # Not forked: a fork would copy the database connections of this process.
    clean = get_context("forkserver")
    with (
        tempfile.TemporaryDirectory() as drawn,
        ProcessPoolExecutor(PROCESSES, mp_context=clean) as processes,
    ):
        render(portraits, Path(drawn))
        paths = [Path(drawn) / f"{portrait.id}.png" for portrait in portraits]
        for stored in processes.map(_store, paths, [folders[portrait.id] for portrait in portraits]):
            advance(stored)


def _store(drawing: Path, folders: Sequence[str]) -> int:
    # Without the decoder's sandbox: these drawings are our own, not uploads.
    files, _ = render_sizes(drawing.read_bytes())
    first, *others = folders
    store_files(Use.PROFILE, first, files)
    for name in files:
        for folder in others:
            storage().copy(storage_key(Use.PROFILE, first, name), storage_key(Use.PROFILE, folder, name))
    return len(folders)
