"""`hearth words`: the texts of all languages, what breaks a rule in them, and tables for translators."""
