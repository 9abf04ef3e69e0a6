"""A simulator of Mollie's API for one machine: answers, checkout page, notices, and faults on demand."""
