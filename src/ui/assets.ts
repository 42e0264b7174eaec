import { existsSync, readdirSync, readFileSync } from 'node:fs';
import type { Script, Sheet, Worker } from '../client-files.ts';
import { packagePath } from '../paths.ts';

/** `npm run build` writes here, whether the server runs from the sources or from `dist`. */
const DIRECTORY = packagePath('dist/client/');
const TYPES: Record<string, string> = {
  css: 'text/css; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  map: 'application/json; charset=utf-8',
};

export type Asset = { type: string; body: () => Buffer; br: Buffer | undefined };
type Manifest = {
  scripts: Record<Script, string[]>;
  workers: Record<Worker, string[]>;
  sheets: Record<Sheet, string>;
};

let manifest: Manifest | undefined;
let assets: Map<string, Asset> | undefined;

/** The URLs of the named scripts and of the chunks they import. Each contains a hash of its content. */
export function listScripts(names: Script[]): string[] {
  const { scripts } = readManifest();
  return [...new Set(names.flatMap((name) => scripts[name]))].map((file) => `/assets/${file}`);
}

/** The URLs of the named style sheets, in the order of the cascade. */
export function listSheets(names: Sheet[]): string[] {
  const { sheets } = readManifest();
  return names.map((name) => `/assets/${sheets[name]}`);
}

/** The file that `/service-worker.js` sends. */
export function readWorker(name: Worker): Buffer {
  const [file = ''] = readManifest().workers[name];
  const asset = readAssets().get(file);
  if (!asset) throw new Error(`no client file ${file}: run npm run build`);
  return asset.body();
}

function readManifest(): Manifest {
  manifest ??= JSON.parse(readFileSync(new URL('manifest.json', DIRECTORY), 'utf8')) as Manifest;
  return manifest;
}

/** Reads every file once, when the server starts: they are few, small, and never change while it runs. */
export function readAssets(): Map<string, Asset> {
  if (assets) return assets;
  if (!existsSync(DIRECTORY)) throw new Error('no client files: run npm run build');
  const files = readdirSync(DIRECTORY).filter((name) => /\.(js|map|css)$/.test(name));
  assets = new Map(files.map((name) => [name, readAsset(name)]));
  return assets;
}

function readAsset(name: string): Asset {
  const compressed = new URL(`${name}.br`, DIRECTORY);
  const br = existsSync(compressed) ? readFileSync(compressed) : undefined;
  const body = readFileSync(new URL(name, DIRECTORY));
  return { type: typeOf(name), body: () => body, br };
}

export function typeOf(name: string): string {
  return TYPES[name.split('.').at(-1) ?? ''] ?? 'application/octet-stream';
}
