import type { Page } from 'playwright-core';
import type { Screenshot } from './screenshot.ts';

const PASSWORD = 'correct horse battery';

export const joiningScreenshots: Screenshot[] = [
  { name: 'joining-log-in', path: () => '/login?next=/posts' },
  {
    name: 'joining-log-in-password',
    path: () => '/login',
    prepare: (page, { reader }) => giveEmail(page, reader.email),
  },
  {
    name: 'joining-refused',
    path: () => '/login',
    prepare: async (page, { reader }) => {
      await giveEmail(page, reader.email);
      await page.locator('#password').fill('not my password');
      await page.locator('#password').press('Enter');
      await page.getByRole('alert').filter({ hasText: /./ }).waitFor();
    },
  },
  {
    name: 'joining-register',
    path: () => '/register',
    prepare: async (page) => {
      await giveEmail(page, 'somebody-new@example.org');
      await page.locator('#password').fill('tulip river');
      await page.locator('[data-score]').waitFor();
    },
  },
  {
    name: 'joining-restore',
    path: () => '/register',
    prepare: async (page) => {
      const email = `leaving-${Date.now()}@example.org`;
      await leave(page, email);
      await page.goto('/login');
      await giveEmail(page, email);
      await page.locator('#password').fill(PASSWORD);
      await page.locator('#password').press('Enter');
      await page.locator('.restore-list').waitFor();
    },
  },
  { name: 'joining-how-to-restore', path: () => '/restore' },
];

export async function giveEmail(page: Page, email: string): Promise<void> {
  await page.locator('#email').fill(email);
  await page.locator('[data-continue]').click();
  await page.locator('#password').waitFor();
}

/** Joins and deletes the account again, through the API. */
async function leave(page: Page, email: string): Promise<void> {
  await page.evaluate(
    async ([address, password]) => {
      const send = async (path: string, body: object) => {
        const token = /(?:^|; )csrf=([^;]+)/.exec(document.cookie)?.[1] ?? '';
        const headers = { 'content-type': 'application/json', 'x-csrf-token': token };
        const response = await fetch(path, { method: 'POST', headers, body: JSON.stringify(body) });
        if (!response.ok) throw new Error(`${path}: ${response.status}`);
      };
      await send('/api/auth/register', { email: address, password });
      await send('/api/settings/delete-account', { password });
    },
    [email, PASSWORD] as const,
  );
}
