import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { packagePath } from '../paths.ts';

/** What the browser runs, built by `npm run build` into one place for both kinds of start. */
const DIRECTORY = packagePath('dist/client/');
const TYPES: Record<string, string> = {
  js: 'text/javascript; charset=utf-8',
  map: 'application/json; charset=utf-8',
};

export type Asset = { type: string; body: Buffer; br: Buffer | undefined };
export type Entry =
  | 'site'
  | 'reading'
  | 'comments'
  | 'joining'
  | 'write'
  | 'studio'
  | 'inbox'
  | 'settings'
  | 'admin';

let names: Record<string, string[]> | undefined;
let assets: Map<string, Asset> | undefined;

/** The files of an entry, its own first, then what it shares with others; each names its content. */
export function scriptsOf(entry: Entry): string[] {
  names ??= JSON.parse(readFileSync(new URL('manifest.json', DIRECTORY), 'utf8')) as typeof names;
  const files = names?.[entry];
  if (!files) throw new Error(`there is no script named ${entry}; run npm run build`);
  return files;
}

/** Read once: a few small files that never change while the process lives. A server reads them at its start. */
export function readAssets(): Map<string, Asset> {
  if (assets) return assets;
  if (!existsSync(DIRECTORY)) throw new Error('the scripts are missing: npm run build');
  const files = readdirSync(DIRECTORY).filter((name) => /\.(js|map)$/.test(name));
  assets = new Map(files.map((name) => [name, readAsset(name)]));
  return assets;
}

function readAsset(name: string): Asset {
  const type = TYPES[name.split('.').at(-1) ?? ''] ?? 'application/octet-stream';
  const packed = new URL(`${name}.br`, DIRECTORY);
  const br = existsSync(packed) ? readFileSync(packed) : undefined;
  return { type, body: readFileSync(new URL(name, DIRECTORY)), br };
}
