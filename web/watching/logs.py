"""Lines of the log, as text or JSON: time, level, number of the request, and what happened. Tracebacks stand here and nowhere else."""

from __future__ import annotations

import json
import logging
import sys
import time
from typing import TYPE_CHECKING, Any, Literal

from web import tracing

if TYPE_CHECKING:
    from web.tracing import Trace

LogForm = Literal["text", "json"]
ACCESS = logging.getLogger("kiebitz.access")


class _TextLine(logging.Formatter):
    """A line of text: time in UTC, level, request, logger, message; a traceback on the lines after it."""

    converter = staticmethod(time.gmtime)
    default_time_format = "%Y-%m-%dT%H:%M:%S"
    default_msec_format = "%s.%03dZ"

    def formatMessage(self, record: logging.LogRecord) -> str:  # noqa: N802 -- the library's name
        """Return the line."""
        said = record.getMessage().replace("\n", "\\n").replace("\r", "\\r")
        return f"{self.formatTime(record)} {record.levelname} {request_of(record)} {record.name}: {said}"


class _JsonLine(_TextLine):
    """One JSON object a line, a traceback inside it."""

    def format(self, record: logging.LogRecord) -> str:
        """Return the line."""
        made: dict[str, Any] = {
            "time": self.formatTime(record),
            "level": record.levelname.lower(),
            "request": request_of(record),
            "logger": record.name,
            "message": record.getMessage(),
        }
        made |= getattr(record, "fields", {})
        if record.exc_info:
            made["traceback"] = self.formatException(record.exc_info)
        return json.dumps(made, ensure_ascii=False)


def request_of(_record: logging.LogRecord) -> str:
    """Return the number of the request in which something is logged; "-" outside of one."""
    trace = tracing.current()
    return tracing.NOWHERE if trace is None else trace.id


def configure(form: LogForm, *, access: bool) -> None:
    """Let this process log to standard error in a form; ``access``: also a line for each request."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(_JsonLine() if form == "json" else _TextLine())
    root = logging.getLogger()
    root.handlers[:] = [handler]
    root.setLevel(logging.WARNING)
    ACCESS.setLevel(logging.INFO if access else logging.WARNING)


def tell_access(trace: Trace) -> None:
    """Log a request whose answer begins: method, route, status and time; neither its address nor who sent it."""
    if ACCESS.isEnabledFor(logging.INFO):
        fields = {"method": trace.method, "route": trace.route, "status": trace.status, "seconds": round(trace.seconds, 4)}
        ACCESS.info("%s %s %s %.4f s", *fields.values(), extra={"fields": fields})
