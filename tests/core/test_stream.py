"""The source of chance of play-outs brings the same numbers on every machine and in every version."""

from __future__ import annotations

import pytest

from records.core.playing.stream import BITS, Stream

PUBLISHED = (0xE220A8397B1DCDAF, 0x6E789E6AA1B965F4, 0x06C45D188009454F, 0xF88BB8A8724C81EC, 0x1B39896A51A8749B)
"""What SplitMix64 brings from seed 0."""


def test_a_stream_is_splitmix64() -> None:
    """Its numbers are the published ones, and what is asked for below a limit is scaled from them."""
    stream, below = Stream(0), Stream(0)
    assert tuple(stream.below(1 << BITS) for _ in PUBLISHED) == PUBLISHED
    assert [below.below(6) for _ in PUBLISHED] == [number * 6 >> BITS for number in PUBLISHED]


def test_a_fraction_is_the_first_53_bits() -> None:
    """``random`` brings a number from 0 to below 1, exactly."""
    stream = Stream(0)
    assert [stream.random() for _ in PUBLISHED] == [(number >> 11) / (1 << 53) for number in PUBLISHED]


@pytest.mark.parametrize("place", [0, 1, 77])
def test_a_place_brings_the_same_again(place: int) -> None:
    """Whatever was asked for before."""
    stream = Stream(5)
    stream.begin(place)
    first = [stream.below(1000) for _ in range(8)]
    stream.begin(place)
    assert [stream.below(1000) for _ in range(8)] == first
