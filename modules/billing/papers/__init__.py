"""Invoices, credit notes and statements."""
