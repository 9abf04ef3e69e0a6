"""The health check of a container: `healthy.py PORT PATH` ends with 0 or 1."""

import sys
import urllib.error
import urllib.request


def main() -> None:
    """Request the path on loopback, with a time-out of three seconds."""
    port, path = sys.argv[1:3]
    try:
        urllib.request.urlopen(f"http://127.0.0.1:{int(port)}{path}", timeout=3).close()
    except (urllib.error.URLError, TimeoutError) as error:
        sys.exit(f"not well: {error}")


if __name__ == "__main__":
    main()
