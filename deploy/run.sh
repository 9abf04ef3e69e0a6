#!/bin/sh
# What a container runs, by its first word: web, live, worker, slow-worker, relay, or any hearth command.
set -eu
port=8000

case "${1:-}" in
    web)
        # One process a container, so that its metrics are whole; more containers are more processes.
        exec granian --interface wsgi --factory --host 0.0.0.0 --port "$port" --workers 1 --blocking-threads 4 \
            --workers-kill-timeout 10 --log-config app/granian.json app.bootstrap:create_app
        ;;
    live)
        exec granian --interface asgi --factory --host 0.0.0.0 --port "$port" --workers 1 --backlog 4096 \
            --backpressure 20000 --workers-kill-timeout 5 --log-config app/granian.json app.live.asgi:create_app
        ;;
    worker | slow-worker | relay)
        exec python -m app.worker "$1"
        ;;
    *)
        exec python -m cli "$@"
        ;;
esac
