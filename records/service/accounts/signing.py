"""Identifies callers by sign-in, session, token or code; the web knows callers in no other way (design/access: Signing in)."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING

import msgspec

from records.accounts import passwords
from records.accounts.tokens import PREFIX, is_token, new_code, new_token, program_token, read_code, shown_code, stored_form
from records.core.folding import folded
from records.core.ids import SeatKey
from records.core.viewers import Caller, CallerKind, Delay, LinkGrant, Role, Scope
from records.errors import MalformedCommand, NotYours, RecordNotFound, SignInRefused, TooManyAttempts
from records.service.accounts import guessing as limits
from records.service.accounts.guessing import Guesses, network_of
from records.service.incoming import is_line
from records.service.writing.record_builder import new_id
from records.store import CodeRow, SessionRow, TokenRow
from records.studies.layers.viewpoints import viewer_from
from records.values import replace

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Sequence

    from records.store import Account, CountedAttempts, Store

IDLE, LONGEST, ADMINS = timedelta(days=14), timedelta(days=90), timedelta(hours=12)
"""How long a session lives unused, in total, and in total for an admin."""
NOTED = timedelta(minutes=10)
"""How often the use of a session or token is noted; writing it each time would be expensive."""
CODE_LASTS = timedelta(hours=24)
SEAT_CODE_LASTS = timedelta(days=14)
TOKEN_DAYS = 365
LONGEST_LABEL = 60
"""Characters."""
PASSWORD, SEAT = "password", "seat"


class SignIns:
    """The ways into one store. Safe to share among threads and processes: all state is in the database."""

    def __init__(self, store: Store, now: Callable[[], datetime] = lambda: datetime.now(UTC)) -> None:
        self._store, self._rows, self._now = store, store.sign_ins, now
        self._guesses = Guesses(store.attempts, now)

    # -- sessions ------------------------------------------------------------------------------------------------------

    def sign_in(self, name: str, password: str, address: str, browser: str = "") -> str:
        """Return the token of a new session.

        ``address`` is where the request came from; ``browser`` is a token that the browser keeps, "" for none. Neither is stored.
        Raises ``SignInRefused``, and ``TooManyAttempts`` after too many failures.
        """
        account = self._store.accounts.find(name=name)
        tried = self._tried(folded(name), "" if account is None else account.key, network_of(address), browser)
        stored = account.password if account is not None and account.ended_at is None else None
        right = passwords.matches(stored, password)
        if account is None or not right or not tried.lets_in:
            raise TooManyAttempts(tried.wait) if tried.wait else SignInRefused("name and password do not belong together")
        self._guesses.right(*tried.counted, forget=tried.counted[0])
        if stored is not None and passwords.needs_rehash(stored):
            self._store.accounts.put(replace(account, password=passwords.hashed(password)))
        return self._begin(account, address, browser)

    def choose_password(self, code: str, password: str, address: str, browser: str = "", site: str = "") -> str:
        """Set the password of a code's account, end its other sessions and tokens, and return the token of a new session.

        ``site`` is the name of the site where this is done. Raises ``MalformedCommand`` for an invalid password, which leaves the
        code usable, ``SignInRefused`` for an invalid code, ``TooManyAttempts``.
        """
        if not passwords.is_acceptable(password):
            raise MalformedCommand(f"a password has {passwords.LEAST} to {passwords.MOST} characters")
        now, typed = self._now(), self._read_code(code, _codes(PASSWORD, address))
        row = self._rows.code(stored_form(typed), PASSWORD, now)
        account = None if row is None else self._store.accounts.find(key=row.account or "")
        if account is None or account.ended_at is not None:
            raise self._wrong_code(_codes(PASSWORD, address))
        if not passwords.is_acceptable(password, account.name, site, typed, shown_code(typed)):
            raise MalformedCommand("a password is more than a name, the site's name or the code, with or without digits")
        if self._rows.take_code(stored_form(typed), PASSWORD, now) is None:
            raise SignInRefused("this code is none, or was used, or has ended")
        changed = replace(account, password=passwords.hashed(password))
        self._store.accounts.put(changed)
        self._rows.end_ways_in(account.key)
        self._rows.forget_browsers(account.key)
        return self._begin(changed, address, browser)

    def change_password(self, caller: Caller, old: str, new: str, browser: str = "", site: str = "") -> None:
        """Set another password, and end all other sessions and tokens.

        Raises ``SignInRefused`` for a wrong old password, ``MalformedCommand``, and ``TooManyAttempts`` if the old one was wrong too often.
        """
        account = self._own(caller)
        if not passwords.is_acceptable(new, account.name, site):
            raise MalformedCommand(f"a password has {passwords.LEAST} to {passwords.MOST} characters, and is more than a name")
        tries = limits.OLD_PASSWORD.by("old password", account.key)
        self._guesses.count(tries)
        if not passwords.matches(account.password, old):
            raise SignInRefused("the old password is another one")
        self._guesses.right(forget=tries)
        self._store.accounts.put(replace(account, password=passwords.hashed(new)))
        self._rows.end_ways_in(account.key, but=caller.via)
        self._rows.forget_browsers(account.key, but=_of_browser(browser, account.key))

    def caller_of(self, token: str) -> Caller | None:
        """Return the caller of a session; None if there is no such session, or if it or its account has ended."""
        if not is_token(token) or token.startswith(PREFIX):
            return None
        now, row = self._now(), self._rows.session(stored_form(token))
        if row is None or row.ends_at <= now or row.seen_at + IDLE <= now:
            return None
        account = self._store.accounts.find(key=row.account)
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
        """Return a token for a program that acts for the caller; it is shown only this once.

        Raises ``MalformedCommand`` for an invalid label, scopes or days, ``NotYours`` for a caller who did not sign in.
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
        """Return the caller's sessions, the most recently used first."""
        return self._rows.sessions_of(self._own(caller).key)

    def end_token(self, caller: Caller, ident: str) -> None:
        """End a token of the caller's. Raises ``RecordNotFound`` where there is none."""
        if not self._rows.end_token(self._own(caller).key, ident):
            raise RecordNotFound(f"no token {ident!r}")

    def caller_of_token(self, text: str) -> Caller:
        """Return the caller for whom a program acts. Raises ``SignInRefused``: a wrong token does not make an anonymous caller."""
        row = self._rows.token(stored_form(text)) if is_token(text) and text.startswith(PREFIX) else None
        account = None if row is None else self._store.accounts.find(key=row.account)
        now = self._now()
        if row is None or row.ends_at <= now or account is None or account.ended_at is not None:
            raise SignInRefused("this token is none, or has ended")
        if row.used_at is None or row.used_at + NOTED <= now:
            self._rows.use_token(row.digest, now)
        scopes = frozenset(Scope(one) for one in row.scopes if one in {*Scope})
        return replace(_caller(account, CallerKind.TOKEN, row.digest), scopes=scopes)

    # -- links ---------------------------------------------------------------------------------------------------------

    def caller_of_link(self, token: str, address: str, *, counts: bool = True) -> Caller:
        """Return the caller of a link: an unknown person with the grant of the link, by authority of its maker.

        Raises ``RecordNotFound`` for an invalid link, or if it or its maker's account has ended; and ``TooManyAttempts`` if too many
        were invalid, unless ``counts`` is False. A valid link always works.
        """
        now = self._now()
        row = self._rows.link(stored_form(token)) if is_token(token) and not token.startswith(PREFIX) else None
        maker = None if row is None or not row.maker else self._store.accounts.find(key=row.maker)
        if row is None or row.ends_at <= now or (row.maker and (maker is None or maker.ended_at is not None)):
            if counts:
                self._guesses.count(limits.LINKS.by("link", network_of(address)))
            raise RecordNotFound("no such link")
        grant = LinkGrant(
            record=row.record,
            viewer=viewer_from(row.viewer),
            first=row.first,
            last=row.last,
            names=row.names,
            export=row.export,
            cases=row.cases,
            origins=row.origins,
            delay=Delay(row.delay_steps, row.delay_minutes),
        )
        roles = frozenset(Role(one) for one in maker.roles if one in {*Role}) if maker is not None else frozenset[Role]()
        return Caller("link", CallerKind.LINK, account=row.maker, roles=roles, via=row.digest, grant=grant)

    def count_case(self, caller: Caller, address: str) -> None:
        """Count a case before it is opened through a link: at most three per link, and per network, in a quarter of an hour.

        Raises ``TooManyAttempts``.
        """
        self._guesses.count(limits.CASES.by("case", caller.via), limits.CASES.by("case", network_of(address)))

    # -- codes ---------------------------------------------------------------------------------------------------------

    def password_code(self, account: str) -> str:
        """Return a code with which the account of that key can choose a password, once, within a day."""
        return self._code(CodeRow(digest="", purpose=PASSWORD, account=account, ends_at=self._now() + CODE_LASTS))

    def seat_code(self, record: str, seat: SeatKey) -> str:
        """Return a code with which somebody can take a seat, once, within two weeks."""
        return self._code(CodeRow(digest="", purpose=SEAT, record=record, seat=seat, ends_at=self._now() + SEAT_CODE_LASTS))

    def take_code(self, typed: str, purpose: str, address: str, account: str) -> CodeRow:
        """Return what a code was made for, and use it up; ``account`` is the key of the account that gets it.

        Raises ``SignInRefused``, ``TooManyAttempts``.
        """
        counted = (limits.CODES_OF_ACCOUNT.by("code", purpose, account), *_codes(purpose, address))
        code = self._read_code(typed, counted)
        row = self._rows.take_code(stored_form(code), purpose, self._now())
        if row is None:
            raise self._wrong_code(counted)
        return row

    # -- parts ---------------------------------------------------------------------------------------------------------

    def _code(self, row: CodeRow) -> str:
        code = new_code()
        self._rows.put_code(replace(row, digest=stored_form(code)))
        return code

    def _begin(self, account: Account, address: str, browser: str) -> str:
        now, token = self._now(), new_token()
        self._rows.welcome(account.key, limits.digest(network_of(address), account.key), _of_browser(browser, account.key), now)
        row = SessionRow(digest=stored_form(token), account=account.key, made_at=now, seen_at=now, ends_at=now + LONGEST)
        self._rows.put_session(row)
        return token

    def _tried(self, name: str, account: str, network: str, browser: str) -> _Tried:
        """Count an attempt with a password before checking it, so that many simultaneous attempts do not pass.

        The queries and the hashing of a password do not depend on whether an account has the name. Raises
        ``TooManyAttempts`` if passwords are not even checked.
        """
        now = self._now()
        if account in self._rows.holders(_of_browser(browser, account), now):
            own = limits.BY_BROWSER.by("password", "browser", browser, account)
            if self._guesses.has_counted(own):
                return _Tried((own,), lets_in=True, wait=0)
        known = self._rows.knows(account, limits.digest(network, account), now)
        here = limits.BY_NAME_HERE.by("password", "here", name, network)
        everywhere, of_network = limits.BY_NAME.by("password", "name", name), limits.BY_NETWORK.by("password", "network", network)
        counted, soft = self._guesses.begin((here, of_network), everywhere)
        wait = 0 if soft else self._guesses.wait(everywhere)
        if counted > limits.OF_STRANGERS:
            wait = max(wait, (counted - limits.OF_STRANGERS) * int(limits.BY_NETWORK.every.total_seconds()))
        return _Tried((here, of_network, *((everywhere,) if soft else ())), lets_in=known or not wait, wait=wait)

    def _read_code(self, typed: str, counted: Sequence[CountedAttempts]) -> str:
        """Return a typed code. Raises ``SignInRefused`` for a text that cannot be a code, which is not counted, ``TooManyAttempts``."""
        code = read_code(typed)
        if code is None:
            raise SignInRefused("this code is none, or was used, or has ended")
        self._guesses.check(*counted)
        return code

    def _wrong_code(self, counted: Sequence[CountedAttempts]) -> SignInRefused:
        """Count a wrong code; returns the refusal to raise."""
        self._guesses.count_where_room(*counted)
        return SignInRefused("this code is none, or was used, or has ended")

    def _own(self, caller: Caller) -> Account:
        found = self._store.accounts.find(key=caller.account) if caller.kind is CallerKind.ACCOUNT and caller.account else None
        if found is None:
            raise NotYours("this is for somebody who has signed in, not for a token or a link")
        return found


class _Tried(msgspec.Struct, frozen=True):
    """An attempt with a password."""

    counted: tuple[CountedAttempts, ...]
    """The counters that counted it; the first is cleared if the password is right."""
    lets_in: bool
    """Whether a right password is accepted."""
    wait: int
    """Seconds to wait, as the answer to a wrong password; 0 if the answer says that it is wrong."""


def _codes(purpose: str, address: str) -> tuple[CountedAttempts, CountedAttempts]:
    """Return the counters for codes of a purpose typed by unknown people."""
    return limits.CODES_HERE.by("code", purpose, network_of(address)), limits.CODES.by("code", purpose, "everywhere")


def _of_browser(browser: str, account: str) -> str:
    """Return the hash that the store holds for an account in a browser; "" without a browser, or for an invalid token."""
    return limits.digest("browser", browser, account) if is_token(browser) else ""


def _caller(account: Account, kind: CallerKind, via: str) -> Caller:
    roles = frozenset(Role(one) for one in account.roles if one in {*Role})
    return Caller(account.name, kind, account=account.key, roles=roles, via=via)
