"""`hearth mail`: what comes back of the mails that the house sends, the key that signs them, and pictures of them."""

import re
import textwrap
from base64 import b64encode
from pathlib import Path

import click
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric import rsa
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat, PublicFormat

from cli.errors import CliError
from cli.folder import write_private
from cli.mail_intake import intake
from cli.mail_pictures import pictures

BITS = 2048
# The key's file is named after it.
DOMAIN = re.compile(r"([a-z0-9]([a-z0-9-]*[a-z0-9])?\.)+[a-z]([a-z0-9-]*[a-z0-9])?")
# Characters of one string of a TXT record (RFC 1035).
TXT_PART = 250


@click.group()
def mail() -> None:
    """Take in what mail servers report about our mails, sign mails, and look at them.

    \b
    Examples:
      hearth mail intake report.eml
      hearth mail intake --mbox /var/mail/hello
      hearth mail dkim warm.example --selector hearth26 --folder /etc/hearth/dkim
      hearth mail pictures /tmp/mails --dark --width 390
    """


def _domain(_context: click.Context, _parameter: click.Parameter, given: str) -> str:
    if not DOMAIN.fullmatch(domain := given.lower()):
        raise click.BadParameter(f"{given!r} is no domain, such as evergreen.example.")
    return domain


@mail.command()
@click.argument("domain", callback=_domain)
@click.option("--selector", default="hearth", show_default=True, help="The key's name, as in HEARTH_DKIM_SELECTOR.")
@click.option("--folder", type=click.Path(path_type=Path, file_okay=False), required=True, help="Where keys are kept.")
def dkim(domain: str, selector: str, folder: Path) -> None:
    """Make the key that signs a domain's mails, unless there is one, and print its record for the DNS.

    Set HEARTH_DKIM_FILE to the folder and HEARTH_DKIM_SELECTOR to the selector once the record can be looked up.
    """
    path = folder / f"{domain}.pem"
    if not path.exists():
        folder.mkdir(parents=True, exist_ok=True)
        key = rsa.generate_private_key(public_exponent=65537, key_size=BITS)
        pem = key.private_bytes(Encoding.PEM, PrivateFormat.TraditionalOpenSSL, NoEncryption())
        write_private(path, pem.decode())
    click.echo(f"The key is in {path}. Put this into the DNS of {domain}:\n")
    click.echo(f"{selector}._domainkey.{domain}. IN TXT ( {_record(path)} )")


def _record(path: Path) -> str:
    try:
        key = serialization.load_pem_private_key(path.read_bytes(), password=None)
    except ValueError as error:
        raise CliError(f"{path} holds no private key; move it away to have one made.") from error
    public = b64encode(key.public_key().public_bytes(Encoding.DER, PublicFormat.SubjectPublicKeyInfo)).decode()
    return " ".join(f'"{part}"' for part in textwrap.wrap(f"v=DKIM1; k=rsa; p={public}", TXT_PART))


mail.add_command(intake)
mail.add_command(pictures)
