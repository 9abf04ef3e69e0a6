#!/bin/sh
# The steps of the image. The Dockerfile calls only these, so that the tests can run them without Docker.
set -eu
cd "$(dirname "$0")/.."

case "${1:-}" in
    lock) # FILE: the runtime part of the lock
        python3 deploy/runtime_lock.py >"$2"
        ;;
    packages) # FOLDER FILE: a virtual environment with them
        python3 -m venv --without-pip "$2"
        python3 -m pip --python "$2/bin/python" install -qq --disable-pip-version-check --no-input --no-compile \
            --no-deps --require-hashes -r cli/uv.lock
        UV_COMPILE_BYTECODE=${UV_COMPILE_BYTECODE:-1} python3 -m cli.uv "$2/bin/python" "$3"
        "$2/bin/uv" pip uninstall --quiet --python "$2/bin/python" uv
        ;;
    front-ends) # both applications, built as everywhere
        ./hearth build
        ;;
    application) # FOLDER: the application
        mkdir -p "$2/member-web" "$2/ops-console" "$2/deploy"
        # With their times, which Python compares with its compiled files.
        cp -Rp app modules cli migrations pyproject.toml requirements.lock "$2/"
        rm -r "$2/cli/dev" # tools of development
        cp -R member-web/dist "$2/member-web/"
        cp -R ops-console/dist "$2/ops-console/"
        cp deploy/run.sh deploy/healthy.py "$2/deploy/"
        # Written at build time, because the process may write nothing there.
        python3 -m compileall -q -j 0 "$2/app" "$2/modules" "$2/cli" "$2/migrations"
        ;;
    *)
        echo "usage: deploy/build.sh lock FILE | packages FOLDER FILE | front-ends | application FOLDER" >&2
        exit 2
        ;;
esac
