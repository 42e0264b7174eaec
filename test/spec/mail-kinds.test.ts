import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import {
  cleanSubject,
  MAIL_KINDS,
  type MailContent,
  type MailFrame,
  type MailKind,
} from '../../src/mail/rules.ts';
import { renderMail } from '../../src/mail/views/layout.tsx';
import { renderText } from '../../src/mail/views/plain-text.ts';
import { type Locale, translator } from '../../src/platform/i18n.ts';
import { buildSample, TOKEN } from '../support/sample-mails.ts';
import { createWorld } from '../support/world.ts';

const world = await createWorld({
  SMTP_URL: 'smtp://127.0.0.1:1',
  MAIL_FROM: 'lamplight@lamplight.example',
});
const LOCALES: Locale[] = ['zh-CN', 'en'];
/** The digest has tests of its own: its domain composes it. */
const KINDS = (Object.keys(MAIL_KINDS) as MailKind[]).filter((kind) => kind !== 'digest');
const CASES = KINDS.flatMap((kind) => LOCALES.map((locale) => ({ kind, locale })));
test.each(CASES)(
  'D63 $kind in $locale is complete as text and as HTML, and loads nothing',
  async ({ kind, locale }) => {
    const { subject, text, html, headers } = await buildSample(world, kind, locale);
    expect(subject.length).toBeGreaterThan(3);
    expect(/\p{Script=Han}/u.test(subject)).toBe(locale === 'zh-CN');
    for (const part of [text, html.replace(/<style>.*<\/style>/s, '')]) {
      // No key without a text, no gap in a text.
      expect(part).not.toMatch(/\{\{|\}\}|undefined|\[object|\bNaN\b|mail\.\w+_\w+/);
      expect(/\p{Script=Han}/u.test(part.replaceAll('灯火', ''))).toBe(locale === 'zh-CN');
    }
    expect(html).toContain(`<html lang="${locale}"`);
    expect(html).not.toMatch(/<img|<script|<link|<iframe|background-image|url\(|@import|\ssrc=/i);
    const links = [...html.matchAll(/href="([^"]*)"/g)].map(([, href = '']) => href);
    expect(links.every((href) => href.startsWith(world.ctx.config.BASE_URL))).toBe(true);
    // Every address of the HTML is in the text too.
    for (const href of links) expect(text).toContain(href.replaceAll('&amp;', '&'));
    const isAccount = MAIL_KINDS[kind] === 'account';
    expect('List-Unsubscribe' in headers).toBe(!isAccount);
    if (!isAccount) expect(headers['List-Unsubscribe-Post']).toBe('List-Unsubscribe=One-Click');
    saveForScreenshots(`${kind}-${locale}`, html);
  },
);

const frame: MailFrame = {
  t: translator('en'),
  locale: 'en',
  base_url: 'https://lamplight.example',
  kind: 'digest',
  accent: null,
  has_logo: false,
};

const HOSTILE = `<img src=x onerror=alert(1)>"'&`;
const everything: MailContent = {
  subject: HOSTILE,
  title: HOSTILE,
  paragraphs: [HOSTILE, 'A second paragraph that is a little longer, so that it fills two lines.'],
  code: '407216',
  button: { label: HOSTILE, href: 'https://lamplight.example/a?b=1&c="' },
  facts: [{ label: HOSTILE, value: `${HOSTILE}\nBcc: x@example.org` }],
  entries: [
    { title: HOSTILE, href: 'https://lamplight.example/posts/1', meta: HOSTILE, text: HOSTILE },
  ],
  footnote: HOSTILE,
  unsubscribe: { label: 'Unsubscribe', href: '/unsubscribe?a=1&b=2' },
};

test('whatever members wrote is escaped in the HTML', () => {
  const html = renderMail(everything, frame);
  expect(html).not.toContain('<img');
  expect(html).toContain('&lt;img src=x onerror=alert(1)>');
  expect(renderText(everything, frame)).toContain(
    'Unsubscribe: https://lamplight.example/unsubscribe?a=1&b=2',
  );
  const shown = { ...everything, ...READABLE };
  for (const locale of LOCALES)
    saveForScreenshots(
      `everything-${locale}`,
      renderMail(shown, { ...frame, locale, t: translator(locale) }),
    );
});

const READABLE: Partial<MailContent> = {
  subject: '这一周，亮着的几盏',
  title: '这一周，亮着的几盏',
  paragraphs: [
    '毛豆，你关注的人写了 4 篇，一共被 73 人点亮。',
    'Words in another language stand beside them.',
  ],
  button: { label: '去读一读', href: `https://lamplight.example/verify?token=${TOKEN.token}` },
  facts: [
    { label: '时间', value: '2026-11-18 20:41' },
    { label: '设备', value: 'Chrome 156 · Windows 11' },
  ],
  entries: [
    {
      title: '停电的晚上',
      href: 'https://lamplight.example/posts/1',
      meta: '能量 168 · 山里的阿苗',
      text: '婶婶隔着墙喊：阿苗，你家有没有电？我说没有。她说，哦，那就好。',
    },
    {
      title: 'The comment I almost removed',
      href: 'https://lamplight.example/posts/2',
      meta: '能量 27 · Mara',
      text: 'Last month a new member left seven words under a long and careful post about grief.',
    },
  ],
  footnote: '每周日晚上一封，只在有新文章时寄。',
};

test('a subject has one line and no control characters, whatever it is made of', () => {
  expect(cleanSubject('a\r\nBcc: x@example.org\u0000\u2028b')).toBe('a Bcc: x@example.org b');
  expect(cleanSubject(`${'灯'.repeat(300)}`)).toHaveLength(200);
});

/** To look at them: SCREENSHOT_DIR=… writes each as a file. */
function saveForScreenshots(name: string, html: string): void {
  const directory = process.env['SCREENSHOT_DIR'];
  if (!directory) return;
  mkdirSync(directory, { recursive: true });
  writeFileSync(join(directory, `mail-${name}.html`), html);
}
