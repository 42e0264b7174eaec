import { readFileSync } from 'node:fs';

/** Relative to this file both in the sources and in the build. */
export function programVersion(): string {
  const manifest = readFileSync(new URL('../../package.json', import.meta.url), 'utf8');
  return (JSON.parse(manifest) as { version: string }).version;
}
