import { sql } from 'kysely';
import type { Db } from '../../platform/db/database.ts';
import { shownTagsSql } from '../../tags/store/shared.ts';
import { readInBatches, readOwnRows, TEXTS } from './batches.ts';
import { listVersionsOfPost } from './versions-of-post.ts';

const SUBJECTS = 500;
const EARLIEST: [Date, number] = [new Date(0), 0];

const POST = [
  'id',
  'status',
  'title',
  'summary',
  'body',
  'cover_key',
  'pinned',
  'lang',
  'version',
  'live_version',
  'pending_version',
  'review_reason',
  'created_at',
  'updated_at',
  'submitted_at',
  'published_at',
  'deleted_at',
] as const;

/**
 * Ascending by the time of the last change, the order of the index of an author's posts: a post that is
 * saved meanwhile appears again with its newer text, and none is left out.
 */
export const listPosts = readInBatches(
  EARLIEST,
  (db, uid: number, { after, limit }) =>
    db
      .selectFrom(
        db
          .selectFrom('post')
          .select([...POST, 'tag_ids'])
          .where('author_uid', '=', uid)
          .where(({ eb, refTuple, tuple }) =>
            eb(refTuple('updated_at', 'id'), '>', tuple(after[0], after[1])),
          )
          .orderBy('updated_at')
          .orderBy('id')
          .limit(limit)
          .as('post'),
      )
      .leftJoin('post_count', 'post_count.post_id', 'post.id')
      .select(POST)
      .select(['likes', 'comments', 'favorites', 'energy'])
      .select(shownTagsSql(sql.ref('post.tag_ids')).as('tags'))
      .orderBy('post.updated_at')
      .orderBy('post.id')
      .execute(),
  (row): [Date, number] => [row.updated_at, row.id],
  TEXTS,
);

const listPostIds = readInBatches(
  EARLIEST,
  (db, uid: number, { after, limit }) =>
    db
      .selectFrom('post')
      .select(['id', 'updated_at'])
      .where('author_uid', '=', uid)
      .where(({ eb, refTuple, tuple }) =>
        eb(refTuple('updated_at', 'id'), '>', tuple(after[0], after[1])),
      )
      .orderBy('updated_at')
      .orderBy('id')
      .limit(limit)
      .execute(),
  (row): [Date, number] => [row.updated_at, row.id],
);

export async function* listVersions(db: Db, uid: number) {
  for await (const { id } of listPostIds(db, uid)) yield* listVersionsOfPost(db, id);
}

const listReadsOfPost = readInBatches(
  '0001-01-01',
  (db, post: number, { after, limit }) =>
    db
      .selectFrom('post_read_day')
      .select(['day', 'post_id', 'reads'])
      .where('post_id', '=', post)
      .where('day', '>', after)
      .orderBy('day')
      .limit(limit)
      .execute(),
  (row) => row.day,
);

const listSourcesOfPost = readInBatches(
  ['0001-01-01', '', ''] as [string, string, string],
  (db, post: number, { after, limit }) =>
    db
      .selectFrom('post_read_source')
      .select(['day', 'post_id', 'source', 'host', 'reads'])
      .where('post_id', '=', post)
      .where(({ eb, refTuple, tuple }) =>
        eb(refTuple('day', 'source', 'host'), '>', tuple(...after)),
      )
      .orderBy('day')
      .orderBy('source')
      .orderBy('host')
      .limit(limit)
      .execute(),
  (row): [string, string, string] => [row.day, row.source, row.host],
);

/** Where readers came from, by day. */
export async function* listReadSources(db: Db, uid: number) {
  for await (const { id } of listPostIds(db, uid)) yield* listSourcesOfPost(db, id);
}

