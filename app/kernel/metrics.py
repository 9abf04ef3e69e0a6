"""Prometheus metrics, served on a private port (HEARTH_METRICS_PORT)."""

from prometheus_client import Counter, Gauge, Histogram, start_http_server

from app.kernel.config import config

REQUESTS = Counter("hearth_requests", "Answered requests", ("method", "route", "status"))
REQUEST_SECONDS = Histogram("hearth_request_seconds", "Time to answer", ("route",))
JOBS = Counter("hearth_jobs", "Handled events and jobs", ("handler", "outcome"))
OUTBOX_WAITING = Gauge("hearth_outbox_waiting", "Events and inbox entries not yet handled")


def serve(offset: int = 0) -> None:
    """Serve the metrics of this process on the private port plus `offset`; a taken port is left to its holder."""
    port = config().metrics_port
    if not port:
        return
    try:
        start_http_server(port + offset, addr="127.0.0.1")
    except OSError:
        return
