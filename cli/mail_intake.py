"""`hearth mail intake`: reports of mail servers, from one file or from a whole mailbox."""

import mailbox
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import BinaryIO

import click

from app.kernel.progress import Progress, counted
from cli.errors import CliError
from cli.work import dry_run_option, json_option, progress, show_facts, work

# Reports quote headers, and answers begin with their text: more bytes than this are not read.
MAX_READ_BYTES = 1024 * 1024
UNREADABLE = "unreadable"


@click.command()
@click.argument("report", type=click.File("rb"), required=False)
@click.option(
    "--mbox",
    "box",
    type=click.Path(path_type=Path, exists=True),
    help="Read a mailbox instead: an mbox file or a Maildir folder, which is not changed.",
)
@dry_run_option
@json_option
def intake(report: BinaryIO | None, box: Path | None, dry_run: bool, as_json: bool) -> None:
    """Process a bounce (RFC 3464, or in plain text), a spam report (RFC 5965) or a reply.

    Have the mail server pipe everything that arrives at the return address to this command, or read its mailbox
    regularly: a report that is read twice counts once. A person whose mailbox no longer exists, or who reported an
    email as spam, gets no more optional emails until they switch them on again.
    """
    from app.kernel import jobs
    from app.registry import MODULES

    jobs.install(MODULES)
    if (report is None) == (box is None):
        raise CliError("pass one report, or a mailbox with --mbox.")
    with progress() as show:
        taken = [_process(content, dry_run) for content in (_mails_in(box, show) if box else _mail_in(report))]
    causes = Counter(cause for _, cause in taken)
    answers = Counter(reply for reply, _ in taken if reply is not None)
    if as_json:
        counts = {"read": len(taken), "came_back": causes["bounce"], "reported_as_spam": causes["spam-report"]}
        show_facts({**counts, "unreadable": causes[UNREADABLE], "answers": answers}, as_json=True)
    elif box:
        click.echo(f"Read: {len(taken)}. Bounced: {causes['bounce']}. Reported as spam: {causes['spam-report']}.")
        if causes[UNREADABLE]:
            click.echo(f"Could not be read: {causes[UNREADABLE]}.")
        if answers:
            click.echo(f"Replies: {', '.join(f'{outcome} {count}' for outcome, count in sorted(answers.items()))}.")
    else:
        click.echo(_words(*taken[0]))
    if dry_run and not as_json:
        click.echo("Dry run: nothing was changed.")


def _words(reply: str | None, cause: str | None) -> str:
    if reply is not None:
        return f"Reply to a complaint: {reply}."
    if cause == UNREADABLE:
        return "This email cannot be read. Nothing was changed."
    if cause is None:
        return "Nothing to do: not a final report about one of our emails."
    return f"Processed: {cause}. Optional emails are switched off."


def _process(content: bytes, dry_run: bool) -> tuple[str | None, str | None]:
    """Process a mail; returns the outcome of an answer, or the cause in a report: UNREADABLE if it is unclear."""
    from app.kernel.errors import Invalid
    from app.kernel.mail import incoming
    from modules.notifications import api

    with work(dry_run=dry_run) as session:
        reply = incoming.receive(session, content)
        try:
            return reply, None if reply else api.receive_report(session, report=content)
        except Invalid:
            return None, UNREADABLE


def _mail_in(report: BinaryIO | None) -> Iterator[bytes]:
    yield report.read(MAX_READ_BYTES) if report else b""


def _mails_in(path: Path, show: Progress) -> Iterator[bytes]:
    if path.is_dir() and not (path / "cur").is_dir():
        raise CliError(f"{path} is not a Maildir: it has no folder named cur.")
    box = mailbox.Maildir(path, create=False) if path.is_dir() else mailbox.mbox(path, create=False)
    try:
        keys = box.keys()
        for key in counted(keys, "mails", len(keys), show):
            yield box.get_bytes(key)[:MAX_READ_BYTES]
    finally:
        box.close()
