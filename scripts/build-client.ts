/** `npm run build`: the scripts and the style sheet of the pages (`src/client-files.ts`), into `dist/client`. */
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync } from 'node:zlib';
import {
  type BuildOptions,
  type BuildResult,
  build,
  context,
  type Metafile,
  type Plugin,
} from 'esbuild';
import { SCRIPTS, STYLES } from '../src/client-files.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const OUT = join(ROOT, 'dist/client');
const HASH_LENGTH = 12;

/** `ui/icons.tsx` writes the `<svg>` element itself, so the bundle needs only what is inside it. */
const iconShapes: Plugin = {
  name: 'icon-shapes',
  setup(bundle) {
    bundle.onLoad(
      { filter: /lucide-static[\\/]dist[\\/]esm[\\/]icons[\\/].*\.mjs$/ },
      ({ path }) => {
        const contents = readFileSync(path, 'utf8')
          .replace(/<svg[^>]*>/, '')
          .replace('</svg>', '')
          .replace(/\n\s*/g, '');
        return { contents };
      },
    );
  },
};

const options = {
  absWorkingDir: ROOT,
  entryPoints: SCRIPTS,
  outdir: OUT,
  entryNames: '[name].[hash]',
  chunkNames: 'shared.[hash]',
  bundle: true,
  splitting: true,
  format: 'esm',
  target: ['chrome111', 'firefox115', 'safari16.4'],
  jsx: 'automatic',
  jsxImportSource: 'preact',
  legalComments: 'none',
  plugins: [iconShapes],
  metafile: true,
  write: false,
} as const satisfies BuildOptions;

export async function buildClient(): Promise<void> {
  const result = await build({ ...options, minify: true });
  writeClient(result, { compress: true });
}

/** Builds now and after every change. The server watches the manifest and restarts. */
export async function watchClient(): Promise<() => Promise<void>> {
  const watcher = await context({ ...options, sourcemap: 'linked', plugins: [iconShapes, write] });
  await watcher.watch();
  return () => watcher.dispose();
}

type ClientBuild = BuildResult<typeof options>;

const watchFiles = STYLES.map((path) => join(ROOT, path));

const write: Plugin = {
  name: 'write',
  setup(bundle) {
    // No script imports the style sheet, so the scripts have to name its parts for esbuild to watch them.
    bundle.onResolve({ filter: /./ }, ({ kind, path }) =>
      kind === 'entry-point' ? { path: join(ROOT, path), watchFiles } : undefined,
    );
    bundle.onEnd((result) => writeClient(result as ClientBuild));
  },
};

/** Replaces the whole directory, so a server that starts meanwhile sees one build, old or new, and no stale files. */
function writeClient({ outputFiles, metafile }: ClientBuild, { compress = false } = {}): void {
  if (!metafile || !outputFiles) return;
  const stylesheet = buildStylesheet();
  const temporary = `${OUT}.${process.pid}`;
  mkdirSync(temporary, { recursive: true });
  for (const { path, contents } of [...outputFiles, stylesheet]) {
    const file = join(temporary, basename(path));
    writeFileSync(file, contents);
    if (compress) writeFileSync(`${file}.br`, brotliCompressSync(contents));
  }
  const manifest = { scripts: listFiles(metafile), stylesheet: stylesheet.path };
  writeFileSync(join(temporary, 'manifest.json'), JSON.stringify(manifest, null, 2));
  rmSync(OUT, { recursive: true, force: true });
  renameSync(temporary, OUT);
}

/** One file for the whole site, without comments and indentation. */
function buildStylesheet(): { path: string; contents: string } {
  const contents = STYLES.map((path) => readFileSync(join(ROOT, path), 'utf8'))
    .join('\n')
    .replace(/\/\*[\s\S]*?\*\//g, '')
    .replace(/\n\s*/g, '\n');
  const hash = createHash('sha256').update(contents).digest('hex').slice(0, HASH_LENGTH);
  return { path: `site.${hash}.css`, contents };
}

/** Script → its own file and those it imports statically. Lazy imports are not listed. */
function listFiles({ outputs }: Metafile): Record<string, string[]> {
  const names = new Map<string, string>(
    Object.entries(SCRIPTS).map(([name, path]) => [path, name]),
  );
  const addImports = (path: string, files: Set<string>): Set<string> => {
    if (files.has(path)) return files;
    files.add(path);
    for (const imported of outputs[path]?.imports ?? []) {
      if (imported.kind === 'import-statement') addImports(imported.path, files);
    }
    return files;
  };
  return Object.fromEntries(
    Object.entries(outputs).flatMap(([path, { entryPoint }]) => {
      const name = names.get(entryPoint ?? '');
      return name ? [[name, [...addImports(path, new Set())].map((file) => basename(file))]] : [];
    }),
  );
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await buildClient();
