import { existsSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import {
  type Block,
  DOCUMENTS,
  listBlocks,
  reasonNotToRun,
  splitCommands,
} from '../../rigs/run-docs/blocks.ts';
import { compareOutput } from '../../rigs/run-docs/compare-output.ts';
import { planCommand } from '../../rigs/run-docs/exceptions.ts';

const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as {
  scripts: Record<string, string>;
};
const documents = DOCUMENTS.filter((path) => existsSync(path)).map((path) => ({
  path,
  text: readFileSync(path, 'utf8'),
}));

/** What a block may be; one that holds commands is `sh`, so that it is run. */
const LANGUAGES = ['sh', 'json', 'http', 'ts', 'text', 'sql', 'nginx', 'ini', 'yaml', 'caddyfile'];

test('every document whose commands are run is there', () => {
  expect(documents.map(({ path }) => path)).toEqual(DOCUMENTS);
});

test.each(documents)(
  'in $path every block says what it is, and commands are marked to be run',
  ({ text }) => {
    for (const block of listBlocks(text)) {
      expect(LANGUAGES, `line ${block.line}`).toContain(block.language);
      if (block.language !== 'sh') continue;
      if (block.remark) expect(reasonNotToRun(block), `line ${block.line}`).toMatch(/\S+ \S+/);
      expect(splitCommands(block.text).length, `line ${block.line}`).toBeGreaterThan(0);
      expect(block.text, `line ${block.line}`).not.toMatch(/^\s*\$ |\s<[a-z][^>\n]*>|…/m);
    }
  },
);

test.each(documents)('every npm script that $path names is there', ({ text }) => {
  for (const [, name = ''] of text.matchAll(/npm run ([a-z:]+)/g))
    expect(scripts).toHaveProperty([name]);
});

const block = (language: string, text: string): Block => ({ line: 1, language, remark: '', text });

test('blocks are found with their line, language and remark, also inside a list', () => {
  const text = [
    '# A',
    '```sh',
    'ls',
    '```',
    '1. B',
    '   ```sh not-run needs a moon',
    '   ls',
    '   ```',
  ];
  const found = listBlocks(text.join('\n'));
  expect(found).toEqual([
    { line: 2, language: 'sh', remark: '', text: 'ls' },
    { line: 6, language: 'sh', remark: 'not-run needs a moon', text: 'ls' },
  ]);
  expect(found.map(reasonNotToRun)).toEqual([undefined, 'needs a moon']);
  expect(() => listBlocks('```sh\nls')).toThrow('the block in line 1 does not end');
});

test('a command is whole: what goes on in the next line belongs to it, comments do not', () => {
  const whole = [
    'a \\\n  b',
    'for x in 1 2; do\n  c\ndone',
    "d <<'X'\ne\nX",
    "f 'g\nh'",
    'i |\n  j',
    'k # l',
  ];
  expect(splitCommands(`# first\n${whole.join('\n\n')}\n`)).toEqual(whole);
  expect(() => splitCommands("echo 'open")).toThrow('a command that does not end');
});

test('what is not simply run is planned as the table says', () => {
  const how = (command: string, quick = false) => planCommand(command, quick).how;
  expect(how('npm run dev      # with reload')).toBe('serve');
  expect(how('lamplight demo --fresh')).toBe('serve');
  expect(how('lamplight migrate')).toBe('run');
  expect([how('npm ci'), how('npm ci', true)]).toEqual(['run', 'replace']);
  expect(planCommand('npm run check # all', false)).toMatchObject({
    how: 'replace',
    command: expect.stringContaining('scripts["check"]'),
  });
});

test('an answer differs by what is in it, not by its values', () => {
  const shown = block('json', '{"items": [{"id": 1, "name": null}], "next": null}');
  const answers = (printed: string) => compareOutput(shown, printed);
  expect(
    answers('{"items":[{"id":7,"name":"x"},{"id":8,"name":"y"}],"next":"abc"}'),
  ).toBeUndefined();
  expect(answers('{"items":[{"id":7}],"next":null}')).toContain('/items/0 has id');
  expect(answers('{"items":[{"id":"7","name":null}],"next":null}')).toContain(
    '/items/0/id is string',
  );
  expect(answers('{"items":{},"next":null}')).toContain('/items is object');
  expect(answers('<h1>')).toContain('SyntaxError');
  const headers = block('http', 'HTTP/1.1 200 OK\netag: "1"');
  expect(compareOutput(headers, 'HTTP/1.1 200 OK\r\nETag: "42"\r\n')).toBeUndefined();
  expect(compareOutput(headers, 'HTTP/1.1 200 OK\r\nAge: 1\r\n')).toContain('etag: "1" is not in');
  expect(compareOutput(headers, 'HTTP/1.1 404 Not Found\r\netag: "1"\r\n')).toBeDefined();
});
