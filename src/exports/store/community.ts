import { sql } from 'kysely';
import { readInBatches, readOwnRows } from './batches.ts';

/** Includes withdrawn reactions: the row is the member's own. */
export const listReactions = readOwnRows('post_reaction', { owner: 'uid', key: 'post_id' }, [
  'post_id',
  'kind',
  'changed_at',
]);

export const listCommentLikes = readOwnRows('comment_like', { owner: 'uid', key: 'comment_id' }, [
  'comment_id',
  'created_at',
]);

/** What the member reported to the staff. */
export const listReported = readOwnRows('report', { owner: 'reporter_uid', key: 'id' }, [
  'id',
  'subject_kind',
  'subject_id',
  'reason',
  'note',
  'created_at',
]);

/** Also those that were lifted or undone. */
export const listBans = readOwnRows('ban', { owner: 'uid', key: 'id' }, [
  'id',
  'reason',
  'banned_at',
  'ends_at',
  'ended_at',
  'end_reason',
]);

export const listAppeals = readOwnRows('ban_appeal', { owner: 'uid', key: 'ban_id' }, [
  'ban_id',
  'body',
  'created_at',
  'outcome',
  'reply',
  'decided_at',
]);

export const listFollowing = readInBatches(
  0,
  (db, uid: number, { after, limit }) =>
    db
      .selectFrom('user_follow')
      .select(['followed_uid as uid', 'following', 'changed_at', 'post_id'])
      .where('follower_uid', '=', uid)
      .where('followed_uid', '>', after)
      .orderBy('followed_uid')
      .limit(limit)
      .execute(),
  (row) => row.uid,
);

export const listBlocks = readInBatches(
  0,
  (db, uid: number, { after, limit }) =>
    db
      .selectFrom('user_block')
      .select(['other_uid as uid', 'kind', 'created_at as since'])
      .where('uid', '=', uid)
      .where('other_uid', '>', after)
      .orderBy('other_uid')
      .limit(limit)
      .execute(),
  (row) => row.uid,
);

export const listFollowedTags = readInBatches(
  0,
  (db, uid: number, { after, limit }) =>
    db
      .selectFrom('tag_follow')
      .innerJoin('tag', 'tag.id', 'tag_follow.tag_id')
      .select(['tag.id', 'tag.slug', 'tag.name', 'tag_follow.created_at as since'])
      .where('tag_follow.uid', '=', uid)
      .where('tag_follow.tag_id', '>', after)
      .orderBy('tag_follow.tag_id')
      .limit(limit)
      .execute(),
  (row) => row.id,
);

/** Current followers only: a past follow is the other member's data. Ascending, so that new ones come last. */
export const listFollowers = readInBatches(
  [new Date(0), 0] as [Date, number],
  (db, uid: number, { after, limit }) =>
    db
      .selectFrom('user_follow')
      .select(['follower_uid as uid', 'changed_at as since'])
      .where('followed_uid', '=', uid)
      .where(sql<boolean>`following`)
      .where(({ eb, refTuple, tuple }) =>
        eb(refTuple('changed_at', 'follower_uid'), '>', tuple(after[0], after[1])),
      )
      .orderBy('changed_at')
      .orderBy('follower_uid')
      .limit(limit)
      .execute(),
  (row): [Date, number] => [row.since, row.uid],
);

export const listFolders = readOwnRows('folder', { owner: 'uid', key: 'id' }, [
  'id',
  'name',
  'description',
  'lang',
  'is_public',
  'is_default',
  'item_count',
  'created_at',
]);

export const listFolderItems = readInBatches(
  [0, 0] as [number, number],
  (db, uid: number, { after, limit }) =>
    db
      .selectFrom('folder_item')
      .select(['folder_id', 'post_id', 'created_at'])
      .where('uid', '=', uid)
      .where(({ eb, refTuple, tuple }) =>
        eb(refTuple('post_id', 'folder_id'), '>', tuple(after[0], after[1])),
      )
      .orderBy('post_id')
      .orderBy('folder_id')
      .limit(limit)
      .execute(),
  (row): [number, number] => [row.post_id, row.folder_id],
);
