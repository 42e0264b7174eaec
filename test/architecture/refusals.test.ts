import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { REFUSALS } from '../../src/refusals.ts';

const THIS_FILE = 'refusals.test.ts';

const tests = ['src', 'test'].flatMap((root) =>
  readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.test\.tsx?$/.test(path) && !path.endsWith(THIS_FILE))
    .map((path) => readFileSync(`${root}/${path}`, 'utf8')),
);

test.each(Object.keys(REFUSALS))(
  'D3 the refusal %s is reached by a test and raised by the code',
  (code) => {
    expect(tests.some((text) => new RegExp(`\\b${code}\\b`).test(text))).toBe(true);
    const sources = readdirSync('src', { recursive: true, encoding: 'utf8' })
      .filter(
        (path) =>
          /(?<!\.test)\.tsx?$/.test(path) && path !== 'refusals.ts' && !path.startsWith('locales'),
      )
      .map((path) => readFileSync(`src/${path}`, 'utf8'));
    expect(sources.some((text) => text.includes(`'${code}'`))).toBe(true);
  },
);
