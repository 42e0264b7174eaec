import { resolve } from 'node:path';
import { Failure } from '../failure.ts';
import { readChecksums, sumFile } from './checksums.ts';
import { DATABASE, MANIFEST, type Manifest, readManifest, UPLOADS } from './manifest.ts';
import { bytesText, sinceText } from './texts.ts';
import { eachAtOnce } from './uploads.ts';

const NAMED_MAX = 10;

export async function verifyCopy(directory: string): Promise<void> {
  const started = Date.now();
  const { version, snapshot_at, database, uploads } = await assertWhole(resolve(directory));
  console.log(`✓ of ${snapshot_at}, made by version ${version}`);
  console.log(`✓ database: ${bytesText(database.bytes)}`);
  console.log(`✓ uploads: ${uploads.count} (${bytesText(uploads.bytes)})`);
  console.log(`Every checksum agrees (${sinceText(started)}).`);
}

/** Reads every byte. One that is not as it was written, and the whole copy is refused. */
export async function assertWhole(copy: string): Promise<Manifest> {
  const manifest = await readManifest(copy);
  const wrong: string[] = [];
  const seen = { uploads: 0, bytes: 0, others: new Set<string>() };
  await eachAtOnce(readChecksums(copy), async ({ path, sha256 }) => {
    const found = await sumFile(copy, path).catch(() => undefined);
    if (!found) wrong.push(`${path} is missing`);
    else if (found.sha256 !== sha256) wrong.push(`${path} has changed since it was written`);
    if (path.startsWith(`${UPLOADS}/`)) {
      seen.uploads++;
      seen.bytes += found?.bytes ?? 0;
    } else {
      seen.others.add(path);
    }
    if (path === DATABASE && sha256 !== manifest.database.sha256)
      wrong.push(`${MANIFEST} is of another ${DATABASE}`);
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
