/** Bundles the client scripts: one entry for each kind of page, with shared chunks. Part of `npm run build`. */
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

/** The entry points by kind of page. */
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

/** `ui/icons.tsx` writes the `<svg>` tag, which is the same for all icons, so only the shapes are bundled. */
const stripSvgTag: Plugin = {
  name: 'strip svg tag',
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
  plugins: [stripSvgTag],
  metafile: true,
  write: false,
} as const satisfies BuildOptions;

export async function buildClient(): Promise<void> {
  const result = await build({ ...options, minify: true });
  writeFiles(result, { compress: true });
}

/** Builds now and after every change; the server watches the manifest and restarts. */
export async function watchClient(): Promise<() => Promise<void>> {
  const watcher = await context({
    ...options,
    sourcemap: 'linked',
    plugins: [
      stripSvgTag,
      { name: 'write', setup: (one) => one.onEnd((result) => writeFiles(result as ClientBuild)) },
    ],
  });
  await watcher.watch();
  return () => watcher.dispose();
}

type ClientBuild = BuildResult<typeof options>;

/**
 * Replaces the whole directory, so that a server that starts meanwhile finds either the old or the new files, and
 * outdated files are removed.
 */
function writeFiles({ outputFiles, metafile }: ClientBuild, { compress = false } = {}): void {
  if (!metafile || !outputFiles) return;
  const temporary = `${OUT}.${process.pid}`;
  mkdirSync(temporary, { recursive: true });
  for (const { path, contents } of outputFiles) {
    const file = join(temporary, basename(path));
    writeFileSync(file, contents);
    if (compress) writeFileSync(`${file}.br`, brotliCompressSync(contents));
  }
  writeFileSync(join(temporary, 'manifest.json'), JSON.stringify(manifestOf(metafile), null, 2));
  rmSync(OUT, { recursive: true, force: true });
  renameSync(temporary, OUT);
}

/** Entry → its file and its static imports; dynamic imports are not listed. */
function manifestOf({ outputs }: Metafile): Record<string, string[]> {
  const named = new Map<string, string>(
    Object.entries(ENTRIES).map(([name, path]) => [path, name]),
  );
  const collect = (path: string, seen: Set<string>): Set<string> => {
    if (seen.has(path)) return seen;
    seen.add(path);
    for (const one of outputs[path]?.imports ?? []) {
      if (one.kind === 'import-statement') collect(one.path, seen);
    }
    return seen;
  };
  return Object.fromEntries(
    Object.entries(outputs)
      .filter(([, output]) => output.entryPoint && named.has(output.entryPoint))
      .map(([path, output]) => [
        named.get(output.entryPoint ?? ''),
        [...collect(path, new Set())].map((one) => basename(one)),
      ]),
  );
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await buildClient();
