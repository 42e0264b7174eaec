import { expect, test } from 'vitest';
import { createWorld } from '../../test/support/world.ts';
import { LOCALES } from '../platform/i18n.ts';
import { REFUSALS, type RefusalCode } from '../refusals.ts';
import { type ApiDocument, groupOperations } from './rules.ts';

const world = await createWorld();
const visitor = world.visitor();
const english = { headers: { 'accept-language': 'en' } };

test('the reference lists every operation under an anchor, with its method, path and an example', async () => {
  const page = await visitor.get('/docs', english);
  expect(page.status).toBe(200);

  const operations = groupOperations(world.app.swagger() as ApiDocument).flatMap(
    (group) => group.operations,
  );
  expect(operations.length).toBeGreaterThan(10);
  for (const { id, method, path } of operations) {
    const card = cardOf(page.text, id);
    expect(card).toContain(`>${method}</span> <code>${path}</code>`);
    expect(card).toContain('<pre class="code-block"');
    expect(page.text).toContain(`<a href="#${id}">`);
  }
});

test('an operation shows who may call it, its fields, their limits and its responses', async () => {
  const { text } = await visitor.get('/docs', english);
  const register = cardOf(text, 'register');
  expect(register).toContain('Open to everybody.');
  expect(register).toContain(
    '<code>password</code><span class="field-mark field-required">required</span>',
  );
  expect(register).toContain('length 8–128');
  expect(register).toContain('<code>201</code>');
  expect(register).toContain('<span class="field-parent">user.</span>uid');
  expect(register).toContain(
    '<code>access_token</code><span class="field-mark">may be missing</span>',
  );
  expect(cardOf(text, 'endOtherSessions')).toContain('<code class="type">object | null</code>');
  expect(cardOf(text, 'endSession')).toContain('<code>204</code> · no body');
});

test('the reference is framed in the language of the reader', async () => {
  const chinese = await visitor.get('/docs', { headers: { 'accept-language': 'zh-CN' } });
  expect(chinese.text).toContain('<h1>API 文档</h1>');
  expect((await visitor.get('/docs', english)).text).toContain('<h1>API reference</h1>');
});

test.each(['zh-CN', 'en'] as const)(
  'D3 every refusal code is explained under its anchor in %s',
  async (locale) => {
    const page = await visitor.get('/docs/errors', { headers: { 'accept-language': locale } });
    expect(page.status).toBe(200);
    for (const code of Object.keys(REFUSALS) as RefusalCode[]) {
      const row = page.text.split(`<tr id="${code}">`)[1]?.split('</tr>')[0] ?? '';
      expect(row).toContain(`>${REFUSALS[code].status}</span>`);
      expect(row).toContain(REFUSALS[code].title);
      const sentence = LOCALES[locale].refusals[code];
      expect(row).toContain(sentence.replaceAll('{{', '{').replaceAll('}}', '}'));
    }
  },
);

test('D3 the type of a problem document leads to the explanation of its code', async () => {
  const { body } = await visitor.get('/api/nothing');
  const { pathname, hash } = new URL(body.type);
  expect((await visitor.get(pathname)).text).toContain(`id="${hash.slice(1)}"`);
});

function cardOf(page: string, id: string): string {
  return page.split(`id="${id}"`)[1]?.split('</article>')[0] ?? '';
}
