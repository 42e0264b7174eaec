import { expect, test } from 'vitest';
import { SCREENSHOTS } from './screenshots/all.ts';
import { seedCommunity } from './seed.ts';
import { openSite, openTab } from './site.ts';

/**
 * P1: Enter that confirms a candidate of an input method sends nothing, in any text control of any page. Walked
 * over the scenes, so a control somebody adds is walked too.
 */
const site = await openSite();
const stage = await seedCommunity(site);

/** One look at each address is enough: what differs between scenes of one page is not its controls. */
const seen = new Set<string>();
const pages = SCREENSHOTS.filter((scene) => {
  if (scene.status && scene.status !== 200) return false;
  const key = `${scene.path(stage)} ${scene.as?.(stage).uid ?? 0} ${scene.prepare ? scene.name : ''}`;
  return !seen.has(key) && seen.add(key);
}).filter(({ name }) => name !== 'styleguide');

const CONTROLS =
  'textarea, input:not([type]), input[type="text"], input[type="search"], input[type="email"], [contenteditable="true"]';
/** Composed as Chromium's own input methods do it: the key has this code, and only then comes the text. */
const ENTER = { key: 'Enter', code: 'Enter', windowsVirtualKeyCode: 229 };

test('the walk finds controls of every kind', () => {
  expect(pages.length).toBeGreaterThan(40);
});

let controls = 0;
test.each(pages.map((scene) => [scene.name, scene] as const))('%s', async (_, scene) => {
  const { page, context } = await openTab(site, { as: scene.as?.(stage) });
  await page.goto(scene.path(stage));
  await scene.prepare?.(page, stage);
  const keyboard = await context.newCDPSession(page);
  await page.evaluate(() => {
    addEventListener('submit', () => document.body.setAttribute('data-was-sent', ''), true);
  });
  const sent: string[] = [];
  page.on('request', (request) => {
    if (request.method() !== 'GET') sent.push(`${request.method()} ${request.url()}`);
  });
  for (const control of await page.locator(CONTROLS).all()) {
    if (!(await control.isVisible()) || !(await control.isEnabled())) continue;
    controls += 1;
    await control.focus();
    const composed = { text: 'deng', selectionStart: 4, selectionEnd: 4 };
    await keyboard.send('Input.imeSetComposition', composed);
    for (const modifiers of [0, 2]) {
      await keyboard.send('Input.dispatchKeyEvent', { type: 'rawKeyDown', ...ENTER, modifiers });
      await keyboard.send('Input.dispatchKeyEvent', { type: 'keyUp', ...ENTER, modifiers });
    }
    expect(await page.locator('body[data-was-sent]').count()).toBe(0);
    await keyboard.send('Input.imeSetComposition', {
      text: '',
      selectionStart: 0,
      selectionEnd: 0,
    });
  }
  // The editor keeps what is written; everything else would have been sent by Enter.
  expect(sent.filter((one) => !one.includes('/api/studio/posts'))).toEqual([]);
  await context.close();
});

test('and there were some', () => {
  expect(controls).toBeGreaterThan(30);
});
