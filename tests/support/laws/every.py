"""Every law: those for each who may look at a log, and those for a log alone."""

from __future__ import annotations

from support.laws import fold_laws, line_laws, rule_laws, take_back_law

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
    rule_laws.gives_itself_again,
    take_back_law.takes_back,
    line_laws.turns_by_what_was_seen,
    line_laws.ways_end_where_they_are_asked,
)
PER_LOG = (fold_laws.openness, fold_laws.purity, fold_laws.conservation, line_laws.shelf_counts_what_is_told)
