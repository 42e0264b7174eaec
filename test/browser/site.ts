import { once } from 'node:events';
import { createServer } from 'node:net';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { launchBrowser } from '../support/browser.ts';
import { atEnd } from '../support/cleanup.ts';
import type { Client } from '../support/client.ts';
import { createWorld, type World } from '../support/world.ts';

export type Site = World & { url: string };

/** The real service on a port. */
export async function openSite(settings: Record<string, string> = {}): Promise<Site> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address() as { port: number };
  probe.close();
  const url = `http://localhost:${port}`;
  const world = await createWorld({
    BASE_URL: url,
    LIMIT_SENSITIVE: 'off',
    LIMIT_CHECK_EMAIL: 'off',
    ...settings,
  });
  await world.app.listen({ port, host: 'localhost' });
  return { ...world, url };
}

let launched: Promise<Browser> | undefined;

function openBrowser(): Promise<Browser> {
  launched ??= launchBrowser().then((browser) => {
    atEnd(() => browser.close());
    return browser;
  });
  return launched;
}

type Look = {
  /** Logged in as this member; an anonymous visitor by default. */
  as?: Client | undefined;
  width?: number;
  theme?: 'light' | 'dark';
  locale?: 'zh-CN' | 'en';
  scripts?: boolean;
  userAgent?: string;
};

export type Tab = {
  page: Page;
  context: BrowserContext;
  /** Problems on any page: console errors, blocked content, requests to other origins, 5xx. */
  problems: string[];
};

/** A browser context of one person, which records problems. */
export async function openTab(site: Site, look: Look = {}): Promise<Tab> {
  const { as, width = 1280, theme = 'light', locale = 'zh-CN', scripts = true, userAgent } = look;
  const browser = await openBrowser();
  const context = await browser.newContext({
    baseURL: site.url,
    viewport: { width, height: width < 640 ? 844 : 900 },
    hasTouch: width < 640,
    colorScheme: theme,
    locale,
    timezoneId: 'Asia/Shanghai',
    javaScriptEnabled: scripts,
    reducedMotion: 'reduce',
    ...(userAgent ? { userAgent } : {}),
  });
  if (as) {
    await context.addCookies(
      // The flash message was meant for the API client.
      [...as.cookies]
        .filter(([name]) => name !== 'flash')
        .map(([name, value]) => ({ name, value, url: site.url })),
    );
  }
  const problems: string[] = [];
  const page = await context.newPage();
  watch(page, site.url, problems);
  context.on('page', (other) => watch(other, site.url, problems));
  atEnd(() => context.close());
  return { page, context, problems };
}

/** The browser also logs refusals that the page explains; those are no problem. */
const EXPECTED = /the server responded with a status of 4\d\d/;

function watch(page: Page, url: string, problems: string[]): void {
  page.on('console', (message) => {
    if (message.type() === 'error' && !EXPECTED.test(message.text()))
      problems.push(`console: ${message.text()}`);
  });
  page.on('pageerror', (error) => problems.push(`script: ${error.message}`));
  page.on('request', (request) => {
    const target = request.url();
    if (!target.startsWith(url) && !/^(data|blob):/.test(target))
      problems.push(`left the origin: ${target}`);
  });
  page.on('response', (response) => {
    if (response.status() >= 500) problems.push(`${response.status()} ${response.url()}`);
  });
}
