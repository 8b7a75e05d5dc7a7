"""The shelf of records, and the upload of new ones."""
