"""`hearth test`: the suites, running them, and a record of which passed for which tree of files."""
