import { expect, test } from 'vitest';
import { POST_CAP } from '../../src/energizing/rules.ts';
import { LEVEL_EXP } from '../../src/users/rules.ts';
import type { Client } from '../support/client.ts';
import { createWorld } from '../support/world.ts';

const world = await createWorld();
const HTML = { accept: 'text/html', 'accept-language': 'zh-CN' };

async function open(client: Client, url: string): Promise<string> {
  const { status, text } = await client.get(url, { headers: HTML });
  expect([url, status]).toEqual([url, 200]);
  return text;
}

test('anonymous visitors can read how energy flows, with every level and every step of the glow', async () => {
  const text = await open(world.visitor(), '/about/energy');
  for (const [level, exp] of LEVEL_EXP.entries()) {
    expect(text).toMatch(
      new RegExp(`seal-${level}">Lv${level}</span></th><td>${exp.toLocaleString('zh-CN')}</td>`),
    );
  }
  const ranges = ['0', '1–2', '3–8', '9–26', '27–80', '81–242', '243+'];
  expect([...text.matchAll(/<b>([^<]+)<\/b>/g)].map(([, range]) => range)).toEqual(ranges);
  expect(text).toContain(`最多 ${POST_CAP} 点`);
});

test('a member sees their own energy there', async () => {
  const member = await world.member({ exp: 600 });
  expect(await open(member, '/about/energy')).toContain('你现在有 1 点能量，等级 Lv3。');
});

test('the header of a visitor and the footer of every page lead to the pages about the site', async () => {
  const text = await open(world.visitor(), '/about/rules');
  for (const href of ['/about/energy', '/about/rules', '/docs'])
    expect(text).toContain(`href="${href}"`);
  expect(text).not.toContain('/docs/errors');
});

const stepsOf = (text: string) =>
  [...text.matchAll(/<li class="hung-lamp (glow-\d)">/g)].map((m) => m[1]);

test('D35 the first steps: three unlit lamps at Lv0 on every page, then lit ones on the front page', async () => {
  const newcomer = await world.member();
  for (const url of ['/', '/settings'])
    expect(stepsOf(await open(newcomer, url))).toEqual(['glow-0', 'glow-0', 'glow-0']);

  await newcomer.put('/api/settings/profile', { signature: '灯下' });
  expect(stepsOf(await open(newcomer, '/'))).toEqual(['glow-0', 'glow-0', 'glow-3']);
  expect(stepsOf(await open(newcomer, '/settings'))).toEqual([]);

  await world.sql('update users set exp = 30 where uid = $1', [newcomer.uid]);
  expect(stepsOf(await open(newcomer, '/'))).toEqual([]);
});
