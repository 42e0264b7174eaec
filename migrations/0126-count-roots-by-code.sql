-- Older programs leave these rows to a trigger.
-- oldest program: 0.1.0
-- A trigger would run on the machine of its row and for that row alone, and a table with one cannot be distributed.
-- `insertComment` and `countRoots` of `src/comments/store/write.ts` write the counters of a root.
DROP TRIGGER IF EXISTS comment_count_root ON comment;
DROP FUNCTION IF EXISTS count_root_comment();
