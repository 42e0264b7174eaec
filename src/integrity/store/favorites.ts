import { sql } from 'kysely';
import type { Trx } from '../../platform/db/database.ts';
import { type CheckGroup, createComparison, filterByOwner, type Only } from './check.ts';

function selectActualItems(only: Only) {
  return sql`
    select uid, folder_id as id, count(*) as item_count from folder_item
     where ${only('uid', 'folder_id')} group by uid, folder_id`;
}

/** D33: a post counts once per user, however many folders contain it. */
function selectActualFolderCounts(only: Only) {
  return sql`
    select uid, post_id, count(*) as folders from folder_item
     where ${only('uid', 'post_id')} group by uid, post_id`;
}

export const FOLDERS: CheckGroup = {
  checks: [
    createComparison({
      name: 'folder counters',
      invariant: 'I7',
      title: 'the size of every folder equals its rows',
      key: ['uid', 'id'],
      owner: ['uid', 'id'],
      subject: sql`'folder ' || id`,
      values: ['item_count'],
      stored: (only) => sql`select uid, id, item_count from folder where ${only('uid', 'id')}`,
      actual: selectActualItems,
      absent: 'differs',
    }),
  ],
  repair: {
    lock: lockFavorites,
    rewrite: async (trx, owner) => {
      const only = filterByOwner(owner);
      await sql`
        update folder
           set item_count = coalesce((select item_count from (${selectActualItems(only)}) as actual), 0)
         where ${only('uid', 'id')}`.execute(trx);
    },
  },
};

export const FAVORITES: CheckGroup = {
  checks: [
    createComparison({
      name: 'favorite counters',
      invariant: 'D33',
      title: 'every favorite stores how many folders contain it',
      key: ['uid', 'post_id'],
      owner: ['uid', 'post_id'],
      subject: sql`'favorite of user ' || uid || ', post ' || post_id`,
      values: ['folders'],
      stored: (only) =>
        sql`select uid, post_id, folders from post_favorite where ${only('uid', 'post_id')}`,
      actual: selectActualFolderCounts,
      absent: 'is skipped',
    }),
  ],
  repair: {
    lock: lockFavorites,
    rewrite: async (trx, owner) => {
      const only = filterByOwner(owner);
      await sql`
        update post_favorite as favorite set folders = actual.folders
          from (${selectActualFolderCounts(only)}) as actual
         where favorite.uid = actual.uid and favorite.post_id = actual.post_id`.execute(trx);
    },
  },
};

/** Reported only: a program cannot know whether the member meant to keep the favorite. */
export const FAVORITED_POSTS: CheckGroup = {
  checks: [
    createComparison({
      name: 'favorites',
      invariant: 'D33',
      title: 'a post is a favorite exactly if a folder of the user contains it',
      key: ['uid', 'post_id'],
      owner: ['uid', 'post_id'],
      subject: sql`'favorite of user ' || uid || ', post ' || post_id`,
      values: ['favorites'],
      stored: (only) => sql`
        select uid, post_id, 1 as favorites from post_favorite where ${only('uid', 'post_id')}`,
      actual: (only) => sql`
        select uid, post_id, 1 as favorites from (${selectActualFolderCounts(only)}) as counts`,
      absent: 'means zero',
    }),
  ],
  lock: lockFavorites,
};

/** Every write of a member's favorites locks their default folder first. */
async function lockFavorites(trx: Trx, [uid = 0]: number[]): Promise<void> {
  await sql`select from folder where uid = ${uid} and is_default for update`.execute(trx);
}
