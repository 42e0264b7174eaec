import type { Context, Viewer } from '../context.ts';
import { addSeconds, calendarDay } from '../platform/clock.ts';
import type { Db, Trx } from '../platform/db/database.ts';
import { afterCommit, sendAlong } from '../platform/db/transaction.ts';
import {
  convertAvatar,
  convertCommentImage,
  convertPostImage,
} from '../platform/images/convert.ts';
import { ImageRefused } from '../platform/images/refused.ts';
import { randomToken } from '../platform/secrets.ts';
import { Refusal, type RefusalCode } from '../refusals.ts';
import {
  ACCEPTED,
  PURPOSES,
  type Purpose,
  REMOVED_SECONDS,
  UNUSED_HOURS,
  type UploadOwner,
  urlOf,
} from './rules.ts';
import type { UploadedImage } from './schema.ts';
import type { UploadKey } from './store/keys.ts';
import * as store from './store/uploads.ts';
import * as useStore from './store/uses.ts';

const SWEEP_BATCH = 100;
const NAME_BYTES = 16;
const EXTENSIONS = { jpeg: 'jpg', png: 'png', gif: 'gif', webp: 'webp' };
const CONVERTERS = { post: convertPostImage, comment: convertCommentImage, avatar: convertAvatar };
const REFUSALS: Record<ImageRefused['reason'], RefusalCode> = {
  type: 'image_type',
  size: 'payload_too_large',
  pixels: 'image_too_large',
  broken: 'image_broken',
};

/** D48: checks, re-encodes and stores the image under a random name after the uid, then inserts its row: no row lacks a file. */
export async function uploadImage(
  ctx: Context,
  viewer: Viewer,
  purpose: Purpose,
  bytes: Buffer,
): Promise<UploadedImage> {
  const image = await convert(purpose, bytes);
  const name = randomToken(NAME_BYTES).toLowerCase();
  const key = `${purpose}/${calendarDay(ctx.now()).replaceAll('-', '/')}/${viewer.uid}.${name}.${EXTENSIONS[image.format]}`;
  await ctx.storage.put(key, image.bytes);
  const upload = await ctx.tx((trx) =>
    store.insertUpload(trx, {
      uid: viewer.uid,
      purpose,
      key,
      content_type: `image/${image.format}`,
      bytes: image.bytes.length,
      width: image.width,
      height: image.height,
      created_at: ctx.now(),
    }),
  );
  const { key: _, ...facts } = upload;
  return { ...facts, url: urlOf(upload.key) };
}

function convert(purpose: Purpose, bytes: Buffer) {
  return acceptImage(() => CONVERTERS[purpose](bytes), ACCEPTED[purpose]);
}

/** A picture that is refused becomes a refusal. */
export async function acceptImage<T>(
  make: () => Promise<T>,
  accepted: string = ACCEPTED.post,
): Promise<T> {
  try {
    return await make();
  } catch (error) {
    if (!(error instanceof ImageRefused)) throw error;
    throw new Refusal(REFUSALS[error.reason], error.reason === 'type' ? { accepted } : {});
  }
}

/** Those of the keys that are the viewer's own uploads. */
export async function findOwnUploads(
  db: Db,
  viewer: Viewer,
  purpose: Purpose,
  keys: string[],
): Promise<Map<string, { id: number; width: number; height: number }>> {
  const own = await store.ownUploads(db, viewer.uid, purpose, keys).execute();
  return new Map(own.map((upload) => [upload.key, upload]));
}

/** Locks the uploads while attaching them. If one was swept since it was looked up, the client retries. */
export async function attachOwnUploads(
  trx: Trx,
  viewer: Viewer,
  purpose: Purpose,
  keys: string[],
  owner: UploadOwner,
): Promise<void> {
  const own = await store.ownUploads(trx, viewer.uid, purpose, keys).forKeyShare().execute();
  if (own.length < keys.length) throw new Refusal('unavailable', { retry_after: 1 });
  await useStore.insertUses(trx, own, owner);
}

/**
 * D55: readers are served only the pictures of the text that is on the post. Call it with every change of that text, under
 * the lock of the post.
 */
