import { expect, test } from 'vitest';
import { SCREENSHOTS } from './screenshots/all.ts';
import { seedCommunity } from './seed.ts';
import { openSite, openTab } from './site.ts';

/**
 * P1: Enter that confirms a candidate of an input method sends nothing, in any text control of any page. Uses
 * the pages of the screenshots, so it covers new controls too.
 */
const site = await openSite();
const community = await seedCommunity(site);

/** Once per URL and viewer: screenshots of one page have the same controls. */
const seen = new Set<string>();
const pages = SCREENSHOTS.filter((screenshot) => {
  if (screenshot.status && screenshot.status !== 200) return false;
  const key = `${screenshot.path(community)} ${screenshot.as?.(community).uid ?? 0} ${screenshot.prepare ? screenshot.name : ''}`;
  return !seen.has(key) && seen.add(key);
}).filter(({ name }) => name !== 'styleguide');

const CONTROLS =
  'textarea, input:not([type]), input[type="text"], input[type="search"], input[type="email"], [contenteditable="true"]';
/** As Chromium's own input methods do it: the key event has this code, and the text follows. */
const ENTER = { key: 'Enter', code: 'Enter', windowsVirtualKeyCode: 229 };

test('there are more than 40 pages', () => {
  expect(pages.length).toBeGreaterThan(40);
});

let controls = 0;
test.each(pages.map((screenshot) => [screenshot.name, screenshot] as const))(
  '%s',
  async (_, screenshot) => {
    const { page, context } = await openTab(site, { as: screenshot.as?.(community) });
    await page.goto(screenshot.path(community));
    await screenshot.prepare?.(page, community);
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
    // The editor saves drafts and a post reports its read by themselves; any other request was caused by Enter.
    expect(sent.filter((one) => !/\/api\/studio\/posts|\/reads$/.test(one))).toEqual([]);
    await context.close();
  },
);

test('there were more than 30 controls', () => {
  expect(controls).toBeGreaterThan(30);
});
