-- The oldest version of the program that can run with the schema after this migration; null if it changes nothing for
-- older versions. src/platform/db/migrate.ts writes it, every process checks it at start.
ALTER TABLE schema_migration ADD COLUMN oldest_program text;
ALTER TABLE schema_migration
  ADD CONSTRAINT schema_migration_oldest_program_form CHECK (oldest_program ~ '^[0-9]+[.][0-9]+[.][0-9]+$');
