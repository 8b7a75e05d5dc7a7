"""Questions to a record's view, answered only from its viewer's log: odds, findings, other readings."""
