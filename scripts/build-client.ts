/** `npm run build`: what the browser runs, one entry for each kind of page, shared parts apart. */
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

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const OUT = join(ROOT, 'dist/client');

/** Which file the browser starts with on which pages. */
export const ENTRIES = {
  site: 'src/ui/client/site.ts',
  reading: 'src/posts/client/reading.tsx',
  comments: 'src/comments/client.tsx',
  joining: 'src/accounts/client/joining.ts',
  write: 'src/studio/client/write.ts',
  studio: 'src/studio/client/studio.ts',
  inbox: 'src/notifications/client/inbox.ts',
  settings: 'src/accounts/client/settings.ts',
  admin: 'src/administration/client.ts',
};

/** An icon is drawn by `ui/icons.tsx`, which needs only the shapes: the rest of each is the same for all. */
const shapesOnly: Plugin = {
  name: 'shapes only',
  setup(one) {
    one.onLoad({ filter: /lucide-static[\\/]dist[\\/]esm[\\/]icons[\\/].*\.mjs$/ }, ({ path }) => {
      const contents = readFileSync(path, 'utf8')
        .replace(/<svg[^>]*>/, '')
        .replace('</svg>', '')
        .replace(/\n\s*/g, '');
      return { contents };
    });
  },
};

const options = {
  absWorkingDir: ROOT,
  entryPoints: ENTRIES,
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
  plugins: [shapesOnly],
  metafile: true,
  write: false,
} as const satisfies BuildOptions;

export async function buildClient(): Promise<void> {
  const result = await build({ ...options, minify: true });
  writeOut(result, { packed: true });
}

/** Builds now and after every change; the server is watching the manifest and starts anew. */
export async function watchClient(): Promise<() => Promise<void>> {
  const watcher = await context({
    ...options,
    sourcemap: 'linked',
    plugins: [
      shapesOnly,
      { name: 'write', setup: (one) => one.onEnd((result) => writeOut(result as Built)) },
    ],
  });
  await watcher.watch();
  return () => watcher.dispose();
}

type Built = BuildResult<typeof options>;

/**
 * Put in place as a whole, so that a server starting meanwhile finds the old files or the new ones, and nothing
 * that no page links to any more.
 */
function writeOut({ outputFiles, metafile }: Built, { packed = false } = {}): void {
  if (!metafile || !outputFiles) return;
  const fresh = `${OUT}.${process.pid}`;
  mkdirSync(fresh, { recursive: true });
  for (const { path, contents } of outputFiles) {
    const file = join(fresh, basename(path));
    writeFileSync(file, contents);
    if (packed) writeFileSync(`${file}.br`, brotliCompressSync(contents));
  }
  writeFileSync(join(fresh, 'manifest.json'), JSON.stringify(manifestOf(metafile), null, 2));
  rmSync(OUT, { recursive: true, force: true });
  renameSync(fresh, OUT);
}

/** Entry → its file and those it imports at once; what is loaded later, when it is needed, is not listed. */
function manifestOf({ outputs }: Metafile): Record<string, string[]> {
  const named = new Map<string, string>(
    Object.entries(ENTRIES).map(([name, path]) => [path, name]),
  );
  const reached = (path: string, seen: Set<string>): Set<string> => {
    if (seen.has(path)) return seen;
    seen.add(path);
    for (const one of outputs[path]?.imports ?? []) {
      if (one.kind === 'import-statement') reached(one.path, seen);
    }
    return seen;
  };
  return Object.fromEntries(
    Object.entries(outputs)
      .filter(([, output]) => output.entryPoint && named.has(output.entryPoint))
      .map(([path, output]) => [
        named.get(output.entryPoint ?? ''),
        [...reached(path, new Set())].map((one) => basename(one)),
      ]),
  );
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await buildClient();
