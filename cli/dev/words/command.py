"""`hearth words`: check the texts of all languages, begin a language, and exchange tables with translators."""

from pathlib import Path

import click

from app.kernel.i18n import LOCALES
from cli.errors import CheckFailed, CliError
from cli.work import json_option, show_table

LANGUAGE = click.Choice(LOCALES)
TABLE = click.Path(path_type=Path, dir_okay=False)


@click.group()
def words() -> None:
    """Check the texts of all languages, and translate them.

    The rules are those of docs/words.md; what differs between languages is in docs/glossary.

    \b
    Examples:
      hearth words check
      hearth words check de --rule terms
      hearth words sample de --seed 2
      hearth words sheet de german.csv
      hearth words take de german.csv
      hearth words new pt
    """


@words.command()
@click.argument("languages", nargs=-1, type=LANGUAGE)
@click.option("--rule", "names", multiple=True, help="Only this rule (repeatable).")
@json_option
def check(languages: tuple[str, ...], names: tuple[str, ...], as_json: bool) -> None:
    """List the texts that break a rule, and where they are seen; exit with 1 if any does."""
    from cli.dev.words.catalogue import read
    from cli.dev.words.places import place_of
    from cli.dev.words.rules import RULES, faults

    rules = [rule for rule in RULES if not names or rule.__name__ in names]
    if len(rules) < len(names):
        raise CliError(f"There are only these rules: {', '.join(rule.__name__ for rule in RULES)}.")
    rows = [
        {
            "language": language,
            "rule": rule.__name__,
            "key": fault.key,
            "fault": fault.what,
            "place": place_of(fault.key) if ": " in fault.key else "page",
        }
        for language in languages or LOCALES
        for texts in (read(language),)
        for rule in rules
        for fault in faults(texts, rule)
    ]
    show_table(("language", "rule", "key", "fault", "place"), rows, as_json=as_json)
    if rows:
        raise CheckFailed(f"{len(rows)} texts break a rule.")


@words.command()
@click.argument("language")
def new(language: str) -> None:
    """Create the files of a new LANGUAGE, with empty texts and English pages.

    `hearth words sheet` then writes the table for its translator. What else a language needs: docs/changing.md.
    """
    from cli.dev.words.starting import start_language

    try:
        made = start_language(language)
    except ValueError as error:
        raise CliError(str(error)) from error
    for file in made:
        click.echo(file)
    click.echo(f"Add {language!r} to LOCALES in app/kernel/i18n.py; docs/changing.md, A language, has the rest.")


@words.command()
@click.argument("language", type=LANGUAGE)
@click.option("--seed", default="1", show_default=True, help="Another seed draws other texts.")
@json_option
def sample(language: str, seed: str, as_json: bool) -> None:
    """Draw 360 texts and 30 paragraphs of LANGUAGE for an editor to judge (docs/reports/words.md)."""
    from cli.dev.words.catalogue import read
    from cli.dev.words.sample import draw

    drawn = draw(read(language), seed)
    rows = [{"number": nth, "key": key, "text": text} for nth, (key, text) in enumerate(drawn, 1)]
    show_table(("number", "key", "text"), rows, as_json=as_json)


@words.command()
@click.argument("language")
@click.argument("file", type=TABLE)
def sheet(language: str, file: Path) -> None:
    """Write all texts of LANGUAGE to FILE, a table for a translator (CSV).

    Columns: key, the place where the text is seen, its picture of `hearth screens`, the limit in characters without
    values, the glossary's terms, English, and the text to write.
    """
    from cli.dev.words.sheet import write_sheet

    click.echo(f"{write_sheet(language, file)} texts in {file}.")


@words.command()
@click.argument("language")
@click.argument("file", type=click.Path(path_type=Path, dir_okay=False, exists=True))
@json_option
def take(language: str, file: Path, as_json: bool) -> None:
    """Store the texts that were changed in FILE, a table that `sheet` wrote; exit with 1 if some break a rule.

    Those that break a rule are listed and not stored.
    """
    from cli.dev.words.sheet import take_sheet

    try:
        taken, broken = take_sheet(language, file)
    except KeyError as unknown:
        raise CliError(f"There is no text {unknown}; write a new table with `hearth words sheet`.") from unknown
    show_table(("key", "fault"), [{"key": fault.key, "fault": fault.what} for fault in broken], as_json=as_json)
    click.echo(f"{len(taken)} texts stored.", err=True)
    if broken:
        raise CheckFailed(f"{len({fault.key for fault in broken})} texts break a rule and were not stored.")
