import { mkdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { SCREENSHOTS } from './screenshots/all.ts';
import { seedCommunity } from './seed.ts';
import { SIGN_IN } from './seed-sign-in.ts';
import { openSite, openTab } from './site.ts';
import { unloadedRules } from './unloaded-rules.ts';

/**
 * Every page in every size, theme and language: no serious axe violation, no horizontal overflow, no console error, no
 * request to another origin, no style sheet too few. SCREENSHOT_DIR=<directory> saves the screenshots, in every look.
 *
 * SCREENSHOTS=post,login selects pages by the start of their name; LOOKS=en-390-dark selects one look.
 */
const DIRECTORY = process.env['SCREENSHOT_DIR'];
const selected = (process.env['SCREENSHOTS'] ?? '').split(',').filter(Boolean);
/** In CI each page in two looks: between them both languages, both sizes and both themes. */
const CI_LOOKS = ['zh-CN-1280-light', 'en-390-dark'];
const looks = (['zh-CN', 'en'] as const)
  .flatMap((locale) =>
    [1280, 390].flatMap((width) =>
      (['light', 'dark'] as const).map((theme) => ({ locale, width, theme })),
    ),
  )
  .filter(({ locale, width, theme }) => {
    const name = `${locale}-${width}-${theme}`;
    const picked = process.env['LOOKS'];
    return picked ? picked.split(',').includes(name) : DIRECTORY || CI_LOOKS.includes(name);
  });
const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** Every second page, from the first or the second on: two test files share the work. */
export async function takeScreenshots(half: 0 | 1): Promise<void> {
  const site = await openSite({ STYLEGUIDE: 'true', ...SIGN_IN });
  const community = await seedCommunity(site);
  if (DIRECTORY) mkdirSync(DIRECTORY, { recursive: true });
  const screenshots = SCREENSHOTS.filter(
    ({ name }) => selected.length === 0 || selected.some((start) => name.startsWith(start)),
  ).filter((_, index) => index % 2 === half);
  test('at least one look is selected', () => expect(looks.length).toBeGreaterThan(0));

  describe.each(screenshots.map((screenshot) => [screenshot.name, screenshot] as const))(
    '%s',
    (_, screenshot) => {
      test.each(looks)('$locale, $width px, $theme', async (look) => {
        const { page, problems, context } = await openTab(site, {
          ...look,
          as: screenshot.as?.(community),
        });
        const response = await page.goto(screenshot.path(community));
        expect(response?.status()).toBe(screenshot.status ?? 200);
        await screenshot.prepare?.(page, community);
        await waitForImages(page);
        if (DIRECTORY) {
          const name = `${screenshot.name}.${look.locale}.${look.width}.${look.theme}.png`;
          await page.screenshot({ path: `${DIRECTORY}/${name}`, fullPage: true });
        }
        expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(
          look.width,
        );
        expect(await brokenImages(page)).toEqual([]);
        expect(await unloadedRules(page)).toEqual([]);
        expect(await seriousFindings(page)).toEqual([]);
        expect(problems).toEqual([]);
        await context.close();
      });
    },
  );
}

/** Loads lazy images and waits for finite animations. */
async function waitForImages(page: Page): Promise<void> {
  await page.evaluate(async () => {
    for (const image of document.images) image.loading = 'eager';
    await Promise.allSettled([...document.images].map((image) => image.decode()));
    const moving = document.getAnimations().filter(({ effect }) => {
      return Number(effect?.getComputedTiming().endTime) < Number.POSITIVE_INFINITY;
    });
    await Promise.allSettled(moving.map(({ finished }) => finished));
  });
}

/** Visible images that failed to load. The editor adds one without an address behind a note. */
function brokenImages(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...document.images]
      .filter(
        (image) => image.checkVisibility() && image.hasAttribute('src') && image.naturalWidth === 0,
      )
      .map((image) => image.outerHTML),
  );
}

type Findings = { violations: { id: string; impact: string; nodes: { html: string }[] }[] };

export async function seriousFindings(page: Page): Promise<string[]> {
  // Evaluated through the debugger: the page's content security policy blocks an inline script.
  await page.evaluate(AXE);
  const { violations } = (await page.evaluate(
    '(async () => axe.run(document, { resultTypes: ["violations"] }))()',
  )) as Findings;
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(
      ({ id, nodes }) =>
        `${id}: ${nodes
          .map((node) => node.html)
          .slice(0, 3)
          .join(' | ')}`,
    );
}
