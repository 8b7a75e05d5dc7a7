"""The reader's language: chosen per request, texts read from the ``.po`` files as they are.

No compiled ``.mo`` file is kept: the texts are compiled in memory when the app is made, so an edited translation needs no further step.
"""

from __future__ import annotations

from contextlib import contextmanager
from http import HTTPStatus
from typing import TYPE_CHECKING, Any

from babel.support import NullTranslations
from flask import current_app, request
from flask_babel import Babel, Domain, force_locale, get_locale

from web.problems import Refused
from web.queries import complain, read_choice
from web.words import texts
from web.words.phrases import FOLDER, LANGUAGES, compile_texts

__all__ = ["LANGUAGES", "TextDomain", "choose_language", "compile_texts", "speak"]

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from pathlib import Path

    from flask import Flask, Response

    from web.settings import Settings

COOKIE = "lang"
_YEAR = 365 * 24 * 3600


class TextDomain(Domain):  # type: ignore[misc] # flask-babel ships no types
    """Texts compiled from ``.po`` files; asks the file system nothing while serving."""

    def __init__(self, folder: Path = FOLDER) -> None:
        super().__init__()
        self._texts = {path.parent.parent.name: compile_texts(path) for path in sorted(folder.glob("*/LC_MESSAGES/messages.po"))}

    def get_translations(self) -> NullTranslations:
        """Return the texts of this request's language; English ones are the message ids themselves."""
        locale = get_locale()
        return self.of(locale.language) if locale else _ENGLISH

    def of(self, language: str) -> NullTranslations:
        """Return the texts of a language."""
        return self._texts.get(language, _ENGLISH)


_ENGLISH = NullTranslations()


def choose_language() -> str:
    """Return the language of this request: ``?lang=``, else the cookie, else what the browser prefers, else English."""
    for wish in (request.args.get("lang"), request.cookies.get(COOKIE)):
        if wish in LANGUAGES:
            return str(wish)
    return request.accept_languages.best_match(LANGUAGES, default="en") or "en"


def refuse_unknown_language() -> None:
    """Refuse a ``?lang=`` that is not spoken here, or that is given twice: before any page is made.

    Raises Refused (422).
    """
    wishes = request.args.getlist("lang")
    if wishes and (complaint := complain("lang", wishes, ("lang",))):
        raise Refused(HTTPStatus.UNPROCESSABLE_ENTITY, complaint, ("query", "lang"))
    for wish in wishes:
        read_choice("lang", wish, LANGUAGES)


def remember_language(response: Response) -> Response:
    """Keep a language that was asked for by a page's link, so that the links of the page need not carry it."""
    wish = request.args.get("lang")
    if wish in LANGUAGES and response.status_code == HTTPStatus.OK and response.mimetype == "text/html":
        response.set_cookie(COOKIE, wish, max_age=_YEAR, samesite="Lax", httponly=True, secure=request.is_secure)
    return response


@contextmanager
def spoken_in(language: str) -> Iterator[None]:
    """Let texts, numbers and days be in another language for a part of a page."""
    spoken: Mapping[str, texts.Spoken] = current_app.extensions["kiebitz-spoken"]
    texts.speak(spoken[language])
    try:
        with force_locale(language):
            yield
    finally:
        texts.speak(spoken[choose_language()])


def speak(app: Flask, settings: Settings) -> None:
    """Give ``app`` its languages."""
    babel = Babel(app, default_locale="en", default_timezone=settings.timezone, locale_selector=choose_language)
    domain = babel.domain_instance = TextDomain()
    spoken = {language: texts.Spoken(language, domain.of(language)) for language in LANGUAGES}
    app.extensions["kiebitz-spoken"] = spoken
    app.before_request(lambda: texts.speak(spoken[choose_language()]))
    app.teardown_request(lambda _error: texts.speak())
    install: Any = app.jinja_env.install_gettext_callables  # type: ignore[attr-defined]  # jinja's extension adds it
    install(texts.translated, texts.translated_count, newstyle=True)
    app.jinja_env.globals["_"] = texts.on_page
    app.before_request(refuse_unknown_language)
    app.after_request(remember_language)
