"""Limits, for docs/load.md and the papers on access and knowledge."""

from __future__ import annotations

from datetime import timedelta

from records.knowledge import hindsight
from records.knowledge.odds import couplings, exact, late_stops, sampling
from records.knowledge.why import explain
from records.knowledge.worlds import constraints, counts, effort
from records.service.accounts import guessing
from records.service.accounts.guessing import Limit
from records.service.measuring import series
from records.store.tables.jobs import MOST_BYTES, USUAL_LIMITS
from support.printed.markdown import table
from web.guards.bodies import BodyLimits
from web.lanes import LaneLimits
from web.live import slots
from web.serving import BODIES, BODIES_OF_NETWORK, THREADS

DISTINCTIONS = "the place with the most distinctions forgets them; `exact` is false"
DRAWN = "worlds are drawn"


def every(step: timedelta) -> str:
    """A length of time in its largest whole unit: ``15 minutes``."""
    units = {"minute": timedelta(minutes=1), "second": timedelta(seconds=1), "millisecond": timedelta(milliseconds=1)}
    name, unit = next((name, unit) for name, unit in units.items() if not step % unit)
    return f"{step // unit} {name}{'s' * (step != unit)}"


def guesses() -> str:
    """What may be guessed how often."""
    network = guessing.BY_NETWORK
    strangers = Limit(guessing.OF_STRANGERS, network.every)
    rows = (
        ("the password of a name", "name and network (a /24 or /64)", guessing.BY_NAME_HERE, ""),
        ("", "name, from all networks", guessing.BY_NAME, ""),
        ("", "account and browser that it signed in with", guessing.BY_BROWSER, ""),
        ("passwords of all names", "network", strangers, f"; {network.most} for those who signed in from there before"),
        ("the old password", "account that has signed in", guessing.OLD_PASSWORD, ""),
        ("codes of seats", "account", guessing.CODES_OF_ACCOUNT, ""),
        ("codes of classes, for passwords, of seats (40 bits)", "network", guessing.CODES_HERE, ""),
        ("", "all networks", guessing.CODES, ""),
        ("codes of classes", "learner who is in a class here", guessing.CODES_OF_LEARNER, ""),
        ("links, learners' own codes (160 bits)", "network", guessing.LINKS, ""),
    )
    return table(
        ("what is guessed", "counted by", "room", "one more each", "a day at most"),
        ((what, by, f"{limit.most:,}{more}", every(limit.every), f"{limit.a_day:,}") for what, by, limit, more in rows),
    )


def budgets() -> str:
    """The budgets of the knowledge engine."""
    parts = {2: "half"}[hindsight.SHARES]
    rows = (
        ("`MOST_STATES`", "worlds/counts.py", f"{counts.MOST_STATES:,} states", DISTINCTIONS),
        (
            "`MOST_PARTED`, `MOST_TOGETHER`",
            "worlds/counts.py",
            f"{counts.MOST_PARTED:,} and {counts.MOST_TOGETHER:,} worlds",
            "overlapping classes are widened",
        ),
        ("`MOST_SPLITS`", "worlds/constraints.py", f"{constraints.MOST_SPLITS:,} worlds", "the statement is not used; `exact` is false"),
        (
            "`ANSWER`",
            "worlds/effort.py",
            f"{effort.ANSWER:,} units for one answer",
            "counted again with `COARSE` limits, then with the `LEAST`, whose work grows only with the log; `exact` is false",
        ),
        ("`WORK`, `TRIAL`", "why/explain.py", f"{explain.WORK:,} units for all trials, {explain.TRIAL:,} for one", "`complete` is false"),
        (
            "`WORK`, `SHARES`",
            "hindsight.py",
            f"{hindsight.WORK:,} units, {parts} for one place",
            "the place is answered as then; `exact` is false",
        ),
        (
            "`WORK`",
            "records/service/measuring/series.py",
            (
                f"{series.WORK:,} units for a chart, {series.STEP} for each step and {series.CANDIDATE} for each summed chance; "
                "a measure of public things asks for none"
            ),
            "the other steps are `pending`; asking again continues",
        ),
        ("`MOST_WORK`", "odds/exact.py", f"{exact.MOST_WORK:,} numbers", DRAWN),
        ("`MOST_WAYS`, `MOST_SPREAD`", "odds/couplings.py", f"{couplings.MOST_WAYS:,} and {couplings.MOST_SPREAD:,}", DRAWN),
        ("`MOST_ENDS`", "odds/late_stops.py", f"{late_stops.MOST_ENDS:,} ends", DRAWN),
        ("`SAMPLES`", "odds/sampling.py", f"{sampling.SAMPLES:,} worlds", "-"),
    )
    return table(("budget", "value", "beyond it"), ((f"{name} (`{file}`)", value, beyond) for name, file, value, beyond in rows))


def lanes() -> str:
    """How much is calculated at a time."""
    limits = LaneLimits(lanes=1)
    half = (limits.queue + 1) // 2
    rows = (
        ("lanes", "as many as the process may use CPU cores", "`--lanes N`"),
        ("for one caller", "one; further questions wait for it", ""),
        ("for all guests", "half of the lanes, at least one", ""),
        ("waiting", f"{limits.queue} questions; up to {half} of one caller, and up to {half} of all guests", ""),
        ("patience", f"{limits.patience:g} seconds; {limits.writing:g} for what somebody typed", ""),
    )
    return table(("", "how many", "set by"), rows)


def jobs() -> str:
    """How much long work is taken in and kept."""
    most = USUAL_LIMITS
    rows = (
        ("jobs of an account that have not ended", f"{most.own}"),
        ("of all", f"{most.all}"),
        ("jobs of an account that have ended and are kept", f"{most.ended}"),
        ("parts of a job", f"{most.parts:,}"),
        ("rows of a record", f"{most.rows:,}; {most.bytes >> 20} MB when a stage begins"),
        ("what a job is made from, what a part is told, a row", f"{MOST_BYTES >> 20} MB each"),
    )
    return table(("", "at most"), rows)


def threads() -> str:
    """Who may hold how many threads of a process."""
    bodies = BodyLimits(most=BODIES, of_network=BODIES_OF_NETWORK)
    rows = (
        ("threads of a process", f"{THREADS}"),
        (
            "of these for bodies",
            f"{bodies.most}; {bodies.of_network} from one network (an IPv4 address, the first 64 bits of an IPv6 address)",
        ),
        ("a small form", f"has {bodies.grace:g} seconds"),
        ("a large file", f"no limit, if it averages {bodies.pace / 1024:g} kB a second and never stalls for {bodies.pause:g} seconds"),
        (
            "of these for streams",
            f"{slots.MOST}; {slots.MOST_EACH} of one account or learner, or of the two pages of a class",
        ),
        (
            "of these for onlookers",
            f"{slots.MOST_ONLOOKERS}; {slots.MOST_OF_ADDRESS} of one address: they follow games without an account",
        ),
    )
    return table(("", "how many"), rows)
