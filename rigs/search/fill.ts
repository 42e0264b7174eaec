import type pg from 'pg';
import { FILL_CARDS } from '../../test/support/member-cards.ts';
import { makeDocuments } from './documents.ts';

const BASES = 6_000;
const CHUNK = 50_000;
const YEARS = 5;
const AUTHORS = 2_000;

/**
 * Posts in SQL: each is two of a few thousand documents, with its own buckets, author and language. Published evenly
 * over five years. The index is built at the end, which is several times faster.
 */
export async function fillPosts(
  client: pg.Client,
  posts: number,
  onStep: (step: string) => void,
): Promise<void> {
  await client.query(
    "set session_replication_role = replica; set synchronous_commit = off; set statement_timeout = 0; set maintenance_work_mem = '3GB'",
  );
  await client.query('drop index post_search_lexemes');
  await insertBases(client);
  await client.query(
    `insert into users (email, email_key, password_hash, username, username_key, created_at)
     select 'm' || n || '@example.org', 'm' || n || '@example.org', 'x', 'member' || n, 'member' || n, now()
       from generate_series(1, $1) n`,
    [AUTHORS],
  );
  await client.query(FILL_CARDS);
  await client.query(`
    insert into search_key (kind, ref_id, key, weight) select 'person', uid, username_key, uid % 10 from users;
    insert into search_name (kind, ref_id, weight, tsv)
    select 'person', uid, uid % 10, array_to_tsvector(array[username_key]) from users`);
  const [{ last }] = (await client.query('select coalesce(max(id), 0)::int as last from post'))
    .rows;
  const step = (YEARS * 365 * 86_400) / posts;
  for (let done = 0; done < posts; done += CHUNK) {
    const end = Math.min(done + CHUNK, posts);
    await client.query(insertSql, [
      last + done + 1,
      last + end,
      last + posts,
      step,
      BASES,
      AUTHORS,
    ]);
    onStep(`${end} posts`);
  }
  onStep('index');
  await client.query(
    'create index post_search_lexemes on post_search using gin (tsv) with (fastupdate = off)',
  );
  onStep('analyze');
  await client.query('delete from search_backfill; delete from post_change');
  await client.query('vacuum analyze');
}

async function insertBases(client: pg.Client): Promise<void> {
  await client.query('create unlogged table base (id int primary key, text text, tsv tsvector)');
  const documents = makeDocuments(BASES);
  for (let start = 0; start < BASES; start += 500) {
    const some = documents.slice(start, start + 500);
    await client.query(
      'insert into base select $1 + n - 1, t, v::tsvector from unnest($2::text[], $3::text[]) with ordinality as d (t, v, n)',
      [start, some.map(({ text }) => text), some.map(({ vector }) => vector)],
    );
  }
}

/** $1 and $2: the ids; $3: the last one; $4: seconds between two; $5: documents; $6: authors. */
const insertSql = `
  with made as (
    select n as id, 1 + n % $6::int as uid, now() - make_interval(secs => ($3::int - n) * $4::float8) as at,
           first.text || second.text as text, first.tsv || second.tsv as tsv, n % 5 as lang
      from generate_series($1::int, $2::int) n
      join base first on first.id = (n::bigint * 7919) % $5::int
      join base second on second.id = (n::bigint * n % 1000003) % $5::int
  ), bucket as (
    select made.*, floor(extract(epoch from at))::bigint as second from made
  ), posted as (
    insert into post (id, author_uid, status, title, summary, body, created_at, updated_at, published_at, lang)
    overriding system value
    select id, uid, 'approved', left(text, 24), left(text, 120), '<p></p>', at, at, at, case lang when 0 then 'en' else 'zh' end
      from bucket
  ), counted as (
    insert into post_count (post_id) select id from bucket
  )
  insert into post_search (post_id, published_at, version, tokens, text, tsv)
  select id, at, 1, 1, text, tsv || array_to_tsvector(array[
           '#b' || (second >> 14), '#c' || (second >> 17), '#d' || (second >> 20), '#e' || (second >> 23),
           '#f' || (second >> 26), '#a' || uid, case lang when 0 then '#len' else '#lzh' end])
    from bucket`;
