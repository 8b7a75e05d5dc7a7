ALTER TABLE records ADD COLUMN kind text COLLATE "C" DEFAULT 'record' NOT NULL;
ALTER TABLE records ADD COLUMN bound text COLLATE "C";
CREATE INDEX records_bound ON records (bound, kind);
ALTER TABLE tombstones ADD COLUMN kind text COLLATE "C" DEFAULT 'record' NOT NULL;
CREATE TABLE persons (key text COLLATE "C" NOT NULL PRIMARY KEY, name text COLLATE "C" NOT NULL, folded text COLLATE "C" NOT NULL, account text COLLATE "C", UNIQUE (account));
CREATE INDEX ix_persons_folded ON persons (folded);
CREATE TABLE labels (id text COLLATE "C" NOT NULL PRIMARY KEY, title text COLLATE "C" NOT NULL, site text COLLATE "C" NOT NULL, number text COLLATE "C" NOT NULL);
UPDATE meta SET value = '5' WHERE name = 'schema';
