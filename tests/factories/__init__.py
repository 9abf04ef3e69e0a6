"""Rows of every module, made by its services, which need the texts of all modules."""

import app.registry  # noqa: F401 - registers the texts
