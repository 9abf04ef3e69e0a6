"""Reads of profiles, photos and places."""
