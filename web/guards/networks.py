"""Networks, by which callers without an account are distinguished."""

from __future__ import annotations

from ipaddress import IPv6Address, ip_address, ip_network

HOUSE = 64
"""Bits of an IPv6 address that tell of a house; the others its owner may choose."""


def network_of(address: str) -> str:
    """Return the network of an address: an IPv4 address itself, of an IPv6 address its house; other texts are returned unchanged."""
    try:
        found = ip_address(address.partition("%")[0])
    except ValueError:
        return address
    if isinstance(found, IPv6Address):
        return str(found.ipv4_mapped or ip_network((int(found), HOUSE), strict=False))
    return str(found)