export function showPictures(
  trx: Trx,
  postId: number,
  text: { body: string; cover_key: string | null },
): void {
  sendAlong(trx, useStore.updateLive(trx, postId, text));
}

/** Their owner is deleted: removes the uploads that nothing else shows; the sweep deletes the files. */
export async function detachUploads(
  trx: Trx,
  kind: UploadOwner['kind'],
  ownerIds: number[],
  now: Date,
): Promise<void> {
  const uploads = await useStore.deleteUsesOf(trx, kind, ownerIds);
  if (uploads.length === 0) return;
  await store.lockUploads(trx, uploads);
  await store.markUnusedRemoved(trx, uploads, now);
}

export type { UploadUse } from './store/uses.ts';

/** For an undo: which pictures these owners show, before they are taken away. */
export function listUses(trx: Trx, kind: UploadOwner['kind'], ownerIds: number[]) {
  return useStore.listUses(trx, kind, ownerIds);
}

/** Shows pictures again that were taken away less than an hour ago. */
export async function restoreUses(
  trx: Trx,
  kind: UploadOwner['kind'],
  uses: useStore.UploadUse[],
): Promise<void> {
  if (uses.length === 0) return;
  const uploads = await store.findUploaders(trx, [
    ...new Set(uses.map(({ upload_id }) => upload_id)),
  ]);
  const locked = await store.lockUploads(trx, uploads);
  await useStore.restoreUses(trx, kind, locked, uses);
}

export type LockedUpload = Awaited<ReturnType<typeof store.lockUploads>>[number];

/** Also one that was removed. */
export async function findUploadById(
  db: Db,
  id: number,
): Promise<{ uid: number; key: string } | undefined> {
  return store.findById(db, id);
}

/** Nothing can attach it until the transaction ends. */
export async function lockUpload(trx: Trx, key: UploadKey): Promise<LockedUpload | undefined> {
  const [upload] = await store.lockUploads(trx, [key]);
  return upload;
}

/** What shows the upload. */
export async function listOwners(db: Db, key: UploadKey): Promise<UploadOwner[]> {
  return useStore.listOwners(db, key);
}

/** D55: hides the image at once wherever it is shown; the sweep deletes the file. Returns its owners. */
export async function removeUpload(
  trx: Trx,
  upload: LockedUpload,
  now: Date,
): Promise<UploadOwner[]> {
  const owners = await useStore.deleteUses(trx, upload);
  await store.markUnusedRemoved(trx, [upload], now);
  return owners;
}

/** Those of the keys whose images were not removed. */
export async function listUploads(db: Db, keys: string[]): Promise<UploadedImage[]> {
  const found = await store.findUploads(db, keys);
  return found.map(({ key, ...facts }) => ({ ...facts, url: urlOf(key) }));
}

/** D48, I16: deletes unused uploads, then files without a row (a process died between storing and inserting). */
export async function sweepUploads(ctx: Context): Promise<void> {
  const before = addSeconds(ctx.now(), -UNUSED_HOURS * 3600);
  const removedBefore = addSeconds(ctx.now(), -REMOVED_SECONDS);
  for (let swept = SWEEP_BATCH; swept === SWEEP_BATCH; ) {
    swept = await ctx.tx(async (trx) => {
      const unused = await store.lockUnused(trx, { before, removedBefore }, SWEEP_BATCH);
      const keys = await store.deleteUnused(trx, unused);
      for (const key of keys) afterCommit(trx, () => ctx.storage.remove(key));
      return unused.length;
    });
  }
  await sweepFiles(ctx, before);
}

async function sweepFiles(ctx: Context, before: Date): Promise<void> {
  let keys: string[] = [];
  const flush = async () => {
    const known = await store.findKnownKeys(ctx.db, keys);
    for (const key of keys.filter((one) => !known.has(one))) await ctx.storage.remove(key);
    keys = [];
  };
  for (const purpose of PURPOSES) {
    for await (const file of ctx.storage.list(`${purpose}/`)) {
      if (file.modified_at >= before) continue;
      keys.push(file.key);
      if (keys.length === SWEEP_BATCH) await flush();
    }
  }
  await flush();
}
