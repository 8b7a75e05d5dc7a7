"""How likely something is: attacks, draws, what a hand holds, exact where counting reaches, else bounded or sampled."""
