import { sql } from 'kysely';
import type { Trx } from '../../platform/db/database.ts';
import { type CheckGroup, createInspection } from './check.ts';

/** Not the fragment that posts use: a check must not rely on the code it checks. */
const IS_SHOWN = sql`(post.cover_key is not distinct from upload.key or position(upload.key in post.body) > 0)`;

export const LIVE_PICTURES: CheckGroup = {
  checks: [
    createInspection({
      name: 'live pictures',
      invariant: 'D55',
      title: 'readers are served the pictures of the text they can read, and of no other version',
      key: ['post_id', 'upload_id'],
      owner: ['post_id'],
      subject: sql`'picture ' || upload_id || ' of post ' || post_id`,
      values: ['live'],
      rows: (only) => sql`
        select post.id as post_id, upload.id as upload_id, use.live::int as live, ${IS_SHOWN}::int as right_live
          from upload_use as use join upload on upload.uid = use.uid and upload.id = use.upload_id join post on post.id = use.holder_id
         where use.holder_kind = 'post' and ${only('post.id')}`,
    }),
  ],
  repair: {
    async lock(trx: Trx, [postId = 0]: number[]): Promise<void> {
      await sql`select from post where id = ${postId} for no key update`.execute(trx);
    },
    async rewrite(trx: Trx, [postId = 0]: number[]): Promise<void> {
      await sql`
        update upload_use as use set live = ${IS_SHOWN} from upload, post
         where use.holder_kind = 'post' and use.holder_id = ${postId} and upload.uid = use.uid
           and upload.id = use.upload_id and post.id = use.holder_id`.execute(trx);
    },
  },
};

/** Reported only: a person decides whether the removal or the use is right. */
export const REMOVED_PICTURES: CheckGroup = {
  checks: [
    createInspection({
      name: 'removed pictures',
      invariant: 'D55',
      title: 'nothing shows a picture that was removed',
      key: ['upload_id'],
      subject: sql`'picture ' || upload_id`,
      values: ['uses'],
      rows: () => sql`
        select upload.id as upload_id, count(use.upload_id) as uses, 0 as right_uses
          from upload left join upload_use as use on use.uid = upload.uid and use.upload_id = upload.id
         where upload.removed_at is not null group by upload.uid, upload.id`,
    }),
  ],
};
