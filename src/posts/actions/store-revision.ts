import type { Context, Viewer } from '../../context.ts';
import { addDays } from '../../platform/clock.ts';
import type { Trx } from '../../platform/db/database.ts';
import { Refusal } from '../../refusals.ts';
import { levelOf } from '../../users/rules.ts';
import {
  DRAFTS_MAX,
  FIRST_DRAFTS_MAX,
  PUBLISH_LEVEL,
  REVISION_ROW_BYTES,
  TEXT_QUOTA_BYTES,
  THINNING,
} from '../rules.ts';
import { insertRevision } from '../store/revision-texts.ts';
import * as store from '../store/revisions.ts';

const MEGABYTE = 1024 * 1024;
/** Freed beyond the need of one save, so that not every save has to delete versions. */
const SPARE_BYTES = TEXT_QUOTA_BYTES / 10;
const THIN_BATCH = 20;

type Revision = Parameters<typeof insertRevision>[1];

/**
 * D21, D57: every save stores a version, within the author's quota. Over the quota, the oldest versions are deleted, and
 * the save is refused only if protected texts alone exceed it. Lock order: the thinning plan, the author, the versions.
 */
export async function storeRevision(trx: Trx, uid: number, revision: Revision): Promise<void> {
  const { post_id, version, created_at } = revision;
  if (version > 1) await store.planThinning(trx, post_id, addDays(created_at, THINNING.all_days));
  const bytes = bytesOf(revision);
  if (!(await store.addTextBytes(trx, uid, bytes))) await freeBytes(trx, uid, bytes);
  await insertRevision(trx, revision);
}

function bytesOf({ title, summary, body }: Revision): number {
  const texts = [title, summary, body];
  return texts.reduce((sum, text) => sum + Buffer.byteLength(text), REVISION_ROW_BYTES);
}

async function freeBytes(trx: Trx, uid: number, bytes: number): Promise<void> {
  const used = await store.lockAuthorText(trx, uid);
  const over = used + bytes - TEXT_QUOTA_BYTES;
  const freed = await store.deleteOldestRevisions(trx, uid, over + SPARE_BYTES);
  if (!(await store.addTextBytes(trx, uid, bytes - freed)))
    throw new Refusal('text_quota', { megabytes: TEXT_QUOTA_BYTES / MEGABYTE });
}

/** A42, D57: counts under the author's lock, so that concurrent creations cannot exceed the limit. */
export async function assertDraftLimit(trx: Trx, viewer: Viewer): Promise<void> {
  // D23: members below the level can write, but not fill the site with what they cannot publish.
  const limit = levelOf(viewer.exp) < PUBLISH_LEVEL ? FIRST_DRAFTS_MAX : DRAFTS_MAX;
  await store.lockAuthorText(trx, viewer.uid);
  if ((await store.countDrafts(trx, viewer.uid)) >= limit)
    throw new Refusal('too_many_drafts', { limit });
}

/** D57, run by a worker: a few posts per transaction, so that saves do not wait long. */
export async function thinDueRevisions(ctx: Context): Promise<void> {
  for (let thinned = THIN_BATCH; thinned === THIN_BATCH; ) {
    thinned = await ctx.tx(async (trx) => {
      const now = ctx.now();
      const ids = await store.lockDueThinning(trx, now, THIN_BATCH);
      const dayAgo = addDays(now, -THINNING.all_days);
      const weekAgo = addDays(now, -THINNING.hourly_days);
      if (ids.length > 0) {
        await store.thinRevisions(trx, ids, { dayAgo, weekAgo });
        // A day more than a week, so that the last day is thinned as a whole.
        await store.replanThinning(trx, ids, {
          due: addDays(now, 1),
          youngerThan: addDays(weekAgo, -1),
        });
      }
      return ids.length;
    });
  }
}
