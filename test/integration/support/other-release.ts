import {
  appendFileSync,
  cpSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync } from 'node:zlib';
import { atEnd } from '../../support/cleanup.ts';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));

/** A copy of the build whose style sheets and first script have another content and so another name. */
export function copyRelease(): { server: string } {
  const directory = mkdtempSync(join(tmpdir(), 'lamplight-release-'));
  atEnd(() => rmSync(directory, { recursive: true, force: true }));
  for (const name of ['dist', 'migrations', 'package.json'])
    cpSync(join(ROOT, name), join(directory, name), { recursive: true });
  symlinkSync(join(ROOT, 'node_modules'), join(directory, 'node_modules'));

  const client = join(directory, 'dist/client');
  const path = join(client, 'manifest.json');
  const manifest = JSON.parse(readFileSync(path, 'utf8'));
  const { sheets, scripts } = manifest;
  const script = scripts.site[0];
  const renamed = {
    [sheets.site]: 'site.0123456789ab.css',
    [sheets.work]: 'work.0123456789ab.css',
    [script]: 'site.ABCDEFGH.js',
  };
  for (const [from, to] of Object.entries(renamed)) {
    renameSync(join(client, from), join(client, to));
    rmSync(join(client, `${from}.br`));
    appendFileSync(join(client, to), '/* the other release */');
    writeFileSync(join(client, `${to}.br`), brotliCompressSync(readFileSync(join(client, to))));
  }
  const replaced = Object.entries(renamed).reduce(
    (text, [from, to]) => text.replaceAll(from, to),
    JSON.stringify(manifest),
  );
  writeFileSync(path, replaced);
  return { server: join(directory, 'dist/server.js') };
}
