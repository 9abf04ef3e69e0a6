"""Readers and writers of bank files."""
