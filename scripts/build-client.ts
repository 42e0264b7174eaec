/** `npm run build`: the scripts and the style sheets of the pages (`src/client-files.ts`), into `dist/client`. */
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync } from 'node:zlib';
import {
  type BuildOptions,
  type BuildResult,
  build,
  buildSync,
  type Metafile,
  type OutputFile,
} from 'esbuild';
import { SCRIPTS, SHEETS, type Sheet, WORKERS } from '../src/client-files.ts';
import { buildPictures } from './build-pictures.ts';
import { iconShapes } from './icon-shapes.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const OUT = join(ROOT, 'dist/client');
const HASH_LENGTH = 12;
export const SHEET_NAMES = Object.keys(SHEETS) as Sheet[];

export const CLIENT_OPTIONS = {
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

export async function buildClient(): Promise<Metafile> {
  const result = await build({ ...CLIENT_OPTIONS, minify: true });
  const workers = writeClient(withoutIdleImports(result), { compress: true });
  const { inputs, outputs } = result.metafile;
  return { inputs: { ...inputs, ...workers.inputs }, outputs: { ...outputs, ...workers.outputs } };
}

/** Not modules, which service workers of Firefox cannot be. */
function buildWorkers(minify: boolean) {
  return buildSync({
    ...CLIENT_OPTIONS,
    entryPoints: WORKERS,
    plugins: [],
    splitting: false,
    format: 'iife',
    minify,
  });
}

export type ClientBuild = BuildResult<typeof CLIENT_OPTIONS>;
type WrittenBuild = { outputFiles: Pick<OutputFile, 'path' | 'contents'>[]; metafile: Metafile };

/**
 * esbuild lets every file import the chunk of its own helpers, though few use them: a request on every page for nothing.
 * Helpers have no effect by themselves, so an import that names none of them can go.
 */
function withoutIdleImports({ outputFiles, metafile }: ClientBuild): WrittenBuild {
  const isHelpers = (path: string) =>
    Object.keys(metafile.outputs[path]?.inputs ?? {}).length === 0;
  const outputs = structuredClone(metafile.outputs);
  const files = outputFiles.map(({ path, text }) => {
    const output = outputs[relative(ROOT, path)];
    const idle = (output?.imports ?? []).filter(
      (one) => isHelpers(one.path) && text.includes(bareImport(one.path)),
    );
    if (output) output.imports = output.imports.filter((one) => !idle.includes(one));
    const rest = idle.reduce((rest, one) => rest.replace(bareImport(one.path), ''), text);
    return { path, contents: Buffer.from(rest) };
  });
  return { outputFiles: files, metafile: { ...metafile, outputs } };
}

function bareImport(path: string): string {
  return `import"./${basename(path)}";`;
}

/** Replaces the whole directory, so a server that starts meanwhile sees one build, old or new, and no stale files. */
export function writeClient(
  { outputFiles, metafile }: WrittenBuild,
  { compress = false } = {},
): Metafile {
  const sheets = SHEET_NAMES.map((name) => buildSheet(name));
  const workers = buildWorkers(compress);
  const temporary = `${OUT}.${process.pid}`;
  mkdirSync(temporary, { recursive: true });
  for (const { path, contents } of [...outputFiles, ...workers.outputFiles, ...sheets]) {
    const file = join(temporary, basename(path));
    writeFileSync(file, contents);
    if (compress) writeFileSync(`${file}.br`, brotliCompressSync(contents));
  }
  const manifest = {
    scripts: listFiles(metafile, SCRIPTS),
    workers: listFiles(workers.metafile, WORKERS),
    sheets: Object.fromEntries(sheets.map(({ name, path }) => [name, path])),
  };
  writeFileSync(join(temporary, 'manifest.json'), JSON.stringify(manifest, null, 2));
  rmSync(OUT, { recursive: true, force: true });
  renameSync(temporary, OUT);
  return workers.metafile;
}

/** One file without comments and indentation. */
export function buildSheet(name: Sheet): { name: Sheet; path: string; contents: string } {
  const contents = SHEETS[name]
    .map((path) => readFileSync(join(ROOT, path), 'utf8'))
    .join('\n')
    .replace(/\/\*[\s\S]*?\*\//g, '')
    .replace(/\n\s*/g, '\n');
  const hash = createHash('sha256').update(contents).digest('hex').slice(0, HASH_LENGTH);
  return { name, path: `${name}.${hash}.css`, contents };
}

/** Script → its own file and those it imports statically. Lazy imports are not listed. */
function listFiles(
  { outputs }: Metafile,
  entries: Record<string, string>,
): Record<string, string[]> {
  const names = new Map<string, string>(
    Object.entries(entries).map(([name, path]) => [path, name]),
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

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  await buildClient();
  await buildPictures();
}
