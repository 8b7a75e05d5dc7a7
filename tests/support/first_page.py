"""What a first visit of the replay is sent, as the browser counts it: one bound, held by a test and printed by the measures."""

from __future__ import annotations

MOST = 130
"""kB (of 1,000 bytes) of page, styles, scripts, symbols and fonts, as they are sent."""
SENT = """() => [...performance.getEntriesByType("navigation"), ...performance.getEntriesByType("resource")]
  .filter((it) => !it.name.includes("/steps/")).map((it) => [it.name, it.transferSize])"""
"""Address and bytes of each answer, without steps fetched ahead."""
