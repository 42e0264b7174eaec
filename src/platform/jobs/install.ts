import { runMigrations } from 'graphile-worker';
import type pg from 'pg';

/**
 * Creates the tables of the job queue and grants the app's role access. graphile-worker enables row security without a
 * policy, so by default only the owner can use them.
 */
export async function installJobs(url: string, client: pg.Client): Promise<void> {
  await runMigrations({ connectionString: url });
  await client.query(`
    GRANT USAGE ON SCHEMA graphile_worker TO lamplight_app;
    GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA graphile_worker TO lamplight_app;
    GRANT USAGE, SELECT ON ALL SEQUENCES IN SCHEMA graphile_worker TO lamplight_app;
    REVOKE INSERT, UPDATE, DELETE ON graphile_worker.migrations FROM lamplight_app;
    DO $$
    DECLARE queue_table text;
    BEGIN
      FOR queue_table IN
        SELECT tablename FROM pg_tables t WHERE schemaname = 'graphile_worker' AND rowsecurity
          AND NOT EXISTS (SELECT FROM pg_policies p WHERE p.schemaname = t.schemaname AND p.tablename = t.tablename)
      LOOP
        EXECUTE format('CREATE POLICY lamplight_app ON graphile_worker.%I TO lamplight_app USING (true)', queue_table);
      END LOOP;
    END $$;`);
}
