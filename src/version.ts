import { readFileSync } from 'node:fs';
import { packagePath } from './paths.ts';

export function readVersion(): string {
  const manifest = readFileSync(packagePath('package.json'), 'utf8');
  return (JSON.parse(manifest) as { version: string }).version;
}
