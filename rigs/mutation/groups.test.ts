import { existsSync, globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { EQUIVALENT } from './equivalent.ts';
import { GROUPS } from './groups.ts';

test.each(GROUPS)('every file that the group $name names exists', ({ mutate, tests }) => {
  for (const pattern of [...mutate, ...tests].flatMap(expandBraces)) {
    const [path = '', name] = pattern.split('#');
    expect(globSync(path), path).not.toEqual([]);
    if (name) expect(readFileSync(path, 'utf8'), pattern).toContain(`function ${name}(`);
  }
});

test.each(EQUIVALENT)('$file, with a reason for a survivor, exists', ({ file }) => {
  expect(existsSync(file)).toBe(true);
});

function expandBraces(pattern: string): string[] {
  const [, before = '', names = '', after = ''] = /^(.*)\{(.*)\}(.*)$/.exec(pattern) ?? [];
  return names ? names.split(',').map((name) => `${before}${name}${after}`) : [pattern];
}
