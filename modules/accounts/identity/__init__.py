"""Who somebody is: members, their names, addresses and passwords, and contacts without an account."""
