"""Invoices, credit notes and statements are issued and printed."""
