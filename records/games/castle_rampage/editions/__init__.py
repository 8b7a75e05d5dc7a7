"""Everything that was ever published: records were made with it, so it is kept."""
