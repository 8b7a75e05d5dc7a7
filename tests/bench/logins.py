"""What a login costs: the hashing of a password that was typed, and finding out whom a token stands for."""

from __future__ import annotations

from time import process_time

from bench.measure import Way, in_turns
from bench.report import Row, section
from records.accounts.passwords import hashed, matches
from records.accounts.tokens import new_token, stored_form

TYPED = "seven herons fly"


def measure(*, turns: int, logins: int) -> None:
    """Print the processor time of ``logins`` logins of each kind, and of as many looks at a session."""
    stored, token = hashed(TYPED), new_token()
    tries = {
        "a login": Way(lambda _: [matches(stored, TYPED) for _ in range(logins)], logins, check=all, clock=process_time),
        "a login under a name that nobody has": Way(
            lambda _: [not matches(None, TYPED) for _ in range(logins)], logins, check=all, clock=process_time
        ),
        "a token looked up": Way(lambda _: [stored_form(token) for _ in range(logins)], logins, check=all, clock=process_time),
    }
    took = in_turns(tries, turns)
    aims = {"a login": 50_000, "a login under a name that nobody has": 50_000}
    section("LOGINS, processor time; us each", [Row(name, samples, aim=aims.get(name)) for name, samples in took.items()])
