"""The reviews of a record as JSON values: chances and losses in points, each a hundredth of a game won, with their errors."""

from __future__ import annotations

from math import isfinite
from typing import get_args

from marshmallow import fields

from records.review.reasons import WHY
from records.review.rows import MistakeMark
from records.service.reviews.views import Progress
from web.schemas.base import ApiAnswer, ViewerField, made, means
from web.schemas.layers import CommandText

GAPS = "steps at which no chance is known; of several in a row the first: a line of the chart is broken there"
POINTS = "in points, each a hundredth of a game won"


def _why(of: object, words: object) -> str:
    return words.locale.translated(WHY[of.apart]) if of.apart else ""  # type: ignore[attr-defined]  # what has a reason, and Words


class ShareField(fields.Float):
    """A share of a game won, in points."""

    turned = staticmethod(lambda share, _words: float(100 * share))

    def __init__(self, description: str) -> None:
        super().__init__(**means(description))


class TallySchema(ApiAnswer):
    """A mean of results of play-outs, or of their differences."""

    points = made(fields.Float(**means(POINTS)), lambda tally, _: float(tally.mean))
    error = made(
        fields.Float(allow_none=True, **means("its standard error; null where it has none")),
        lambda tally, _: tally.error if isfinite(tally.error) else None,
    )
    plays = fields.Integer()


class ReviewChanceSchema(ApiAnswer):
    """A chance after an event."""

    step = fields.Integer(attribute="version")
    chance = fields.Nested(TallySchema)


class ReviewEstimateSchema(ApiAnswer):
    """A chance after an event as it is estimated from what the seat sees, without a game played on."""

    step = fields.Integer(attribute="version")
    points = made(fields.Float(**means(POINTS)), lambda one, _: one.chance / 10)
    band = fields.Integer(**means("in points: twice what such an estimate is off by at one step; 0 for the end"))


class ReviewOptionSchema(ApiAnswer):
    """A move that could have been made."""

    command = CommandText()
    chosen = fields.Nested(TallySchema, **means("its chance on the worlds among which the best was chosen"))
    behind = fields.Nested(TallySchema, **means("by how much the first of the list was better in the same worlds"))
    fresh = fields.Nested(TallySchema, allow_none=True, **means("on fresh worlds; null where it was not compared there"))


class ReviewDecisionSchema(ApiAnswer):
    """A decision, weighed by what its seat could know then."""

    step = fields.Integer(attribute="version", **means("number of the event that is the decision"))
    seat = fields.String()
    command = CommandText(attribute="played")
    policy = made(
        fields.Raw(metadata={"type": ["object", "null"], "description": "what the simulated player does; null where it was not asked"}),
        lambda row, _: CommandText.turned(row.policy, None) if row.policy else None,
    )
    apart = fields.String(**means("why it is not weighed, as a word; empty where it is"))
    why = made(fields.String(**means("the same in words")), _why)
    options = fields.List(fields.Nested(ReviewOptionSchema), **means("what could have been done, the best first"))
    best = fields.List(CommandText(), **means("what cannot be told from the best"))
    chance = fields.Nested(TallySchema, **means("of the move that was made, on fresh worlds"))
    by_policy = fields.Nested(TallySchema, **means("of going on as the simulated player, on the same worlds"))
    loss = fields.Nested(TallySchema, **means("of the best move over the one that was made, paired; may come out below nought"))
    skill = fields.Nested(TallySchema, **means("of the move that was made over the simulated player's, paired"))
    unsure = made(
        fields.Float(**means("how likely such a loss is where in truth there is none, 0 to 1")), lambda row, _: row.unsure / 1_000_000
    )
    passed = fields.Integer(**means("the pass that made it: 1 a look, 2 marks, 3 a closer look"))
    estimated = fields.Boolean(**means("whether its numbers come from games cut short, so that they say where to look and are no verdict"))
    mark = fields.String(metadata={"enum": list(get_args(MistakeMark))})


class ReviewWorkSchema(ApiAnswer):
    """How far the work at a review is."""

    state = fields.String(metadata={"enum": list(get_args(Progress))})
    passed = fields.Integer(**means("the last pass of which all rows are there; -1 for none"))
    under_way = fields.Integer(**means("the pass at which it works"))
    done = fields.Integer(**means("rows of it that are there"))
    parts = fields.Integer()
    unsure = fields.Float(**means("the median standard error of the losses so far, in points; 0 where there is none"))
    why = fields.String(**means("why it failed"))


