import { createHash } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import type { Context } from '../context.ts';
import type { StoredEntry } from '../platform/storage/storage.ts';
import { readAssets } from './assets.ts';

/** In the storage of the uploads, which all processes of a site share. Never served by `/uploads`, never backed up. */
export const ASSETS_PREFIX = 'assets/';
const PURPOSE = 'assets';
const BUILD_ID_LENGTH = 16;
/** Longer than any page that names them stays open, in a cache or in a browser tab. */
const RETENTION_MS = 30 * 24 * 3600 * 1000;

type Parts = Pick<Context, 'storage' | 'secrets'>;
/** File name → its content, compressed with brotli. */
export type PublishedBuild = Map<string, Buffer>;

/**
 * ADR 0028: during an upgrade, processes of two releases serve the same visitors. Each release stores its scripts and
 * styles as one file, so that every process can serve them. Storing them again renews their time.
 */
export async function publishAssets({ storage, secrets }: Parts): Promise<void> {
  const files = listCompressed();
  if (files.length === 0) return;
  const plain = JSON.stringify(files.map(([name, br]) => [name, br.toString('base64')]));
  // Sealed: who can write to the storage must not be able to run scripts in visitors' browsers.
  await storage.put(ownKey(), secrets.seal(PURPOSE, Buffer.from(plain)));
}

/** Undefined if it is gone, or sealed with another SECRET_KEY. */
export async function readPublished(
  { storage, secrets }: Parts,
  key: string,
): Promise<PublishedBuild | undefined> {
  const file = await storage.get(key);
  const plain = file && secrets.open(PURPOSE, await buffer(file.body));
  if (!plain) return undefined;
  const files = JSON.parse(plain.toString()) as [string, string][];
  return new Map(files.map(([name, br]) => [name, Buffer.from(br, 'base64')]));
}

/** The builds of other releases, newest first. */
export async function listPublished({ storage }: Pick<Parts, 'storage'>): Promise<StoredEntry[]> {
  const own = ownKey();
  const entries: StoredEntry[] = [];
  for await (const entry of storage.list(ASSETS_PREFIX)) if (entry.key !== own) entries.push(entry);
  return entries.sort((a, b) => b.modified_at.getTime() - a.modified_at.getTime());
}

/** Renews the running release, however long it has been running, and removes those that ended long ago. */
export async function renewAssets(ctx: Parts & Pick<Context, 'now'>): Promise<void> {
  await publishAssets(ctx);
  const oldest = ctx.now().getTime() - RETENTION_MS;
  for (const { key, modified_at } of await listPublished(ctx)) {
    if (modified_at.getTime() < oldest) await ctx.storage.remove(key);
  }
}

/** Names contain a hash of the content, so they identify the build. */
function ownKey(): string {
  const hash = createHash('sha256').update([...readAssets().keys()].sort().join('\n'));
  return `${ASSETS_PREFIX}${hash.digest('hex').slice(0, BUILD_ID_LENGTH)}.bin`;
}

/** Only a production build is compressed. In development there is one process and nothing to publish. */
function listCompressed(): [string, Buffer][] {
  return [...readAssets()].flatMap(([name, { br }]) => (br ? [[name, br]] : []));
}
