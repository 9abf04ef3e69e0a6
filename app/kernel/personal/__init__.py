"""What is held of members: declared, copied, and searched for."""
