"""What all answers have in common, and fields of theirs: a class says of each field what it is, and where its value comes from."""

from __future__ import annotations

from functools import cache
from operator import attrgetter, itemgetter
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

from marshmallow import RAISE, Schema, fields

from records.core.viewers import viewer_key

if TYPE_CHECKING:
    from collections.abc import Callable

    from records.service import RecordView
    from web.words.phrases import Words

    Source = Callable[[Any, Any], Any]
    """Makes a value of what is answered and of the ``Words`` of the answer."""

F = TypeVar("F", bound=fields.Field[Any])


class Looked(NamedTuple):
    """What was found of a record, through whose eyes, and at which step."""

    view: RecordView | Any
    """None where the answer does not say whose it is."""
    found: Any = None
    at: int = 0


class ApiAnswer(Schema):
    """A shape that is sent: exactly these fields, and all of them in every answer.

    A field has the value of the attribute that its name or its ``attribute`` names (``header.event``; a number takes a part of a tuple), or
    what it is ``made`` by.
    """

    class Meta:
        """Nothing else is in it."""

        unknown = RAISE

    def on_bind_field(self, field_name: str, field_obj: fields.Field[Any]) -> None:  # noqa: ARG002 -- names the library gives
        """Require the field: an answer leaves none out."""
        field_obj.required = True

    @classmethod
    def data(cls, of: Any, words: Words | None = None) -> dict[str, Any]:
        """Return what is sent of ``of``, in the order of the fields; raises ``AttributeError`` where it has not what a field takes.

        ``words`` are needed where a field is said in words. Names, times and pieces of the record stand as they are: the writer of JSON
        knows them.
        """
        return {key: source(of, words) for key, source in _sources(cls)}


def means(description: str) -> dict[str, Any]:
    """Return how a field is described in the document."""
    return {"metadata": {"description": description}}


def made(field: F, source: Source) -> F:
    """Return ``field`` with what makes its value."""
    vars(field)["source"] = source
    return field


def itself(of: Any, _words: Words | None) -> Any:
    """Return all that is answered, as the value of one of its fields."""
    return of


@cache
def _sources(shape: type[ApiAnswer]) -> tuple[tuple[str, Source], ...]:
    return tuple((field.data_key or name, _source(name, field)) for name, field in shape().declared_fields.items())


def _source(name: str, field: fields.Field[Any]) -> Source:
    take, turn = vars(field).get("source") or _taken(field.attribute or name), _turned(field)
    if turn is None:
        return take

    def source(of: Any, words: Words | None) -> Any:
        value = take(of, words)
        return None if value is None else turn(value, words)

    return source


def _taken(path: str) -> Source:
    part, _dot, rest = path.partition(".")
    if not part.isdigit():
        attribute = attrgetter(path)
        return lambda of, _words: attribute(of)
    item = itemgetter(int(part))
    if not rest:
        return lambda of, _words: item(of)
    inner = _taken(rest)
    return lambda of, words: inner(item(of), words)


def _turned(field: Any) -> Source | None:
    """Return what a field makes of a value; None where it stands as it is."""
    if hasattr(field, "turned"):
        own: Source = field.turned
        return own
    if isinstance(field, fields.Nested):
        data: Source = field.nested.data  # type: ignore[union-attr]  # a shape of ours
        return data
    if isinstance(field, fields.List):
        each = _turned(field.inner)
        return each and (lambda values, words: [each(value, words) for value in values])
    if isinstance(field, fields.Dict):
        part = field.value_field and _turned(field.value_field)
        if part:
            return lambda values, words: {key: part(value, words) for key, value in values.items()}
        return lambda values, _words: dict(values)
    return (lambda value, _words: float(value)) if isinstance(field, fields.Float) else None


_FACE = {
    "oneOf": [
        {"type": "string", "description": "the card's name, or ? where it is not known"},
        *(
            {
                "type": "object",
                "properties": {word: {"type": "array", "items": {"type": "string"}}},
                "required": [word],
                "additionalProperties": False,
            }
            for word in ("in", "not")
        ),
    ]
}
"""A name, ``"?"``, ``{"in": [...]}`` (one of these) or ``{"not": [...]}`` (none of these)."""


class Time(fields.Raw):
    """A moment in UTC, written as on the wire: ``2026-11-21T10:02:11.120000Z``."""

    def __init__(self, **more: Any) -> None:
        super().__init__(metadata={"type": "string", "format": "date-time"}, **more)


class FaceField(fields.Raw):
    """What is printed on a card, as far as the viewer was shown it."""

    def __init__(self, **more: Any) -> None:
        super().__init__(metadata=_FACE, **more)


class SaidField(fields.String):
    """A sentence, as text."""

    turned = staticmethod(lambda sentence, words: words.say(sentence))


class TitleField(fields.String):
    """A message id, in the language of the answer."""

    turned = staticmethod(lambda text, words: words.locale.translated(text))


class ViewerField(fields.String):
    """A viewer: public, open or a seat's key."""

    turned = staticmethod(lambda viewer, _words: viewer_key(viewer))


class ViewedSchema(ApiAnswer):
    """Of which record something was found, through whose eyes."""

    id = fields.String(attribute="view.header.record")
    viewer = ViewerField(attribute="view.viewer", **means("public, open or a seat's key: through whose eyes it was looked at"))
