"""A mail server and SMS gateway for one machine: it keeps every message it is given and shows them on a page."""
