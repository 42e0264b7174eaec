import { type SqlBool, sql } from 'kysely';
import { FOR_EVERYBODY } from '../../blocks/rules.ts';
import type { Db, Trx } from '../../platform/db/database.ts';
import { type Params, prepareQuery } from '../../platform/db/prepared.ts';
import { invalidateAfterCommit } from '../../platform/invalidations.ts';
import { AUTHOR_AND_COUNTS, SUMMARY_COLUMNS } from './posts.ts';
import { isPublic } from './visibility.ts';

/** A literal, not a parameter: the partial index of pinned posts needs it. */
const isPinned = sql<SqlBool>`post.pinned`;

const pinnedPostQuery = prepareQuery((db, { author }: Params<{ author: number }>) =>
  db
    .selectFrom('post')
    .innerJoin('member_card', 'member_card.uid', 'post.author_uid')
    .innerJoin('post_count', 'post_count.post_id', 'post.id')
    .select([...SUMMARY_COLUMNS, ...AUTHOR_AND_COUNTS])
    .where('post.author_uid', '=', author)
    .where(isPinned)
    .where((eb) => isPublic(FOR_EVERYBODY)(eb as never)),
);

/** Undefined as well while the pinned post is not public. */
export async function findPinnedPost(db: Db, author: number) {
  const [post] = await pinnedPostQuery(db, { author });
  return post;
}

/** Whatever the author has pinned, also a post that was deleted since. */
export async function unpinPostsOf(trx: Trx, author: number): Promise<void> {
  const unpinned = await trx
    .updateTable('post')
    .set({ pinned: false })
    .where('author_uid', '=', author)
    .where(isPinned)
    .returning('id')
    .execute();
  invalidateAfterCommit(
    trx,
    'post',
    unpinned.map(({ id }) => id),
  );
}

/** `now` if it is pinned, null if not. */
export async function updatePinned(trx: Trx, id: number, now: Date | null): Promise<void> {
  invalidateAfterCommit(trx, 'post', [id]);
  const changes = now ? { pinned: true, pinned_at: now } : { pinned: false };
  await trx.updateTable('post').set(changes).where('id', '=', id).execute();
}