class SeatReviewSchema(ApiAnswer):
    """The review of one seat, from its own log alone."""

    seat = fields.String()
    apart = fields.String(**means("why there is none, as a word; empty where there is one, or will be"))
    why = made(fields.String(**means("the same in words")), _why)
    closed = fields.Boolean(**means("whether who holds the seat keeps it to themselves: then no rows are here"))
    kept = fields.Boolean(**means("whether the caller holds the seat and keeps it to themselves"))
    stale = fields.Boolean(**means("whether its rows were made before the record changed, or in an older way"))
    chart = fields.List(fields.Nested(ReviewChanceSchema))
    estimates = fields.List(fields.Nested(ReviewEstimateSchema), **means("in place of the chart, in games whose chances are estimated"))
    gaps = fields.List(fields.Integer(), **means(GAPS))
    decisions = fields.List(fields.Nested(ReviewDecisionSchema))
    work = fields.Nested(ReviewWorkSchema)


class SplitErrorsSchema(ApiAnswer):
    """Standard errors of a result taken apart, in points."""

    chance = fields.Float()
    skill = fields.Dict(keys=fields.String(), values=fields.Float(), **means("by who decided"))
    lay = fields.Float()
    unjudged = fields.Float()


class ResultSplitSchema(ApiAnswer):
    """A result taken apart for one seat: start, chance, skill of all seats, lay and unjudged are together the result."""

    seat = fields.String()
    result = ShareField("what the end was worth, in points; so are the others")
    start = ShareField("the chance before the deal")
    chance = ShareField("deal, draws and reveals")
    skill = made(
        fields.Dict(keys=fields.String(), values=fields.Float(), **means("by who decided, judged by what they could know")),
        lambda split, _: {seat: float(100 * skill) for seat, skill in split.skill.items()},
    )
    lay = ShareField("how unseen cards happened to lie")
    unjudged = ShareField("decisions that could not be weighed: skill and lay in one")
    errors = fields.Nested(SplitErrorsSchema)


class ReviewLuckSchema(ApiAnswer):
    """What was dealt, drawn or revealed since the decision before."""

    step = fields.Integer(attribute="version")
    points = fields.Float(**means("for the first seat"))
    error = fields.Float()


class ReviewLaySchema(ApiAnswer):
    """How unseen cards happened to lie at a decision."""

    step = made(fields.Integer(), lambda one, _: one[0])
    points = made(fields.Float(**means("for the seat that decided")), lambda one, _: one[1].points)
    error = made(fields.Float(**means("its standard error")), lambda one, _: one[1].error)


class OpenReviewSchema(ApiAnswer):
    """What only the open table shows."""

    chart = fields.List(
        fields.Nested(ReviewChanceSchema), **means("of the first seat, without what would tell of a seat whose review is closed")
    )
    gaps = fields.List(fields.Integer(), **means(GAPS))
    splits = fields.List(
        fields.Nested(ResultSplitSchema), **means("one where all win and lose together, else by seat; empty until all rows are there")
    )
    lay = made(fields.List(fields.Nested(ReviewLaySchema)), lambda table, _: sorted(table.lay.items()))
    luck = fields.List(fields.Nested(ReviewLuckSchema), **means("the greatest first"))
    stale = fields.Boolean()
    work = fields.Nested(ReviewWorkSchema)


class ReviewSchema(ApiAnswer):
    """The reviews of a record through one viewer's eyes. All chances are those of games that the simulated player plays on."""

    id = fields.String(attribute="record")
    viewer = ViewerField(**means("a seat's key or open: through whose eyes it was looked at"))
    graded = fields.Boolean(**means("whether a win counts by its grade"))
    apart = fields.String(**means("why the record is not reviewed, as a word; empty where it is"))
    why = made(fields.String(**means("the same in words")), _why)
    seats = fields.List(fields.Nested(SeatReviewSchema), **means("the viewer's own, or all for the open table"))
    open = fields.Nested(OpenReviewSchema, allow_none=True, **means("null unless the open table looks"))
    together = fields.Boolean(**means("whether all seats win and lose together"))
    compiled = fields.Boolean(**means("whether games are played on by compiled code here; else slowly"))
    may_ask = fields.Boolean(**means("whether the caller may have a review made"))
    may_close = fields.List(fields.String(), **means("seats whose review the caller may close, or open again"))
    strength = made(
        fields.Float(
            allow_none=True,
            **means(
                "share of simulated games that the simulated player wins with these rules and so many players, where seats play against "
                "each other against somebody who plays by lot; null where nobody measured"
            ),
        ),
        lambda view, _: view.strength.share if view.strength is not None else None,
    )
    strength_games = made(
        fields.Integer(allow_none=True, **means("in how many games that was measured")),
        lambda view, _: view.strength.games if view.strength is not None else None,
    )
