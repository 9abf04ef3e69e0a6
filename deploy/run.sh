#!/bin/sh
# What a container runs, by its first word: web, live, worker, slow-worker, relay, or any hearth command.
set -eu

case "${1:-}" in
    web | live)
        # One process a container, so that its metrics are whole; more containers are more processes.
        exec python -m app.serving "$1" --host 0.0.0.0 --port 8000
        ;;
    worker | slow-worker | relay)
        exec python -m app.worker "$1"
        ;;
    *)
        exec python -m cli "$@"
        ;;
esac
