"""Prometheus metrics, served on a private port: on loopback, unless HEARTH_METRICS_HOST names another host."""

import errno
import socket
from collections.abc import Iterable
from threading import Thread
from wsgiref.simple_server import WSGIRequestHandler, make_server
from wsgiref.types import StartResponse, WSGIApplication, WSGIEnvironment

from prometheus_client import Counter, Gauge, Histogram, make_wsgi_app
from prometheus_client.exposition import ThreadingWSGIServer

from app.kernel.config import ConfigError, config
from app.kernel.http.hosts import is_loopback

REQUESTS = Counter("hearth_requests", "Answered requests", ("method", "route", "status"))
REQUEST_SECONDS = Histogram("hearth_request_seconds", "Time to answer", ("route",))
JOBS = Counter("hearth_jobs", "Handled events and jobs", ("handler", "outcome"))
PUSHES = Counter("hearth_pushes", "Push messages handed over", ("answer",))
MAIL_REPORTS = Counter("hearth_mail_reports", "Reports of mails that are no bounce and no complaint", ("kind",))
STAFF_HELD = Counter("hearth_staff_held", "Looks of staff at what is masked that were refused as too many")
SMS = Counter("hearth_sms", "Text messages for the gateway", ("outcome",))
for _outcome in ("taken", "refused", "held"):
    SMS.labels(_outcome)
PAINTINGS = Counter("hearth_paintings", "Visitors' pages that the server was to paint", ("outcome",))
OUTBOX_WAITING = Gauge("hearth_outbox_waiting", "Events for the relay, and inbox entries not yet handled", ("queue",))
REPLICA_READS = Counter("hearth_replica_reads", "Reads for which a replica was to be asked", ("outcome",))
LIVE_SIGNALS = Counter("hearth_live_signals", "Signals that the relay announced", ("topic",))
LIVE_FAILURES = Counter("hearth_live_failures", "Events whose signals could not be found", ("event",))
LIVE_STREAMS = Gauge("hearth_live_streams", "Open live streams")
LIVE_ENDED = Counter("hearth_live_ended", "Live streams that ended", ("why",))


def serve(offset: int = 0) -> None:
    """Serve the metrics of this process on the private port plus `offset`; if the port is taken, do nothing.

    Raises ConfigError for a host that this machine cannot serve.
    """
    host, port = config().metrics_host, config().metrics_port
    if not port:
        return
    try:
        found = socket.getaddrinfo(host, port + offset, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)
        family, _, _, _, address = found[0]

        class Server(ThreadingWSGIServer):
            address_family = family

        server = make_server(str(address[0]), port + offset, _answer, Server, _UnloggedHandler)
    except OSError as error:
        if error.errno == errno.EADDRINUSE:
            return
        raise ConfigError(f"nothing can be served on HEARTH_METRICS_HOST: {error.strerror}") from None
    Thread(target=server.serve_forever, daemon=True).start()


_metrics: WSGIApplication = make_wsgi_app()


def _answer(environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
    """Answer with the metrics; on loopback only for a loopback Host header, so that no web page can read them."""
    if is_loopback(config().metrics_host) and not is_loopback(environ.get("HTTP_HOST", "")):
        start_response("403 Forbidden", [("Content-Type", "text/plain")])
        return [b"The metrics answer the machine that they are of."]
    return _metrics(environ, start_response)


class _UnloggedHandler(WSGIRequestHandler):
    def log_message(self, format: str, *args: object) -> None:  # noqa: A002 (the parent's name)
        """Log no request for the metrics."""
