import { expect, test } from 'vitest';
import { findBuild, startApp } from '../../rigs/chaos/site/site.ts';
import { SCREENSHOTS } from '../browser/screenshots/all.ts';
import { seedCommunity } from '../browser/seed.ts';
import { openSite } from '../browser/site.ts';
import { atEnd } from '../support/cleanup.ts';
import { cookieHeader } from '../support/client.ts';
import { MEMBERS_UNLIMITED } from '../support/member-limits.ts';

/** Tests draw pages from the sources, the build from compiled templates: whoever looks must not be able to tell. */
const site = await openSite({ STYLEGUIDE: 'true' });
const stage = await seedCommunity(site);
const { DATABASE_URL, SECRET_KEY, BASE_URL, STORAGE_DIR } = site.ctx.config;
const built = await startApp(findBuild(), 'web', {
  ...{ DATABASE_URL, SECRET_KEY, BASE_URL, STORAGE_DIR: STORAGE_DIR ?? '', STYLEGUIDE: 'true' },
  ...{
    LIMIT_SENSITIVE: 'off',
    LIMIT_CHECK_EMAIL: 'off',
    LIMIT_REGISTER: 'off',
    ...MEMBERS_UNLIMITED,
    SHED_DELAY_MS: '0',
  },
});
atEnd(async () => {
  built.signal('SIGTERM');
  await built.gone();
});

const looks = SCREENSHOTS.flatMap((scene) =>
  (['zh-CN', 'en'] as const).map((locale) => ({ ...scene, locale })),
);

/** Each opening of a draft by staff is recorded and shown, up to so many: then both pages show the same. */
const HISTORY_ROWS = 10;
const staff = { cookie: cookieHeader(stage.admin.cookies) };
for (let opening = 0; opening < HISTORY_ROWS; opening += 1)
  await fetch(`${site.url}/admin/posts?post=${stage.draft}`, { headers: staff });

test.each(looks)('the build draws $name as the sources do, in $locale', async (scene) => {
  const { locale, path, as, status = 200 } = scene;
  const cookie = cookieHeader(new Map([...(as?.(stage).cookies ?? []), ['lang', locale]]));
  const [fromSources, fromBuild] = await Promise.all(
    [site.url, built.url].map(async (url) => {
      const answer = await fetch(`${url}${path(stage)}`, { headers: { cookie } });
      expect(answer.status).toBe(status);
      return withoutChance(await answer.text());
    }),
  );
  expect(fromBuild).toBe(fromSources);
});

/** Tokens are new in every page, the clock of the test runs ahead, and a moment is over before the next page. */
function withoutChance(page: string): string {
  return page
    .replaceAll(/(csrf_?token"(?::| value=)")[^"]+/gi, '$1token')
    .replaceAll(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, 'uuid')
    .replaceAll(/"now":"[^"]+"/g, '"now"')
    .replaceAll(/<time[^>]*>[^<]*/g, '<time>')
    .replaceAll('>', '>\n');
}
