"""The one shape of a refusal."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeAlias

from marshmallow import Schema, fields

if TYPE_CHECKING:
    from http import HTTPStatus

Errors: TypeAlias = dict[str, dict[str, list[str]]]
"""Sentences by part of the request (``query``, ``path``) and by name there."""


class Refusal(Schema):
    """The content of every answer with a status of 400 or above."""

    code = fields.Integer(required=True, metadata={"description": "HTTP status"})
    status = fields.String(required=True, metadata={"description": "its English name"})
    message = fields.String(required=True, metadata={"description": "place and reason, in the language asked for"})
    errors = fields.Dict(
        keys=fields.String(),
        values=fields.Dict(keys=fields.String(), values=fields.List(fields.String())),
        required=True,
        metadata={"description": "the same for each parameter, by part of the request (query, path); empty where it is about none"},
    )
    rule = fields.String(metadata={"description": "code of the rule that was broken, where one was"})


def refusal(status: HTTPStatus, message: str, errors: Errors, rule: str) -> dict[str, Any]:
    """Return a refusal; ``rule`` is "" if none was broken."""
    said = {"code": int(status), "status": status.phrase, "message": message, "errors": errors}
    return {**said, "rule": rule} if rule else said
