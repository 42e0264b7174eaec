import type { Context } from '../../context.ts';
import { addDays } from '../../platform/clock.ts';
import type { Trx } from '../../platform/db/database.ts';
import { Refusal } from '../../refusals.ts';
import { DRAFTS_MAX, REVISION_ROW_BYTES, TEXT_QUOTA_BYTES, THINNING } from '../rules.ts';
import { insertRevision } from '../store/posts.ts';
import * as store from '../store/revisions.ts';

const MEGABYTE = 1024 * 1024;
/** Room that is made beyond what a save needs, so that not every save has to make some. */
const SPARE_BYTES = TEXT_QUOTA_BYTES / 10;
const THIN_AT_ONCE = 20;

type Revision = Parameters<typeof insertRevision>[1];

/**
 * D21, D57: every save keeps a version, within what one author may take up. Past it the oldest versions make room, and
 * only texts that must stay are a reason to refuse. Locked in this order everywhere: the plan, the author, the versions.
 */
export async function storeRevision(trx: Trx, uid: number, revision: Revision): Promise<void> {
  const { post_id, version, created_at } = revision;
  if (version > 1) await store.planThinning(trx, post_id, addDays(created_at, THINNING.all_days));
  const bytes = bytesOf(revision);
  if (!(await store.addTextBytes(trx, uid, bytes))) await makeRoom(trx, uid, bytes);
  await insertRevision(trx, revision);
}

function bytesOf({ title, summary, body }: Revision): number {
  const texts = [title, summary, body];
  return texts.reduce((sum, text) => sum + Buffer.byteLength(text), REVISION_ROW_BYTES);
}

async function makeRoom(trx: Trx, uid: number, bytes: number): Promise<void> {
  const used = await store.lockAuthorText(trx, uid);
  const over = used + bytes - TEXT_QUOTA_BYTES;
  const freed = await store.deleteOldestRevisions(trx, uid, over + SPARE_BYTES);
  if (!(await store.addTextBytes(trx, uid, bytes - freed)))
    throw new Refusal('text_quota', { megabytes: TEXT_QUOTA_BYTES / MEGABYTE });
}

/** A42, D57: counted under the author's lock, so that drafts created at once are counted one after the other. */
export async function assertRoomForDraft(trx: Trx, uid: number): Promise<void> {
  await store.lockAuthorText(trx, uid);
  if ((await store.countDrafts(trx, uid)) >= DRAFTS_MAX)
    throw new Refusal('too_many_drafts', { limit: DRAFTS_MAX });
}

/** D57, run by a worker: a few posts per transaction, so that no author waits long for a save. */
export async function thinDueRevisions(ctx: Context): Promise<void> {
  for (let thinned = THIN_AT_ONCE; thinned === THIN_AT_ONCE; ) {
    thinned = await ctx.tx(async (trx) => {
      const now = ctx.now();
      const ids = await store.lockDueThinning(trx, now, THIN_AT_ONCE);
      const dayAgo = addDays(now, -THINNING.all_days);
      const weekAgo = addDays(now, -THINNING.hourly_days);
      if (ids.length > 0) {
        await store.thinRevisions(trx, ids, { dayAgo, weekAgo });
        // A day more than a week: its last day is thinned as a whole.
        await store.replanThinning(trx, ids, {
          due: addDays(now, 1),
          youngerThan: addDays(weekAgo, -1),
        });
      }
      return ids.length;
    });
  }
}
