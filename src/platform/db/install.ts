import { installJobs } from '../jobs/install.ts';
import { migrate } from './migrate.ts';

/** Installs our schema and the job queue's. Returns the names of the applied migrations. */
export function migrateDatabase(url: string): Promise<string[]> {
  return migrate(url, (client) => installJobs(url, client));
}
