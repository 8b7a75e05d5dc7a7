"""``python -m web.cli`` is ``kiebitz``."""

from __future__ import annotations

from web.cli import main

if __name__ == "__main__":
    main()
