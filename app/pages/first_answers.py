"""What the API answers to what a page asks first, so that the page brings its first data along and need not ask."""

import json
from collections.abc import Iterable
from typing import Any

from flask import current_app, request
from werkzeug.wrappers import Response

from app.kernel.http.requests import CLIENT_HEADER

API = "/api/v1"
LANGUAGE_COOKIE = "language"


def answers_to(questions: Iterable[str], *, language: str) -> dict[str, Any]:
    """Return the API's answers by question (path and query below /api/v1), without those that it refuses.

    Each is answered as to this very browser, by the same views: so whoever may not look sees nothing here either. Only
    the language is the page's, which its address may name.
    """
    asked = ((question, _ask(question, language)) for question in questions)
    return {question: json.loads(answer.get_data()) for question, answer in asked if answer.status_code == 200}


def answer_to(question: str, *, language: str) -> tuple[int, Any]:
    """Return the status of the API's answer to one question, and the answer as `answers_to` has it."""
    answer = _ask(question, language)
    return answer.status_code, json.loads(answer.get_data())


def pictures_in(answers: Iterable[Any], max_count: int) -> list[str]:
    """Return the addresses of the pictures that the first people of a search, at most `max_count`, show first."""
    people = [person for answer in answers for person in answer.get("results", ())][:max_count]
    return [person["photo"]["card"] for person in people if person.get("photo")]


def _ask(question: str, language: str) -> Response:
    path, _, query = question.partition("?")
    header = f"HTTP_{CLIENT_HEADER.upper().replace('-', '_')}"
    asked = {"REQUEST_METHOD": "GET", "PATH_INFO": API + path, "QUERY_STRING": query, header: "web"}
    # Of two cookies of one name the first counts.
    asked["HTTP_COOKIE"] = f"{LANGUAGE_COOKIE}={language}; {request.environ.get('HTTP_COOKIE', '')}"
    return Response.from_app(current_app.wsgi_app, {**request.environ, **asked})
