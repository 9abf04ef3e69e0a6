"""`hearth mail`: outgoing mails, bounces, DKIM keys, and pictures of mails."""

from __future__ import annotations

import re
import sys
import textwrap
from base64 import b64encode
from dataclasses import asdict
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING

import click

from app.kernel.mail.addresses import as_stored
from cli.errors import CliError
from cli.folder import write_private
from cli.mail_intake import intake
from cli.mail_pictures import pictures
from cli.records import limit_option, member_option, since_option
from cli.work import json_option, refusals, show_facts, show_table, work
from modules.notifications.contracts import MailState
from modules.sites.contracts import Site

if TYPE_CHECKING:
    from app.kernel.db.session import Session

BITS = 2048
# The key's file is named after it.
DOMAIN = re.compile(r"([a-z0-9]([a-z0-9-]*[a-z0-9])?\.)+[a-z]([a-z0-9-]*[a-z0-9])?")
# The maximum length of a string in a TXT record (RFC 1035).
TXT_PART = 250
COLUMNS = ("created_at", "type", "state", "member_id", "attempts", "not_before", "sent_at")


@click.group()
def mail() -> None:
    """List, test, sign and preview emails, and import what mail servers report.

    \b
    Examples:
      hearth mail list --state queued --limit 20
      hearth mail list --member robin@example.org --site evergreen --since 2027-01-31 --json
      hearth mail test linden@example.org --site evergreen
      hearth mail intake report.eml
      hearth mail intake --mbox /var/mail/hello --dry-run
      hearth mail dkim evergreen.example --selector hearth26 --folder /etc/hearth/dkim
      hearth mail pictures /tmp/mails --dark --width 390
    """


@mail.command("list")
@member_option
@click.option("--site", "key", help="Key of the member's site; required with an address.")
@click.option("--state", type=click.Choice([str(one) for one in MailState]), help="State.")
@since_option
@limit_option
@json_option
def list_command(
    who: str | None, key: str | None, state: str | None, since: datetime | None, limit: int, as_json: bool
) -> None:
    """List emails, newest first: type, recipient and time, never the content."""
    from cli.records import from_moment, list_records, member_id_of

    with work(read_only=True) as session:
        member_id, when = member_id_of(session, who, key), from_moment(since)
        rows = list_records(
            session, "notifications.mails", limit=limit, member_id=member_id, state=state, created_at=when
        )
    show_table(COLUMNS, rows, as_json=as_json)


@mail.command()
@click.argument("address")
@click.option("--site", "key", help="Site whose layout is used; required if there are several.")
@json_option
def test(address: str, key: str | None, as_json: bool) -> None:
    """Send a test email in a site's layout, and show the mail server's response; exit code 1 if it refuses."""
    from modules.notifications import api

    with work(read_only=True) as session:
        site = _site(session, key)
    try:
        with refusals():
            tried = api.send_test_mail(site, address=address)
    except OSError as error:
        raise CliError(f"the mail server did not respond ({error}); check HEARTH_SMTP_URL.") from error
    sentence = f"The server at {tried.server} {'accepted' if tried.is_taken else 'refused'} it: {tried.answer}"
    show_facts(asdict(tried), as_json=as_json, sentence=sentence)
    sys.exit(0 if tried.is_taken else 1)


def _site(session: Session, key: str | None) -> Site:
    from modules.sites import api as sites_api

    if key is not None:
        return sites_api.get_site_by_key(session, key)
    sites = sites_api.list_sites(session)
    if len(sites) != 1:
        raise CliError(f"choose a site for the layout: --site {' or '.join(one.key for one in sites) or 'KEY'}.")
    return sites[0]


def _domain(_context: click.Context, _parameter: click.Parameter, given: str) -> str:
    if not DOMAIN.fullmatch(domain := as_stored(f"hello@{given}").rpartition("@")[2].lower()):
        raise click.BadParameter(f"{given!r} is not a domain, such as evergreen.example.")
    return domain


@mail.command()
@click.argument("domain", callback=_domain)
@click.option("--selector", default="hearth", show_default=True, help="Name of the key, as in HEARTH_DKIM_SELECTOR.")
@click.option("--folder", type=click.Path(path_type=Path, file_okay=False), required=True, help="Folder of the keys.")
def dkim(domain: str, selector: str, folder: Path) -> None:
    """Create the key that signs a domain's emails, unless it exists, and print its DNS record.

    Set HEARTH_DKIM_FILE to the folder and HEARTH_DKIM_SELECTOR to the selector once DNS has the record.
    """
    from cryptography.hazmat.primitives.asymmetric import rsa
    from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat

    path = folder / f"{domain}.pem"
    if not path.exists():
        folder.mkdir(parents=True, exist_ok=True)
        key = rsa.generate_private_key(public_exponent=65537, key_size=BITS)
        pem = key.private_bytes(Encoding.PEM, PrivateFormat.TraditionalOpenSSL, NoEncryption())
        write_private(path, pem.decode())
    click.echo(f"The key is in {path}. Add this record to the DNS of {domain}:\n")
    click.echo(f"{selector}._domainkey.{domain}. IN TXT ( {_record(path)} )")


def _record(path: Path) -> str:
    from cryptography.hazmat.primitives import serialization
    from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

    try:
        key = serialization.load_pem_private_key(path.read_bytes(), password=None)
    except ValueError as error:
        raise CliError(f"{path} contains no private key; move it away, and one is created.") from error
    public = b64encode(key.public_key().public_bytes(Encoding.DER, PublicFormat.SubjectPublicKeyInfo)).decode()
    return " ".join(f'"{part}"' for part in textwrap.wrap(f"v=DKIM1; k=rsa; p={public}", TXT_PART))


mail.add_command(intake)
mail.add_command(pictures)
