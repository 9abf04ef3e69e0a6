"""A simulator of Mollie's API for one machine: answers, checkout page, webhooks, and faults on demand."""
