import { installJobs } from '../jobs/install.ts';
import { migrate } from './migrate.ts';

/** Everything the database needs: our schema and the job queue's. Answers with what was applied. */
export function migrateDatabase(url: string): Promise<string[]> {
  return migrate(url, (client) => installJobs(url, client));
}
