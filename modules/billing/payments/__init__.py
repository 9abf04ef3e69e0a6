"""Orders, payments, refunds and chargebacks."""
