import { expect, test } from 'vitest';
import { createOpenIdSite, signIn, start, submit, whoIs } from '../support/openid-site.ts';
import { SiteBrowser } from '../support/site-browser.ts';

const openIdSite = await createOpenIdSite();
const { world, site, openid } = openIdSite;
openid.accounts.set('alice', { email: 'alice@example.org', email_verified: true });

test('D65, ASVS 10.1.2 somebody signs in through a provider, creates an account and comes back', async () => {
  const browser = new SiteBrowser();
  const completing = await signIn(browser, openIdSite, 'alice', { next: '/posts?order=hot' });
  expect(completing.url).toBe(`${site}/auth/complete`);
  expect(completing.text).toContain('value="alice@example.org"');
  const created = await submit(browser, site, completing, '/auth/complete', {
    email: 'alice@example.org',
    next: '/posts?order=hot',
  });
  expect(created.url).toBe(`${site}/posts?order=hot`);
  const uid = await whoIs(browser, site);
  expect(uid).toBeGreaterThan(0);
  const [user] = await world.sql(
    'select password_hash, email_verified_at, username from users where uid = $1',
    [uid],
  );
  expect(user).toMatchObject({ password_hash: null, username: null });
  expect(user?.['email_verified_at']).not.toBeNull();

  const again = new SiteBrowser();
  const back = await signIn(again, openIdSite, 'alice', { next: '/posts?order=hot' });
  expect(back.url).toBe(`${site}/posts?order=hot`);
  expect(await whoIs(again, site)).toBe(uid);
  const [session] = await world.sql(
    'select method from session where uid = $1 order by created_at desc limit 1',
    [uid],
  );
  expect(session).toEqual({ method: 'provider' });
});

test('ASVS 10.2.3 only an identifier and an address are asked for', async () => {
  const { url } = await start(new SiteBrowser(), site);
  expect(new URL(url).searchParams.get('scope')).toBe('openid email');
});
