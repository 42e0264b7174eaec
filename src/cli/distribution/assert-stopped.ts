import pg from 'pg';
import { Failure } from '../failure.ts';
import { countSiteConnections, hasDistributedTables } from './store.ts';

/**
 * A commit becomes visible on one Citus node before the other. A repair in between would read a sum without its last
 * entry and store it. So with distributed tables, the site must be stopped during a repair.
 */
export async function assertStoppedIfDistributed(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    if (!(await hasDistributedTables(client)) || (await countSiteConnections(client)) === 0) return;
  } finally {
    await client.end();
  }
  throw new Failure(
    'Tables of this site are distributed over several nodes, which show a commit one after the other: stop its processes before a repair. Without --repair it can be compared while they run.',
  );
}
