import { build, type Metafile } from 'esbuild';

/** The paths of all packages that the client scripts import, directly or through others, found by bundling. */
export async function listImported(entryPoints: string[]): Promise<Set<string>> {
  const { metafile } = await build({
    ...{ entryPoints, outdir: 'dist', write: false, bundle: true, metafile: true },
    ...{ format: 'esm', jsx: 'automatic', jsxImportSource: 'preact', logLevel: 'error' },
  });
  return packagesIn(metafile);
}

/** Only files in the output: tree-shaken imports ship nothing. */
export function packagesIn({ outputs }: Metafile): Set<string> {
  const files = Object.values(outputs).flatMap(({ inputs }) => Object.entries(inputs));
  const paths = files
    .filter(([file, { bytesInOutput }]) => bytesInOutput > 0 && file.includes('node_modules/'))
    .map(([file]) => /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(file)?.[0] ?? file);
  return new Set(paths);
}
