"""Compose the web process: blueprints, errors, identity, headers and the two SPAs."""

import time
from contextlib import suppress
from typing import Any

from flask import Flask, Response, abort, g, jsonify, request
from sqlalchemy import text
from sqlalchemy.exc import DBAPIError
from werkzeug.exceptions import HTTPException
from werkzeug.middleware.proxy_fix import ProxyFix

from app.console.catalogue import Catalogue
from app.console.rest import register_ops_api
from app.current_user import current_user
from app.documented_calls import register_documented_calls
from app.kernel import ending, i18n, jobs, log, metrics
from app.kernel.config import config
from app.kernel.db import replicas
from app.kernel.db.engines import limit_statements
from app.kernel.db.retries import is_disconnect, wait_for_failovers
from app.kernel.db.session import Session, transaction
from app.kernel.errors import DomainError, NotFound, Unavailable
from app.kernel.http import problem, requests
from app.kernel.http.auth import Access, Actor
from app.kernel.http.headers import common_headers
from app.kernel.http.hosts import CONSOLE, has_console, is_for_staff, is_of_console
from app.kernel.http.ratelimit import network_of
from app.kernel.http.spa import Spa
from app.kernel.secrets.signing import is_signed
from app.pages.old_browsers import SCRIPT_HASH
from app.pages.serving import live_origin, register_pages
from app.preloading import preload
from app.registry import MODULES, RESOURCES
from modules.accounts import api as accounts_api
from modules.messaging import api as messaging_api
from modules.moderation import api as moderation_api
from modules.sites import api as sites_api

HEALTH = ("/healthz", "/readyz")
MAX_BODY_BYTES = 11 * 1024 * 1024
# Half of the proxy's time-out. No statement of a page takes a tenth of this.
STATEMENT_SECONDS = 30

# react-aria writes one constant style element; member-web's build checks its hash. The only inline script is for old
# browsers.
CONTENT_SECURITY_POLICY = (
    "default-src 'none'; script-src 'self' {script}; style-src 'self'{style}; img-src 'self' blob: data:; "
    "font-src 'self'; "
    "connect-src 'self'{live}; manifest-src 'self'; worker-src 'self'; form-action 'self'; base-uri 'none'; "
    "frame-ancestors 'none'"
)


def create_app() -> Flask:
    """Return the web application of this process."""
    log.configure()
    preload()
    limit_statements(STATEMENT_SECONDS)
    wait_for_failovers()
    app = Flask("hearthside", static_folder=None)
    app.config.update(
        API_TITLE="Hearthside",
        API_VERSION="1",
        OPENAPI_VERSION="3.1.0",
        OPENAPI_URL_PREFIX="/api",
        OPENAPI_JSON_PATH="openapi.json",
        MAX_CONTENT_LENGTH=MAX_BODY_BYTES,
    )
    app.json.ensure_ascii = False  # type: ignore[attr-defined]
    app.json.sort_keys = False  # type: ignore[attr-defined]
    if proxies := config().trusted_proxies:
        app.wsgi_app = ProxyFix(app.wsgi_app, x_for=proxies, x_proto=1, x_host=1)  # type: ignore[method-assign]
    app.extensions.update(identify=identify, current_user=current_user, name_partners=messaging_api.name_partners)
    jobs.install(MODULES)
    api = requests.ProblemApi(app)
    for manifest in MODULES:
        for blueprint in manifest.blueprints:
            api.register_blueprint(blueprint)
    register_documented_calls(app)
    register_health(app)
    register_errors(app)
    register_edges(app)
    register_hosts(app)
    register_ops_api(app, Catalogue(RESOURCES, permissions=moderation_api.KNOWN_PERMISSIONS))
    built = {name: Spa(config().static_root / name / "dist") for name in ("member-web", "ops-console")}
    register_pages(app, member_web=built["member-web"], ops_console=built["ops-console"])
    metrics.serve()
    return app


