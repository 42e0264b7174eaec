/** Bundles the server into a few files instead of two thousand. Part of `npm run build`. */
import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build, type Metafile } from 'esbuild';
import manifest from '../package.json' with { type: 'json' };
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
  if (write) cpSync(join(ROOT, 'src/ui/css'), join(OUT, 'ui/css'), { recursive: true });
  return metafile;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await buildServer();
