"""The laws that every game is under (design/events: Laws), as functions of a sample log and a viewer.

``GAMES_UNDER_LAW`` lists the games; a game comes under the laws by one line there and a strategy of samples.
"""

from __future__ import annotations
