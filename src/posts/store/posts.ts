import { sql } from 'kysely';
import { FOR_EVERYBODY, isClosedTo } from '../../blocks/rules.ts';
import type { Viewer } from '../../context.ts';
import { batchedFind, COLD_ROWS } from '../../platform/db/batch/batched-read.ts';
import type { Db, Trx } from '../../platform/db/database.ts';
import { type Params, prepareQuery } from '../../platform/db/prepared.ts';
import type { TrustedHtml } from '../../platform/html/trusted.ts';
import { Refusal } from '../../refusals.ts';
import { shownTagsSql } from '../../tags/store/shared.ts';
import { CARD_COLUMNS } from '../../users/schema.ts';
import { cardVersionSql } from '../../users/store/shared.ts';
import type { PostStatus } from '../rules.ts';
import { insertChanges, recordChange } from './changes.ts';
import { publicReadsSql } from './shared/public-reads.ts';
import { type Audience, audienceOf, isPublic, isVisibleToAudience } from './visibility.ts';

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
  'post.live_version',
  'post.card_version',
  'post.minutes',
  'post.note',
  'post.picture_key',
  'post.picture_width',
  'post.picture_height',
  'post.lang',
  'post.tag_ids',
] as const;

export const OWN_POST_COLUMNS = [
  ...SUMMARY_COLUMNS,
  'post.version',
  'post.pending_version',
  'post.lang_chosen',
  'post.review_reason',
  'post.submitted_at',
  'post.pinned',
  'post.show_changes',
] as const;

const POST_COLUMNS = [
  ...OWN_POST_COLUMNS,
  'post.body',
  'post.rendered',
  'post.locked_from',
] as const;

/** And the tags. Lists show the counters without pending deltas: at most a second old. */
export const AUTHOR_AND_COUNTS = [
  ...CARD_COLUMNS,
  cardVersionSql,
  'post_count.likes',
  'post_count.dislikes',
  'post_count.comments',
  'post_count.favorites',
  'post_count.energy',
  publicReadsSql.as('reads'),
  shownTagsSql(sql.ref('post.tag_ids')).as('tags'),
] as const;

export type PostRow = NonNullable<Awaited<ReturnType<typeof lockOwnPost>>>;
export type PostText = {
  title: string;
  summary: string;
  body: string;
  rendered: string | null;
  cover_key: string | null;
  lang: string | null;
  lang_chosen: boolean;
};
/** A text with everything that is stored with it, in a version and on the post. */
export type TaggedText = PostText & { tag_ids: number[] };
/** What a card shows of the text of version `card_version`. */
export type PostCardRow = {
  card_version: number | null;
  minutes: number | null;
  note: string | null;
  picture_key: string | null;
  picture_width: number | null;
  picture_height: number | null;
};

const visiblePostQuery = prepareQuery(
  (db, { id, ...audience }: Params<Audience & { id: number }>) =>
    postWithAuthor(db)
      .select([...OWN_POST_COLUMNS, 'post.body', 'post.locked_from', ...AUTHOR_AND_COUNTS])
      .where('post.id', '=', id)
      .where((eb) => isVisibleToAudience(audience)(eb as never)),
);

export async function findVisiblePost(db: Db, viewer: Viewer | null, id: number) {
  const [post] = await visiblePostQuery(db, { id, ...audienceOf(viewer) });
  return post;
}

const publicPostsQuery = prepareQuery((db, { ids }: Params<{ ids: number[] }>) =>
  postWithAuthor(db)
    .select([...SUMMARY_COLUMNS, 'post.body', ...AUTHOR_AND_COUNTS])
    .where('post.id', '=', sql<number>`any(${ids})`)
    .where((eb) => isPublic(FOR_EVERYBODY)(eb as never)),
);

const findPublicPost = batchedFind(
  (db, ids: number[]) => publicPostsQuery(db, { ids }),
  ({ id }) => id,
  COLD_ROWS,
);

