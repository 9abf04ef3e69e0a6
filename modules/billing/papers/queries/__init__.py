"""Reads of invoices, credit notes and statements."""
