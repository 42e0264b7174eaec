import { mkdirSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { MAIL_KINDS, type MailKind } from '../../src/mail/rules.ts';
import { buildSample } from '../support/sample-mails.ts';
import { SIGN_IN } from './seed-sign-in.ts';
import { openSite, openTab } from './site.ts';
import { seriousFindings } from './take-screenshots.ts';

/** Mails as a program with CSS shows them. SCREENSHOT_DIR=<directory> saves them in every look. */
const DIRECTORY = process.env['SCREENSHOT_DIR'];
if (DIRECTORY) mkdirSync(DIRECTORY, { recursive: true });
const site = await openSite(SIGN_IN);
const KINDS = (Object.keys(MAIL_KINDS) as MailKind[]).filter((kind) => kind !== 'digest');
const LOOKS = (['zh-CN', 'en'] as const).flatMap((locale) =>
  [600, 390].flatMap((width) =>
    (['light', 'dark'] as const).map((theme) => ({ locale, width, theme })),
  ),
);

describe.each(KINDS)('a mail of the kind %s', (kind) => {
  test.each(LOOKS)('D63 is readable: $locale, $width px, $theme', async (look) => {
    const { page, problems, context } = await openTab(site, look);
    const { html } = await buildSample(site, kind, look.locale);
    await page.setContent(html);
    if (DIRECTORY) {
      const path = `${DIRECTORY}/mail-${kind}.${look.locale}.${look.width}.${look.theme}.png`;
      await page.screenshot({ path, fullPage: true });
    }
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(
      look.width,
    );
    expect(await seriousFindings(page)).toEqual([]);
    expect(problems).toEqual([]);
    await context.close();
  });
});
