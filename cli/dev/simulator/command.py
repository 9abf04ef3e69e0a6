"""`hearth simulator`: the simulator as a process."""

import signal
from contextlib import closing
from pathlib import Path

import click
from werkzeug.serving import WSGIRequestHandler, make_server

from cli.dev.simulator.application import create_application
from cli.dev.simulator.notices import Notifier
from cli.dev.simulator.store import Store
from cli.errors import CliError
from cli.ports import is_free


class Quiet(WSGIRequestHandler):
    """Does not log requests: the log of events does."""

    def log_request(self, code: int | str = "-", size: int | str = "-") -> None:
        """Log nothing."""


@click.command()
@click.option("--folder", type=click.Path(path_type=Path), required=True, help="Folder of its data.")
@click.option("--http-port", type=int, required=True)
@click.option("--seed", type=int, default=1, show_default=True, help="Seed for repeatable IDs and payers.")
def simulator(folder: Path, http_port: int, seed: int) -> None:
    """Simulate Mollie's API, its checkout page and its webhooks on loopback, until stopped.

    The page /_simulator controls outcomes, faults and the clock. No money is moved.

    \b
    Examples:
      hearth simulator --folder simulated --http-port 8026 --seed 7
    """
    if not is_free(http_port):
        raise CliError(f"port {http_port} is in use by another program; choose another.")
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    with closing(Store(folder, seed)) as store:
        store.forget_unfinished()
        notifier = Notifier(store)
        application = create_application(store, notifier)
        with make_server("127.0.0.1", http_port, application, threaded=True, request_handler=Quiet) as server:
            notifier.start()
            try:
                server.serve_forever()
            except KeyboardInterrupt:
                notifier.stop()
