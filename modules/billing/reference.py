"""Why the billing module keeps data about erased members (docs/personal-data.md)."""

BOOKS = "the books, for 7 to 10 years, as the law of the country has it"
EVIDENCE_OF_A_DEBIT = "that a debit was authorised: 14 months after the last one, then with the books"

# Why the copy of a member's data leaves a table out.
BEHIND_AN_ORDER = "the books behind an order or a refund that the copy tells"
