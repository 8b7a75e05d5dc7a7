"""Learners in the store."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

from records.service.stream_store import StoredStream, StreamStore
from records.service.streams import LEARNERS
from records.studies.layers.copies import derived_id
from records.studies.learners.events import LEARNER_BOOK, LearnerHeader, LearnerId
from records.studies.learners.fold import LearnerState, fold_learner

if TYPE_CHECKING:
    from records.store import Store

StoredLearner: TypeAlias = StoredStream[LearnerHeader, LearnerState]
"""A learner as the store holds it."""


class LearnerStore(StreamStore[LearnerHeader, LearnerState]):
    """Reads and writes what learners did."""

    def __init__(self, store: Store) -> None:
        super().__init__(store, LEARNERS, LEARNER_BOOK, fold_learner)


def learner_id(study: str, person: str, in_class: str | None) -> LearnerId:
    """Return the id of the stream of who learns a study, alone or in a class; ``person`` is a random key, so it tells of nobody."""
    return LearnerId(derived_id(study, "learner", person, in_class or ""))
