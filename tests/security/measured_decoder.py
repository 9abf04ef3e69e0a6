"""The decoder of uploads in a process around it, which notes what each took: seconds of work, and kilobytes at most."""

import os
import resource
import subprocess
import sys

ended = subprocess.run([sys.executable, "-I", os.environ["DECODER"], *sys.argv[1:]]).returncode
took = resource.getrusage(resource.RUSAGE_CHILDREN)
with open(os.environ["NOTES"], "a") as notes:
    notes.write(f"{took.ru_utime + took.ru_stime} {took.ru_maxrss}\n")
sys.exit(ended if ended >= 0 else 1)
