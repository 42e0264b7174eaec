import type pg from 'pg';
import { cursorOf, type Question, questions } from './catalogue.ts';
import { type Explained, explain } from './explain.ts';
import { watchQueries } from './watch.ts';

export type Measured = Question & {
  /** The statements of the first page, and of the far one. */
  first: Explained[];
  far_page: Explained[] | undefined;
  items: number;
};

/** Asks the service everything in the catalogue, and the database how it answered. */
export async function measurePlans(
  client: pg.ClientBase,
  get: (url: string) => Promise<{ status: number; body: { items?: unknown[] } }>,
  depth: number,
): Promise<Measured[]> {
  const measured: Measured[] = [];
  const ask = async (url: string) => {
    const { asked, answer } = await watchQueries(() => get(url));
    if (answer.status !== 200) throw new Error(`${url} answered ${answer.status}`);
    const explained: Explained[] = [];
    for (const one of asked) if (isRead(one.text)) explained.push(await explain(client, one));
    return { explained, items: answer.body.items?.length ?? 1 };
  };
  for (const question of questions(depth)) {
    const { explained: first, items } = await ask(question.url);
    const cursor = question.far && (await farCursor(client, question.far));
    const joined = `${question.url}${question.url.includes('?') ? '&' : '?'}cursor=${cursor}`;
    const far_page = cursor ? (await ask(joined)).explained : undefined;
    measured.push({ ...question, first, far_page, items });
  }
  return measured;
}

async function farCursor(
  client: pg.ClientBase,
  far: NonNullable<Question['far']>,
): Promise<string | undefined> {
  const { rows } = await client.query(far.sql);
  return rows[0] && cursorOf(far.key(rows[0]));
}

/** Who is asking is looked up on every request, and is no list; what writes must not run a second time. */
function isRead(text: string): boolean {
  const reads =
    /^\s*(select|with)\b/i.test(text) && !/\b(insert into|update|delete from)\b/i.test(text);
  return reads && !/from "session"/.test(text);
}
