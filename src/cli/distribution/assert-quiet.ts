import pg from 'pg';
import { Failure } from '../failure.ts';
import { countProcesses, hasDistributedTables } from './store.ts';

/**
 * A commit is seen on one machine a moment before it is seen on the other. A repair that locks a member's row in that moment
 * finds a sum that lacks its last entry, and would write it down. So where tables are spread, nobody may write meanwhile.
 */
export async function assertQuietIfDistributed(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    if (!(await hasDistributedTables(client)) || (await countProcesses(client)) === 0) return;
  } finally {
    await client.end();
  }
  throw new Failure(
    'Tables of this site are spread over several machines, which show a change one after the other: stop its processes before a repair. Without --repair it can be compared while they run.',
  );
}
