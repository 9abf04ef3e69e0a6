"""What is done with mandates, collections and batches."""
