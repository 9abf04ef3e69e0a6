"""`hearth mailbox`: the mail server, the SMS gateway and their page as one process."""

import signal
from pathlib import Path

import click
from aiosmtpd.controller import Controller
from aiosmtpd.smtp import SMTP, Envelope, Session

from cli.dev.mailbox.pages import serve
from cli.dev.mailbox.store import Mailbox
from cli.errors import CliError
from cli.ports import is_free

SIZE_LIMIT = 25 * 1024 * 1024  # bytes of one message


class Catcher:
    """Passes every message received by SMTP to the mailbox."""

    def __init__(self, mailbox: Mailbox) -> None:
        self._mailbox = mailbox

    async def handle_DATA(  # noqa: N802 (aiosmtpd calls it by this name)
        self, server: SMTP, session: Session, envelope: Envelope
    ) -> str:
        """Return 250 only when the message is on disk."""
        try:
            self._mailbox.add(envelope.mail_from or "", envelope.rcpt_tos, envelope.original_content or b"")
        except OSError as error:
            return f"452 The message could not be stored: {error.strerror}"
        return "250 OK"


@click.command()
@click.option("--folder", type=click.Path(path_type=Path), required=True, help="Folder of the messages.")
@click.option("--smtp-port", type=int, required=True)
@click.option("--http-port", type=int, required=True)
def mailbox(folder: Path, smtp_port: int, http_port: int) -> None:
    """Catch emails by SMTP and SMS by HTTP, and show them on a page; on loopback, until stopped.

    \b
    Examples:
      hearth mailbox --folder mails --smtp-port 2525 --http-port 8025
    """
    for port in (smtp_port, http_port):
        if not is_free(port):
            raise CliError(f"port {port} is in use by another program; choose another.")
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    box, texts = Mailbox(folder), Mailbox(folder / "sms")
    smtp = Controller(Catcher(box), hostname="127.0.0.1", port=smtp_port, data_size_limit=SIZE_LIMIT)
    smtp.start()
    try:
        serve(box, texts, http_port)
    except KeyboardInterrupt:
        smtp.stop()
