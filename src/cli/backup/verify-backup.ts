import { resolve } from 'node:path';
import { formatBytes, formatElapsed } from '../../platform/format-size.ts';
import { Failure } from '../failure.ts';
import { checksumFile, readChecksums, unlessUnreadable } from './checksums.ts';
import { DATABASE, MANIFEST, type Manifest, readManifest, UPLOADS } from './manifest.ts';
import { forEachConcurrently } from './uploads.ts';

const NAMED_MAX = 10;

export async function verifyBackup(directory: string): Promise<void> {
  const started = Date.now();
  const { version, snapshot_at, database, uploads } = await assertIntact(resolve(directory));
  console.log(`✓ snapshot of ${snapshot_at}, made by version ${version}`);
  console.log(`✓ database: ${formatBytes(database.bytes)}`);
  console.log(`✓ uploads: ${uploads.count} (${formatBytes(uploads.bytes)})`);
  console.log(`Every checksum agrees (${formatElapsed(started)}).`);
}

/** Reads every byte. One difference, and the whole backup is refused. */
export async function assertIntact(copy: string): Promise<Manifest> {
  const manifest = await readManifest(copy);
  const wrong: string[] = [];
  const seen = { uploads: 0, bytes: 0, others: new Set<string>() };
  await forEachConcurrently(readChecksums(copy), async ({ path, sha256 }) => {
    const found = await unlessUnreadable(checksumFile(copy, path));
    if (!found) wrong.push(`${path} is missing`);
    else if (found.sha256 !== sha256) wrong.push(`${path} has changed since it was written`);
    if (path.startsWith(`${UPLOADS}/`)) {
      seen.uploads++;
      seen.bytes += found?.bytes ?? 0;
    } else {
      seen.others.add(path);
    }
    if (path === DATABASE && sha256 !== manifest.database.sha256)
      wrong.push(`${MANIFEST} belongs to another ${DATABASE}`);
  });
  for (const path of [MANIFEST, DATABASE]) {
    if (!seen.others.has(path)) wrong.push(`${path} has no checksum`);
  }
  if (seen.uploads !== manifest.uploads.count)
    wrong.push(`${seen.uploads} uploads are listed instead of ${manifest.uploads.count}`);
  if (wrong.length > 0) throw new Failure(describe(copy, wrong));
  return manifest;
}

function describe(copy: string, wrong: string[]): string {
  const named = wrong.sort().slice(0, NAMED_MAX);
  const more = wrong.length > named.length ? [`and ${wrong.length - named.length} more`] : [];
  return [
    `${copy} is damaged and must not be used:`,
    ...[...named, ...more].map((line) => `  ✗ ${line}`),
  ].join('\n');
}
