"""What an address may ask: read strictly, refused in the reader's language."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from marshmallow import RAISE, Schema, ValidationError, fields, pre_load, validates_schema

from records.core.sentences import N_
from records.core.viewers import OPEN, viewer_key
from records.service.views.odds import MOST_DRAWN, STRONGEST
from web.charts.sheet import GRAINS
from web.listing import FIRST_ORDER, ORDERS
from web.looking import MEMORIES, TIMES
from web.problems import Refused
from web.queries import LONGEST, complain, read_choice, read_number
from web.suspense import WISHES
from web.words.phrases import LANGUAGES
from web.words.texts import _

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping

    from werkzeug.datastructures import MultiDict

LARGEST_PAGE = 200
"""Records."""


class TextField(fields.String):
    """A line of text as it stands in an address; its length and signs were looked at before."""

    def __init__(self, description: str, *, usual: str = "", **more: Any) -> None:
        """``usual`` is what the document names for a field that is left out, where the answer itself knows it."""
        told = {"default": usual} if usual else {}
        super().__init__(metadata={"description": description, "maxLength": LONGEST, **told}, **more)


class WholeField(fields.Integer):
    """A whole number from ``least`` to ``most``, in ASCII digits only: neither signs, spaces nor other scripts' digits."""

    def __init__(self, description: str, *, least: int = 0, most: int = 999_999_999, **more: Any) -> None:
        super().__init__(metadata={"description": description, "minimum": least, "maximum": most}, **more)
        self.least, self.most = least, most

    def _deserialize(self, value: Any, attr: str | None, data: Mapping[str, Any] | None, **_kwargs: Any) -> int:  # noqa: ARG002
        try:
            number = read_number("", value)
        except Refused:
            number = -1
        if not self.least <= number <= self.most:
            told = {"name": self.data_key or attr, "least": self.least, "most": self.most, "text": value}
            raise ValidationError(_("“%(name)s” is a whole number from %(least)s to %(most)s, not “%(text)s”.", **told))
        return number


class ChoiceField(fields.String):
    """One of some words."""

    def __init__(self, description: str, choices: Collection[str], **more: Any) -> None:
        super().__init__(metadata={"description": description, "enum": list(choices)}, **more)
        self.choices = choices

    def _deserialize(self, value: Any, attr: str | None, data: Mapping[str, Any] | None, **_kwargs: Any) -> str:  # noqa: ARG002
        try:
            return read_choice(self.data_key or attr or "", value, self.choices)
        except Refused as error:
            raise ValidationError(error.reason) from None


class Query(Schema):
    """The query of an address, read strictly: what is unknown, said twice or not printable is refused, never passed over."""

    class Meta:
        """A typo in ``?as=`` must never fall back to a wider view."""

        unknown = RAISE

    lang = ChoiceField(N_("The language of texts; by default the one that the request prefers."), LANGUAGES)

    @pre_load
    def check_all(self, data: MultiDict[str, str], **_kwargs: Any) -> MultiDict[str, str]:
        """Refuse each parameter that cannot stand in this address."""
        known = {field.data_key or name: field for name, field in self.fields.items()}
        repeated = [name for name, field in known.items() if isinstance(field, fields.List)]
        missing = (name for name, field in known.items() if field.required and name not in data)
        wrong = {name: [_("The parameter “%(name)s” must be given.", name=name)] for name in missing}
        for name in data:
            if complaint := complain(name, data.getlist(name), known, repeated):
                wrong[name[:LONGEST]] = [complaint]
        if wrong:
            raise ValidationError(wrong)
        return data


class NoQuery(Query):
    """Only the language can be chosen."""


class LookQuery(Query):
    """Through whose eyes a record is looked at."""

    viewer = TextField(
        N_("Through whose eyes: public, open, a seat's key, or a player's name in upper or lower case."),
        data_key="as",
        load_default=None,
        usual=viewer_key(OPEN),
    )


class PositionQuery(LookQuery):
    """A position."""

    memory = ChoiceField(N_("“table”: by the online table's memory, in a game that has one."), MEMORIES)


class ReviewQuery(LookQuery):
    """A review."""

    graded = ChoiceField(N_("“on”: a win counts by its grade."), ("on",))


class LayersQuery(LookQuery):
    """What was written beside a record."""

    at = WholeField(N_("As seen by a reader who is at this step; by default, at the end."))


class CasesQuery(LookQuery):
    """Which disputes are asked for."""

    event = TextField(N_("Only those of one event."), load_default=None)


