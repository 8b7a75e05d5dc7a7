"""What a record's view is asked, from what its viewer was shown alone: odds, findings, other readings."""
