import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Metafile } from 'esbuild';
import { withFileLock } from './file-lock.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const OUTPUTS = { client: 'dist/client', server: 'dist' };

/** A build is described in its output directory, so whatever replaces the directory also removes the description. */
type Stamp = { hash: string; inputs: string[] };

export function buildClientOnce(): Promise<void> {
  return buildOnce('client', async () => {
    const { buildClient } = await import('../../scripts/build-client.ts');
    const { buildPictures } = await import('../../scripts/build-pictures.ts');
    await buildPictures();
    return buildClient();
  });
}

export function buildServerOnce(): Promise<void> {
  return buildOnce('server', async () => {
    const { buildServer } = await import('../../scripts/build-server.ts');
    return buildServer();
  });
}

/** Builds unless the last build had the same inputs. Other test runs may request the same build at the same time. */
async function buildOnce(
  name: keyof typeof OUTPUTS,
  build: () => Promise<Metafile>,
): Promise<void> {
  await withFileLock(`build-${name}`, async () => {
    const file = join(ROOT, OUTPUTS[name], `.${name}-build.json`);
    if (isCurrent(file)) return;
    // A build that is interrupted must not pass for the one before it.
    rmSync(file, { force: true });
    const { inputs } = await build();
    const files = [...Object.keys(inputs).filter(isOurs), ...otherInputs()];
    writeFileSync(file, JSON.stringify({ hash: hashFiles(files), inputs: files } satisfies Stamp));
  });
}

function isCurrent(file: string): boolean {
  if (!existsSync(file)) return false;
  const { hash, inputs } = JSON.parse(readFileSync(file, 'utf8')) as Stamp;
  return inputs.every((path) => existsSync(join(ROOT, path))) && hash === hashFiles(inputs);
}

/** The lock file stands for the packages. */
function isOurs(path: string): boolean {
  return /^[a-z]/i.test(path) && !path.startsWith('node_modules/') && existsSync(join(ROOT, path));
}

/** What the compiler does not list: the packages, the build itself, styles and the texts of the demo. */
function otherInputs(): string[] {
  const files = (directory: string, ending: RegExp) =>
    readdirSync(join(ROOT, directory), { recursive: true, withFileTypes: true })
      .filter((one) => one.isFile() && ending.test(one.name))
      .map((one) => join(one.parentPath, one.name).slice(ROOT.length));
  return [
    ...['package.json', 'package-lock.json', 'tsconfig.json'],
    ...files('scripts', /^build-.*\.ts$/),
    ...files('scripts/templates', /\.ts$/),
    ...files('src', /\.css$/),
    ...files('demo', /./),
  ];
}

function hashFiles(paths: string[]): string {
  const hash = createHash('sha256');
  for (const path of paths) hash.update(path).update(readFileSync(join(ROOT, path)));
  return hash.digest('hex');
}
