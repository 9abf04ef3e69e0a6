"""Services by themselves still say what members read."""

import app.registry  # noqa: F401 - registers the texts of all modules
