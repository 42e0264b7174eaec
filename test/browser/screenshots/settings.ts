import { createECDH, randomBytes } from 'node:crypto';
import type { Page } from 'playwright-core';
import sharp from 'sharp';
import { expect } from 'vitest';
import { PASSWORD } from '../../support/world.ts';
import type { Screenshot } from './screenshot.ts';

const PHONE =
  'Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/126.0.0.0 Mobile Safari/537.36 MicroMessenger/8.0.50';

export const settingsScreenshots: Screenshot[] = [
  { name: 'banned', path: () => '/banned', as: ({ banned }) => banned },
  { name: 'banned-appealed', path: () => '/banned', as: ({ appealing }) => appealing },
  { name: 'settings-profile', as: ({ author }) => author, path: () => '/settings' },
  {
    name: 'settings-profile-typing',
    as: ({ author }) => author,
    path: () => '/settings?tab=profile',
    prepare: async (page) => {
      await page.locator('#username').fill('12345');
      await page.locator('#signature').fill('一灯如豆');
    },
  },
  { name: 'settings-profile-lv0', as: ({ newcomer }) => newcomer, path: () => '/settings' },
  { name: 'settings-profile-pending', as: ({ reader }) => reader, path: () => '/settings' },
  { name: 'settings-profile-indebted', as: ({ indebted }) => indebted, path: () => '/settings' },
  { name: 'settings-profile-banned', as: ({ banned }) => banned, path: () => '/settings' },
  {
    name: 'settings-crop',
    as: ({ admin }) => admin,
    path: () => '/settings',
    prepare: async (page) => {
      await pick(page);
      await page.locator('[data-crop-frame]').press('+');
    },
  },
  {
    name: 'settings-security',
    as: ({ author }) => author,
    path: () => '/settings?tab=security',
  },
  {
    name: 'settings-security-refused',
    as: ({ author }) => author,
    path: () => '/settings?tab=security',
    prepare: async (page) => {
      await page.locator('#current_password').fill('not my password');
      await page.locator('#new_password').fill('another good one 7');
      await page.locator('#new_password').press('Enter');
      await page.locator('#current_password-error').waitFor();
    },
  },
  {
    name: 'settings-delete',
    as: ({ author }) => author,
    path: () => '/settings?tab=security',
    prepare: (page) => page.locator('.leave > summary.button-danger').click(),
  },
  {
    name: 'settings-sessions',
    as: ({ indebted }) => indebted,
    path: () => '/settings?tab=sessions',
    prepare: async (page, { indebted }) => {
      await elsewhere(page, indebted.email);
      await page.reload();
      await page.locator('.remark > summary').first().click();
    },
  },
  {
    name: 'settings-push-off',
    as: ({ author }) => author,
    path: () => '/settings?tab=notifications',
    prepare: async (page) => {
      await allowNotifications(page);
      await page.reload();
      await page.locator('[data-push] [data-state=off]').first().waitFor();
    },
  },
  {
    name: 'settings-push-on',
    as: ({ admin }) => admin,
    path: () => '/settings?tab=notifications',
    prepare: async (page, { admin }) => {
      await allowNotifications(page);
      // Headless browsers have no push service.
      const key = createECDH('prime256v1').generateKeys('base64url');
      const keys = { p256dh: key, auth: randomBytes(16).toString('base64url') };
      const endpoint = `https://push.example.org/${keys.auth}`;
      const body = { endpoint, keys, groups: ['comment', 'mention'] };
      expect((await admin.put('/api/settings/push', body)).status).toBe(200);
      await page.reload();
      await page.locator('[data-push] [data-state=on]').first().waitFor();
    },
  },
  {
    name: 'settings-notifications',
    as: ({ author }) => author,
    path: () => '/settings?tab=notifications',
  },
  {
    name: 'settings-api-tokens',
    as: ({ author }) => author,
    path: () => '/settings/api-tokens',
    prepare: async (page) => {
      // The log-in of the community may be longer ago than a confirmation is valid.
      await page.goto('/confirm?next=%2Fsettings%2Fapi-tokens');
      await page.locator('main input[type=password]').fill(PASSWORD);
      await page.keyboard.press('Enter');
      await page.waitForURL('**/settings/api-tokens');
      const form = page.locator('#new-token form');
      await form.locator('#name').fill('每日备份');
      await form.getByRole('checkbox').nth(2).check();
      await form.locator('button[type=submit]').click();
      await page.locator('main input[readonly]').waitFor();
    },
  },
  {
    name: 'settings-invitations',
    as: ({ owner }) => owner,
    path: () => '/settings/invitations',
    prepare: async (page) => {
      const form = page.locator('#new-invitation form');
      await form.locator('#note').fill('三年二班');
      await form.locator('button[type=submit]').click();
      await page.locator('main input[readonly]').waitFor();
    },
  },
  { name: 'settings-blocks', as: ({ indebted }) => indebted, path: () => '/settings/blocks' },
  { name: 'settings-blocks-none', as: ({ author }) => author, path: () => '/settings/blocks' },
  {
    name: 'space-block',
    as: ({ author }) => author,
    path: ({ reader }) => `/space/${reader.uid}/block`,
  },
  {
    name: 'space-hidden',
    as: ({ indebted }) => indebted,
    path: ({ banned }) => `/space/${banned.uid}`,
  },
  { name: 'settings-privacy', as: ({ author }) => author, path: () => '/settings?tab=privacy' },
  {
    name: 'settings-export-preparing',
    as: ({ indebted }) => indebted,
    path: () => '/settings?tab=privacy',
  },
  {
    name: 'settings-export-ready',
    as: ({ reader }) => reader,
    path: () => '/settings?tab=privacy',
  },
  {
    name: 'settings-export-taken',
    as: ({ admin }) => admin,
    path: () => '/settings?tab=privacy',
  },
  {
    name: 'settings-export-refused',
    as: ({ author }) => author,
    path: () => '/settings?tab=privacy',
    prepare: async (page) => {
      await page.locator('#password').fill('not my password');
      await page.locator('#password').press('Enter');
      await page.locator('#password-error').waitFor();
    },
  },
  {
    name: 'settings-appearance',
    as: ({ author }) => author,
    path: () => '/settings?tab=appearance',
  },
];

async function pick(page: Page): Promise<void> {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="900" height="600">
    <rect width="900" height="600" fill="#cfe3da"/><circle cx="520" cy="260" r="150" fill="#f5a524"/>
    <path d="M0 430 Q300 330 900 470 V600 H0Z" fill="#0b6b63"/></svg>`;
  const buffer = await sharp(Buffer.from(svg)).png().toBuffer();
  await page
    .locator('[data-avatar-file]')
    .setInputFiles({ name: 'lamp.png', mimeType: 'image/png', buffer });
  await page.locator('dialog[open]').waitFor();
}

/** Logs in on a phone as well. */
async function elsewhere(page: Page, email: string): Promise<void> {
  const baseURL = new URL(page.url()).origin;
  const phone = await page.context().browser()?.newContext({ userAgent: PHONE, baseURL });
  if (!phone) throw new Error('a page without a browser');
  const { csrf_token } = await (await phone.request.get('/api/auth/csrf')).json();
  await phone.request.post('/api/auth/login', {
    headers: { 'x-csrf-token': csrf_token, 'sec-fetch-site': 'same-origin' },
    data: { email, password: 'correct horse battery' },
  });
  await phone.close();
}

/** Headless browsers deny them, whatever the test permits. */
async function allowNotifications(page: Page): Promise<void> {
  await page.addInitScript(() => {
    Object.defineProperty(Notification, 'permission', { get: () => 'granted' });
  });
}
