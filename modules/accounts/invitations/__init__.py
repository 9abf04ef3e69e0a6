"""Invitations to sign up."""
