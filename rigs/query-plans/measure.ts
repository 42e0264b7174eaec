import type pg from 'pg';
import { type Explained, explain } from './explain.ts';
import { recordQueries } from './record-queries.ts';
import { cursorOf, listRequests, type ReadRequest } from './requests.ts';

export type Measured = ReadRequest & {
  /** The statements of the first page and of the far page. */
  first: Explained[];
  far_page: Explained[] | undefined;
  items: number;
};

/** Sends every request of the list, and explains its statements. */
export async function measurePlans(
  client: pg.ClientBase,
  get: (url: string) => Promise<{ status: number; body: { items?: unknown[] } }>,
  depth: number,
): Promise<Measured[]> {
  const measured: Measured[] = [];
  const explainRead = async (url: string) => {
    const { queries, result } = await recordQueries(() => get(url));
    if (result.status !== 200) throw new Error(`${url} returned ${result.status}`);
    const explained: Explained[] = [];
    for (const one of queries) if (isRead(one.text)) explained.push(await explain(client, one));
    return { explained, items: result.body.items?.length ?? 1 };
  };
  for (const request of listRequests(depth)) {
    const { explained: first, items } = await explainRead(request.url);
    const cursor = request.far && (await farCursor(client, request.far));
    const joined = `${request.url}${request.url.includes('?') ? '&' : '?'}cursor=${cursor}`;
    const far_page = cursor ? (await explainRead(joined)).explained : undefined;
    measured.push({ ...request, first, far_page, items });
  }
  return measured;
}

async function farCursor(
  client: pg.ClientBase,
  far: NonNullable<ReadRequest['far']>,
): Promise<string | undefined> {
  const { rows } = await client.query(far.sql);
  return rows[0] && cursorOf(far.key(rows[0]));
}

/** Excludes the session look-up of every request, and writes, which must not run twice. */
function isRead(text: string): boolean {
  const reads =
    /^\s*(select|with)\b/i.test(text) && !/\b(insert into|update|delete from)\b/i.test(text);
  return reads && !/from "session"/.test(text);
}
