"""The mailbox over HTTP: pages for people, JSON for tests, and an SMS gateway that sends nothing."""

import json
from dataclasses import asdict
from datetime import datetime
from email.message import EmailMessage
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import parse_qs

from jinja2 import Environment, PackageLoader

from app.kernel.http.json_in import read_json
from cli.dev.mailbox.store import Mailbox, describe
from cli.own_requests import is_own

SHOWN = 200  # messages on the list
SMS_LIMIT = 64 * 1024  # bytes of one SMS and its address
PAGE_POLICY = "default-src 'none'; style-src 'unsafe-inline'; frame-src 'self'; frame-ancestors 'self'"
# A mail may have styles and open links in a new tab, and nothing else: no scripts, no requests.
MAIL_POLICY = (
    "default-src 'none'; style-src 'unsafe-inline'; img-src data:; frame-ancestors 'self'; "
    "sandbox allow-popups allow-popups-to-escape-sandbox"
)


def _time(seconds: float) -> str:
    return datetime.fromtimestamp(seconds).astimezone().strftime("%d %b %H:%M:%S")


_templates = Environment(loader=PackageLoader("cli.dev.mailbox"), autoescape=True)
_templates.filters["time"] = _time


def serve(mailbox: Mailbox, texts: Mailbox, port: int) -> None:
    """Serve a loopback port until the process ends; `texts` stores the SMS."""

    class Handler(_Handler):
        box = mailbox
        sms = texts

    ThreadingHTTPServer(("127.0.0.1", port), Handler).serve_forever()


class _Handler(BaseHTTPRequestHandler):
    box: Mailbox
    sms: Mailbox

    def do_POST(self) -> None:
        """Accept an SMS in the format of app/kernel/sms.py: JSON of `to`, `text` and `id`."""
        if not is_own(self.headers.get, writes=True) or self.headers.get_content_type() != "application/json":
            self._refuse()
            return
        try:
            length = int(self.headers.get("Content-Length", 0))
        except ValueError:
            length = -1
        if self.path != "/sms" or not 0 <= length <= SMS_LIMIT:
            self._not_found()
            return
        message = EmailMessage()
        try:
            sms = read_json(self.rfile.read(length))
            to, text = str(sms["to"]), str(sms["text"])
            message["Subject"] = " ".join(text.split())
            message.set_content(text)
            to.encode()
        except (ValueError, KeyError, TypeError):
            self._send("{}", kind="application/json", status=HTTPStatus.BAD_REQUEST)
            return
        self.sms.add("SMS", [to], message.as_bytes())
        self._send("{}", kind="application/json", status=HTTPStatus.ACCEPTED)

    def do_GET(self) -> None:
        if not is_own(self.headers.get, writes=False):
            self._refuse()
            return
        path, _, query = self.path.partition("?")
        to = parse_qs(query).get("to", [""])[0]
        match path.strip("/").split("/"):
            case [""]:
                found = self.box.find(to)
                self._page("list.html", messages=found[:SHOWN], total=len(found), to=to)
            case ["sms"]:
                texts = self.sms.find(to)
                self._page("sms.html", messages=texts[:SHOWN], total=len(texts), to=to)
            case ["api", "sms"]:
                self._json([asdict(summary) for summary in self.sms.find(to)])
            case ["messages", message_id]:
                self._message(message_id, "page")
            case ["messages", message_id, "html"]:
                self._message(message_id, "html")
            case ["api", "messages"]:
                self._json([asdict(summary) for summary in self.box.find(to)])
            case ["api", "messages", message_id]:
                self._message(message_id, "json")
            case _:
                self._not_found()

    def _message(self, message_id: str, form: str) -> None:
        message = self.box.read(message_id)
        if message is None:
            self._not_found()
            return
        content = describe(message_id, message)
        if form == "json":
            self._json(content)
        elif form == "html":
            self._send('<base target="_blank">' + content["html"], policy=MAIL_POLICY)
        else:
            self._page("message.html", message=content)

    def _refuse(self) -> None:
        text = "This mailbox can only be used on the machine that runs it."
        self._send(text, kind="text/plain", status=HTTPStatus.FORBIDDEN)

    def _page(self, template: str, status: HTTPStatus = HTTPStatus.OK, **values: object) -> None:
        self._send(_templates.get_template(template).render(values), status=status)

    def _not_found(self) -> None:
        self._page("not_found.html", status=HTTPStatus.NOT_FOUND)

    def _json(self, value: object) -> None:
        self._send(json.dumps(value), kind="application/json")

    def _send(
        self, text: str, kind: str = "text/html", policy: str = PAGE_POLICY, status: HTTPStatus = HTTPStatus.OK
    ) -> None:
        body = text.encode()
        self.send_response(status)
        for name, value in {
            "Content-Type": f"{kind}; charset=utf-8",
            "Content-Length": str(len(body)),
            "Content-Security-Policy": policy,
            "X-Content-Type-Options": "nosniff",
            "Referrer-Policy": "no-referrer",
            "Cache-Control": "no-store",
        }.items():
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002 (the parent's name)
        """Log nothing for page views."""
