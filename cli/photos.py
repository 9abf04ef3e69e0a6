"""`hearth photos`: the review of photos, for an installation without staff at the console."""

from typing import Any
from uuid import UUID

import click

from cli.errors import CliError
from cli.work import confirm, dry_run_option, json_option, progress, record, show_table, work, yes_option
from modules.profiles.contracts import REFUSAL_REASONS, OwnPhoto, PhotoStatus

BATCH = 200
RESOURCE = "profiles.photos"


@click.group()
def photos() -> None:
    """Review photos: approve them, or refuse them with a reason.

    \b
    Examples:
      hearth photos list
      hearth photos list --status refused --json
      hearth photos approve 0d3f8a52-9c1b-4b6e-8f7a-2f1f0b9f6c11
      hearth photos approve --all --dry-run
      hearth photos refuse 0d3f8a52-9c1b-4b6e-8f7a-2f1f0b9f6c11 --reason not-you
    """


@photos.command("list")
@click.option(
    "--status", type=click.Choice([s.value for s in PhotoStatus]), default="pending", show_default=True, help="State."
)
@click.option("--limit", type=click.IntRange(1, 10_000), default=50, show_default=True, help="Maximum number.")
@json_option
def list_command(status: str, limit: int, as_json: bool) -> None:
    """List photos of all sites, oldest first.

    The address under "look at" works for ten minutes in a browser that is not logged in, on any of the sites.
    """
    from modules.profiles import api

    with work(read_only=True) as session:
        found = api.list_photos(session, status=PhotoStatus(status), limit=limit)
    rows = [_facts(photo) for photo in found]
    show_table(("id", "member_id", "status", "reason", "created_at", "look_at"), rows, as_json=as_json)


@photos.command()
@click.argument("ids", nargs=-1, type=click.UUID, metavar="[ID]...")
@click.option("--all", "is_all", is_flag=True, help="All pending photos.")
@dry_run_option
@yes_option
def approve(ids: tuple[UUID, ...], is_all: bool, dry_run: bool, yes: bool) -> None:
    """Approve photos, so that others can see them."""
    from modules.profiles import api

    if bool(ids) == is_all:
        raise CliError("choose photos by ID, or --all; `hearth photos list` shows pending ones.")
    number = len(ids) or _count_waiting()
    if dry_run:
        click.echo(f"{_photos(number)} would be approved.")
        return
    if is_all:
        confirm(f"Approve {_photos(number)} that no one has reviewed?", yes=yes)
    count = 0
    with progress() as show:
        for batch in [list(ids)] if ids else iter(_waiting, []):
            with work() as session:
                for photo_id in batch:
                    api.approve_photo(session, photo_id=photo_id)
                    record(session, "approve", RESOURCE, photo_id)
            count += len(batch)
            show("photos", count, max(number, count))
    click.echo(f"Approved {_photos(count)}.")


@photos.command()
@click.argument("photo_id", type=click.UUID, metavar="ID")
@click.option(
    "--reason",
    required=True,
    type=click.Choice(REFUSAL_REASONS),
    help="Reason shown to the member; recorded in the access log.",
)
def refuse(photo_id: UUID, reason: str) -> None:
    """Refuse a photo; the member sees the reason."""
    from modules.profiles import api

    with work() as session:
        api.refuse_photo(session, photo_id=photo_id, reason=reason)
        record(session, "refuse", RESOURCE, photo_id, reason=reason)
    click.echo("Photo refused.")


def _photos(number: int) -> str:
    return f"{number} {'photo' if number == 1 else 'photos'}"


def _count_waiting() -> int:
    from modules.profiles import api

    with work(read_only=True) as session:
        return api.count_waiting_photos(session)


def _waiting() -> list[UUID]:
    from modules.profiles import api

    with work(read_only=True) as session:
        return [photo.id for photo in api.list_photos(session, status=PhotoStatus.PENDING, limit=BATCH)]


def _facts(photo: OwnPhoto) -> dict[str, Any]:
    return {
        "id": photo.id,
        "member_id": photo.member_id,
        "status": photo.status.value,
        "reason": photo.reason,
        "created_at": photo.created_at,
        "look_at": photo.urls.full if photo.urls else None,
    }
