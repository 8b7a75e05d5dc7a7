"""Care for a store: opening, upgrading, guards, backups, reading damaged data, deletion."""