class RecordCasesQuery(LookQuery):
    """Which disputes about one record are asked for."""

    after = TextField(N_("Id of a dispute: the page begins behind it."), load_default="")
    page_size = WholeField(N_("Disputes on a page."), least=1, most=LARGEST_PAGE, load_default=LARGEST_PAGE)


class PrecedentsQuery(Query):
    """Which rulings are asked for."""

    game = TextField(N_("Only those about one game, by its name."), load_default="")
    paragraph = TextField(N_("Only those that turn on this paragraph."), load_default="")
    card = TextField(N_("Only those in whose play this card lay open, by its name in the catalogue."), load_default="")


class EventQuery(Query):
    """Which event of a club is asked for."""

    event = TextField(N_("The event's name, in full."), required=True)


class LuckQuery(Query):
    """Whose luck and skill are asked for: those of an event, or of the latest records of the shelf."""

    event = TextField(N_("An event's name, in full; by default, the latest records of the shelf."))
    game = TextField(N_("Records of this game only."))


class StudyQuery(Query):
    """How a study is read."""

    number = WholeField(N_("As it was published with this number; by default, as it stands."))


class ThoughtQuery(LookQuery):
    """What can be worked out about a step."""

    knows = ChoiceField(N_("“hindsight”: from the whole record; without it, as at the step."), TIMES)


class ChartQuery(LookQuery):
    """A chart."""

    grain = ChoiceField(
        N_("After which steps it is measured: the last of each turn, or every step."), GRAINS, load_default=next(iter(GRAINS))
    )
    at = WholeField(N_("The step at which it ends; without it the last."), load_default=None)


class AttackQuery(LookQuery):
    """An attack."""

    strength = WholeField(N_("The strength of the attack."), most=STRONGEST, required=True)
    way = TextField(N_("What it hits, in the game's own word; by default the usual target. A refusal lists the words."))
    seat = TextField(N_("The attacking seat; by default the viewer, or else the seat to move."), data_key="by")


class DrawQuery(LookQuery):
    """A draw."""

    number = WholeField(N_("How many cards are drawn."), least=1, most=MOST_DRAWN, required=True)
    card = fields.List(
        fields.String(metadata={"maxLength": LONGEST}),
        required=True,
        metadata={
            "description": N_("A card by its name, or the game's word for a group of cards; if given more than once, any of them counts.")
        },
    )
    deck = TextField(N_("The deck; required where there are several."))


class AskQuery(LookQuery):
    """A question of the game."""

    ask = TextField(N_("Its name."), required=True)
    let = fields.List(
        fields.String(metadata={"maxLength": LONGEST}),
        load_default=(),
        metadata={"description": N_("Its parameters as NAME=VALUE; those left out have their usual value.")},
    )


class StepsQuery(LookQuery):
    """A part of a record."""

    first = WholeField(N_("The first event, counted from 1."), least=1, data_key="from", load_default=1)
    last = WholeField(N_("The last event; without it, or where there are fewer, the record's last."), least=1, data_key="to")

    @validates_schema
    def check_order(self, asked: Mapping[str, Any], **_kwargs: Any) -> None:
        """Refuse what ends before it begins."""
        if "last" in asked and asked["last"] < asked["first"]:
            raise ValidationError({"to": [_("The last event, %(last)s, comes before the first, %(first)s.", **asked)]})


class HeaderQuery(LookQuery):
    """What a record says of itself."""

    suspense = ChoiceField(N_("On: without lengths and results. By default as the reader has chosen on the pages."), WISHES)


class SearchQuery(Query):
    """Which records are looked for on the shelf."""

    suspense = ChoiceField(N_("On: without lengths and results. By default as the reader has chosen on the pages."), WISHES)
    q = TextField(N_("Words to search for; all of them must occur, in names of players, games or results."), load_default="")
    game = fields.List(
        fields.String(metadata={"maxLength": LONGEST}),
        load_default=(),
        metadata={"description": N_("A game's name; if given more than once, any of them counts.")},
    )
    sort = ChoiceField(N_("The order of the list."), ORDERS, load_default=FIRST_ORDER)
    page = WholeField(N_("The page, counted from 1."), least=1, load_default=1)
    page_size = WholeField(N_("Records on a page."), least=1, most=LARGEST_PAGE)
    after = TextField(N_("Id of a record: the page begins after it, and “page” is ignored."), load_default="")


class TrashQuery(Query):
    """Which records in the trash are asked for."""

    page_size = WholeField(N_("Records on a page."), least=1, most=LARGEST_PAGE, load_default=LARGEST_PAGE)
    after = TextField(N_("Id of a record in the trash: the page begins after it."), load_default="")
