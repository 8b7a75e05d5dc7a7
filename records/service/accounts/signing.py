"""Who somebody is: signing in, sessions, tokens for programs, codes. The web knows a caller by no other way (design/access: Signing in)."""

from __future__ import annotations

import hashlib
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from ipaddress import ip_address, ip_network
from typing import TYPE_CHECKING

from records.accounts import passwords
from records.accounts.tokens import PREFIX, is_token, new_code, new_token, program_token, read_code, stored_form
from records.core.ids import SeatKey
from records.core.viewers import Caller, CallerKind, LinkGrant, Role, Scope
from records.errors import MalformedCommand, NotYours, RecordNotFound, SignInRefused, TooManyAttempts
from records.service.accounts.linking import viewer_of_link
from records.service.incoming import is_line
from records.service.writing.record_builder import new_id
from records.store import CodeRow, SessionRow, TokenRow

if TYPE_CHECKING:
    from collections.abc import Callable, Collection

    from records.store import Account, Store

IDLE, LONGEST, ADMINS = timedelta(days=14), timedelta(days=90), timedelta(hours=12)
"""How long a session lives unused, and in all; and in all for an admin."""
NOTED = timedelta(minutes=10)
"""How often it is noted that a session or token was used: a write each time would be dear."""
WINDOW, BY_NAME, BY_NETWORK = timedelta(minutes=15), 5, 50
"""Failures of one name from one network, and of a network in all, within that time; then it waits."""
CASES_BY_LINK = 3
"""Cases that are opened through one link, and from one network, within that time."""
CODE_LASTS = timedelta(hours=24)
SEAT_CODE_LASTS = timedelta(days=14)
TOKEN_DAYS = 365
LONGEST_LABEL = 60
"""Characters."""
PASSWORD, SEAT = "password", "seat"


