/** The licences of all bundled packages, which require that their text comes with the code: `dist/third-party-licences.txt`. */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Metafile } from 'esbuild';
import { packagesIn } from './supply-chain/imports.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const OUT = join(ROOT, 'dist/third-party-licences.txt');
const LICENCE_FILES = ['licence', 'license', 'copying', 'notice'];
const RULE = '-'.repeat(80);

type Manifest = {
  name: string;
  version: string;
  license: string;
  author?: string | { name: string };
  repository?: string | { url: string };
};

export function writeLicences(builds: Metafile[]): void {
  const paths = builds.flatMap((build) => [...packagesIn(build)]);
  writeFileSync(OUT, collectLicences(paths));
}

export function collectLicences(paths: string[]): string {
  const texts = new Set(paths.sort().map((path) => licenceText(join(ROOT, path))));
  return [...texts].join(`\n${RULE}\n\n`);
}

function licenceText(directory: string): string {
  const manifest: Manifest = JSON.parse(readFileSync(join(directory, 'package.json'), 'utf8'));
  const files = readdirSync(directory).filter((name) =>
    LICENCE_FILES.some((start) => name.toLowerCase().startsWith(start)),
  );
  const texts = files.map((name) => readFileSync(join(directory, name), 'utf8').trim());
  // Some packages only name their licence.
  if (texts.length === 0) texts.push(nameOrigin(manifest));
  const { name, version, license } = manifest;
  return `${name} ${version}, ${license}\n\n${texts.join('\n\n')}\n`;
}

function nameOrigin({ author = '', repository = '' }: Manifest): string {
  const by = typeof author === 'string' ? author : author.name;
  const from = typeof repository === 'string' ? repository : repository.url;
  return [by && `Copyright ${by}`, from].filter(Boolean).join('\n');
}
