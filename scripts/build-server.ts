/** Bundles the server into a few files instead of two thousand. Part of `npm run build`. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build, type Metafile } from 'esbuild';
import manifest from '../package.json' with { type: 'json' };
import { COMPILED_MEMBERS } from '../src/demo/load-members.ts';
import { readMembers } from '../src/demo/markdown/read-members.ts';
import { compiledTemplates } from './templates/plugin.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const OUT = join(ROOT, 'dist');

/** The entry points of processes and threads. Operators start the first two, the program itself the others. */
const ENTRIES = [
  'src/server.ts',
  'src/cli/lamplight.ts',
  'src/cli/demo-site.ts',
  'src/local/postgres-process.ts',
  'src/platform/images/child-main.ts',
  'src/posts/text-worker.ts',
];

/** Bundled packages: they have hundreds of small files, which would slow down the start. All others stay external. */
const BUNDLED_PACKAGES = ['kysely', 'typebox'];

export async function buildServer({ write = true } = {}): Promise<Metafile> {
  const { metafile } = await build({
    absWorkingDir: ROOT,
    entryPoints: ENTRIES,
    outbase: 'src',
    outdir: OUT,
    // Directly in dist, because src/paths.ts derives paths from its own location.
    chunkNames: 'shared-[hash]',
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    target: 'node24',
    plugins: [compiledTemplates],
    external: Object.keys({ ...manifest.dependencies, ...manifest.optionalDependencies })
      .filter((name) => !BUNDLED_PACKAGES.includes(name))
      .flatMap((name) => [name, `${name}/*`]),
    sourcemap: 'linked',
    sourcesContent: false,
    metafile: true,
    write,
  });
  if (write) writeDemoMembers();
  return metafile;
}

/** The Markdown of `demo/` as one JSON file. */
function writeDemoMembers(): void {
  const file = join(OUT, COMPILED_MEMBERS);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, JSON.stringify(readMembers(join(ROOT, 'demo'))));
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await buildServer();
