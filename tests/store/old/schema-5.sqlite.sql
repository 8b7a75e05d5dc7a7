ALTER TABLE records ADD COLUMN kind TEXT DEFAULT 'record' NOT NULL;
ALTER TABLE records ADD COLUMN bound TEXT;
CREATE INDEX records_bound ON records (bound, kind);
ALTER TABLE tombstones ADD COLUMN kind TEXT DEFAULT 'record' NOT NULL;
CREATE TABLE persons (key TEXT NOT NULL PRIMARY KEY, name TEXT NOT NULL, folded TEXT NOT NULL, account TEXT, UNIQUE (account));
CREATE INDEX ix_persons_folded ON persons (folded);
CREATE TABLE labels (id TEXT NOT NULL PRIMARY KEY, title TEXT NOT NULL, site TEXT NOT NULL, number TEXT NOT NULL);
UPDATE meta SET value = '5' WHERE name = 'schema';
