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
 * The job. Run again after a crash it writes the same file again; what was asked for anew meanwhile, or belongs to an
 * account that is gone, it leaves alone.
 */
export async function makeExport(ctx: Context, payload: Record<string, unknown>): Promise<void> {
  const uid = Number(payload['uid']);
  const key = String(payload['key']);
  const asked = await selectExport(ctx.db, uid);
  if (asked?.key !== key || asked.ready_at) return;
  const bytes = await store(ctx, uid, key);
  const now = ctx.now();
  const made = {
    uid,
    key,
    bytes,
    ready_at: now,
    expires_at: addSeconds(now, RETENTION_HOURS * 3600),
  };
  const ready = await ctx.tx(async (trx) => {
    if (!(await updateReady(trx, made))) return false;
    await notifyUser(trx, {
      uid,
      kind: 'export_ready',
      cause: key,
      payload: { hours: RETENTION_HOURS },
      created_at: now,
    });
    return true;
  });
  // Somebody else made the same file in the meantime, or nobody wants it any more.
  if (!ready && !(await findReferencedKeys(ctx.db, [key], now)).has(key))
    await ctx.storage.remove(key);
  ctx.log.info({ event: 'export_made', uid, bytes, ready }, 'export made');
}

/** A store wants the size before the first byte, so the file is made aside. */
async function store(ctx: Context, uid: number, key: string): Promise<number> {
  const { writing, reading } = await openNamelessFile();
  try {
    await writeArchive(ctx, uid, writing.createWriteStream(), signsOfLife(ctx, key));
    const { size } = await reading.stat();
    await ctx.storage.put(key, { stream: reading.createReadStream(), size });
    return size;
  } finally {
    await writing.close();
    await reading.close();
  }
}

/** Now and then, however often it is called. */
function signsOfLife(ctx: Context, key: string): () => Promise<void> {
  let next = ctx.now();
  return async () => {
    const now = ctx.now();
    if (now < next) return;
    next = addSeconds(now, ALIVE_SECONDS);
    await ctx.autocommit((trx) => updateAlive(trx, key, now));
  };
}

/**
 * It has lost its name before anything is written, so a process that dies leaves nobody's data behind; and without
 * waiting for anything, so that it does not leave an empty name behind either.
 */
async function openNamelessFile(): Promise<{ writing: FileHandle; reading: FileHandle }> {
  const path = join(tmpdir(), `lamplight-${randomUUID()}`);
  const nameless = openSync(path, 'wx+', 0o600);
  unlinkSync(path);
  try {
    const again = `/dev/fd/${nameless}`;
    return { writing: await open(again, 'r+'), reading: await open(again, 'r') };
  } finally {
    closeSync(nameless);
  }
}
