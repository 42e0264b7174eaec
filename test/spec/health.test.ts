import { rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { describe, expect, test } from 'vitest';
import { atEnd } from '../support/cleanup.ts';
import { createWorld } from '../support/world.ts';

const PASSWORD = 'a-secret-of-the-relay';
const PATH = '/api/admin/health';
const HTML = { headers: { accept: 'text/html' } };
const MAIL = { MAIL_FROM: 'lamp@example.org' };

type Check = { name: string; state: string; found: string; advice: string | null };

async function ownedSite(settings: Record<string, string> = {}) {
  const world = await createWorld(settings);
  const owner = await world.member({ role: 'owner' });
  const read = async (locale = 'en') => {
    const { body } = await owner.get(PATH, { headers: { 'accept-language': locale } });
    const find = (name: string): Check => body.checks.find((one: Check) => one.name === name);
    return { body, find };
  };
  return { world, owner, read };
}

/** A TCP server that accepts and never sends anything. */
async function silentServer() {
  const sockets: { destroy(): void }[] = [];
  const server = createServer((socket) => sockets.push(socket));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  atEnd(async () => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  const { port } = server.address() as { port: number };
  return { url: `smtp://127.0.0.1:${port}`, connections: () => sockets.length };
}

describe('0070 the health of the site', () => {
  test('is for the owner only, by the API and as a page', async () => {
    const { world, owner } = await ownedSite();
    const admin = await world.member({ role: 'admin' });
    const member = await world.member({ exp: 500 });
    for (const [who, status] of [
      [world.visitor(), 401],
      [member, 403],
      [admin, 403],
      [owner, 200],
    ] as const)
      expect((await who.get(PATH)).status).toBe(status);
    for (const who of [member, admin])
      expect((await who.get('/admin/health', HTML)).status).toBe(403);
    expect((await owner.get('/admin/health', HTML)).status).toBe(200);
    expect((await admin.get('/admin/queue', HTML)).text).not.toContain('href="/admin/health"');
  });

  test('names every part, what was found and what it means, in the language of the reader', async () => {
    const { owner, read } = await ownedSite();
    const { body, find } = await read();
    expect(find('database')).toMatchObject({ state: 'good', advice: null });
    expect(find('database').found).toMatch(/^PostgreSQL \d+(\.\d+)? .*responds$/);
    expect(find('migrations')).toMatchObject({ state: 'good', found: 'up to date' });
    expect(find('connections').found).toMatch(/^\d+ of \d+ in use; a process takes up to \d+$/);
    expect(find('database_size').found).toMatch(/^\d+\.\d MB$/);
    expect(find('storage')).toMatchObject({ state: 'good' });
    expect(find('node').found).toBe(process.versions.node);
    // A test has neither a worker nor a backup.
    expect(find('backups')).toMatchObject({ state: 'doubtful', found: 'none is recorded' });
    expect(find('backups').advice).toContain('lamplight backup');
    expect(body.state).not.toBe('good');
    const chinese = await read('zh-CN');
    expect(chinese.find('migrations').found).toBe('已是最新');
    const { text } = await owner.get('/admin/health', HTML);
    for (const word of ['运行状况', '没有记录', '每晚运行']) expect(text).toContain(word);
  });

  test('shows a mail server that does not respond and a storage that cannot be written, without a secret', async () => {
    const { world, owner, read } = await ownedSite({
      ...MAIL,
      SMTP_URL: `smtp://lamp:${PASSWORD}@127.0.0.1:1`,
    });
    const directory = world.ctx.config.STORAGE_DIR;
    await rm(directory, { recursive: true });
    await writeFile(directory, 'no directory');
    const { body, find } = await read();
    expect(body.state).toBe('wrong');
    expect(find('mail')).toMatchObject({ state: 'wrong' });
    expect(find('mail').found).toContain('ECONNREFUSED');
    expect(find('mail').advice).toContain('SMTP_URL');
    expect(find('storage')).toMatchObject({ state: 'wrong' });
    expect(find('storage').advice).toContain('STORAGE_DIR');
    expect(find('database')).toMatchObject({ state: 'good' });
    const { text } = await owner.get('/admin/health', HTML);
    expect(text).toContain('ECONNREFUSED');
    expect(text).toContain('需要马上处理');
    for (const shown of [text, JSON.stringify(body)])
      for (const secret of [PASSWORD, world.ctx.config.SECRET_KEY, world.ctx.config.DATABASE_URL])
        expect(shown).not.toContain(secret);
    await rm(directory);
  });

  test('does not wait for a server that sends nothing, and asks it once however often the page is loaded', async () => {
    const silent = await silentServer();
    const { read } = await ownedSite({ ...MAIL, SMTP_URL: silent.url });
    const started = performance.now();
    const results = await Promise.all([read(), read(), read()]);
    // The library that sends mail waits for eight seconds.
    expect(performance.now() - started).toBeLessThan(7500);
    for (const { find } of results) {
      expect(find('mail')).toMatchObject({
        state: 'wrong',
        found: 'no result within 3 seconds',
      });
      expect(find('migrations')).toMatchObject({ state: 'good', found: 'up to date' });
    }
    await read();
    expect(silent.connections()).toBe(1);
  });

  test('reports mails that failed or wait, and addresses that get none any more', async () => {
    const silent = await silentServer();
    const { world, read } = await ownedSite({ ...MAIL, SMTP_URL: silent.url });
    const insert = (cause: string, state: string, minutes: number) =>
      world.sql(
        `insert into mail (kind, cause, address, email_key, locale, state, created_at, tried_at, sent_at)
         select 'digest', $1, 'a@b.example', 'a@b.example', 'en', $2, at,
                case when $2 = 'queued' then null else at end, case when $2 = 'sent' then at end
           from (select now() - make_interval(mins => $3::int) as at) as moment`,
        [cause, state, minutes],
      );
    // Of the owner's registration.
    await world.sql('delete from mail');
    await insert('one', 'sent', 90);
    await insert('two', 'failed', 60);
    await insert('three', 'queued', 45);
    await world.sql(
      `insert into mail_address_state (email_key, disabled_at, reason, updated_at)
       values ('c@d.example', now(), 'bounce', now())`,
    );
    expect((await read()).find('mail_delivery')).toMatchObject({
      state: 'wrong',
      found:
        'last sent 90 minutes ago; last failed 60 minutes ago; waiting: 1, the oldest for 45 minutes; addresses that get no more mail: 1',
    });
  });
});
