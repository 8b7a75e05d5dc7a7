"""How a dispute, its claims and its rulings stand, in words: message ids, for pages and the command line."""

from __future__ import annotations

from records.core.sentences import N_

STANDING = {
    "open": N_("open"),
    "ruled": N_("ruled"),
    "appealed": N_("under appeal"),
    "closed": N_("closed"),
    "in force": N_("in force"),
    "upheld": N_("upheld, in force"),
    "overruled": N_("overruled"),
}
SAYS = {
    "recorded": N_("It is right as it was recorded."),
    "refused": N_("It is forbidden."),
    "otherwise": N_("Something else follows."),
    "events": N_("Exactly this follows."),
}
VERDICTS = {
    "follows": N_("It follows."),
    "does not follow": N_("It does not follow."),
    "cannot be judged": N_("It cannot be judged from what is shown here."),
}
ANSWERS = {"appealed": N_("Appeal"), "upheld": N_("Upheld"), "overruled": N_("Overruled"), "closed": N_("Closed")}
TEXTS = {"question": N_("The question"), "closing": N_("The last word"), "file": N_("The whole file")}
REPRODUCED = {
    "reproduced": N_("Here each reading makes of the play what the file says."),
    "differs": N_("Here a reading makes something else of the play than the file says."),
    "cannot be judged": N_(
        "Not every reading of the file can be checked here: rules or cards are not known, or the file does not show what matters."
    ),
}
"""The results of checking a file again."""
