"""Commands and views of the messaging module."""
