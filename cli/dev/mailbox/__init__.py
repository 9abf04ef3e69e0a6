"""A mail server and SMS gateway for one machine, which stores every message and shows it on a page."""
