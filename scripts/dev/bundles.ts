import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { context, type Metafile } from 'esbuild';
import { CLIENT_OPTIONS, writeClient } from '../build-client.ts';
import { LIVE_RELOAD } from './front.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
/** Right below the root, as `src/paths.ts` expects. Not in `dist`, which tests and production use. */
const OUT = join(ROOT, '.dev');

export const SERVER = join(OUT, 'server.js');
export const COMPILE_CACHE = join(OUT, 'compile-cache');

export type Bundle = {
  /** Whether the file, named from the root, is part of it. */
  includes(path: string): boolean;
  /** Throws if it cannot be built; esbuild prints why. */
  rebuild(): Promise<void>;
  dispose(): Promise<void>;
};

export type ServerBundle = Bundle & {
  /** The packages that it imports at the start. */
  packages(): string[];
};

/** Only our own files, and no chunks: to compile all packages anew on every change would take seconds. */
export async function openServerBundle(): Promise<ServerBundle> {
  const server = await context({
    absWorkingDir: ROOT,
    entryPoints: ['src/server.ts', 'src/platform/images/child-main.ts', 'src/posts/text-worker.ts'],
    outbase: 'src',
    outdir: OUT,
    bundle: true,
    packages: 'external',
    format: 'esm',
    platform: 'node',
    target: 'node24',
    jsx: 'automatic',
    jsxImportSource: 'preact',
    sourcemap: 'linked',
    sourcesContent: false,
    metafile: true,
    logLevel: 'warning',
  });
  let inputs: Metafile['inputs'] = {};
  return {
    includes: (path) => path in inputs,
    packages: () => packagesOf(inputs),
    async rebuild() {
      inputs = (await server.rebuild()).metafile.inputs;
    },
    dispose: () => server.dispose(),
  };
}

function packagesOf(inputs: Metafile['inputs']): string[] {
  const imports = Object.values(inputs).flatMap((input) => input.imports);
  const external = imports.filter(({ external, kind }) => external && kind === 'import-statement');
  return [...new Set(external.map(({ path }) => path))];
}

/** The scripts of the pages, with the one that reloads them. */
export async function openClientBundle(): Promise<Bundle> {
  const client = await context({
    ...CLIENT_OPTIONS,
    sourcemap: 'linked',
    banner: { js: `import('${LIVE_RELOAD}');` },
    logLevel: 'warning',
  });
  let inputs: Record<string, unknown> = {};
  return {
    includes: (path) => path in inputs,
    async rebuild() {
      const result = await client.rebuild();
      inputs = result.metafile.inputs;
      writeClient(result);
    },
    dispose: () => client.dispose(),
  };
}