class SignIns:
    """The ways into one store. Safe to share among threads and processes: all of it stands in the database."""

    def __init__(self, store: Store, now: Callable[[], datetime] = lambda: datetime.now(UTC)) -> None:
        self._store, self._rows, self._now = store, store.sign_ins, now

    # -- sessions ------------------------------------------------------------------------------------------------------

    def sign_in(self, name: str, password: str, address: str) -> str:
        """Return the token of a new session; ``address`` is where the request came from, and is not stored.

        Raises ``SignInRefused``, and ``TooManyAttempts`` where too much failed; a network from which the account came in before is never
        locked out of it.
        """
        now, network = self._now(), network_of(address)
        account = self._store.account(name=name)
        known = account is not None and self._rows.knows(account.key, _digest(network, account.key))
        by_name, by_network = _digest("name", name.casefold(), network), _digest("network", network)
        if not known:
            self._check_attempts({by_name: BY_NAME, by_network: BY_NETWORK})
        usable = account is not None and account.ended_at is None
        stored = account.password if account is not None and usable else None
        if not passwords.matches(stored, password) or account is None:
            self._rows.fail([by_name, by_network], now, now - WINDOW)
            raise SignInRefused("name and password do not belong together")
        if stored is not None and passwords.needs_rehash(stored):
            self._store.put_account(replace(account, password=passwords.hashed(password)))
        return self._begin(account, network, by_name)

    def choose_password(self, code: str, password: str, address: str) -> str:
        """Set the password of the account that a code was made for, end its other ways in, and return the token of a new session.

        Raises ``MalformedCommand`` for a password that is none, ``SignInRefused`` for a code that is none, ``TooManyAttempts``.
        """
        if not passwords.is_acceptable(password):
            raise MalformedCommand(f"a password has {passwords.LEAST} to {passwords.MOST} characters")
        row = self.take_code(code, PASSWORD, address)
        account = self._store.account(key=row.account or "")
        if account is None or account.ended_at is not None:
            raise SignInRefused("this code is none, or was used, or has ended")
        changed = replace(account, password=passwords.hashed(password))
        self._store.put_account(changed)
        self._rows.end_ways_in(account.key)
        return self._begin(changed, network_of(address), "")

    def change_password(self, caller: Caller, old: str, new: str) -> None:
        """Set another password, and end all other ways in. Raises ``SignInRefused`` for a wrong old one, ``MalformedCommand``."""
        account = self._own(caller)
        if not passwords.is_acceptable(new, account.name):
            raise MalformedCommand(f"a password has {passwords.LEAST} to {passwords.MOST} characters, and is not the name")
        if not passwords.matches(account.password, old):
            raise SignInRefused("the old password is another one")
        self._store.put_account(replace(account, password=passwords.hashed(new)))
        self._rows.end_ways_in(account.key, but=caller.via)

    def caller_of(self, token: str) -> Caller | None:
        """Return who a session is; None where it is none, has ended, or its account has."""
        if not is_token(token) or token.startswith(PREFIX):
            return None
        now, row = self._now(), self._rows.session(stored_form(token))
        if row is None or row.ends_at <= now or row.seen_at + IDLE <= now:
            return None
        account = self._store.account(key=row.account)
        if account is None or account.ended_at is not None:
            return None
        if Role.ADMIN in account.roles and row.made_at + ADMINS <= now:
            return None
        if row.seen_at + NOTED <= now:
            self._rows.see_session(row.digest, now)
        return _caller(account, CallerKind.ACCOUNT, row.digest)

    def sign_out(self, caller: Caller) -> None:
        """End the caller's session."""
        if caller.kind is CallerKind.ACCOUNT:
            self._rows.end_session(caller.via)

    # -- tokens --------------------------------------------------------------------------------------------------------

    def make_token(self, caller: Caller, label: str, scopes: Collection[str], days: int = TOKEN_DAYS) -> str:
        """Return a token for a program that asks for the caller; it is shown this once.

        Raises ``MalformedCommand`` for a label, scopes or days that cannot be, ``NotYours`` for who did not sign in.
        """
        account, now = self._own(caller), self._now()
        if not label.strip() or not is_line(label, LONGEST_LABEL):
            raise MalformedCommand(f"a token is called by one line of up to {LONGEST_LABEL} characters")
        if not scopes or not {*scopes} <= {one.value for one in Scope}:
            raise MalformedCommand(f"a token is good for one or more of {', '.join(Scope)}")
        if not 1 <= days <= TOKEN_DAYS:
            raise MalformedCommand(f"a token lasts 1 to {TOKEN_DAYS} days, not {days}")
        token = program_token()
        self._rows.put_token(
            TokenRow(
                digest=stored_form(token),
                id=new_id(),
                account=account.key,
                label=label.strip(),
                scopes=frozenset(scopes),
                made_at=now,
                ends_at=now + timedelta(days=days),
            )
        )
        return token

    def tokens(self, caller: Caller) -> list[TokenRow]:
        """Return the caller's tokens, the newest first."""
        return self._rows.tokens_of(self._own(caller).key)

    def sessions(self, caller: Caller) -> list[SessionRow]:
        """Return the caller's sessions, the latest used first."""
        return self._rows.sessions_of(self._own(caller).key)

    def end_token(self, caller: Caller, ident: str) -> None:
        """End a token of the caller's. Raises ``RecordNotFound`` where there is none."""
        if not self._rows.end_token(self._own(caller).key, ident):
            raise RecordNotFound(f"no token {ident!r}")

    def caller_of_token(self, text: str) -> Caller:
        """Return for whom a program asks. Raises ``SignInRefused``: a wrong token is nobody's, and not anonymous."""
        row = self._rows.token(stored_form(text)) if is_token(text) and text.startswith(PREFIX) else None
        account = None if row is None else self._store.account(key=row.account)
        now = self._now()
        if row is None or row.ends_at <= now or account is None or account.ended_at is not None:
            raise SignInRefused("this token is none, or has ended")
        if row.used_at is None or row.used_at + NOTED <= now:
            self._rows.use_token(row.digest, now)
        scopes = frozenset(Scope(one) for one in row.scopes if one in {*Scope})
        return replace(_caller(account, CallerKind.TOKEN, row.digest), scopes=scopes)

    # -- links ---------------------------------------------------------------------------------------------------------

    def caller_of_link(self, token: str, address: str) -> Caller:
        """Return who comes by a link: nobody known, with what it grants, for whom made it.

        Raises ``RecordNotFound`` for one that is none, has ended, or whose maker's account has, and ``TooManyAttempts``.
        """
        now, by_network = self._now(), _digest("network", network_of(address))
        row = self._rows.link(stored_form(token)) if is_token(token) and not token.startswith(PREFIX) else None
        maker = None if row is None or not row.maker else self._store.account(key=row.maker)
        if row is None or row.ends_at <= now or (row.maker and (maker is None or maker.ended_at is not None)):
            self._check_attempts({by_network: BY_NETWORK})
            self._rows.fail([by_network], now, now - WINDOW)
            raise RecordNotFound("no such link")
        grant = LinkGrant(
            record=row.record,
            viewer=viewer_of_link(row),
            first=row.first,
            last=row.last,
            names=row.names,
            export=row.export,
            cases=row.cases,
            origins=row.origins,
        )
        roles = frozenset(Role(one) for one in maker.roles if one in {*Role}) if maker is not None else frozenset[Role]()
        return Caller("link", CallerKind.LINK, account=row.maker, roles=roles, via=row.digest, grant=grant)

    def count_case(self, caller: Caller, address: str) -> None:
        """Count that a case is opened through a link, before it is: three by one link, and as many by one network, in a quarter of an hour.

        Raises ``TooManyAttempts``.
        """
        now = self._now()
        keys = [_digest("case", caller.via), _digest("case", network_of(address))]
        self._check_attempts(dict.fromkeys(keys, CASES_BY_LINK))
        self._rows.fail(keys, now, now - WINDOW)

    # -- codes ---------------------------------------------------------------------------------------------------------

    def password_code(self, account: str) -> str:
        """Return a code by which the account of that key chooses a password, once, within a day."""
        return self._code(CodeRow(digest="", purpose=PASSWORD, account=account, ends_at=self._now() + CODE_LASTS))

    def seat_code(self, record: str, seat: SeatKey) -> str:
        """Return a code by which somebody takes a seat, once, within two weeks."""
        return self._code(CodeRow(digest="", purpose=SEAT, record=record, seat=seat, ends_at=self._now() + SEAT_CODE_LASTS))

    def take_code(self, typed: str, purpose: str, address: str) -> CodeRow:
        """Return what a code was made for, and use it up. Raises ``SignInRefused``, ``TooManyAttempts``."""
        now, by_network = self._now(), _digest("network", network_of(address))
        self._check_attempts({by_network: BY_NETWORK})
        code = read_code(typed)
        row = None if code is None else self._rows.take_code(stored_form(code), purpose, now)
        if row is None:
            self._rows.fail([by_network], now, now - WINDOW)
            raise SignInRefused("this code is none, or was used, or has ended")
        return row

    # -- parts ---------------------------------------------------------------------------------------------------------

    def _code(self, row: CodeRow) -> str:
        code = new_code()
        self._rows.put_code(replace(row, digest=stored_form(code)))
        return code

    def _begin(self, account: Account, network: str, failed: str) -> str:
        now, token = self._now(), new_token()
        self._rows.welcome(account.key, _digest(network, account.key), failed, now)
        row = SessionRow(digest=stored_form(token), account=account.key, made_at=now, seen_at=now, ends_at=now + LONGEST)
        self._rows.put_session(row)
        return token

    def _check_attempts(self, allowed: dict[str, int]) -> None:
        now = self._now()
        for key, (count, since) in self._rows.failures([*allowed], now - WINDOW).items():
            if count >= allowed[key]:
                raise TooManyAttempts(max(1, int((since + WINDOW - now).total_seconds())))

    def _own(self, caller: Caller) -> Account:
        found = self._store.account(key=caller.account) if caller.kind is CallerKind.ACCOUNT and caller.account else None
        if found is None:
            raise NotYours("only who has signed in has an account of their own")
        return found


def network_of(address: str) -> str:
    """Return the network of an address, /24 or /64, as text; what is no address is a network of its own."""
    try:
        found = ip_address(address.partition("%")[0])
    except ValueError:
        return "unknown"
    mapped = getattr(found, "ipv4_mapped", None) or found
    return str(ip_network(f"{mapped}/{24 if mapped.version == 4 else 64}", strict=False))  # noqa: PLR2004 -- of IP


def _caller(account: Account, kind: CallerKind, via: str) -> Caller:
    roles = frozenset(Role(one) for one in account.roles if one in {*Role})
    return Caller(account.name, kind, account=account.key, roles=roles, via=via)


def _digest(*parts: str) -> str:
    return hashlib.sha256("\0".join(parts).encode()).hexdigest()