/** Tries the batched read of public posts first, because nearly every post read is public. */
export async function findPost(db: Db, viewer: Viewer | null, id: number) {
  const post = await findPublicPost(db, id);
  assertOpenTo(viewer, post);
  return post || !viewer ? post : findVisiblePost(db, viewer, id);
}

const visibleArticleQuery = prepareQuery(
  (db, { id, ...audience }: Params<Audience & { id: number }>) =>
    articleQuery(db)
      .where('post.id', '=', id)
      .where((eb) => isVisibleToAudience(audience)(eb as never)),
);

const publicArticlesQuery = prepareQuery((db, { ids }: Params<{ ids: number[] }>) =>
  articleQuery(db)
    .where('post.id', '=', sql<number>`any(${ids})`)
    .where((eb) => isPublic(FOR_EVERYBODY)(eb as never)),
);

const findPublicArticle = batchedFind(
  (db, ids: number[]) => publicArticlesQuery(db, { ids }),
  ({ id }) => id,
  COLD_ROWS,
);

/** The same for the page of one post. */
export async function findArticle(db: Db, viewer: Viewer | null, id: number) {
  const article = await findPublicArticle(db, id);
  assertOpenTo(viewer, article);
  if (article || !viewer) return article;
  const [own] = await visibleArticleQuery(db, { id, ...audienceOf(viewer) });
  return own;
}

/** D67: with its own code, because the reader decided it; the post is public. */
function assertOpenTo(viewer: Viewer | null, post: { author_uid: number } | undefined): void {
  if (post && isClosedTo(viewer, post.author_uid)) throw new Refusal('hidden_by_you');
}

function articleQuery(db: Db) {
  return (
    postWithAuthor(db)
      .select([...OWN_POST_COLUMNS, ...AUTHOR_AND_COUNTS, 'member_card.signature'])
      // Trusted: only the sanitizer and the highlighter write these columns.
      .select(sql<TrustedHtml>`coalesce(post.rendered, post.body)`.as('html'))
      .select('post.written_at')
      .select(
        sql<boolean>`post.show_changes and exists (
          select from published_edit where published_edit.post_id = post.id)`.as('has_changes'),
      )
  );
}

function postWithAuthor(db: Db) {
  return db
    .selectFrom('post')
    .innerJoin('member_card', 'member_card.uid', 'post.author_uid')
    .innerJoin('post_count', 'post_count.post_id', 'post.id');
}

/** A02: another author's post is not found, as if it did not exist. */
export function lockOwnPost(trx: Trx, uid: number, id: number) {
  return trx
    .selectFrom('post')
    .select(POST_COLUMNS)
    .where('id', '=', id)
    .where('author_uid', '=', uid)
    .where('deleted_at', 'is', null)
    .forNoKeyUpdate()
    .executeTakeFirst();
}

export async function insertPost(
  trx: Trx,
  post: TaggedText &
    PostCardRow & {
      author_uid: number;
      status: PostStatus;
      created_at: Date;
      updated_at: Date;
      written_at: Date;
      submitted_at: Date | null;
      published_at: Date | null;
      show_changes: boolean;
    },
) {
  const inserted = await trx
    .insertInto('post')
    .values(post)
    .returning(POST_COLUMNS)
    .executeTakeFirstOrThrow();
  if (post.status === 'approved') insertChanges(trx, 'post.published', [inserted.id]);
  return inserted;
}

/** `before`: as the caller has locked it. */
export function updatePost(
  trx: Trx,
  before: Parameters<typeof recordChange>[1],
  changes: Partial<
    TaggedText &
      PostCardRow & {
        status: PostStatus;
        version: number;
        live_version: number;
        /** When the public text was saved; `updated_at` also changes with texts that only the author sees. */
        written_at: Date;
        pending_version: number | null;
        updated_at: Date;
        submitted_at: Date;
        published_at: Date;
        deleted_at: Date | null;
        deleted_by_author: boolean;
        show_changes: boolean;
      }
  >,
) {
  recordChange(trx, before, changes);
  return trx
    .updateTable('post')
    .set(changes)
    .where('id', '=', before.id)
    .returning(POST_COLUMNS)
    .executeTakeFirstOrThrow();
}
