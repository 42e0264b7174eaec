-- Whether feeds contain the whole texts of an author, or only the summaries. A constant default needs no rewrite.
ALTER TABLE users ADD COLUMN feeds_full boolean NOT NULL DEFAULT true;
