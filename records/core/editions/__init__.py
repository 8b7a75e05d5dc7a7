"""Rulesets and card catalogues as values: which of them a record was made with, what each decides, and where each value comes from."""
