import type { Page } from 'playwright-core';
import { giveEmail } from './joining.ts';
import type { Screenshot } from './screenshot.ts';

const PASSWORD = 'correct horse battery';

export const signInScreenshots: Screenshot[] = [
  {
    name: 'sign-in-second-factor',
    path: () => '/login',
    prepare: async (page, { signIn }) => {
      await giveEmail(page, signIn.careful.email);
      await page.locator('#password').fill(PASSWORD);
      await page.locator('#password').press('Enter');
      await page.waitForURL('**/login/second-factor*');
    },
  },
  {
    name: 'sign-in-provider-new',
    as: ({ signIn }) => signIn.arriving,
    path: () => '/auth/complete',
  },
  { name: 'sign-in-confirm', as: ({ reader }) => reader, path: () => '/confirm?next=/settings' },
  {
    name: 'sign-in-two-step',
    as: ({ admin }) => admin,
    path: () => '/settings/two-step',
    prepare: (page) => confirmAgain(page),
  },
  {
    name: 'sign-in-factors',
    as: ({ signIn }) => signIn.careful,
    path: () => '/settings?tab=security',
  },
];

/** The log-in of the seeding may be longer ago than a confirmation is valid. */
async function confirmAgain(page: Page): Promise<void> {
  if (!page.url().includes('/confirm')) return;
  await page.locator('#password').fill(PASSWORD);
  await page.locator('#password').press('Enter');
  await page.waitForURL('**/settings/two-step');
}
