import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Browser, Page, Request } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { HtmlTooComplex } from '../../src/platform/html/limits.ts';
import { renderBody } from '../../src/platform/html/render.ts';
import { sanitizeBody } from '../../src/platform/html/sanitize.ts';
import { printMeasurements } from '../integration/support/print-measurements.ts';
import { launchBrowser } from '../support/browser.ts';

// Thousands of pages, one after the other.
vi.setConfig({ testTimeout: 300_000 });

const SITE = 'https://site.invalid/';
const BATCH = 50;
const WAYS = ['parser', 'innerHTML'] as const;
const ORACLE = fileURLToPath(new URL('../support/xss/oracle.js', import.meta.url));

/** Read, not imported: a bundler refuses the lone surrogates among them. */
const payloadsByClass: Record<string, string[]> = JSON.parse(
  readFileSync(new URL('../support/xss/payloads.json', import.meta.url), 'utf8'),
);
const payloads = Object.values(payloadsByClass).flat();
const options = { isOwnImage: (src: string) => /^\/images\/\d+$/.test(src) };
const counts = {
  payloads: payloads.length,
  classes: Object.keys(payloadsByClass).length,
  refused: 0,
  rendered: 0,
  ran: 0,
  left: 0,
  disallowed: 0,
  dialogs: 0,
  unsanitized_ran: 0,
};

let browser: Browser;
let page: Page;
let dialogs = 0;
let requests: Request[] = [];

beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(async () => {
  printMeasurements('A10 D26 sanitizer', counts);
  await browser?.close();
});

beforeEach(async () => {
  page = await browser.newPage();
  dialogs = 0;
  requests = [];
  // Nothing leaves this machine, not even from the payloads that run.
  await page.context().route('**/*', (route) => {
    const isSite = route.request().url() === SITE && !route.request().frame().parentFrame();
    return isSite
      ? route.fulfill({ contentType: 'text/html', body: '<!doctype html><body>' })
      : route.abort();
  });
  await page.addInitScript({ path: ORACLE });
  page.on('dialog', (dialog) => {
    dialogs += 1;
    void dialog.dismiss().catch(() => {});
  });
  page.on('request', (request) => requests.push(request));
  return () => page.context().close();
});

test.each(WAYS)(
  'A10, D26, ASVS 1.3.1 nothing of the sanitized corpus runs, loads or leaves its section, by %s',
  async (way) => {
    const bodies = payloads.flatMap((payload) => sanitizeOrRefuse(payload) ?? []);
    expect(bodies.length).toBeGreaterThan(payloads.length * 0.9);
    const all = [...bodies, ...payloads.flatMap((payload, index) => showAsCode(payload, index))];
    const disallowed: string[] = [];
    const ran: string[] = [];
    for (const batch of batches(all)) {
      await page.goto(SITE);
      if (way === 'parser') await page.setContent(inSections(batch));
      else await callOracle('fill', batch);
      disallowed.push(...((await callOracle('findDisallowed', batch.length)) as string[]));
      await callOracle('provoke');
      await page.waitForTimeout(50);
      if (await callOracle('isHit')) ran.push(...batch);
      expect(page.url()).toBe(SITE);
    }
    const left = requests.map((request) => request.url()).filter(isForeign);
    counts.refused = payloads.length - bodies.length;
    counts.rendered += all.length;
    counts.ran += ran.length;
    counts.left += left.length;
    counts.disallowed += disallowed.length;
    counts.dialogs += dialogs;
    const none = { ran: [], left: [], disallowed: [], dialogs: 0 };
    expect({ ran, left, disallowed, dialogs }).toEqual(none);
  },
);

test('A10 the oracle can fail: the unsanitized corpus does run', async () => {
  const ran = new Set<string>();
  for (const way of WAYS) {
    for (const batch of batches(payloads)) {
      await page.goto(SITE);
      requests = [];
      const hits = (await callOracle('runUnsafe', batch, way)) as boolean[];
      const loads = new Set(requests.filter((one) => isForeign(one.url())).map(frameName));
      for (const [index, payload] of batch.entries()) {
        if (hits[index] || loads.has(`payload-${index}`)) ran.add(payload);
      }
    }
  }
  counts.unsanitized_ran = ran.size;
  expect(payloads.length).toBeGreaterThanOrEqual(300);
  expect(ran.size).toBeGreaterThan(payloads.length / 2);
});

test.each(WAYS)(
  'A10 the oracle can fail: it finds disallowed nodes in the page, by %s',
  async (way) => {
    for (const html of [
      '<p onclick="window.__hit=1">a</p>',
      '<svg></svg>',
      '<!-- a -->',
      '<a href="javascript:window.__hit=1" rel="ugc nofollow noopener">a</a>',
      '<a href="https://a/">a</a>',
      '<img src="//evil.invalid/x">',
      '</section><p>a</p>',
    ]) {
      await page.goto(SITE);
      if (way === 'parser') await page.setContent(inSections([html]));
      else await callOracle('fill', [html]);
      // Only the parser leaves the section at a closing tag.
      const seen = way === 'parser' || !html.startsWith('</section>');
      expect(((await callOracle('findDisallowed', 1)) as string[]).length > 0, html).toBe(seen);
    }
    expect(requests.map((request) => request.url()).filter(isForeign)).not.toEqual([]);
  },
);

function sanitizeOrRefuse(payload: string) {
  try {
    const once = sanitizeBody(payload, options);
    expect(sanitizeBody(once, options)).toBe(once);
    return once;
  } catch (error) {
    if (error instanceof HtmlTooComplex) return undefined;
    throw error;
  }
}

/** The payload as the text of a highlighted code block, as in an article about attacks. */
function showAsCode(payload: string, index: number): string[] {
  const language = ['xml', 'javascript', 'php', 'markdown', 'css'][index % 5];
  const text = payload.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
  const body = sanitizeOrRefuse(`<pre><code class="language-${language}">${text}</code></pre>`);
  return body === undefined ? [] : [renderBody(body)];
}

function batches(all: readonly string[]): string[][] {
  return Array.from({ length: Math.ceil(all.length / BATCH) }, (_, index) =>
    all.slice(index * BATCH, (index + 1) * BATCH),
  );
}

function inSections(bodies: string[]): string {
  return `<!doctype html><body>${bodies.map((html) => `<section>${html}</section>`).join('')}`;
}

/** Only the page itself and the author's own images may be requested. */
function isForeign(url: string): boolean {
  return (
    url !== SITE &&
    !/^(about|data|blob):/.test(url) &&
    !/^https:\/\/site\.invalid\/images\/\d+$/.test(url)
  );
}

function callOracle(name: string, ...args: unknown[]): Promise<unknown> {
  return page.evaluate(`oracle[${JSON.stringify(name)}](...${JSON.stringify(args)})`);
}

function frameName(request: Request): string {
  try {
    let frame = request.frame();
    for (let parent = frame.parentFrame(); parent?.parentFrame(); parent = frame.parentFrame()) {
      frame = parent;
    }
    return frame.name();
  } catch {
    // The frame was not attached yet.
    return '';
  }
}