def identify(session: Session, request: Any) -> Actor:
    """Return the actor: the site by host (spec 1.12), the member by cookie; raises NotFound for an unknown host."""
    site = sites_api.find_site_by_host(session, request.host)
    if site is None:
        raise NotFound()
    token = request.cookies.get(requests.cookie_name("hearth_session"))
    info = accounts_api.authenticate(session, site_id=site.id, token=token) if token else None
    cookie = request.cookies.get("language")
    return Actor(
        site_id=site.id,
        language=i18n.choose_locale(cookie, info.language if info else None, site.domain_language),
        network=network_of(request.remote_addr),
        country=sites_api.network_country(request.headers),
        device=_device(request),
        member_id=info.member_id if info else None,
        session_id=info.session_id if info else None,
        is_confirmed=bool(info and info.is_confirmed),
        is_paid=bool(info and info.is_paid),
        photo_epoch=info.photo_epoch if info else 0,
    )


def _device(request: Any) -> str | None:
    """Return the id of a browser that logged in before, or None if its signature is not valid."""
    device, _, signature = request.cookies.get(requests.cookie_name("hearth_device"), "").partition(".")
    return device if device and is_signed("device", device, signature) else None


def register_health(app: Flask) -> None:
    """Add /healthz (the process) and /readyz (Postgres, and that it does not end soon)."""

    @app.get("/healthz")
    def healthz() -> Response:
        return jsonify(status="ok")

    @app.get("/readyz")
    def readyz() -> Response:
        if ending.is_near():
            raise Unavailable(retry_after=1)
        with transaction(read_only=True) as session:
            session.execute(text("SELECT 1"))
        return jsonify(status="ok")


def register_errors(app: Flask) -> None:
    """Answer every error as a problem document."""
    app.register_error_handler(DomainError, problem.from_domain)

    @app.errorhandler(HTTPException)
    def refuse(error: HTTPException) -> Response:
        if request.routing_exception is error and request.path.startswith("/api/"):
            # No view has run, so the member's language is not known yet.
            with suppress(NotFound, DBAPIError), transaction(read_only=True) as session:
                requests.admit(session, requests.Operation(access=Access.PUBLIC, beacon=True))
        return problem.from_http(error)

    @app.errorhandler(Exception)
    def crash(error: Exception) -> Response:
        if is_disconnect(error):
            return problem.from_domain(Unavailable(retry_after=1))
        return problem.from_crash(error)


def register_hosts(app: Flask) -> None:
    """Serve the console on its own host only, where HEARTH_OPS_HOST names one, and nothing else there."""

    @app.before_request
    def keep_apart() -> None:
        if is_for_staff(request.host) and not (is_of_console(request.path) or request.path in HEALTH):
            abort(404)
        # Other paths below /ops are pages, which the members' site answers as not found (app/pages/serving.py).
        if not has_console(request.host) and request.path.startswith(f"{CONSOLE}/api/"):
            abort(404)


def register_edges(app: Flask) -> None:
    """Give every request an id, a language and a duration, and every answer its headers."""

    @app.before_request
    def begin() -> None:
        g.started = time.perf_counter()
        replicas.forget_write()
        log.bind_request_id(request.headers.get("X-Request-Id"))
        accepted = request.accept_languages.best_match(i18n.LOCALES)
        # The console sends the language that its user chose; the cookie is of a site.
        if is_of_console(request.path):
            g.language = i18n.choose_locale(accepted, i18n.FALLBACK)
        else:
            g.language = i18n.choose_locale(request.cookies.get("language"), accepted)

    @app.after_request
    def finish(response: Response) -> Response:
        for name, value in common_headers().items():
            response.headers.setdefault(name, value)
        style = g.get("csp_style", "")
        live = f" {origin}" if (origin := live_origin()) else ""
        response.headers.setdefault(
            "Content-Security-Policy", CONTENT_SECURITY_POLICY.format(script=SCRIPT_HASH, style=style, live=live)
        )
        if request.path.startswith(("/api", "/ops/api")):
            response.headers.setdefault("Cache-Control", "no-store")
        if "actor" in g:
            requests.keep_position(response)
        if not g.get("is_public"):
            response.headers.setdefault("X-Robots-Tag", "noindex")
        response.headers["X-Request-Id"] = log.request_id() or ""
        return requests.observe(g.started, response)
