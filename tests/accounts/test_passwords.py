"""Passwords: only the right one opens, every try hashes once, and never more than two are hashed at a time."""

from __future__ import annotations

import threading

import argon2
import pytest

from records.accounts import passwords
from records.accounts.passwords import AT_ONCE, MEMORY, MOST, NOBODYS, PASSES, hashed, is_acceptable, matches, needs_rehash

RIGHT = "seven herons fly"


class Counting(argon2.PasswordHasher):
    """The same hasher; it counts what it does, and how much of it at the same time."""

    def __init__(self) -> None:
        super().__init__(time_cost=PASSES, memory_cost=MEMORY, parallelism=1)
        self.lock, self.now, self.most, self.all = threading.Lock(), 0, 0, 0

    def verify(self, hash: str | bytes, password: str | bytes) -> bool:  # noqa: A002 -- the library's name
        """Verify."""
        with self.lock:
            self.now, self.all = self.now + 1, self.all + 1
            self.most = max(self.most, self.now)
        try:
            return super().verify(hash, password)
        finally:
            with self.lock:
                self.now -= 1


@pytest.fixture(scope="module", name="stored")
def stored_fixture() -> str:
    """What is stored of the right password."""
    return hashed(RIGHT)


@pytest.fixture(name="hasher")
def hasher_fixture(monkeypatch: pytest.MonkeyPatch) -> Counting:
    """The hasher that is at work."""
    counting = Counting()
    monkeypatch.setattr(passwords, "_hasher", counting)
    return counting


def test_only_the_right_password_matches(stored: str) -> None:
    """Each is stored with a salt of its own; case and spaces count, and how an umlaut was typed does not."""
    assert matches(stored, RIGHT)
    assert not any(matches(stored, wrong) for wrong in ("", RIGHT.title(), f"{RIGHT} ", "x" * 5 * MOST))
    again = hashed("Käuzchen im Tor")
    assert again != hashed("Käuzchen im Tor")
    assert matches(again, "Ka\N{COMBINING DIAERESIS}uzchen im Tor")


def test_a_password_is_hashed_by_argon2id_with_19_mib(stored: str) -> None:
    """The costs stand in what is stored."""
    assert stored.startswith(f"$argon2id$v=19$m={19 * 1024},t=2,p=1$")
    assert RIGHT not in stored


@pytest.mark.parametrize("known", [None, "", "damaged", "$argon2id$v=19$m=19456,t=2,p=1$!$!"])
def test_an_unknown_name_is_hashed_as_well(known: str | None, stored: str, hasher: Counting) -> None:
    """A name that nobody has, and a damaged row, cost the one hashing that a wrong password costs."""
    assert not matches(known, RIGHT)
    assert hasher.all == 1
    assert not matches(stored, "wrong")
    assert hasher.all == 2


def test_what_nobody_has_costs_what_is_hashed_today() -> None:
    """Else the time would tell it from a real one."""
    assert not needs_rehash(NOBODYS)


def test_other_costs_are_hashed_anew(stored: str) -> None:
    """What was stored with less memory still opens, and says that it is old."""
    old = argon2.PasswordHasher(time_cost=1, memory_cost=1024, parallelism=1).hash(RIGHT)
    assert matches(old, RIGHT)
    assert needs_rehash(old)
    assert not needs_rehash(stored)


def test_two_are_hashed_at_a_time(stored: str, hasher: Counting) -> None:
    """However many come at once, and each is answered."""
    said: list[bool] = []
    threads = [threading.Thread(target=lambda: said.append(matches(stored, RIGHT))) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert said == [True] * 8
    assert hasher.most <= AT_ONCE
    assert hasher.all == 8


@pytest.mark.parametrize(
    ("password", "fits"),
    [("ninechars", False), ("ten chars!", True), ("x" * MOST, True), ("x" * (MOST + 1), False), ("ANNA BERGMANN", False)],
)
def test_a_new_password_is_long_and_no_name(password: str, fits: bool) -> None:
    """Neither too short, nor endless, nor the name of who takes it."""
    assert is_acceptable(password, "anna", "Anna Bergmann") is fits
