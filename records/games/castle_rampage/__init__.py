"""Castle Rampage: two players, a Gate and a Castle each, an attack at a time.

``model`` is what the others speak of: events, commands, counters. On it stand ``evolving``, ``narration`` and ``powers``; on these
``deciding``; on that ``recording``, ``board`` and ``player``; ``game`` ties all together. Beside them lie the cards (``cards``,
``catalogue``, ``card_hashes``) and the rules (``rulesets``, ``readings``, ``editions``).
"""
