import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createDatabase, dropDatabase } from '../../src/local/postgres.ts';
import { migrateDatabase } from '../../src/platform/db/install.ts';
import { BASELINE_TABLES } from '../../test/support/baseline-likes.ts';
import { withClient } from '../../test/support/with-client.ts';
import type { OwnServer } from '../chaos/site/postgres.ts';
import { fillLargeSet, HOT_POST, type SetSize } from '../query-plans/fill.ts';

/** The files that build a set. If one changes, the set is rebuilt. */
const MAKERS = [
  import.meta.url,
  import.meta.resolve('../query-plans/fill.ts'),
  import.meta.resolve('../query-plans/history.ts'),
  import.meta.resolve('../query-plans/texts.ts'),
  import.meta.resolve('../../test/support/baseline-likes.ts'),
];

export const FULL_SIZE: SetSize = {
  members: 100_000,
  posts: 200_000,
  comments: 2_000_000,
  reactions: 3_000_000,
  articles: true,
};

export function timesAsLarge(size: SetSize, times: number): SetSize {
  const scale = (number: number) => Math.round(number * times);
  return {
    ...size,
    members: scale(size.members),
    posts: scale(size.posts),
    comments: scale(size.comments),
    reactions: scale(size.reactions),
  };
}

/**
 * Creates the template set unless this server already has it, and returns its name. Sites copy it, so a run that writes never
 * starts from another run's data.
 */
export async function provideSet(server: OwnServer, size: SetSize): Promise<string> {
  const name = `set_${size.members}_${size.posts}_${size.comments}_${size.reactions}`;
  const fingerprint = fingerprintOf(size);
  if ((await remarkOn(server, name)) === fingerprint) return name;
  await dropDatabase({ url: server.server_url }, name);
  const url = await createDatabase({ url: server.server_url }, name);
  await migrateDatabase(url);
  const began = performance.now();
  await withClient(url, async (client) => {
    await fillLargeSet(
      (sql) => client.query(sql) as never,
      size,
      (step) => console.log(`  ${Math.round((performance.now() - began) / 1000)} s: ${step}`),
    );
    for (const sql of finishing()) await client.query(sql);
    // Written last, so that an incomplete set has no fingerprint.
    await client.query(`comment on database "${name}" is '${fingerprint}'`);
  });
  return name;
}

/** Copies the set into a database for one site. */
export async function copySet(server: OwnServer, set: string, name: string): Promise<string> {
  await dropDatabase({ url: server.server_url }, name);
  await withClient(server.server_url, (client) =>
    client.query(`create database "${name}" template "${set}" strategy file_copy`),
  );
  const url = new URL(server.server_url);
  url.pathname = `/${name}`;
  // The set may be older than the migrations.
  await migrateDatabase(url.href);
  return url.href;
}

/**
 * Fills the tables of the plain likes with the same rows as ours. New energizes start at an id that no other value has, so that a
 * captured value can be recognized.
 */
function finishing(): string[] {
  return [
    BASELINE_TABLES,
    "insert into plain_like select post_id, uid from post_reaction where kind = 'like'",
    'insert into plain_count select post_id, likes from post_count',
    `insert into plain_post select post.id, title, summary, body, likes
       from post join plain_count on post_id = post.id where post.id = ${HOT_POST}`,
    "select setval(pg_get_serial_sequence('post_energize', 'id'), 700000000)",
    'vacuum analyze plain_like, plain_count, plain_post',
  ];
}

function fingerprintOf(size: SetSize): string {
  const hash = createHash('sha256').update(JSON.stringify(size));
  for (const maker of MAKERS) hash.update(readFileSync(new URL(maker)));
  return hash.digest('hex').slice(0, 16);
}

async function remarkOn(server: OwnServer, name: string): Promise<string | undefined> {
  return withClient(server.server_url, async (client) => {
    const { rows } = await client.query(
      "select shobj_description(oid, 'pg_database') as remark from pg_database where datname = $1",
      [name],
    );
    return rows[0]?.remark;
  });
}
