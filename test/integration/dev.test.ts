import { appendFileSync, cpSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { freePort } from '../../src/local/free-port.ts';
import { readAssets } from '../../src/ui/assets.ts';
import { startChild, waitFor } from '../support/child.ts';
import { freshDatabase } from '../support/database.ts';
import { emptyDirectory } from '../support/lamplight.ts';
import { ensureClientBuilt } from '../support/resources.ts';

const SENTENCES = 'src/locales/zh-CN/reading.ts';
const SENTENCE = '值得慢慢读';

/** A checkout of the test's own, because the test edits its sources. */
function checkOut(): string {
  const root = emptyDirectory();
  for (const path of ['src', 'scripts', 'migrations', 'package.json', 'tsconfig.json'])
    cpSync(path, join(root, path), { recursive: true });
  symlinkSync(resolve('node_modules'), join(root, 'node_modules'));
  return root;
}

function edit(path: string, from: string, to: string): void {
  writeFileSync(path, readFileSync(path, 'utf8').replace(from, to));
}

test('npm run dev shows a changed sentence and style sheet, tells open pages, and survives a syntax error', async () => {
  const root = checkOut();
  const database = await freshDatabase();
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const load = (path: string) =>
    fetch(url + path, { headers: { accept: 'text/html', 'accept-language': 'zh-CN' } }).then(
      (response) => response.text(),
    );
  const showsSentence = async (text: string) => (await load('/').catch(() => '')).includes(text);
  const dev = await startChild(
    process.execPath,
    ['--import', import.meta.resolve('tsx'), join(root, 'scripts/dev.ts')],
    {
      env: {
        ...{ DATABASE_URL: database, PORT: String(port), METRICS_PORT: '-1', LOG_LEVEL: 'error' },
        STORAGE_DIR: join(root, 'uploads'),
      },
      isReady: () => showsSentence(SENTENCE),
      seconds: 200,
    },
  );

  const stream = await fetch(`${url}/dev/events`);
  let events = '';
  const reading = (async () => {
    for await (const chunk of stream.body ?? []) events += Buffer.from(chunk).toString();
  })().catch(() => {});

  const began = performance.now();
  edit(join(root, SENTENCES), SENTENCE, '改过的句子');
  await waitFor(() => showsSentence('改过的句子'), dev.output);
  console.log(`a changed sentence after ${Math.round(performance.now() - began)} ms`);
  await waitFor(() => events.includes('event: page'));

  // At once: no process starts for it, and pages that are open swap the sheet without loading themselves again.
  const sheet = /"(\/assets\/site\.[^"]+\.css)"/.exec(await load('/'))?.[1] ?? '';
  appendFileSync(join(root, 'src/ui/css/base.css'), '\n.changed-rule { color: red }');
  expect(await load(sheet)).toContain('.changed-rule');
  await waitFor(() => events.includes('event: style'));

  edit(join(root, SENTENCES), '改过的句子', "改过的句子' broken");
  await waitFor(() => dev.output().includes('ERROR'), dev.output);
  expect(await showsSentence('改过的句子')).toBe(true);
  edit(join(root, SENTENCES), "改过的句子' broken", '又改了');
  await waitFor(() => showsSentence('又改了'), dev.output);

  const site = /<script type="module" src="([^"]+)"/.exec(await load('/'))?.[1] ?? '';
  expect(await load(site)).toContain("import('/dev/live-reload.js')");
  expect(await load('/dev/live-reload.js')).toContain('EventSource');

  dev.signal('SIGTERM');
  expect((await dev.gone).code).toBe(0);
  await reading;
  await expect(load('/')).rejects.toThrow();
});

test('a production build contains nothing of npm run dev', async () => {
  await ensureClientBuilt();
  const scripts = [...readAssets().values()].map(({ body }) => body.toString());
  expect(scripts.filter((text) => text.includes('/dev/'))).toEqual([]);
});
