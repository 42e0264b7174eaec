import { randomUUID } from 'node:crypto';
import { closeSync, openSync, unlinkSync } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Context } from '../../context.ts';
import { notifyUser } from '../../notifications/actions/notify.ts';
import { addSeconds } from '../../platform/clock.ts';
import { writeArchive } from '../archive.ts';
import { ALIVE_SECONDS, RETENTION_HOURS } from '../rules.ts';
import { findReferencedKeys, selectExport, updateAlive, updateReady } from '../store/export.ts';

/**
 * The job. After a crash it runs again and writes the same file. It skips a request that was replaced by a newer one
 * or whose account is gone.
 */
export async function makeExport(ctx: Context, payload: Record<string, unknown>): Promise<void> {
  const uid = Number(payload['uid']);
  const key = String(payload['key']);
  const request = await selectExport(ctx.db, uid);
  if (request?.key !== key || request.ready_at) return;
  const bytes = await store(ctx, uid, key);
  const now = ctx.now();
  const file = {
    uid,
    key,
    bytes,
    ready_at: now,
    expires_at: addSeconds(now, RETENTION_HOURS * 3600),
  };
  const ready = await ctx.tx(async (trx) => {
    if (!(await updateReady(trx, file))) return false;
    await notifyUser(trx, {
      uid,
      kind: 'export_ready',
      cause: key,
      payload: { hours: RETENTION_HOURS },
      created_at: now,
    });
    return true;
  });
  // Another worker finished the same file, or the request is gone: delete it only if no row refers to it.
  if (!ready && !(await findReferencedKeys(ctx.db, [key], now)).has(key))
    await ctx.storage.remove(key);
  ctx.log.info({ event: 'export_made', uid, bytes, ready }, 'export file');
}

/** Object storage needs the size in advance, so the archive goes to a temporary file first. */
async function store(ctx: Context, uid: number, key: string): Promise<number> {
  const { writing, reading } = await openUnlinkedFile();
  try {
    await writeArchive(ctx, uid, writing.createWriteStream(), createHeartbeat(ctx, uid, key));
    const { size } = await reading.stat();
    await ctx.storage.put(key, { stream: reading.createReadStream(), size });
    return size;
  } finally {
    await writing.close();
    await reading.close();
  }
}

/** Writes at most once per ALIVE_SECONDS, however often it is called. */
function createHeartbeat(ctx: Context, uid: number, key: string): () => Promise<void> {
  let next = ctx.now();
  return async () => {
    const now = ctx.now();
    if (now < next) return;
    next = addSeconds(now, ALIVE_SECONDS);
    await ctx.autocommit((trx) => updateAlive(trx, uid, key, now));
  };
}

/**
 * Unlinked before any data is written, so a killed process leaves no personal data behind; synchronously, so that it
 * leaves no empty file behind either.
 */
async function openUnlinkedFile(): Promise<{ writing: FileHandle; reading: FileHandle }> {
  const path = join(tmpdir(), `lamplight-${randomUUID()}`);
  const descriptor = openSync(path, 'wx+', 0o600);
  unlinkSync(path);
  try {
    const descriptorPath = `/dev/fd/${descriptor}`;
    return { writing: await open(descriptorPath, 'r+'), reading: await open(descriptorPath, 'r') };
  } finally {
    closeSync(descriptor);
  }
}
