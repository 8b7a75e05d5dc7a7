"""``kiebitz events``: games by event, round and table, and how players stand."""

from __future__ import annotations

import click

from records.service.desks.pairings import standings
from web.cli.output import plain, print_json, print_table, tell, with_json
from web.cli.places import StoreChoice, with_store
from web.cli.telling.outcomes import verdict
from web.schemas.club_events import ClubEvent, ClubEventSchema
from web.words.phrases import Words, locale_of, seat_name


@click.command()
@with_store
@with_json
@click.argument("event", required=False)
@click.pass_obj
def events(place: StoreChoice, event: str | None, *, as_json: bool) -> None:
    """List the events, the latest first; with EVENT its games by round and table, and how players stand."""
    with place.open() as book:
        if event is None:
            found = book.people.events(book.keeper)
            if as_json:
                print_json([one._asdict() for one in found])
            elif not found:
                tell("No record belongs to an event; kiebitz release ID --event says that one does.")
            else:
                rows = [(plain(one.event), str(one.records), (one.latest or "")[:10]) for one in found]
                print_table(("event", "records", "latest"), rows, right=("records",))
            return
        games = book.people.event(book.keeper, event)
    english, stand = locale_of("en"), standings(games)
    if as_json:
        print_json(ClubEventSchema.data(ClubEvent(event, games), Words(english, {})))
        return
    print_table(
        ("round", "table", "id", "players", "result"),
        [
            (
                plain(game.pairing.round),
                plain(game.pairing.table),
                game.entry.id,
                ", ".join(seat_name(seat, game.entry.names, english) for seat in game.entry.seats),
                verdict(game.entry.outcome, game.entry.names, english) + (", changed by a ruling" if game.adjusted else ""),
            )
            for game in games
        ],
    )
    if stand:
        click.echo()
        print_table(
            ("player", "games", "won", "drawn", "lost"),
            [(plain(one.name), str(one.played), str(one.won), str(one.drawn), str(one.lost)) for one in stand],
            right=("games", "won", "drawn", "lost"),
        )
