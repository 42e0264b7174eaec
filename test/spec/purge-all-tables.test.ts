import { execFile, execFileSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { verifyIntegrity } from '../../src/integrity/actions.ts';
import { JOBS } from '../../src/jobs.ts';
import { eraseTextsAbout } from '../../src/staff-log/actions.ts';
import { createFullMember, createStaff, LATER_PASSWORD } from '../support/full-member.ts';
import { createWorld, PASSWORD } from '../support/world.ts';

/** After the purge a full dump of the database and all stored files contain nothing of the member. */
const world = await createWorld({ LIMIT_SENSITIVE: 'off' });
const { DATABASE_URL, STORAGE_DIR } = world.ctx.config;
const days = (count: number) => count * 24 * 3600;
const run = (task: string, payload = {}) => JOBS.tasks[task]?.(world.ctx, payload);

const staff = await createStaff(world);
const { owner, admin } = staff;
const missing = await whyNoDump();

async function whyNoDump(): Promise<string | undefined> {
  const [server] = await world.sql('show server_version_num');
  const serverMajor = Math.floor(Number(server?.['server_version_num']) / 10_000);
  try {
    const version = execFileSync('pg_dump', ['--version'], { encoding: 'utf8' });
    const major = Number(/(\d+)\./.exec(version)?.[1]);
    return major < serverMajor ? `pg_dump ${major} is older than the server` : undefined;
  } catch {
    return 'pg_dump is not installed';
  }
}

/** Every schema as text, the queue's too; bytea appears in hexadecimal. */
async function dump(): Promise<string> {
  const options = { maxBuffer: 256 * 1024 * 1024 };
  const { stdout } = await promisify(execFile)('pg_dump', ['--dbname', DATABASE_URL], options);
  return stdout.toLowerCase();
}

function filesStored(): string[] {
  return readdirSync(STORAGE_DIR, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
}

function hits(text: string, canaries: Record<string, string>): string[] {
  const found = Object.entries(canaries).filter(([, canary]) => {
    const needle = canary.toLowerCase();
    return text.includes(needle) || text.includes(Buffer.from(needle).toString('hex'));
  });
  return found.map(([name]) => name);
}

test.skipIf(missing)(
  `D15 a full dump and all files contain nothing of a purged member, and the ledger stays valid${missing ? ` (${missing})` : ''}`,
  async () => {
    const before = filesStored().length;
    const { client, canaries } = await createFullMember(world, staff, {
      tag: 'canary',
      ip: '198.51.100.77',
    });
    const { uid } = client;
    await client.post('/api/settings/export', { password: LATER_PASSWORD });
    const [requested] = await world.sql('select key from user_export where uid = $1', [uid]);
    await run('exports_make', { uid, key: requested?.['key'] });
    const shared = { uids: [uid, admin.uid], amount: 1, reason: 'a reason for two' };
    await owner.post('/api/admin/energy/adjust', shared);
    expect(hits(await dump(), canaries)).toEqual(Object.keys(canaries));
    expect(filesStored().length).toBeGreaterThanOrEqual(before + 4);

    const deletion = { password: LATER_PASSWORD };
    expect((await client.post('/api/settings/delete-account', deletion)).status).toBe(200);
    const [ledger] = await ledgerOf(uid);
    world.wait(days(30) + 60);
    await run('staff_undo_sweep');
    await run('accounts_purge');
    await run('uploads_sweep');
    await run('exports_sweep');

    const left = await dump();
    expect(hits(left, canaries)).toEqual([]);
    expect(filesStored()).toHaveLength(before);
    // A reason given to two members stays until both are purged.
    expect(left).toContain('a reason for two');
    const [ledgerAfter] = await ledgerOf(uid);
    expect(Number(ledgerAfter?.['entries'])).toBe(Number(ledger?.['entries']) + 1);
    const { checks } = await verifyIntegrity(world.ctx, {
      repair: false,
      storage: world.ctx.storage,
    });
    expect(checks.filter((check) => check.total > 0)).toEqual([]);

    await relogIn();
    const log = await owner.get('/api/admin/staff-log?limit=100');
    const actions = log.body.items.map((one: { action: string }) => one.action);
    expect(actions).toEqual(
      expect.arrayContaining(['user.ban', 'comment.remove', 'energy.adjust']),
    );
  },
);

/** Their sessions expired during the window. */
async function relogIn(): Promise<void> {
  for (const one of [owner, admin]) await one.logIn(one.email, PASSWORD, 'bearer');
}

function ledgerOf(uid: number) {
  return world.sql('select count(*) as entries from energy_entry where account_id = $1', [uid]);
}

test('D47 only a purge may erase from the staff log, and only texts', async () => {
  await relogIn();
  const member = await world.member();
  const status = { status: 'banned', reason: 'a reason that stays' };
  await admin.put(`/api/admin/users/${member.uid}/status`, status);
  await expect(world.ctx.tx((trx) => eraseTextsAbout(trx, member.uid))).rejects.toThrow(
    'is not purged',
  );
  const log = await owner.get(`/api/admin/staff-log?subject_kind=user&subject_id=${member.uid}`);
  expect(log.body.items[0].reason).toBe('a reason that stays');
  for (const table of ['staff_action', 'energy_transfer', 'energy_batch']) {
    const [grants] = await world.sql(
      `select string_agg(privilege_type, ',' order by privilege_type) as rights
         from information_schema.role_table_grants where grantee = 'lamplight_app' and table_name = $1`,
      [table],
    );
    expect([table, grants?.['rights']]).toEqual([table, 'INSERT,SELECT']);
  }
});
