import type { Page } from 'playwright-core';
import sharp from 'sharp';
import type { Screenshot } from './screenshot.ts';

const PHONE =
  'Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/126.0.0.0 Mobile Safari/537.36 MicroMessenger/8.0.50';

export const settingsScreenshots: Screenshot[] = [
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
    name: 'settings-notifications',
    as: ({ author }) => author,
    path: () => '/settings?tab=notifications',
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
