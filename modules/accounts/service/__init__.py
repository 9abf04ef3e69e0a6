"""Commands of the accounts module.

Those that hash a password open their own short transactions around the hashing, so that no connection waits for it.
"""
