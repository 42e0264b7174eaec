import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import type { Client } from '../../support/client.ts';
import { openTab, type Site, type Tab } from '../site.ts';

/** Opens the editor and waits until it accepts input. */
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
    saveState: page.locator('#write-save-status'),
  };
}

export async function saved(page: Page): Promise<void> {
  await page.locator('#write-save-status[data-kind="saved"]').waitFor({ timeout: 20_000 });
}

/** The id that the page got with the first character. */
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

/** Sends what a Chinese input method sends. */
export async function inputMethod({ page, context }: Pick<Tab, 'page' | 'context'>) {
  const keyboard = await context.newCDPSession(page);
  const compose = (letters: string) =>
    keyboard.send('Input.imeSetComposition', {
      text: letters,
      selectionStart: letters.length,
      selectionEnd: letters.length,
    });
  return {
    compose,
    /** Types letters into a composition, then replaces them by the chosen text. */
    commit: async (text: string) => {
      for (const letters of ['z', 'zh', 'zho']) await compose(letters);
      await keyboard.send('Input.insertText', { text });
      // The editor runs its rules after the composition.
      await page.waitForTimeout(60);
    },
  };
}

/** As the browser pastes: what the clipboard has, by type. */
export async function paste(body: Locator, data: Record<string, string>): Promise<void> {
  // A click would move the caret out of a code block.
  await body.focus();
  await body.evaluate((field, types) => {
    const clipboardData = new DataTransfer();
    for (const [type, text] of Object.entries(types)) clipboardData.setData(type, text);
    field.dispatchEvent(
      new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }),
    );
  }, data);
}

export async function dropFiles(body: Locator, files: Record<string, string>): Promise<void> {
  await body.evaluate((field, texts) => {
    const dataTransfer = new DataTransfer();
    const { left, top } = field.getBoundingClientRect();
    for (const [name, text] of Object.entries(texts))
      dataTransfer.items.add(new File([text], name, { type: 'text/markdown' }));
    field.dispatchEvent(
      new DragEvent('drop', {
        dataTransfer,
        bubbles: true,
        cancelable: true,
        clientX: left + 20,
        clientY: top + 10,
      }),
    );
  }, files);
}

export async function storedBody(page: Page, author: Client) {
  await saved(page);
  return (await storedPost(author, await idOf(page))).body;
}
