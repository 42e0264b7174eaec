-- What the last write added: only the write that locks the row knows it. What a statement reads before can be older where
-- machines show a commit one after the other (ADR 0020).
ALTER TABLE daily_exp ADD COLUMN gained integer NOT NULL DEFAULT 0;
