"""Words of pages and of the command line: message ids, their translations, and the few sentences that several pages share."""
