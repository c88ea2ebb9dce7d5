#!/usr/bin/env bash
# The Python package: builds its module with what the command was built from, and runs its tests.
# `tests/python.sh --module` only builds it. The environment is target/python-package.
set -euo pipefail
cd "$(dirname "$0")/.."

environment=$PWD/target/python-package
[ -e "$environment/bin/pip" ] || python3 -m venv "$environment"
"$environment/bin/pip" install --quiet --disable-pip-version-check "maturin>=1.16,<2"
# The profiles of the workspace: python/ is a workspace of its own, and takes them as cargo's configuration.
(cd python && PATH="$environment/bin:$PATH" VIRTUAL_ENV=$environment CARGO_TARGET_DIR="${CARGO_TARGET_DIR:-../target}" \
  maturin develop --quiet --profile dev --config ../Cargo.toml --locked --extras test)
[ "${1:-}" != --module ] || exit 0

cd python
"$environment/bin/python" -m pytest --quiet
