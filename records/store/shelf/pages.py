"""The statements by which the shelf is counted and paged.

If few records are found, they are sorted. If many are found, the index of the order is walked, which soon fills a page. If it does
not, because all of them are far behind, they are sorted after all.
"""

from __future__ import annotations

# ruff: noqa: S608 -- names of tables and columns; what somebody asks is always a parameter
from functools import cached_property
from typing import TYPE_CHECKING, Any

from sqlalchemy import text

from records.errors import RecordNotFound
from records.store.listings import HELD, TO_NOBODY_ELSE
from records.store.search_words import games_meant, held, hidden, in_postgres, in_sqlite, listed_to, mark, place, sought
from records.store.shelf.query import MOST_COUNTED, ShelfOrder, Trash

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sqlalchemy import Connection

    from records.store.shelf.query import ShelfQuery, ShelfReach

ID_BEGUN, MOST_IDS = 6, 20
"""Length from which a word is also searched among the ids, as hardly any name begins one; most ids found this way."""
FEW, WALKED = 2000, 3000
"""Up to this many records are sorted instead of walking an index; records that are checked for words on the way."""
_LOOKED_AT = ("id", "game", "trashed", "found", "entered")
_KEYS = {ShelfOrder.PLAYERS: "player"}
_ALL = -1


