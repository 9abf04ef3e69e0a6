"""The root of the `hearth` command: subcommands are imported only when they are used."""

import importlib
import re
import sys
from importlib.util import find_spec

import click

from app.kernel.secrets.redaction import redact, show_uncaught
from cli.errors import EXIT_CODES, CliError

COMMANDS = {
    "up": ("cli.up:up", "Start everything: engines, sites, worker, mailbox and payment simulator."),
    "dev": ("cli.dev.reloading:dev", "Like up, but reload on every change."),
    "test": ("cli.dev.suites.command:test", "Run the tests, all or by name."),
    "doctor": ("cli.doctor:doctor", "Show what is missing and how to fix it."),
    "build": ("cli.spa:build", "Build the browser applications whose sources have changed."),
    "db": ("cli.db:db", "Migrate the database, or check that it is up to date."),
    "engines": (
        "cli.engines.command:engines_command",
        "Run a command with its own PostgreSQL, Redis and Meilisearch.",
    ),
    "openapi": ("cli.openapi:openapi", "Generate the OpenAPI documents and the client types."),
    "site": ("cli.site:site", "Create sites and change their settings."),
    "page": ("cli.page:page", "Edit the static pages of a site."),
    "member": ("cli.member:member", "Show, create, delete or ban members."),
    "backup": ("cli.backup.command:backup", "Back up database, files and keys to one encrypted file."),
    "restore": ("cli.backup.command:restore", "Restore a backup and verify the result."),
    "keys": ("cli.keys:keys", "Move sealed values to a new secret, and show when the old one can be deleted."),
    "erase": ("cli.erase:erase", "Keep erased members erased, even after a restore."),
    "invitation": ("cli.invitation:invitation", "Create invitations to sites with signup by invitation."),
    "lander": ("cli.lander:lander", "Change the texts of landing pages, and count bounces."),
    "credits": ("cli.credits:credits", "Show, add or deduct members' credits."),
    "shop": ("cli.shop:shop", "Set bundles of credits and their prices by country."),
    "discount": ("cli.discount:discount", "Create and stop discount codes."),
    "order": ("cli.order:order", "List orders, check their payments, and make refunds."),
    "complaint": ("cli.complaint:complaint", "List complaints, and read their messages."),
    "direct-debit": ("cli.direct_debit:direct_debit", "Create direct debit files for the bank, import its reports."),
    "ledger": ("cli.ledger:ledger", "Check the ledger, and book payouts to the bank."),
    "icebreaker": ("cli.icebreaker:icebreaker", "Change the icebreakers of a site."),
    "figures": ("cli.figures:figures", "Show daily figures: signups, messages, revenue, queue times."),
    "jobs": ("cli.jobs:jobs", "List scheduled jobs, or run one now."),
    "outbox": ("cli.outbox:outbox", "List pending and failed jobs of handlers, and retry failed ones."),
    "search": ("cli.search:search", "Rebuild the search index, or compare it with PostgreSQL."),
    "mail": ("cli.mail:mail", "List emails, send a test, create DKIM keys, and process bounces."),
    "push": ("cli.push:push", "Create the key for push notifications, and send a test."),
    "photos": ("cli.photos:photos", "Review members' photos."),
    "staff": ("cli.staff:staff", "Manage staff accounts for the console."),
    "audit": ("cli.audit:audit", "Show what staff and operators did, and why."),
    "ops": ("cli.ops:ops", "Generate the console from the modules' declarations."),
    "bench": ("cli.dev.bench.command:bench", "Measure the speed of code paths, compared with their limits."),
    "demo": ("cli.dev.demo.command:demo", "Fill a new installation with demo members."),
    "screens": ("cli.dev.screens.command:screens", "Take screenshots of every screen, and check them with axe."),
    "words": ("cli.dev.words.command:words", "Check the texts of all languages, and translate them."),
    "mailbox": ("cli.dev.mailbox.command:mailbox", "Catch outgoing emails and show them on a page."),
    "simulator": ("cli.dev.simulator.command:simulator", "Simulate the payment provider."),
}

# Their tools are in cli/dev, which no image contains.
OF_DEVELOPMENT = ("up", "dev", "test", "bench", "demo", "screens", "words", "mailbox", "simulator")
if find_spec("cli.dev") is None:
    for name in OF_DEVELOPMENT:
        del COMMANDS[name]

# Errors of the engines' libraries when no server answers.
UNREACHABLE = {"OperationalError": "PostgreSQL", "MeilisearchCommunicationError": "Meilisearch"}
# Errors for values that our own checks did not catch: too large, not text, or violating a constraint.
IMPOSSIBLE = {"DataError", "IntegrityError", "OverflowError", "UnicodeEncodeError"}


class Subjects(click.Group):
    """A group whose commands are in modules that are imported on demand."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in COMMANDS:
            return None
        module, _, attribute = COMMANDS[cmd_name][0].partition(":")
        command: click.Command = getattr(importlib.import_module(module), attribute)
        show_examples(command, f"hearth {cmd_name}", _examples(command.help or ""))
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Commands"):
            formatter.write_dl([(name, text) for name, (_, text) in COMMANDS.items()])


def show_examples(command: click.Command, path: str, examples: list[str]) -> None:
    """Have every command of a group show the group's examples for it."""
    for name, leaf in getattr(command, "commands", {}).items():
        own = [one for one in examples if f"{one} ".startswith(f"{path} {name} ")]
        if own and "Examples:" not in (leaf.help or ""):
            leaf.epilog = "\n".join(("\b", "Examples:", *(f"  {one}" for one in own)))
        show_examples(leaf, f"{path} {name}", examples)


def _examples(text: str) -> list[str]:
    """Return the examples of a help text; one of several lines becomes one line."""
    examples = text.partition("Examples:\n")[2].partition("\n\n")[0]
    return [line.strip() for line in re.sub(r"\s*\\\n\s*", " ", examples).splitlines()]


ENDS = "\n".join(("\b", "Exit codes:", *(f"  {code:<3}  {meaning}" for code, meaning in EXIT_CODES.items())))


@click.group(cls=Subjects, epilog=ENDS, context_settings={"help_option_names": ["-h", "--help"]})
def main() -> None:
    """Hearthside: white-label software for dating and chat sites."""


def run() -> None:
    """Run the command line and exit with one of EXIT_CODES; what a person can fix is one line on stderr."""
    try:
        sys.exit(main(prog_name="hearth", standalone_mode=False))
    except CliError as error:
        error.show()
        sys.exit(error.exit_code)
    except click.UsageError as error:
        click.echo(f"hearth: {error.format_message()} See {_help(error)}.", err=True)
    except OSError as error:
        where = f": {error.filename}" if error.filename else ""
        click.echo(f"hearth: {redact(f'{error.strerror or error}{where}')}", err=True)
    except (click.Abort, KeyboardInterrupt):
        sys.exit(130)
    except Exception as error:
        kind, reason = type(error).__name__, redact((str(error).strip().splitlines() or [""])[0])
        if engine := UNREACHABLE.get(kind):
            click.echo(f"hearth: {engine} did not respond ({reason}). Start it with `hearth up`.", err=True)
        elif kind in IMPOSSIBLE:
            click.echo(f"hearth: a value cannot be stored ({reason}). Check your input.", err=True)
        else:
            sys.excepthook = show_uncaught
            raise
    sys.exit(2)


def _help(error: click.UsageError) -> str:
    return f"`{error.ctx.command_path if error.ctx else 'hearth'} --help`"
