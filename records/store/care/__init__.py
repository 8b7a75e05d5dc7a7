"""Care for a store: opened and brought up, guarded, backed up, read where it is damaged, deleted from."""
