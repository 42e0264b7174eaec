/** `npm run build`: what Node runs, in a few files instead of the two thousand that are read to write it. */
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

/** What a process or a thread begins with; the first two by whoever runs a site, the others by the program itself. */
const ENTRIES = [
  'src/server.ts',
  'src/cli/lamplight.ts',
  'src/cli/demo-site.ts',
  'src/local/postgres-guard.ts',
  'src/platform/images/child-main.ts',
  'src/posts/text-worker.ts',
];

/** Packages of hundreds of small files, all of which a start would read; of the others each brings its own. */
const INSIDE = ['kysely', 'typebox'];

/** Gives what went into it. */
export async function buildServer({ write = true } = {}): Promise<Metafile> {
  const { metafile } = await build({
    absWorkingDir: ROOT,
    entryPoints: ENTRIES,
    outbase: 'src',
    outdir: OUT,
    // Right below dist, where src/paths.ts wants to find itself.
    chunkNames: 'shared-[hash]',
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    target: 'node24',
    plugins: [compiledTemplates],
    external: Object.keys({ ...manifest.dependencies, ...manifest.optionalDependencies })
      .filter((name) => !INSIDE.includes(name))
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
