import { createHash } from 'node:crypto';
import type { World } from './world.ts';

/** Everything the service has written, as one number; `except` names tables that change by being used. */
export async function digestDatabase({ sql }: World, except: string[] = []): Promise<string> {
  const tables = await sql(
    "select tablename from pg_tables where schemaname = 'public' and tablename <> all($1) order by 1",
    [except],
  );
  const each = tables.map(
    ({ tablename: name }) =>
      `select '${name}' as name, md5(string_agg(t::text, '|' order by t::text)) as rows from "${name}" t`,
  );
  // In an order of its own: the server may read the tables with several workers and give them as they come.
  const rows = await sql(`${each.join(' union all ')} order by 1`);
  return createHash('sha256').update(JSON.stringify(rows)).digest('hex');
}
