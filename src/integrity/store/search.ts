import { sql } from 'kysely';
import type { Trx } from '../../platform/db/database.ts';
import { TOKENS_VERSION } from '../../search/tokens/document.ts';
import { type CheckGroup, createComparison, isNotDeleted, type Only } from './check.ts';

/** Leaves out posts that a worker will index: changed ones, and those that are not indexed for the first time yet. */
function isSettled(postId: string) {
  const id = sql.ref(postId);
  return sql`not exists (select from post_change waiting where waiting.post_id = ${id})
    and not exists (select from search_backfill unfinished where unfinished.kind = 'post' and unfinished.after_id < ${id})`;
}

/** D61. A repair records the post as changed; a worker indexes it again, or removes it. */
export const SEARCHED_POSTS: CheckGroup = {
  checks: [
    createComparison({
      name: 'searched posts',
      invariant: 'D61',
      title: 'search has the public version of every public post, and no other post',
      key: ['post_id'],
      owner: ['post_id'],
      subject: sql`'post ' || post_id`,
      values: ['version', 'tokens'],
      stored: (only: Only) => sql`
        with searched as materialized (select post_id, version, tokens from post_search where ${only('post_id')})
        select post_id, version, tokens from searched where ${isSettled('searched.post_id')}`,
      actual: (only: Only) => sql`
        select id as post_id, live_version as version, ${sql.lit(TOKENS_VERSION)} as tokens from post
         where status = 'approved' and deleted_at is null and ${isNotDeleted('post.author_uid')}
           and ${isSettled('post.id')} and ${only('id')}`,
      absent: 'differs',
    }),
  ],
  repair: { lock: lockPost, rewrite: recordChange },
};

async function lockPost(trx: Trx, [postId = 0]: number[]): Promise<void> {
  await sql`select from post where id = ${postId} for key share`.execute(trx);
}

async function recordChange(trx: Trx, [postId = 0]: number[]): Promise<void> {
  await sql`insert into post_change (post_id) values (${postId})`.execute(trx);
}
