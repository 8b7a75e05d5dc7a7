"""plotly's own script, as it lies in the package: no other site is asked for it."""

from __future__ import annotations

from importlib.resources import files

from plotly.offline import get_plotlyjs_version

SCRIPT = f"plotly-{get_plotlyjs_version()}.js"
"""Its name in addresses; the version is in it, so a browser may keep it for good."""


def script_bytes() -> bytes:
    """Return the script; 4.8 MB, 1.4 as it is sent."""
    return (files("plotly") / "package_data" / "plotly.min.js").read_bytes()
