"""The simulator's web application."""

import json

from flask import Flask, Response, abort, request
from werkzeug.exceptions import HTTPException

from cli.dev.simulator import api, control, pages
from cli.dev.simulator.notices import Notifier
from cli.dev.simulator.refusal import Refusal
from cli.dev.simulator.store import Store
from cli.own_requests import is_own


def create_application(store: Store, notifier: Notifier) -> Flask:
    """Return the application on a store."""
    application = Flask("simulator", static_folder=None)
    application.extensions.update(store=store, notifier=notifier)
    for blueprint in (api.blueprint, control.blueprint, pages.blueprint):
        application.register_blueprint(blueprint)
    application.register_error_handler(HTTPException, _other_error)
    application.before_request(_ensure_own)
    return application


def _ensure_own() -> None:
    if not is_own(request.headers.get, writes=request.method == "POST"):
        abort(403, "The simulator can only be used on the machine that runs it.")


def _other_error(error: HTTPException) -> Response:
    """Return an error outside all operations, below /v2 in the API's format."""
    if request.path.startswith("/v2/"):
        return api.refuse(Refusal(error.code or 500, error.description or error.name))
    return Response(json.dumps({"detail": error.description}), error.code or 500, content_type="application/json")
