import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { expect, test } from 'vitest';
import { readTests } from '../../scripts/test-names.ts';

const files = execFileSync(
  'git',
  [
    'ls-files',
    '--cached',
    '--others',
    '--exclude-standard',
    '*.md',
    ':!demo/*/*',
    ':!test/fixtures/*',
  ],
  { encoding: 'utf8' },
)
  .split('\n')
  .filter((path) => path && existsSync(path));

/** Examples of links in code are no links. */
function prose(markdown: string): string {
  return markdown.replaceAll(/^( *)```[\s\S]*?^\1```$/gm, '').replaceAll(/`[^`\n]*`/g, '');
}

function linksOf(path: string): string[] {
  const text = prose(readFileSync(path, 'utf8'));
  const inline = [...text.matchAll(/\]\(\s*<?([^)\s>]+)>?(?:\s+"[^"]*")?\s*\)/g)];
  const referenced = [...text.matchAll(/^\[[^\]]+\]:\s*(\S+)/gm)];
  const html = [...text.matchAll(/\b(?:href|src|srcset)="([^"\s]+)"/g)];
  return [...inline, ...referenced, ...html]
    .map((match) => match[1] ?? '')
    .filter((link) => !/^[a-z][a-z+.-]*:/i.test(link));
}

/** As GitHub makes them from headings: lower case, no punctuation, spaces as hyphens, a number when repeated. */
function anchorsOf(path: string): Set<string> {
  const text = readFileSync(path, 'utf8').replaceAll(/^( *)```[\s\S]*?^\1```$/gm, '');
  const anchors = new Set(
    [...text.matchAll(/\b(?:id|name)="([^"]+)"/g)].map((match) => match[1] ?? ''),
  );
  for (const [, heading = ''] of text.matchAll(/^#{1,6}\s+(.+?)\s*#*$/gm)) {
    const plain = heading.replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1').toLowerCase();
    const anchor = plain.replaceAll(/[^\p{L}\p{M}\p{N}\p{Pc} -]/gu, '').replaceAll(' ', '-');
    let name = anchor;
    for (let n = 1; anchors.has(name); n++) name = `${anchor}-${n}`;
    anchors.add(name);
  }
  return anchors;
}

function brokenLinks(path: string): string[] {
  return linksOf(path).filter((link) => {
    const [file = '', anchor] = link.split('#');
    const target = file ? normalize(join(dirname(path), decodeURIComponent(file))) : path;
    if (!existsSync(target) || target.startsWith('..')) return true;
    if (!anchor || statSync(target).isDirectory() || !target.endsWith('.md')) return false;
    return !anchorsOf(target).has(decodeURIComponent(anchor));
  });
}

test.each(files)(
  'every link in %s leads to a file, and to a heading where it names one',
  (path) => {
    expect(brokenLinks(path)).toEqual([]);
  },
);

test('there are documents, with links between them', () => {
  expect(files.length).toBeGreaterThan(10);
  expect(files.flatMap(linksOf).length).toBeGreaterThan(30);
});

test('headings of both languages have the anchors that GitHub gives them', () => {
  expect([...anchorsOf('docs/api.md')]).toContain('accounts-and-sessions');
  expect([...anchorsOf('README.zh-CN.md')].join()).toMatch(/\p{Script=Han}/u);
});

test('every test that docs/bugs-found.md names exists', () => {
  const names = new Set(readTests().map(({ name }) => name));
  const named = [...readFileSync('docs/bugs-found.md', 'utf8').matchAll(/\| `([^|]+)` \|$/gm)];
  expect(named.length).toBeGreaterThan(15);
  for (const [, name = ''] of named) expect(names, name).toContain(name);
});
