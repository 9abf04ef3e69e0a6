"""`hearth test`: the suites, what they take, and what passed for which tree."""
