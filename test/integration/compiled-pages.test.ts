import { expect, test } from 'vitest';
import { findBuild, startApp } from '../../rigs/chaos/site/site.ts';
import { tick } from '../../src/jobs.ts';
import { SCREENSHOTS } from '../browser/screenshots/all.ts';
import { seedCommunity } from '../browser/seed.ts';
import { openSite } from '../browser/site.ts';
import { atEnd } from '../support/cleanup.ts';
import { cookieHeader } from '../support/client.ts';
import { MEMBERS_UNLIMITED } from '../support/member-limits.ts';
import { ensureServerBuilt } from '../support/resources.ts';

/** Tests render pages from the sources, the build from compiled templates: the HTML must be the same. */
const site = await openSite({ STYLEGUIDE: 'true' });
const community = await seedCommunity(site);
// The clock of the seeded site is some seconds ahead of the build's: no post may be of the future, which is not found,
// and every age is shown in hours, none of them near a full one.
await site.sql(
  `update post set published_at = published_at - interval '90 minutes',
     created_at = created_at - interval '90 minutes', updated_at = updated_at - interval '90 minutes',
     deleted_at = deleted_at - interval '90 minutes'`,
);
await site.sql('insert into post_change (post_id) select id from post');
await site.sql("update profile_change set created_at = created_at - interval '90 minutes'");
await site.sql("update user_export set asked_at = asked_at - interval '90 minutes'");
while ((await site.sql('select from post_change limit 1')).length > 0) await tick(site.ctx);
const { DATABASE_URL, SECRET_KEY, BASE_URL, STORAGE_DIR } = site.ctx.config;
await ensureServerBuilt();
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

/** Connections, jobs and free space change between two requests. */
const CHANGING = ['admin-health'];

const looks = SCREENSHOTS.filter(({ name }) => !CHANGING.includes(name)).flatMap((screenshot) =>
  (['zh-CN', 'en'] as const).map((locale) => ({ ...screenshot, locale })),
);

/** Each time staff open a draft is recorded, and the page lists this many: after these, both pages list as many. */
const HISTORY_ROWS = 10;
const staff = { cookie: cookieHeader(community.admin.cookies) };
for (let opening = 0; opening < HISTORY_ROWS; opening += 1)
  await fetch(`${site.url}/admin/posts?post=${community.draft}`, { headers: staff });

test.each(looks)('the build renders $name as the sources do, in $locale', async (screenshot) => {
  const { locale, path, as, status = 200 } = screenshot;
  const cookie = cookieHeader(new Map([...(as?.(community).cookies ?? []), ['lang', locale]]));
  const [fromSources, fromBuild] = await Promise.all(
    [site.url, built.url].map(async (url) => {
      const response = await fetch(`${url}${path(community)}`, { headers: { cookie } });
      expect(response.status).toBe(status);
      return normalize(await response.text());
    }),
  );
  expect(fromBuild).toBe(fromSources);
});

/** Tokens, ids and times differ between two renderings. */
function normalize(page: string): string {
  return (
    page
      .replaceAll(/(csrf_?token"(?::| value=)")[^"]+/gi, '$1token')
      .replaceAll(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, 'uuid')
      // The secret of an authenticator app, new with every rendering: sealed, as a key and as a QR code.
      .replaceAll(/(name="setup" value=")[^"]+/g, '$1setup')
      .replaceAll(/([A-Z2-7]{4}-){7}[A-Z2-7]{4}/g, 'key')
      .replaceAll(/(shape-rendering="crispEdges" d=")[^"]+/g, '$1code')
      // Of the day's first visit: one of the two requests is the first.
      .replaceAll(/<p class="toast .*?<\/p>/gs, '')
      .replaceAll(/ data-viewer="[^"]*"/g, '')
      .replaceAll(/"now":"[^"]+"/g, '"now"')
      .replaceAll(/ data-viewer="[^"]*"/g, '')
      .replaceAll(/<time[^>]*>[^<]*/g, '<time>')
      .replaceAll(/ (min|max)="\d{4}-\d\d-\d\dT\d\d:\d\d"/g, ' $1="time"')
      .replaceAll('>', '>\n')
  );
}
