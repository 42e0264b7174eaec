import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { packagePath, RUNS_FROM_SOURCES } from '../paths.ts';
import { Failure } from './failure.ts';

const ROOT = fileURLToPath(packagePath('.'));
/** Every build of the client scripts writes this last. */
const MANIFEST = join(ROOT, 'dist/client/manifest.json');
const PICTURES = join(ROOT, 'dist/pictures');

/** In a checkout: builds the client scripts if they are missing or older than their sources. */
export async function ensureClientScripts(): Promise<void> {
  if (!RUNS_FROM_SOURCES || !isStale()) return;
  const script = join(ROOT, 'scripts/build-client.ts');
  const build = spawn(process.execPath, [...process.execArgv, script], {
    cwd: ROOT,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const [code] = await once(build, 'exit');
  if (code !== 0) throw new Failure('The scripts of the pages could not be built.');
}

function isStale(): boolean {
  if (!existsSync(MANIFEST) || !existsSync(PICTURES)) return true;
  const built = statSync(MANIFEST).mtimeMs;
  const sources = readdirSync(join(ROOT, 'src'), { recursive: true, withFileTypes: true });
  return sources.some(
    (one) =>
      one.isFile() &&
      /\.(tsx?|css)$/.test(one.name) &&
      statSync(join(one.parentPath, one.name)).mtimeMs > built,
  );
}
