"""What may be asked about chances."""

from records.core.asking.questions import OddsQuestion
from records.core.sentences import N_
from records.games.creature_crush.odds import attacking, hitting, paying, starting

QUESTIONS = (
    OddsQuestion(name="pay", title=N_("A cost can be paid"), parameters=paying.parameters, answer=paying.answer),
    OddsQuestion(name="hit", title=N_("A card can be chosen with dice"), parameters=hitting.parameters, answer=hitting.answer),
    OddsQuestion(name="survive", title=N_("What an attack does"), parameters=attacking.parameters, answer=attacking.answer),
    OddsQuestion(name="dice", title=N_("How many start dice there are"), parameters=starting.parameters, answer=starting.answer),
)
