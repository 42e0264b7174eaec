import type { CDPSession, Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import type { Client } from '../support/client.ts';
import { eventsOf } from '../support/factors.ts';
import { PASSWORD } from '../support/world.ts';
import { openSite, openTab, type Tab } from './site.ts';

// The server loads it at the first use, which takes long on a busy machine.
await import('@simplewebauthn/server');
const site = await openSite({ LIMIT_PASSWORD: 'off', LIMIT_LOGIN_IP: 'off' });

/** Chromium's own virtual authenticator: what follows runs the browser's real WebAuthn code. */
async function plugIn(page: Page): Promise<{ cdp: CDPSession; authenticatorId: string }> {
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('WebAuthn.enable');
  const { authenticatorId } = await cdp.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      ctap2Version: 'ctap2_1',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return { cdp, authenticatorId };
}

async function credentialsOf({ cdp, authenticatorId }: Awaited<ReturnType<typeof plugIn>>) {
  const { credentials } = await cdp.send('WebAuthn.getCredentials', { authenticatorId });
  return credentials;
}

async function register(tab: Tab, name: string): Promise<void> {
  await tab.page.goto('/settings?tab=security');
  await tab.page.fill('#passkey-name', name);
  await tab.page.click('[data-passkey="create"] button');
  await tab.page.waitForSelector(`.device-name:text-is("${name}")`);
}

async function logOut({ page, context }: Tab): Promise<void> {
  await context.clearCookies();
  await page.goto('about:blank');
}

async function memberWithPasskey(): Promise<{
  member: Client;
  tab: Tab;
  key: Awaited<ReturnType<typeof plugIn>>;
}> {
  const member = await site.member();
  const tab = await openTab(site, { as: member });
  const key = await plugIn(tab.page);
  await register(tab, 'Laptop');
  return { member, tab, key };
}

const isLoggedIn = (page: Page) => page.waitForURL((url) => url.pathname !== '/login');

/** Without this, the passkey would be chosen in the e-mail field at once: the virtual finger touches everything. */
async function openLogIn(page: Page): Promise<void> {
  await page.addInitScript(() => {
    Object.defineProperty(PublicKeyCredential, 'isConditionalMediationAvailable', {
      value: async () => false,
    });
  });
  await page.goto('/login?next=/settings%3Ftab%3Dsecurity');
}

describe('D64 passkeys in a real browser', () => {
  test('D64 register, log out, log in by the button without e-mail address and password', async () => {
    const { tab, key } = await memberWithPasskey();
    expect(await credentialsOf(key)).toMatchObject([
      { rpId: 'localhost', isResidentCredential: true },
    ]);
    await logOut(tab);
    await openLogIn(tab.page);
    await tab.page.click('[data-passkey-log-in] button');
    await isLoggedIn(tab.page);
    expect(await tab.page.textContent('.device-name')).toBe('Laptop');
    expect(tab.problems).toEqual([]);
  });

  test('D64 conditional UI: the e-mail field offers the passkey by itself', async () => {
    const { tab } = await memberWithPasskey();
    await logOut(tab);
    await tab.page.goto('/login?next=/settings%3Ftab%3Dsecurity');
    const { text } = await site.visitor().get('/login');
    expect(text).toContain('autocomplete="username webauthn"');
    await isLoggedIn(tab.page);
    expect(await tab.page.textContent('.device-name')).toBe('Laptop');
  });

  test('D64 a second device adds its own, and the same device is not added twice', async () => {
    const { member, tab } = await memberWithPasskey();
    const phone = await openTab(site, { as: member, width: 390 });
    await plugIn(phone.page);
    await register(phone, 'Phone');
    expect(await phone.page.locator('.device').count()).toBe(2);
    await logOut(phone);
    await openLogIn(phone.page);
    await phone.page.click('[data-passkey-log-in] button');
    await isLoggedIn(phone.page);

    await tab.page.goto('/settings?tab=security');
    await tab.page.click('[data-passkey="create"] button');
    await tab.page.waitForSelector('.toast');
    expect(await tab.page.locator('.device').count()).toBe(2);
  });

  test('D64 a removed passkey no longer logs in, and the password is beside it', async () => {
    const { tab } = await memberWithPasskey();
    await tab.page.click('.device summary');
    await tab.page.click('form[action$="/delete"][action*="/passkeys/"] button');
    await tab.page.waitForSelector('.device', { state: 'detached' });
    await logOut(tab);
    await openLogIn(tab.page);
    await tab.page.click('[data-passkey-log-in] button');
    await tab.page.waitForSelector('.form-refusal');
    expect(await tab.page.isVisible('#password')).toBe(true);
  });

  test('D64, ASVS 6.7.1 a copied authenticator is refused once the other was used', async () => {
    const { member, tab, key } = await memberWithPasskey();
    const [copy] = await credentialsOf(key);
    await logOut(tab);
    await openLogIn(tab.page);
    await tab.page.click('[data-passkey-log-in] button');
    await isLoggedIn(tab.page);

    const thief = await openTab(site);
    const stolen = await plugIn(thief.page);
    if (!copy) throw new Error('no credential');
    await stolen.cdp.send('WebAuthn.addCredential', {
      authenticatorId: stolen.authenticatorId,
      credential: { ...copy, signCount: 0 },
    });
    await openLogIn(thief.page);
    await thief.page.click('[data-passkey-log-in] button');
    await thief.page.waitForSelector('.form-refusal');
    expect(await eventsOf(site, member.uid)).toEqual(['passkey_added', 'passkey_cloned']);
  });

  test('D64 another origin cannot ask for the passkeys of this one', async () => {
    const { tab } = await memberWithPasskey();
    await tab.page.route('https://evil.example/', (route) =>
      route.fulfill({ contentType: 'text/html', body: '<title>evil</title>' }),
    );
    await tab.page.goto('https://evil.example/');
    const name = await tab.page.evaluate(async () => {
      try {
        await navigator.credentials.get({
          publicKey: { challenge: new Uint8Array(32), rpId: 'localhost' },
        });
        return 'given';
      } catch (error) {
        return (error as Error).name;
      }
    });
    expect(name).toBe('SecurityError');
  });

  test('D64, ASVS 7.5.3 a member without a password confirms by passkey and deletes the account', async () => {
    const { member, tab } = await memberWithPasskey();
    await tab.page.click('summary:has-text("不再使用密码")');
    await tab.page.click('form[action="/settings/password/delete"] button');
    await tab.page.waitForSelector('form[action="/settings/password/delete"]', {
      state: 'detached',
    });
    await site.sql(`update session set confirmed_at = now() - interval '1 hour' where uid = $1`, [
      member.uid,
    ]);
    await tab.page.goto('/settings?tab=security');
    await tab.page.click('.leave > summary');
    await tab.page.fill('#confirm-uid', String(member.uid));
    await tab.page.click('form[action="/settings/delete-account"] button[type="submit"]');
    await tab.page.waitForSelector('form[action="/settings/confirm"][data-passkey]');
    await tab.page.click('form[action="/settings/confirm"][data-passkey] button');
    await tab.page.waitForURL('**/settings?tab=security');
    await tab.page.click('.leave > summary');
    await tab.page.fill('#confirm-uid', String(member.uid));
    await tab.page.click('form[action="/settings/delete-account"] button[type="submit"]');
    await tab.page.waitForURL('**/restore');
  });

  test('D64 the passkey as second step after the password', async () => {
    const { member, tab } = await memberWithPasskey();
    await tab.page.click('form[action="/settings/passkey-step/update"] button');
    await tab.page.waitForURL('**/settings/recovery-codes');
    const codes = await tab.page.textContent('pre');
    expect(codes?.split('\n')).toHaveLength(10);
    await logOut(tab);
    await openLogIn(tab.page);
    await tab.page.fill('#email', member.email);
    await tab.page.click('[data-continue]');
    await tab.page.fill('#password', PASSWORD);
    await tab.page.click('.join-rest button[type="submit"]');
    await tab.page.click('form[action="/auth/second-factor"][data-passkey] button');
    await tab.page.waitForURL('**/settings?tab=security');
    expect(tab.problems).toEqual([]);
  });
});
