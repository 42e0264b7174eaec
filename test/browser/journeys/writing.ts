import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import type { Client } from '../../support/client.ts';
import { openTab, type Site } from '../site.ts';

/** The editor, open and ready to be typed into. */
export async function openEditor(site: Site, as: Client, path = '/studio/write') {
  const tab = await openTab(site, { as });
  await tab.page.goto(path);
  await ready(tab.page);
  return { ...tab, ...partsOf(tab.page) };
}

export async function ready(page: Page): Promise<void> {
  await page.locator('#write[data-ready]').waitFor();
}

export function partsOf(page: Page) {
  return {
    title: page.locator('#write-title'),
    body: page.locator('#write-body'),
    standing: page.locator('#write-save-status'),
  };
}

export async function saved(page: Page): Promise<void> {
  await page.locator('#write-save-status[data-kind="saved"]').waitFor({ timeout: 20_000 });
}

/** The id the page got with its first character. */
export async function idOf(page: Page): Promise<number> {
  await page.waitForURL(/\/studio\/write\?id=\d+/);
  return Number(new URL(page.url()).searchParams.get('id'));
}

export async function storedPost(as: Client, id: number) {
  const { status, body } = await as.get(`/api/studio/posts/${id}`);
  expect(status).toBe(200);
  return body as { title: string; body: string; version: number; status: string };
}

export function textOf(html: string): string {
  return html
    .replace(/<[^>]+>/g, '')
    .replaceAll('&amp;', '&')
    .replaceAll('&lt;', '<');
}
