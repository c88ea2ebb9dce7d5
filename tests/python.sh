#!/usr/bin/env bash
# The Python package: builds its module with what the command was built from, and runs its tests.
# `tests/python.sh --module` only builds it, `tests/python.sh --tests` only tests it. The environment is target/python-package.
set -euo pipefail
cd "$(dirname "$0")/../python"

environment=$PWD/../target/python-package
if [ "${1:-}" != --tests ]; then
  [ -e "$environment/bin/pip" ] || python3 -m venv "$environment"
  "$environment/bin/pip" install --quiet --disable-pip-version-check "maturin>=1.16,<2"
  # The profiles of the workspace: python/ is a workspace of its own, and takes them as cargo's configuration.
  PIP_QUIET=1 PATH="$environment/bin:$PATH" VIRTUAL_ENV=$environment CARGO_TARGET_DIR="${CARGO_TARGET_DIR:-../target}" \
    maturin develop --quiet --profile dev --config ../Cargo.toml --locked --extras test
fi
if [ "${1:-}" != --module ]; then
  "$environment/bin/python" -m pytest --quiet
fi
