import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import fc from 'fast-check';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { launchBrowser } from '../support/browser.ts';
import { markdownDocument } from './paste/generate.ts';
import type { Converters } from './paste/in-page.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const DOCUMENTS = globSync('test/fixtures/paste/*/*.{html,md}', { cwd: ROOT })
  .filter((path) => !path.endsWith('.expected.html'))
  .sort();
/** What only the editor needs to fetch a picture. */
const EDITORS_OWN = / data-(?:fetch|alt)="[^"]*"/g;
/** What the editor adds to links. */
const REL = / rel="ugc nofollow noopener"/g;
const SEED = 20_261_118;

declare const converters: Converters;
let browser: Browser;
let page: Page;
const violations: string[] = [];

beforeAll(async () => {
  const { outputFiles } = await build({
    absWorkingDir: ROOT,
    entryPoints: ['test/browser/paste/in-page.ts'],
    bundle: true,
    write: false,
    format: 'iife',
    target: 'chrome111',
  });
  browser = await launchBrowser();
  page = await browser.newPage();
  page.on('console', (message) => violations.push(message.text()));
  await page.route('**/*', (route) =>
    route.request().url().endsWith('/converters.js')
      ? route.fulfill({
          contentType: 'text/javascript; charset=utf-8',
          body: outputFiles[0]?.text ?? '',
        })
      : route.fulfill({
          contentType: 'text/html',
          headers: { 'content-security-policy': "default-src 'none'; script-src 'self'" },
          body: '<!doctype html><body><script src="/converters.js"></script>',
        }),
  );
  await page.goto('https://site.invalid/');
});
afterAll(() => browser?.close());

test('the corpus has at least 60 pasted documents', () => {
  expect(DOCUMENTS.length).toBeGreaterThanOrEqual(60);
});

test.each(DOCUMENTS)('structure is preserved when pasted: %s', async (path) => {
  const source = readFileSync(`${ROOT}${path}`, 'utf8');
  const kind = path.endsWith('.md') ? 'md' : 'html';
  const result = `${ROOT}${path.replace(/\.\w+$/, '.expected.html')}`;
  const expected = readFileSync(result, 'utf8').replace(/\n$/, '');
  const { cleaned, stored } = await page.evaluate(
    ([text, type]) => {
      const html = converters.clean(text, type);
      return { cleaned: html, stored: converters.store(html) };
    },
    [source, kind] as const,
  );
  expect(cleaned.replace(EDITORS_OWN, '')).toBe(expected);
  expect(stored.replace(REL, '')).toBe(expected);
});

test('pasted styles cause no violation of the Content-Security-Policy', async () => {
  const html = '<p style="color:red" title=\'a style="b"\'>a</p><style>p{}</style>';
  expect(await page.evaluate((text) => converters.clean(text, 'html'), html)).toBe('<p>a</p>');
  expect(violations).toEqual([]);
  // The page does report violations: the same text, parsed as it is.
  await page.evaluate((text) => {
    document.body.insertAdjacentHTML('beforeend', text);
  }, html);
  await vi.waitFor(() => expect(violations.join()).toContain('Content Security Policy'));
});

test('Markdown → editor → Markdown → editor is stable on 200 generated documents', async () => {
  const documents = fc.sample(markdownDocument, { numRuns: 200, seed: SEED });
  const results = await page.evaluate(
    (texts) =>
      texts.map((text) => {
        const first = converters.clean(text, 'md');
        const written = converters.write(first);
        return { text, first, written, second: converters.clean(written, 'md') };
      }),
    documents,
  );
  const changed = results.filter(({ first, second }) => first !== second);
  expect(changed.slice(0, 3)).toEqual([]);
  expect(changed).toHaveLength(0);
  // And through the schema.
  const stored = await page.evaluate(
    (bodies) =>
      bodies.map((body) => {
        const first = converters.store(body);
        return [first, converters.store(converters.clean(converters.write(first), 'md'))] as const;
      }),
    results.map(({ first }) => first),
  );
  expect(stored.filter(([first, second]) => first !== second).slice(0, 3)).toEqual([]);
});
