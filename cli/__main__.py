"""Runs the `hearth` command."""

from cli.main import run

run()
