"""The live process: keeps a stream open to every browser that is there, and writes into it what the relay announces."""
