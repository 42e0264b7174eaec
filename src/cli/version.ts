import { readFileSync } from 'node:fs';
import { besideProgram } from '../places.ts';

export function programVersion(): string {
  const manifest = readFileSync(besideProgram('package.json'), 'utf8');
  return (JSON.parse(manifest) as { version: string }).version;
}
