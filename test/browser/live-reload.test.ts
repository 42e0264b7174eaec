import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import { startFront } from '../../scripts/dev/front.ts';
import { freePort } from '../../src/local/free-port.ts';
import { launchBrowser } from '../support/browser.ts';
import { atEnd } from '../support/cleanup.ts';

const PAGE = `<!doctype html><title>one</title><link rel="stylesheet" href="/assets/site.0.css">
  <link rel="stylesheet" href="/assets/work.0.css">
  <script type="module" src="/dev/live-reload.js"></script><p class="visually-hidden">text</p><i class="setting">`;

test('npm run dev: an open page swaps its style sheets in place, and loads itself again after other changes', async () => {
  const site = createServer((_request, response) => {
    response.setHeader('content-type', 'text/html');
    response.end(PAGE);
  });
  await once(site.listen(0, '127.0.0.1'), 'listening');
  atEnd(async () => void site.close());
  const port = await freePort();
  const front = await startFront(port, '127.0.0.1');
  atEnd(front.close);
  front.switchTo((site.address() as AddressInfo).port);

  const browser = await launchBrowser();
  atEnd(() => browser.close());
  const page = await browser.newPage();
  const listening = page.waitForResponse(/dev\/events/);
  await page.goto(`http://127.0.0.1:${port}/`);
  await listening;
  await page.evaluate(() => document.documentElement.setAttribute('data-marked', ''));
  const sheets = () =>
    page.$$eval('link[rel=stylesheet]', (links) =>
      links.map((link) => link.getAttribute('href') ?? ''),
    );
  const styles = () =>
    page.$$eval('p, i', ([text, setting]) => [
      text && getComputedStyle(text).position,
      setting && getComputedStyle(setting).display,
    ]);
  expect(await styles()).toEqual(['absolute', 'grid']);

  front.notify('style');
  await expect
    .poll(sheets)
    .toEqual([
      expect.stringMatching(/site\.0\.css\?\d+$/),
      expect.stringMatching(/work\.0\.css\?\d+$/),
    ]);
  // From the sources, whatever the running site has.
  expect(await styles()).toEqual(['absolute', 'grid']);
  expect(await page.locator('html[data-marked]').count()).toBe(1);

  front.notify('page');
  await expect.poll(() => page.locator('html[data-marked]').count()).toBe(0);
});
