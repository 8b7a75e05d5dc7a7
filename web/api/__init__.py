"""The JSON API below ``/api``: read only, through ``GameBook`` alone, so that nothing in it can pass the door."""

from web.api.document import add_api

__all__ = ["add_api"]
