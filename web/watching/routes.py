"""The addresses for who watches the server."""

from __future__ import annotations

from flask import Blueprint

from web.watching import health, metrics

watching = Blueprint("watching", __name__)
watching.get("/health")(health.alive)
watching.get("/health/ready")(health.ready)
watching.get("/metrics")(metrics.metrics)
