"""The live process: one event stream for each open page, to which it writes the signals of the relay."""
