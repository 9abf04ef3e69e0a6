"""`hearth mail`: what comes back of the mails that the house sends."""

from typing import BinaryIO

import click

from cli.errors import CliError
from cli.work import work
from modules.notifications import api

LARGEST = 1024 * 1024


@click.group()
def mail() -> None:
    """Take in what mail servers report about our mails.

    \b
    Examples:
      hearth mail intake report.eml
      hearth mail intake - < report.eml
    """


@mail.command()
@click.argument("report", type=click.File("rb"))
def intake(report: BinaryIO) -> None:
    """Take a report of a mail that came back (RFC 3464) or was marked as spam (RFC 5965).

    Let the mail server pipe everything to this command that arrives at the address its returns go to. A person whose
    mailbox is gone, or who marked a mail as spam, gets no more mails that they may refuse, until they say otherwise.
    """
    content = report.read(LARGEST + 1)
    if len(content) > LARGEST:
        raise CliError("this is larger than any report (1 MB); give one mail.")
    with work() as session:
        cause = api.take_report(session, report=content)
    if cause is None:
        click.echo("Nothing to do: not a final report about a mail of ours.")
    else:
        click.echo(f"Taken: {cause}. Mails that can be refused are switched off.")
