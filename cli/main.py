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
    "build": ("cli.spa:build", "Build the two browser applications where their sources changed."),
    "db": ("cli.db:db", "Migrate the database, or check that it is at the newest version."),
    "engines": (
        "cli.engines.command:engines_command",
        "Run a command beside its own PostgreSQL, Redis and Meilisearch.",
    ),
    "openapi": ("cli.openapi:openapi", "Write the API's description and the client types."),
    "site": ("cli.site:site", "Make sites and change their settings."),
    "page": ("cli.page:page", "Write the static pages of a site."),
    "member": ("cli.member:member", "Look at members' accounts, make one, or let one leave."),
    "backup": ("cli.backup.command:backup", "Write database, files and keys into one encrypted file."),
    "restore": ("cli.backup.command:restore", "Restore a backup, and verify the result."),
    "keys": ("cli.keys:keys", "Move sealed values to a new secret, and show when the former one can be deleted."),
    "erase": ("cli.erase:erase", "Keep erased members erased, also after a restore."),
    "invitation": ("cli.invitation:invitation", "Invite people to sites that take members by invitation."),
    "lander": ("cli.lander:lander", "Choose the texts of landing pages, and count bounces."),
    "credits": ("cli.credits:credits", "Give members credits, or take them."),
    "shop": ("cli.shop:shop", "Sell bundles of credits, each country in its own money."),
    "discount": ("cli.discount:discount", "Make discount codes and stop them."),
    "order": ("cli.order:order", "Look at orders, ask after them, send money back."),
    "complaint": ("cli.complaint:complaint", "Look at complaints: who waits, until when, and what was said."),
    "direct-debit": ("cli.direct_debit:direct_debit", "Collect by direct debit: files for the bank and from it."),
    "ledger": ("cli.ledger:ledger", "Prove the ledger of credits."),
    "icebreaker": ("cli.icebreaker:icebreaker", "Change the sentences that help members to begin."),
    "figures": ("cli.figures:figures", "Show what happened day by day: signups, messages, revenue, queue times."),
    "jobs": ("cli.jobs:jobs", "List scheduled jobs, and run one now."),
    "outbox": ("cli.outbox:outbox", "List the work that handlers still have to do, and retry what they gave up."),
    "search": ("cli.search:search", "Rebuild the search index, or compare it with Postgres."),
    "mail": ("cli.mail:mail", "See which mails go out, try one, sign them, and take in what comes back."),
    "push": ("cli.push:push", "Make the key for push messages, and send one to try it."),
    "photos": ("cli.photos:photos", "Review members' photos."),
    "staff": ("cli.staff:staff", "Let people into the staff's console."),
    "audit": ("cli.audit:audit", "Look at what staff and operators did, and why."),
    "ops": ("cli.ops:ops", "Generate the console from the modules' declarations."),
    "bench": ("cli.dev.bench.command:bench", "Measure the speed of code paths, compared with their limits."),
    "demo": ("cli.dev.demo.command:demo", "Fill a new installation with invented people."),
    "screens": ("cli.dev.screens.command:screens", "Take pictures of every screen, and check them with axe."),
    "mailbox": ("cli.dev.mailbox.command:mailbox", "Catch outgoing mail and show it on a page."),
    "simulator": ("cli.dev.simulator.command:simulator", "Simulate the payment provider."),
}

# Their tools are in cli/dev, which no image contains.
OF_DEVELOPMENT = ("up", "dev", "test", "bench", "demo", "screens", "mailbox", "simulator")
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
    """Hearthside: honest online dating and chat sites."""


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
            click.echo(f"hearth: {engine} did not answer ({reason}); start it with `hearth up`.", err=True)
        elif kind in IMPOSSIBLE:
            click.echo(f"hearth: a value cannot be kept ({reason}); look at what you gave.", err=True)
        else:
            sys.excepthook = show_uncaught
            raise
    sys.exit(2)


def _help(error: click.UsageError) -> str:
    return f"`{error.ctx.command_path if error.ctx else 'hearth'} --help`"
