"""Encryption, signatures, and what is kept out of logs."""
