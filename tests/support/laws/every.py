"""Every law: those for each who may look at a log, and those for a log alone."""

from __future__ import annotations

from support.laws import fold_laws, journey_law, line_laws, redoing_law, rule_laws, take_back_law, turning_law

PER_VIEWER = (
    fold_laws.square,
    fold_laws.truth,
    line_laws.prefix,
    line_laws.wire,
    line_laws.seals,
    line_laws.door_twice,
    rule_laws.audit,
    rule_laws.decides_again,
    rule_laws.rename,
    redoing_law.gives_itself_again,
    take_back_law.takes_back,
    turning_law.turns_by_what_was_seen,
    journey_law.ways_end_where_they_are_asked,
)
PER_LOG = (fold_laws.openness, fold_laws.purity, fold_laws.conservation)
