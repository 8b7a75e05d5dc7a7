"""Three questions to a thousand games, asked of Parquet files with DuckDB.

Make the files first, then ask:

    kiebitz simulate castle-rampage --games 1000 --store sqlite:///thousand.sqlite
    kiebitz export --all --format parquet --as public -o columns --store sqlite:///thousand.sqlite
    python examples/ask_columns.py columns

DuckDB comes with the extra ``analytics``; pandas and polars read the same files. The columns are told in docs/analytics.md.
"""

from __future__ import annotations

import sys
from pathlib import Path

import duckdb

folder = Path(sys.argv[1] if len(sys.argv) > 1 else "columns")
games = duckdb.read_parquet(str(folder / "games.parquet"))
events = duckdb.read_parquet(str(folder / "events.parquet"))

# Who begins has the first turn: how often does that seat win?
first = duckdb.sql("""
    with begins as (select record, arg_min(seat, version) as seat from events where turn = 1 and seat is not null group by record)
    select count(*), avg(list_contains(games.winners, begins.seat)::int) from games join begins using (record) where games.ended
""").fetchall()[0]
print(f"1. Of {first[0]} finished games who begins wins {first[1]:.0%}.")

# How long is a game?
turns = duckdb.sql("select quantile_cont(turns, [0.1, 0.5, 0.9]) from games where ended").fetchall()[0][0]
print(f"2. A game has {turns[1]:.0f} turns; one in ten has fewer than {turns[0]:.0f}, one in ten more than {turns[2]:.0f}.")

# Which cards that somebody is seen to play go with winning?
cards = duckdb.sql("""
    with played as (select distinct record, seat, unnest(cards) as card from events where name like '%.card-played/%' and not taken_back)
    select card, count(*) as times, avg(list_contains(games.winners, played.seat)::int) as won
    from played join games using (record) where games.ended group by card having count(*) >= 20 order by won desc, card limit 5
""").fetchall()
print("3. Cards whose players win most often:")
for card, times, won in cards:
    print(f"   {card:<20} {won:.0%} of {times}")