class ShelfPages:
    """One query to the shelf, only for records ``within`` reach; None for all."""

    def __init__(self, connection: Connection, query: ShelfQuery, within: ShelfReach | None = None) -> None:
        self._connection, self._query, self._within = connection, query, within
        self._sqlite = connection.dialect.name == "sqlite"
        self.words = sought(query.text)
        """What must be found; None where nothing can be."""
        self._meant = {word: games_meant(word, query.titles) for word in self.words or ()}
        if not self._sqlite:
            # The database's estimate of how many rows a word has is unreliable.
            connection.exec_driver_sql("SET LOCAL enable_seqscan = off")

    @property
    def nothing(self) -> bool:
        """Whether no record can be within reach."""
        return self._within is not None and not self._reachable

    def total(self) -> int:
        """Return how many records are found, up to ``MOST_COUNTED`` and one more."""
        return min(self._found, MOST_COUNTED + 1)

    def games(self) -> dict[str, int]:
        """Return how many of each game, as if none had been asked for, up to as many."""
        return {game: count for game, count in self._counts.items() if count}

    def page(self) -> tuple[list[object], bool]:
        """Return the ids of the page in their order, and whether there are more in its direction.

        Raises RecordNotFound where the page is to begin at a record that is not here.
        """
        query = self._query
        back, here = bool(query.before), query.after or query.before
        most = None if query.limit is None else query.limit + query.offset + 1
        start, descending = self._place(here) if here else None, query.descending != back
        few = self._found <= FEW
        found = self._ids(start, few=few, descending=descending, most=most)
        if found is None:
            found = self._ids(start, few=True, descending=descending, most=most) or []
        found = found[query.offset :]
        more = query.limit is not None and len(found) > query.limit
        found = found[: query.limit]
        return found[::-1] if back else found, more

    # -- parts ---------------------------------------------------------------------------------------------------------

    @cached_property
    def _counts(self) -> dict[str, int]:
        return {game: self._count((game,), MOST_COUNTED + 1) for game in self._all_games()}

    @cached_property
    def _found(self) -> int:
        """How many are found, up to ``FEW`` and one more: of what the games say to be many nothing is counted again."""
        counts = [self._counts.get(game, 0) for game in self._query.games or self._counts]
        many = max(FEW, MOST_COUNTED) + 1
        if sum(counts) >= many or max(counts, default=0) > MOST_COUNTED:
            return many
        return self._count(self._query.games, FEW + 1)

    def _count(self, games: Sequence[str], most: int) -> int:
        condition, fields = self._found_by_index(games)
        table = "shelf_words" if self._by_words else "shelf"
        counted = f"SELECT COUNT(*) FROM (SELECT 1 FROM {table} WHERE {condition} LIMIT :most) AS counted"
        return int(self._run(counted, fields | {"most": most})[0][0])

    def _found_by_index(self, games: Sequence[str]) -> tuple[str, dict[str, Any]]:
        """Return the condition for which words, games and trash are looked up; in SQLite with words it is one of ``shelf_words``.

        Where a word begins ids it is one of ``shelf``.
        """
        words, trash = self.words or (), self._query.trash
        if not words and self._within is None:
            return self._plain(games, "")
        groups = [[mark(game) for game in games]] if games else []
        if trash is not Trash.INCLUDED:
            groups.append([place(trashed=trash is Trash.ONLY)])
        groups += [self._reachable] if self._within is not None else []
        holder = None if self._within is None else self._within.account
        if self._sqlite:
            condition, fields = "shelf_words MATCH :words", {"words": in_sqlite(self._meant, groups, holder)}
        else:
            condition, fields = "searched @@ CAST(:words AS tsquery)", {"words": in_postgres(self._meant, groups, holder)}
        if not self._ids_begun:
            return condition, fields
        if self._sqlite:
            condition = f"number IN (SELECT rowid FROM shelf_words WHERE {condition})"
        plain, more = self._plain(games, "+" if self._sqlite else "")
        return f"{plain} AND ({condition} OR {self._by_id})", fields | more | self._ids_asked

    @property
    def _by_words(self) -> bool:
        """Whether a condition to look things up by is one of ``shelf_words``."""
        return self._sqlite and bool(self.words or self._within is not None) and not self._ids_begun

    @cached_property
    def _reachable(self) -> list[str]:
        """What stands among the words of the records within reach, of which one is enough."""
        if self._within is None:
            return []
        own = [held(self._within.account)] if self._within.account else []
        return [*map(listed_to, range(self._within.listed, TO_NOBODY_ELSE)), *own]

    @cached_property
    def _reach(self) -> tuple[str, dict[str, Any]]:
        """The same as a condition of ``shelf``, and its fields; "" for everything."""
        if self._within is None:
            return "", {}
        fields: dict[str, Any] = {"listed": self._within.listed, "holder": self._within.account}
        return f" AND (listed >= :listed OR {HELD})", fields

    @cached_property
    def _ids_begun(self) -> Sequence[str]:
        """The ids that the one word which is sought begins."""
        if not self.words or len(self.words) > 1 or len(self.words[0]) < ID_BEGUN:
            return ()
        reach, fields = self._reach
        asked = {"begin": self.words[0], "end": f"{self.words[0]}~", "most": MOST_IDS} | fields
        begun = f"SELECT id FROM shelf WHERE id >= :begin AND id < :end{reach} ORDER BY id LIMIT :most"
        return [row[0] for row in self._run(begun, asked)]

    @property
    def _by_id(self) -> str:
        return f"id IN ({', '.join(f':id{number}' for number in range(len(self._ids_begun)))})"

    @property
    def _ids_asked(self) -> dict[str, Any]:
        return {f"id{number}": one for number, one in enumerate(self._ids_begun)}

    def _plain(self, games: Sequence[str], no_index: str) -> tuple[str, dict[str, Any]]:
        """Return the same condition but for the words; what ``no_index`` stands before is looked up in no index."""
        conditions, fields = ["1 = 1"], dict[str, Any]()
        if self._query.trash is not Trash.INCLUDED:
            conditions.append(f"{no_index}trashed = :trashed")
            fields["trashed"] = int(self._query.trash is Trash.ONLY)
        if games:
            conditions.append(f"{no_index}game IN ({', '.join(f':game{number}' for number in range(len(games)))})")
            fields |= {f"game{number}": game for number, game in enumerate(games)}
        return " AND ".join(conditions), fields

    def _looked_at(self) -> tuple[str, dict[str, Any]]:
        """Return the condition for which each record on the way is looked at."""
        one_game = len(self._query.games) == 1 and self._query.order is ShelfOrder.STARTED
        condition, fields = self._plain(self._query.games, "+" if self._sqlite and not one_game else "")
        for number, word in enumerate(self.words or ()):
            called = f"(' ' || found || ' ' || entered) LIKE :hidden{number}"
            either = [f"(' ' || found || ' ' || entered) LIKE :word{number}"]
            fields[f"word{number}"] = f"% {word}%"
            if self._within is None or self._within.account:
                either.append(called if self._within is None else f"({called} AND {HELD})")
                fields[f"hidden{number}"] = f"% {hidden(word)}%"
            for nth, game in enumerate(self._meant[word]):
                either.append(f"game = :meant{number}_{nth}")
                fields[f"meant{number}_{nth}"] = game
            if self._ids_begun:
                either.append(self._by_id)
                fields |= self._ids_asked
            condition += f" AND ({' OR '.join(either)})"
        reach, more = self._reach
        return condition + reach, fields | more

    def _ids(self, start: tuple[object, object] | None, *, few: bool, descending: bool, most: int | None) -> list[object] | None:
        """Return ids behind ``start``, a key and an id; what has no key stands last, and first from behind.

        ``few`` are found and sorted; else the order is walked, and None is returned where that would be long.
        """
        if few:
            condition, fields = self._found_by_index(self._query.games)
            if self._by_words:
                condition = f"number IN (SELECT rowid FROM shelf_words WHERE {condition})"
        else:
            condition, fields = self._looked_at()
        forward = descending == self._query.descending
        key, than, way = self._key, "<" if descending else ">", "DESC" if descending else "ASC"
        # A sign before a column keeps SQLite from its index.
        by = f"+{key}" if few and self._sqlite else key
        found: list[object] = []
        for keyed in (True, False) if forward else (False, True):
            here, behind = "", dict[str, Any]()
            if start is not None:
                if (start[0] is not None) is keyed:
                    here = f" AND ({by}, id) {than} (:key, :id)" if keyed else f" AND id {than} :id"
                    behind = {"key": start[0], "id": start[1]} if keyed else {"id": start[1]}
                elif keyed is forward:
                    continue  # before the place that is asked for
            keys = f"{by} IS {'NOT ' if keyed else ''}NULL{here} ORDER BY {f'{by} {way}, ' if keyed else ''}id {way}"
            behind |= {} if most is None else {"left": most - len(found)}
            limit = "" if most is None else " LIMIT :left"
            if few or most is None or not (self.words or self._within is not None):
                rows = self._run(f"SELECT id FROM shelf WHERE {condition} AND {keys}{limit}", fields | behind)
            else:
                looked_at = _LOOKED_AT if self._within is None else (*_LOOKED_AT, "listed")
                walked = f"SELECT {', '.join(dict.fromkeys((*looked_at, key)))} FROM shelf WHERE {keys} LIMIT {WALKED}"
                rows = self._run(
                    f"SELECT id FROM ({walked}) AS walked WHERE {condition} ORDER BY {by} {way}, id {way}{limit}", fields | behind
                )
                if len(rows) < behind["left"]:
                    return None
            found += [row[0] for row in rows]
            if most is not None and len(found) >= most:
                break
        return found

    @property
    def _key(self) -> str:
        if self._query.order is ShelfOrder.PLAYERS and self._within is not None:
            return "shown"
        return _KEYS.get(self._query.order, self._query.order.value)

    def _place(self, record: str) -> tuple[object, object]:
        reach, fields = self._reach
        rows = self._run(f"SELECT {self._key}, id FROM shelf WHERE id = :id{reach}", {"id": record} | fields)
        if not rows:
            raise RecordNotFound(f"no record {record!r} is on the shelf, so no page begins there")
        return rows[0][0], rows[0][1]

    def _all_games(self) -> list[str]:
        """Return the games on the shelf, one look into the index each."""
        found: list[str] = []
        while True:
            rows = self._run("SELECT MIN(game) FROM shelf WHERE game > :game", {"game": found[-1] if found else ""})
            if not isinstance(rows[0][0], str):
                return found
            found.append(rows[0][0])

    def _run(self, statement: str, fields: dict[str, Any]) -> Sequence[Any]:
        return self._connection.execute(text(statement), fields).all()