const listDepthsOfPost = readInBatches(
  '0001-01-01',
  (db, post: number, { after, limit }) =>
    db
      .selectFrom('post_read_depth')
      .select(['day', 'post_id', 'measured', 'quarter', 'half', 'three_quarters', 'finished'])
      .where('post_id', '=', post)
      .where('day', '>', after)
      .orderBy('day')
      .limit(limit)
      .execute(),
  (row) => row.day,
);

/** How far they read. */
export async function* listReadDepths(db: Db, uid: number) {
  for await (const { id } of listPostIds(db, uid)) yield* listDepthsOfPost(db, id);
}

/** Numbers only: nothing about a reader is stored. */
export async function* listReads(db: Db, uid: number) {
  for await (const { id } of listPostIds(db, uid)) yield* listReadsOfPost(db, id);
}

export const listPostCounts = readInBatches(
  ['0001-01-01', 0] as [string, number],
  (db, uid: number, { after, limit }) =>
    db
      .selectFrom('post_day')
      .select(['day', 'post_id', 'likes', 'comments', 'favorites', 'energy'])
      .where('author_uid', '=', uid)
      .where(({ eb, refTuple, tuple }) =>
        eb(refTuple('day', 'post_id'), '>', tuple(after[0], after[1])),
      )
      .orderBy('day')
      .orderBy('post_id')
      .limit(limit)
      .execute(),
  (row): [string, number] => [row.day, row.post_id],
);

export const listComments = readOwnRows('comment', { owner: 'author_uid', key: 'id' }, [
  'id',
  'post_id',
  'root_id',
  'reply_to_id',
  'body',
  'lang',
  'image_key',
  'pinned',
  'created_at',
  'edited_at',
  'deleted_at',
]);

const listVersionsOfComment = readInBatches(
  0,
  (db, { post_id, id }: { post_id: number; id: number }, { after, limit }) =>
    db
      .selectFrom('comment_revision')
      .select(['comment_id', 'version', 'body', 'written_at', 'replaced_at'])
      .where(sql<boolean>`post_id = ${post_id} and comment_id = ${id} and version > ${after}`)
      .orderBy('version')
      .limit(limit)
      .execute(),
  (row) => row.version,
);

/** Replaced texts; few comments have one. */
export async function* listCommentVersions(db: Db, uid: number) {
  for await (const comment of listComments(db, uid))
    if (comment.edited_at !== null) yield* listVersionsOfComment(db, comment);
}

/** The comments that mention the member, without their text, which is another member's. */
export const listMentions = readOwnRows('comment_mention', { owner: 'uid', key: 'comment_id' }, [
  'comment_id',
  'label as called',
]);

/** Decisions of the staff about the member, their posts and their comments, with the reasons. */
export async function* listDecisions(db: Db, uid: number) {
  yield* listDecisionsOn(db, { kind: 'user', ids: [uid] });
  for await (const ids of groupIds(listPostIds(db, uid)))
    yield* listDecisionsOn(db, { kind: 'post', ids });
  for await (const ids of groupIds(listComments(db, uid)))
    yield* listDecisionsOn(db, { kind: 'comment', ids });
}

/** Without the staff member who decided, whom the site does not show either. */
const listDecisionsOn = readInBatches(
  0,
  (db, subjects: { kind: string; ids: number[] }, { after, limit }) =>
    db
      .selectFrom('staff_action')
      .select(['id', 'action', 'subject_kind', 'subject_id', 'reason', 'created_at'])
      .where('subject_kind', '=', subjects.kind)
      .where('subject_id', '=', sql<number>`any(${subjects.ids})`)
      .where('id', '>', after)
      .orderBy('id')
      .limit(limit)
      .execute(),
  (row) => row.id,
);

async function* groupIds(rows: AsyncGenerator<{ id: number }>): AsyncGenerator<number[]> {
  let ids: number[] = [];
  for await (const { id } of rows) {
    ids.push(id);
    if (ids.length < SUBJECTS) continue;
    yield ids;
    ids = [];
  }
  if (ids.length > 0) yield ids;
}
