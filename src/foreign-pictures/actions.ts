import { createHash } from 'node:crypto';
import type { Context, Viewer } from '../context.ts';
import { addSeconds } from '../platform/clock.ts';
import { UPLOAD_BYTES_MAX } from '../platform/images/limits.ts';
import { sniffFormat } from '../platform/images/sniff.ts';
import { FetchFailed } from '../platform/outbound/fetch-failed.ts';
import { assertOwnPost } from '../posts/actions/assert-own-post.ts';
import { Refusal } from '../refusals.ts';
import { listUploads, uploadImage } from '../uploads/actions.ts';
import type { UploadedImage } from '../uploads/schema.ts';
import { inTurn } from './in-turn.ts';
import { ABANDONED_SECONDS, PICTURES_PER_POST_MAX, REFUSED } from './rules.ts';
import type { FetchPictureBody } from './schema.ts';
import * as store from './store.ts';

/** Requests that choose the same free slot try again; each round gives at least one of them a slot. */
const TRIES = 10;

type Fetching = {
  ctx: Context;
  /**
   * Takes and frees slots outside the transaction of an idempotent request: others must see a slot while its picture is
   * being fetched, and no transaction may wait for another site.
   */
  outside: Pick<Context, 'db' | 'autocommit'>;
  /** The member is gone or has cancelled. */
  signal: AbortSignal;
};

/** Fetches a picture of another site and stores it as if the member had uploaded it. The same address only once. */
export async function fetchPicture(
  { ctx, outside, signal }: Fetching,
  viewer: Viewer,
  { url, post_id }: FetchPictureBody,
): Promise<UploadedImage> {
  if (!ctx.config.PICTURE_FETCH) throw new Refusal('picture_fetch_off');
  await assertOwnPost(outside.db, viewer, post_id);
  return inTurn(viewer.uid, async () => {
    const address = { post_id, hash: createHash('sha256').update(url).digest() };
    const taken = await takeSlot(outside, viewer, address, ctx.now());
    if ('image' in taken) return taken.image;
    try {
      const bytes = await fetchPictureBytes(ctx, url, signal);
      const image = await uploadImage(ctx, viewer, 'post', bytes);
      await ctx.autocommit((db) => store.fillSlot(db, taken.slot, image.id));
      return image;
    } catch (error) {
      await outside.autocommit((db) => store.freeSlot(db, taken.slot));
      throw error;
    }
  });
}

/** One of the fifty slots of the post, or the picture if it was fetched before. */
async function takeSlot(
  outside: Fetching['outside'],
  viewer: Viewer,
  address: store.Address,
  now: Date,
): Promise<{ slot: store.Slot } | { image: UploadedImage }> {
  const mine = { ...address, started_at: now };
  for (let tries = 0; tries < TRIES; tries++) {
    const slot = await outside.autocommit((db) => store.takeSlot(db, address, now));
    if (slot !== undefined) return { slot: { ...mine, slot } };
    const found = await store.findSlot(outside.db, address, viewer.uid);
    if (found) {
      const image = found.key && (await listUploads(outside.db, [found.key]))[0];
      if (image) return { image };
      const age = now.getTime() - found.started_at.getTime();
      if (found.upload_id === null && age < ABANDONED_SECONDS * 1000)
        throw new Refusal('request_in_progress', { retry_after: 1 });
      const other = { ...address, slot: found.slot, started_at: found.started_at };
      if (await outside.autocommit((db) => store.takeOver(db, other, now)))
        return { slot: { ...mine, slot: found.slot } };
    } else if ((await store.countSlots(outside.db, address.post_id)) >= PICTURES_PER_POST_MAX) {
      const before = addSeconds(now, -ABANDONED_SECONDS);
      if (!(await outside.autocommit((db) => store.freeAbandoned(db, address.post_id, before))))
        throw new Refusal('too_many_pictures', { limit: PICTURES_PER_POST_MAX });
    }
  }
  throw new Refusal('unavailable', { retry_after: 1 });
}

/** Behind the guard of outgoing requests; a picture that cannot be fetched is a refusal. */
export async function fetchPictureBytes(
  ctx: Context,
  url: string,
  signal?: AbortSignal,
): Promise<Buffer> {
  try {
    return await ctx.fetchFile(url, {
      bytes_max: UPLOAD_BYTES_MAX,
      accepts: (head) => sniffFormat(head) !== undefined,
      ...(signal ? { signal } : {}),
    });
  } catch (error) {
    if (!(error instanceof FetchFailed)) throw error;
    // Without the address: it may contain secrets of the member.
    ctx.log.info({ reason: error.reason, detail: error.detail }, 'a picture was not fetched');
    throw new Refusal(REFUSED[error.reason]);
  }
}
