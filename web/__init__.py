"""What people use: pages, API, charts and the command line."""

from importlib.util import find_spec
from pathlib import Path

for _name in ("records", "importers"):  # an index has packages of these names too, which one environment cannot hold beside ours
    _spec = find_spec(_name)
    _origin = _spec.origin if _spec is not None else None
    if _origin is None or Path(_origin).parent != Path(__file__).parents[1] / _name:
        raise ImportError(
            f"Kiebitz needs its own package {_name!r}, but Python finds {_origin or 'none'}. "
            "Another distribution has the same name: install Kiebitz in a virtual environment of its own."
        )
