"""SEPA direct debit: mandates, collections, and the bank's files."""
