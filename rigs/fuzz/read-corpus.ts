import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import * as cookie from './targets/cookie.ts';
import * as cursor from './targets/cursor.ts';
import * as mention from './targets/mention.ts';
import * as sanitizer from './targets/sanitizer.ts';
import * as token from './targets/token.ts';
import * as userAgent from './targets/user-agent.ts';

export type Target = {
  fuzz(input: Buffer): void;
  WORDS: string[];
  LENGTH_MAX: number;
  /** More seeds, besides the dictionary and the corpus. */
  readSeeds?(): string[];
};

export const TARGETS: ReadonlyMap<string, Target> = new Map<string, Target>([
  ['sanitizer', sanitizer],
  ['cursor', cursor],
  ['token', token],
  ['cookie', cookie],
  ['user-agent', userAgent],
  ['mention', mention],
]);

export function targetFile(name: string): string {
  return fileURLToPath(new URL(`./targets/${name}.ts`, import.meta.url));
}

/** The corpus of a target: one JSON string per line, with one character per byte. */
export function readCorpus(name: string): Buffer[] {
  const file = corpusFile(name);
  if (!existsSync(file)) return [];
  return readFileSync(file, 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((line) => Buffer.from(JSON.parse(line) as string, 'latin1'));
}

export function writeCorpus(name: string, inputs: Buffer[]): void {
  const lines = inputs.map((input) => JSON.stringify(input.toString('latin1')));
  writeFileSync(corpusFile(name), `${lines.sort().join('\n')}\n`);
}

function corpusFile(name: string): string {
  return fileURLToPath(new URL(`./corpus/${name}.jsonl`, import.meta.url));
}
