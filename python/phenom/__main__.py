"""``python -m phenom`` is the command ``phenom``."""

import sys

from ._phenom import main

if __name__ == "__main__":
    sys.exit(main())
