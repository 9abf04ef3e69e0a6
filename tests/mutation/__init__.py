"""Mutation tests: one small change to the code at a time, and whether the tests of its module notice."""
