"""The replay: the page of a step, and what changes from step to step."""
