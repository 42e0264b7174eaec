import { mkdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { SCENES } from './scenes/all.ts';
import { openSite, openTab } from './site.ts';
import { setStage } from './stage.ts';

/**
 * Every page in every size, theme and language: nothing serious for axe to say, nothing wider than the screen,
 * nothing in the console, nothing from elsewhere. `PICTURES=screenshots npm run test:browser -- test/browser/gallery` keeps the pictures.
 *
 * SCENES=post,login picks scenes whose name begins so; LOOKS=en-390-dark picks one look.
 */
const PICTURES = process.env['PICTURES'];
const wanted = (process.env['SCENES'] ?? '').split(',').filter(Boolean);
/** In CI each page in two looks: between them both languages, both sizes and both themes. */
const SEEN = ['zh-CN-1280-light', 'en-390-dark'];
const looks = (['zh-CN', 'en'] as const)
  .flatMap((locale) =>
    [1280, 390].flatMap((width) =>
      (['light', 'dark'] as const).map((theme) => ({ locale, width, theme })),
    ),
  )
  .filter(({ locale, width, theme }) => {
    const name = `${locale}-${width}-${theme}`;
    const picked = process.env['LOOKS'];
    return picked ? picked.split(',').includes(name) : PICTURES || SEEN.includes(name);
  });
const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** Every second scene, from the first or the second on: two files of tests share the work. */
export async function showScenes(half: 0 | 1): Promise<void> {
  const site = await openSite({ STYLEGUIDE: 'true' });
  const stage = await setStage(site);
  if (PICTURES) mkdirSync(PICTURES, { recursive: true });
  const scenes = SCENES.filter(
    ({ name }) => wanted.length === 0 || wanted.some((start) => name.startsWith(start)),
  ).filter((_, index) => index % 2 === half);
  test('there is something to see', () => expect(looks.length).toBeGreaterThan(0));

  describe.each(scenes.map((scene) => [scene.name, scene] as const))('%s', (_, scene) => {
    test.each(looks)('$locale, $width px, $theme', async (look) => {
      const { page, problems, context } = await openTab(site, { ...look, as: scene.as?.(stage) });
      const answer = await page.goto(scene.path(stage));
      expect(answer?.status()).toBe(scene.status ?? 200);
      await scene.prepare?.(page, stage);
      await settle(page);
      if (PICTURES) {
        const name = `${scene.name}.${look.locale}.${look.width}.${look.theme}.png`;
        await page.screenshot({ path: `${PICTURES}/${name}`, fullPage: true });
      }
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(
        look.width,
      );
      expect(await brokenImages(page)).toEqual([]);
      expect(await seriousFindings(page)).toEqual([]);
      expect(problems).toEqual([]);
      await context.close();
    });
  });
}

/** What waits to be scrolled to is loaded, what fades in is there: the page as somebody sees it after a moment. */
async function settle(page: Page): Promise<void> {
  await page.evaluate(async () => {
    for (const image of document.images) image.loading = 'eager';
    await Promise.allSettled([...document.images].map((image) => image.decode()));
    const moving = document.getAnimations().filter(({ effect }) => {
      return Number(effect?.getComputedTiming().endTime) < Number.POSITIVE_INFINITY;
    });
    await Promise.allSettled(moving.map(({ finished }) => finished));
  });
}

/** Places where somebody sees a broken picture. */
function brokenImages(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...document.images]
      .filter((image) => image.checkVisibility() && image.naturalWidth === 0)
      .map((image) => image.outerHTML),
  );
}

type Findings = { violations: { id: string; impact: string; nodes: { html: string }[] }[] };

async function seriousFindings(page: Page): Promise<string[]> {
  // By the debugger, not as a script of the page, whose policy would rightly refuse it.
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
