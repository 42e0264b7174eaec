import { sql } from 'kysely';
import type { Viewer } from '../../context.ts';
import { batchedFind, MAX_IN_FLIGHT } from '../../platform/db/batch/batched-read.ts';
import type { Db, Trx } from '../../platform/db/database.ts';
import { type Params, prepareQuery } from '../../platform/db/prepared.ts';
import type { TrustedHtml } from '../../platform/html/trusted.ts';
import { invalidateAfterCommit } from '../../platform/invalidations.ts';
import { CARD_COLUMNS } from '../../users/schema.ts';
import type { PostStatus } from '../rules.ts';
import { type Audience, audienceOf, isPublic, isSeenBy } from './visibility.ts';

export const SUMMARY_COLUMNS = [
  'post.id',
  'post.title',
  'post.summary',
  'post.status',
  'post.author_uid',
  'post.created_at',
  'post.updated_at',
  'post.published_at',
  'post.cover_key',
] as const;

export const OWN_POST_COLUMNS = [
  ...SUMMARY_COLUMNS,
  'post.version',
  'post.live_version',
  'post.pending_version',
  'post.review_reason',
  'post.submitted_at',
] as const;

const WHOLE = [...OWN_POST_COLUMNS, 'post.body', 'post.rendered', 'post.locked_from'] as const;

/** From the tables beside the post. Lists show counters as counted, at most a second old. */
export const SHOWN_WITH = [
  ...CARD_COLUMNS,
  sql<string>`users.xmin`.as('user_version'),
  'post_count.likes',
  'post_count.dislikes',
  'post_count.comments',
  'post_count.favorites',
  'post_count.energy',
] as const;

export type PostRow = NonNullable<Awaited<ReturnType<typeof lockOwnPost>>>;
export type PostText = {
  title: string;
  summary: string;
  body: string;
  rendered: string | null;
  cover_key: string | null;
};

/** Those of the ids that everybody sees; also the first part of statements that act on them. */
export function publicPosts(db: Db, ids: number[]) {
  return db
    .selectFrom('post')
    .select('post.id')
    .where('post.id', '=', sql<number>`any(${ids})`)
    .where(isPublic);
}

const visiblePost = prepareQuery((db, { id, ...audience }: Params<Audience & { id: number }>) =>
  shownPost(db)
    .select([...OWN_POST_COLUMNS, 'post.body', 'post.locked_from', ...SHOWN_WITH])
    .where('post.id', '=', id)
    .where((eb) => isSeenBy(audience)(eb as never)),
);

export async function findVisiblePost(db: Db, viewer: Viewer | null, id: number) {
  const [found] = await visiblePost(db, { id, ...audienceOf(viewer) });
  return found;
}

const publicPostsWithText = prepareQuery((db, { ids }: Params<{ ids: number[] }>) =>
  shownPost(db)
    .select([...SUMMARY_COLUMNS, 'post.body', ...SHOWN_WITH])
    .where('post.id', '=', sql<number>`any(${ids})`)
    .where((eb) => isPublic(eb as never)),
);

const findPublicPost = batchedFind(
  (db, ids: number[]) => publicPostsWithText(db, { ids }),
  ({ id }) => id,
  MAX_IN_FLIGHT,
);

/** To be read: nearly always one that everybody sees, and those are read together. */
export async function findPost(db: Db, viewer: Viewer | null, id: number) {
  const found = await findPublicPost(db, id);
  return found || !viewer ? found : findVisiblePost(db, viewer, id);
}

const visibleArticle = prepareQuery((db, { id, ...audience }: Params<Audience & { id: number }>) =>
  shownArticle(db)
    .where('post.id', '=', id)
    .where((eb) => isSeenBy(audience)(eb as never)),
);

const publicArticles = prepareQuery((db, { ids }: Params<{ ids: number[] }>) =>
  shownArticle(db)
    .where('post.id', '=', sql<number>`any(${ids})`)
    .where((eb) => isPublic(eb as never)),
);

const findPublicArticle = batchedFind(
  (db, ids: number[]) => publicArticles(db, { ids }),
  ({ id }) => id,
  MAX_IN_FLIGHT,
);

/** A post for a page of its own; likewise. */
export async function findArticle(db: Db, viewer: Viewer | null, id: number) {
  const found = await findPublicArticle(db, id);
  if (found || !viewer) return found;
  const [own] = await visibleArticle(db, { id, ...audienceOf(viewer) });
  return own;
}

function shownArticle(db: Db) {
  return (
    shownPost(db)
      .leftJoin('post_revision', (join) =>
        join
          .onRef('post_revision.post_id', '=', 'post.id')
          .onRef('post_revision.version', '=', 'post.live_version'),
      )
      .select([...OWN_POST_COLUMNS, ...SHOWN_WITH])
      // What the sanitizer wrote, with the highlighter's colours where it has code; nothing else writes these columns.
      .select(sql<TrustedHtml>`coalesce(post.rendered, post.body)`.as('html'))
      // Of the text that readers see. The post's own time also moves for what only its author sees.
      .select('post_revision.created_at as written_at')
  );
}

/** A post with what stands beside it. */
function shownPost(db: Db) {
  return db
    .selectFrom('post')
    .innerJoin('users', 'users.uid', 'post.author_uid')
    .innerJoin('post_count', 'post_count.post_id', 'post.id');
}

/** Only the author's own: somebody else's id finds nothing, like one that never existed (A02). */
export function lockOwnPost(trx: Trx, uid: number, id: number) {
  return trx
    .selectFrom('post')
    .select(WHOLE)
    .where('id', '=', id)
    .where('author_uid', '=', uid)
    .where('deleted_at', 'is', null)
    .forNoKeyUpdate()
    .executeTakeFirst();
}

export function insertPost(
  trx: Trx,
  post: PostText & {
    author_uid: number;
    status: PostStatus;
    created_at: Date;
    updated_at: Date;
    submitted_at: Date | null;
    published_at: Date | null;
  },
) {
  return trx.insertInto('post').values(post).returning(WHOLE).executeTakeFirstOrThrow();
}

export function updatePost(
  trx: Trx,
  id: number,
  changes: Partial<
    PostText & {
      status: PostStatus;
      version: number;
      live_version: number;
      pending_version: number | null;
      updated_at: Date;
      submitted_at: Date;
      published_at: Date;
      deleted_at: Date;
      deleted_by_author: boolean;
    }
  >,
) {
  invalidateAfterCommit(trx, 'post', [id]);
  return trx
    .updateTable('post')
    .set(changes)
    .where('id', '=', id)
    .returning(WHOLE)
    .executeTakeFirstOrThrow();
}

export async function insertRevision(
  trx: Trx,
  revision: {
    post_id: number;
    version: number;
    title: string;
    summary: string;
    body: string;
    cover_key: string | null;
    created_at: Date;
  },
): Promise<void> {
  await trx.insertInto('post_revision').values(revision).execute();
}

export function findRevision(db: Db, postId: number, version: number) {
  return db
    .selectFrom('post_revision')
    .select(['title', 'summary', 'body', 'cover_key'])
    .where('post_id', '=', postId)
    .where('version', '=', version)
    .executeTakeFirst();
}
