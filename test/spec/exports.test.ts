import { readdirSync, readFileSync, statSync } from 'node:fs';
import { get, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { describe, expect, test } from 'vitest';
import { JOBS } from '../../src/jobs.ts';
import { keyOf } from '../../src/uploads/rules.ts';
import type { Client } from '../support/client.ts';
import { createFullMember, createStaff, LATER_PASSWORD } from '../support/full-member.ts';
import { emptyDirectory, operatorOf, settingsOf } from '../support/lamplight.ts';
import { until } from '../support/until.ts';
import { createWorld, PASSWORD } from '../support/world.ts';
import { unzip } from '../support/zip.ts';

const world = await createWorld({ LIMIT_SENSITIVE: 'off' });
const HOURS = 3600;
const URL = '/api/settings/export';
const FILE = `${URL}/file`;
const run = (task: string, payload = {}) => JOBS.tasks[task]?.(world.ctx, payload);

const staff = await createStaff(world);
const { client, canaries, picture } = await createFullMember(world, staff, {
  tag: 'mine',
  ip: '198.51.100.70',
});
const { uid } = client;
const other = await createFullMember(world, staff, { tag: 'theirs', ip: '198.51.100.71' });
// Where the two members interact, one member's content could end up in the other's export.
await other.client.post(`/api/users/${uid}/follow`);
await other.client.post(`/api/posts/${await publicPostOf(uid)}/dislike`);
const comment = { body: `${other.canaries.comment} under their post` };
await other.client.post(`/api/posts/${await publicPostOf(uid)}/comments`, comment);
await client.post(`/api/users/${other.client.uid}/follow`);
const batch = { uids: [uid, other.client.uid], amount: 2, reason: 'for both' };
await staff.owner.post('/api/admin/energy/adjust', batch);

expect((await client.post(URL, { password: LATER_PASSWORD })).status).toBe(202);
await make(uid);
const files = await unzip(await stored(uid));
const rowsIn = (name: string): Record<string, unknown>[] =>
  JSON.parse(String(files.get(`${name}.json`)));
const everything = [...files].map(([name, bytes]) => `${name}\n${bytes}`).join('\n');

async function publicPostOf(author: number): Promise<number> {
  const [post] = await world.sql(
    "select id from post where author_uid = $1 and status = 'approved' and deleted_at is null",
    [author],
  );
  return Number(post?.['id']);
}

async function keyFor(member: number): Promise<string> {
  const [row] = await world.sql('select key from user_export where uid = $1', [member]);
  return String(row?.['key']);
}

async function make(member: number): Promise<void> {
  await run('exports_make', { uid: member, key: await keyFor(member) });
}

async function stored(member: number): Promise<Buffer> {
  const file = await world.ctx.storage.get(await keyFor(member));
  if (!file) throw new Error('there is no file');
  return buffer(file.body);
}

async function filesStored({ ctx } = world): Promise<string[]> {
  const keys: string[] = [];
  for await (const { key } of ctx.storage.list('export/')) keys.push(key);
  return keys;
}

async function ready(): Promise<Client> {
  const member = await world.member({ transport: 'bearer' });
  expect((await member.post(URL, { password: PASSWORD })).status).toBe(202);
  await make(member.uid);
  return member;
}

/** Nothing about other members' actions towards the member: those are in their own exports. */
const LEFT_OUT: Record<string, string> = {
  'page_acceptance.version_id': 'in accepted-terms.json',
  'page_text.version_id': 'what the owner wrote, not the member',
  'push_message.subscription_id': 'lives until it is sent; the notification is in messages.json',
  'push_message.uid': 'likewise',
  'push_subscription.session_id': 'the session is in devices.json',
  'webhook_delivery.subject_id': 'what the site sent to programs of its owner, by ids',
  'webhook_delivery.webhook_id': 'likewise',
  'webhook_event.subject_id': 'likewise',
  'user_block.other_uid': 'D67: nobody learns who blocked or muted them',
  'comment.deleted_by': 'only staff see the deleting moderator',
  'comment.post_id': 'others’ comments are in their exports',
  'comment.reply_to_id': 'others’ replies are in their exports',
  'comment.root_id': 'others’ replies are in their exports',
  'comment_count.comment_id': 'counts of likes and replies',
  'comment_count.post_id': 'counts of likes and replies',
  'comment_day.author_uid': 'counts of likes',
  'comment_day.comment_id': 'counts of likes',
  'comment_day.post_id': 'counts of likes',
  'comment_hold.author_uid': 'the comment is in comments.json',
  'comment_hold.comment_id': 'the comment is in comments.json',
  'comment_hold.post_id': 'the comment is in comments.json',
  'ban_appeal.ban_id': 'in appeals.json, by member',
  'ban_appeal.decided_by': 'staff actions concern others',
  'report.case_id': 'a case joins reports of several members',
  'import_record.subject_id': 'a number and a hash; what was imported is exported',
  'report.subject_id': 'in reports.json, by reporter',
  'report_case.subject_id': 'who reported what stays with the staff',
  'staff_undo.subject_id': 'lives an hour; the decision is in staff-decisions.json',
  'report_case.decided_by': 'staff actions concern others',
  'report_case.subject_uid': 'who reported whom stays with the staff',
  'staff_claim.uid': 'lives five minutes',
  'staff_note.author_uid': 'staff actions concern others',
  'staff_note.uid': 'only the staff reads it',
  'staff_undo.actor_uid': 'staff actions concern others',
  'staff_undo.log_id': 'lives an hour; the decision is in staff-decisions.json',
  'comment_like.comment_id': 'others’ likes are in their exports',
  'comment_like.post_id': 'others’ likes are in their exports',
  'comment_mention.comment_id': 'mentions are in the comment’s text',
  'comment_mention.post_id': 'mentions are in the comment’s text',
  'comment_revision.post_id': 'in comment-versions.json, by comment',
  'daily_exp.uid': 'a sum of experience.json',
  'digest_preference.uid': 'in account.json',
  'energy_account.uid': 'the balance is in account.json',
  'energy_batch.actor_uid': 'staff actions concern others',
  'energy_entry_archive.account_id': 'in energy.json, with the newer ones',
  'energy_opening.uid': 'a sum of energy.json',
  'energy_transfer.from_account': 'each account’s side is an entry',
  'energy_transfer.to_account': 'each account’s side is an entry',
  'energy_transfer.post_id': 'others’ gifts are in their exports, the sum in posts.json',
  'series_post.post_id': 'with the author, in the same row',
  'series_post.series_id': 'with the author, in the same row',
  'folder_item.folder_id': 'with the member, in the same row',
  'folder_item.post_id': 'the readers who saved a post stay private',
  'hidden_reply.uid': 'a count of comments.json',
  'hidden_star.uid': 'a mark on deleted accounts',
  'invitation_use.invitation_id': 'those who joined have it in their exports',
  'idempotent_reply.uid': 'encrypted responses, deleted after a day',
  'notification.actor_uid': 'others’ notifications are in their exports',
  'notify_pref.uid': 'in account.json',
  'post_count.post_id': 'in posts.json',
  'post_day.post_id': 'in post-counts.json, by author',
  'post_energize.post_id': 'others’ gifts are in their exports',
  'post_energize_total.post_id': 'a sum of energized.json',
  'post_energize_total.uid': 'a sum of energized.json',
  'post_favorite.post_id': 'the readers who saved a post stay private',
  'author_text.uid': 'a sum over post-versions.json',
  'post_favorite.uid': 'the same as favorites.json',
  'post_hot_score.post_id': 'a sum of the last days',
  'published_edit.post_id': 'compared from post-versions.json',
  'post_restore.post_id': 'only whether a post was restored once already',
  'post_schedule.post_id': 'a plan; posts.json has when a post was published',
  'post_search.post_id': 'the texts are in posts.json',
  'post_tag.author_uid': 'the tags are in posts.json',
  'post_tag.post_id': 'the tags are in posts.json',
  'post_tag.tag_id': 'the tags are in posts.json',
  'author_read_day.author_uid': 'a sum of post-reads.json',
  'post_read_count.post_id': 'a sum of post-reads.json',
  'studio_visit.uid': 'in account.json',
  'post_reaction.post_id': 'the readers who reacted stay private',
  'profile_change.decided_by': 'only staff see the deciding moderator',
  'recovery_code.uid': 'a credential',
  'restore_token.uid': 'a credential',
  'second_factor.uid': 'a credential',
  'revision_thinning.post_id': 'when a worker thins the post next',
  'site_setting.updated_by': 'staff actions concern others',
  'staff_action.actor_uid': 'staff actions concern others',
  'tag.merged_into': 'tags are everybody’s',
  'tag.merged_via': 'tags are everybody’s',
  'tag_follow.tag_id': 'in followed-tags.json, by member',
  'tag_recheck.tag_id': 'tags are everybody’s',
  'mail_token.uid': 'a link that was sent, which only the recipient may know',
  'site_text.updated_by': 'the site, not the member',
  'member_card.uid': 'a copy of what account.json has',
  'upload_use.uid': 'the post or comment names its pictures',
  'upload_use.upload_id': 'the post or comment names its pictures',
  'user_count.uid': 'in account.json',
  'user_count_delta.uid': 'in account.json',
  'user_export.uid': 'the request for this export',
  'username_claim.uid': 'the names in account.json and profile-changes.json',
};

/** Column → the file with its rows, and the condition that selects them. */
const EXPORTED: Record<string, [file: string, rows?: string]> = {
  'api_token.uid': ['api-tokens'],
  'page_acceptance.uid': ['accepted-terms'],
  'push_subscription.uid': ['push-subscriptions'],
  'comment.author_uid': ['comments'],
  'comment_like.uid': ['comment-likes'],
  'comment_mention.uid': ['mentions'],
  'comment_revision.comment_id': [
    'comment-versions',
    'comment_id in (select id from comment where author_uid = $1)',
  ],
  'email_change.uid': ['email-changes'],
  'energy_entry.account_id': ['energy'],
  'exp_entry.uid': ['experience'],
  'folder.uid': ['folders'],
  'folder_item.uid': ['favorites'],
  'identity.uid': ['connected-accounts'],
  'invitation.uid': ['invitations'],
  'invitation_use.uid': ['used-invitation'],
  'mail.uid': ['mails'],
  'notification.uid': ['messages'],
  'passkey.uid': ['passkeys'],
  'post.author_uid': ['posts'],
  'post_day.author_uid': ['post-counts'],
  'post_energize.uid': ['energized'],
  'post_reaction.uid': ['reactions'],
  'post_read_source.post_id': [
    'post-read-sources',
    'post_id in (select id from post where author_uid = $1)',
  ],
  'post_read_depth.post_id': [
    'post-read-depths',
    'post_id in (select id from post where author_uid = $1)',
  ],
  'post_read_day.post_id': ['post-reads', 'post_id in (select id from post where author_uid = $1)'],
  'post_revision.post_id': [
    'post-versions',
    'post_id in (select id from post where author_uid = $1)',
  ],
  'profile_change.uid': ['profile-changes'],
  'ban.uid': ['bans'],
  'ban_appeal.uid': ['appeals'],
  'report.reporter_uid': ['reports'],
  'security_event.uid': ['security-events'],
  'series.author_uid': ['series'],
  'series_post.author_uid': ['series-posts'],
  'session.uid': ['devices'],
  'staff_action.subject_id': [
    'staff-decisions',
    `(subject_kind = 'user' and subject_id = $1)
      or (subject_kind = 'post' and subject_id in (select id from post where author_uid = $1))
      or (subject_kind = 'comment' and subject_id in (select id from comment where author_uid = $1))`,
  ],
  'tag_follow.uid': ['followed-tags'],
  'upload.uid': ['pictures'],
  'user_block.uid': ['blocks'],
  'user_checkin.uid': ['check-ins'],
  'user_follow.followed_uid': ['followers', 'followed_uid = $1 and following'],
  'user_follow.follower_uid': ['following'],
  'user_task.uid': ['tasks'],
};

describe('an export', () => {
  test('every column that refers to a member is exported, or the reason not to is stated here', async () => {
    const columns = await world.sql(
      `select distinct table_name || '.' || column_name as name from (
         select c.conrelid::regclass::text as table_name, a.attname as column_name
           from pg_constraint c join pg_attribute a on a.attrelid = c.conrelid and a.attnum = any(c.conkey)
          where c.contype = 'f'
         union
         select table_name, column_name from information_schema.columns
          where table_schema = 'public' and column_name ~ '(^|_)(uid|account|account_id|subject_id)$|_by$'
       ) as found
        where table_name not in (select inhrelid::regclass::text from pg_inherits)
          and table_name || '.' || column_name not in ('users.uid', 'post.deleted_by_author')
        order by 1`,
    );
    const known = [...Object.keys(EXPORTED), ...Object.keys(LEFT_OUT)].toSorted();
    expect(columns.map((column) => column['name'])).toEqual(known);
  });

  test.each(Object.entries(EXPORTED))('has all rows of %s', async (column, [file, where]) => {
    const [table, name] = column.split('.');
    const [counted] = await world.sql(
      `select count(*) as rows from "${table}" where ${where ?? `"${name}" = $1`}`,
      [uid],
    );
    // Created after the export: its own notification.
    const later = column === 'notification.uid' ? 1 : 0;
    expect([file, rowsIn(file).length]).toEqual([file, Number(counted?.['rows']) - later]);
    expect(rowsIn(file).length).toBeGreaterThan(0);
  });

  test("has the member's texts, notifications, account and pictures, byte for byte", async () => {
    // Only the staff reads its notes on a member.
    for (const [name, canary] of Object.entries(canaries))
      expect([name, everything.includes(canary)]).toEqual([name, name !== 'staff_note']);
    const account = JSON.parse(String(files.get('account.json')));
    expect(account).toMatchObject({
      uid,
      email: canaries.email,
      username: canaries.name,
      settings: {
        follows_public: false,
        feeds_full: false,
        notifications: { like: false, reply: true },
        digest: { frequency: 'weekly', hour: 21, weekday: 6, zone: 'Europe/Berlin' },
      },
    });
    expect(account.energy).toBe(rowsIn('energy').at(-1)?.['balance_after']);
    const key = keyOf(picture) ?? '';
    const file = await world.ctx.storage.get(key);
    const original = file && (await buffer(file.body));
    expect(files.get(`pictures/${key}`)).toEqual(original);
    for (const one of rowsIn('pictures')) expect(files.has(String(one['file']))).toBe(true);
    const sid = client.session_id;
    expect(rowsIn('devices').some((device) => device['remark'] === canaries.remark)).toBe(true);
    expect(everything).not.toContain(sid);
  });

  test('is explained in both languages, file by file', () => {
    for (const readme of ['README.md', 'README.zh-CN.md']) {
      const text = String(files.get(readme));
      for (const name of files.keys()) {
        if (name.endsWith('.json')) expect(text).toContain(`\`${name}\`: `);
      }
      expect(text).not.toMatch(/\{\{|export\./);
    }
    expect(String(files.get('README.zh-CN.md'))).toContain('你的文章');
  });

  test('A01 has no byte of another member, and no credentials', async () => {
    const others = await world.sql(
      `select email as secret from users where uid <> $1
       union all select username from users where uid <> $1 and username is not null
       union all select host(ip) from session where uid <> $1 and host(ip) <> '203.0.113.7'
       union all select id from session
       union all select password_hash from users
       union all select encode(salt, 'hex') from session
       union all select encode(salt, 'base64') from session
       union all select token_hash::text from restore_token`,
      [uid],
    );
    expect(others.length).toBeGreaterThan(10);
    const secrets = [
      ...others.map((row) => String(row['secret'])),
      ...Object.values(other.canaries),
    ];
    expect(secrets.filter((secret) => everything.includes(secret))).toEqual([]);
    // The other member's reactions are in their own export, so this test can fail.
    const theirs = other.client;
    await theirs.post(URL, { password: LATER_PASSWORD });
    await make(theirs.uid);
    const reactions = JSON.parse(
      String((await unzip(await stored(theirs.uid))).get('reactions.json')),
    );
    expect(reactions.map((one: { kind: string }) => one.kind)).toContain('dislike');
  });
});

describe('requesting an export', () => {
  test('requires the password, and is limited to one a day', async () => {
    const member = await world.member({ transport: 'bearer' });
    expect((await member.get(URL)).body).toMatchObject({ state: 'none', next_at: null });
    const wrong = await member.post(URL, { password: 'not my password' });
    expect([wrong.status, wrong.body.code]).toEqual([403, 'wrong_password']);
    const responses = await Promise.all(
      [1, 2, 3].map(() => member.post(URL, { password: PASSWORD })),
    );
    expect(responses.map((one) => one.status).toSorted()).toEqual([202, 409, 409]);
    const refused = responses.find((one) => one.status === 409);
    expect(refused?.body).toMatchObject({ code: 'export_recent', hours: 24 });
    expect((await member.get(URL)).body).toMatchObject({ state: 'preparing', bytes: null });
    const jobs = await world.sql('select key from graphile_worker.jobs where key = $1', [
      `export:${member.uid}`,
    ]);
    expect(jobs).toHaveLength(1);
  });

  test('works without scripts, shows errors at the field, and every state has its page', async () => {
    const member = await world.member();
    const page = async () =>
      (await member.get('/settings?tab=privacy', { headers: { accept: 'text/html' } })).text;
    expect(await page()).toContain('申请导出');
    const next = '/settings?tab=privacy';
    const wrong = await member.submit('/settings/export', { password: 'nonsense', next });
    expect([wrong.status, /id="password-error"/.test(wrong.text)]).toEqual([403, true]);
    const requested = await member.submit('/settings/export', { password: PASSWORD, next });
    expect([requested.status, requested.headers['location']]).toEqual([303, next]);
    expect(await page()).toContain('正在准备');
    expect(await page()).not.toContain('申请导出');
    await make(member.uid);
    expect(await page()).toContain('href="/settings/export/file"');
    const inbox = (await member.get('/messages', { headers: { accept: 'text/html' } })).text;
    expect(inbox).toContain('href="/settings?tab=privacy#export"');
    expect((await member.get('/settings/export/file')).status).toBe(200);
    expect(await page()).toContain('服务器上的文件已删除');
    const gone = await member.get('/settings/export/file');
    expect([gone.status, gone.headers['location']]).toEqual([303, `${next}#export`]);
  });

  test('§7.2, D16 a banned member cannot request an export, but can download one requested before', async () => {
    const member = await ready();
    const status = { status: 'banned', reason: 'spam' };
    await staff.admin.put(`/api/admin/users/${member.uid}/status`, status);
    await member.logIn(member.email, PASSWORD, 'bearer');
    expect((await member.post(URL, { password: PASSWORD })).body.code).toBe('banned');
    expect((await member.get(FILE)).status).toBe(200);
  });
});

describe('the file', () => {
  test('is readable by the member only, and not under the uploads path', async () => {
    const member = await ready();
    const key = await keyFor(member.uid);
    for (const other of [staff.admin, staff.owner])
      expect((await other.get(FILE)).status).toBe(404);
    expect((await world.visitor().get(FILE)).status).toBe(401);
    for (const visitor of [world.visitor(), member, staff.owner]) {
      expect((await visitor.get(`/uploads/${key}`)).status).toBe(404);
    }
    const response = await member.get(FILE);
    expect(response.headers).toMatchObject({
      'content-type': 'application/zip',
      'content-disposition': `attachment; filename="lamplight-${member.uid}.zip"`,
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
    });
  });

  test('can be downloaded once, even with two concurrent requests, and then leaves the storage', async () => {
    const member = await ready();
    const key = await keyFor(member.uid);
    // Neither a HEAD nor a cross-site link uses up the one download.
    const head = await member.raw({
      method: 'HEAD',
      url: FILE,
      headers: { authorization: `Bearer ${member.tokens.access}` },
    });
    expect(head.status).toBe(404);
    const foreign = await member.get(FILE, { headers: { 'sec-fetch-site': 'cross-site' } });
    expect([foreign.status, foreign.body.code]).toEqual([403, 'csrf_failed']);
    const responses = await Promise.all([1, 2].map(() => member.get(FILE)));
    expect(responses.map((one) => one.status).toSorted()).toEqual([200, 404]);
    expect((await member.get(URL)).body).toMatchObject({ state: 'taken' });
    await until(async () => !(await filesStored()).includes(key));
  });

  test('can be downloaded again after an incomplete transfer', async () => {
    const member = await ready();
    const key = await keyFor(member.uid);
    const bytes = Buffer.alloc(64 * 1024 * 1024, 'x');
    await world.ctx.storage.put(key, bytes);
    await world.app.listen({ host: '127.0.0.1', port: 0 });
    const { port } = world.app.server.address() as AddressInfo;
    const headers = { authorization: `Bearer ${member.tokens.access}` };
    const download = () =>
      new Promise<IncomingMessage>((resolve, reject) => {
        get({ host: '127.0.0.1', port, path: FILE, headers }, resolve).once('error', reject);
      });
    const broken = await download();
    expect(broken.statusCode).toBe(200);
    expect((await member.get(URL)).body.state).toBe('taken');
    broken.destroy();
    await until(async () => (await member.get(URL)).body.state === 'ready');
    const whole = await buffer(await download());
    expect(whole.length).toBe(bytes.length);
    await until(async () => !(await filesStored()).includes(key));
  });

  test('is stored for a day and then swept; after that the member can request another', async () => {
    const own = await createWorld({ LIMIT_SENSITIVE: 'off' });
    const member = await own.member({ transport: 'bearer' });
    await member.post(URL, { password: PASSWORD });
    const [row] = await own.sql('select key from user_export');
    await JOBS.tasks['exports_make']?.(own.ctx, { uid: member.uid, key: row?.['key'] });
    own.wait(24 * HOURS - 60);
    await member.logIn(member.email, PASSWORD, 'bearer');
    await JOBS.tasks['exports_sweep']?.(own.ctx, {});
    expect((await member.get(URL)).body.state).toBe('ready');
    own.wait(120);
    expect((await member.get(URL)).body).toMatchObject({ state: 'expired', next_at: null });
    expect((await member.get(FILE)).status).toBe(404);
    expect(await filesStored(own)).toHaveLength(1);
    await JOBS.tasks['exports_sweep']?.(own.ctx, {});
    expect(await filesStored(own)).toEqual([]);
    expect((await member.post(URL, { password: PASSWORD })).status).toBe(202);
  });

  test('D15 is deleted with its account, even if it is finished shortly afterwards', async () => {
    const member = await ready();
    const late = await world.member({ transport: 'bearer' });
    await late.post(URL, { password: PASSWORD });
    const lateKey = await keyFor(late.uid);
    const keys = [await keyFor(member.uid), lateKey];
    const storage = { ...world.ctx.storage };
    for (const one of [member, late]) {
      if (one === late) {
        // Between the file and the row that refers to it.
        storage.put = async (key, body) => {
          await world.ctx.storage.put(key, body);
          await late.post('/api/settings/delete-account', { password: PASSWORD });
        };
        await JOBS.tasks['exports_make']?.(
          { ...world.ctx, storage },
          { uid: late.uid, key: lateKey },
        );
      } else await one.post('/api/settings/delete-account', { password: PASSWORD });
      expect(await world.sql('select 1 from user_export where uid = $1', [one.uid])).toEqual([]);
    }
    await run('exports_sweep');
    const left = await filesStored();
    expect(keys.filter((key) => left.includes(key))).toEqual([]);
  });
});

test('`lamplight user export` writes the same file, for the operator only, and overwrites nothing', async () => {
  const folder = emptyDirectory();
  const lamplight = operatorOf(settingsOf(world.ctx.config), folder);
  const done = await lamplight(`user export ${canaries.email} --out mine.zip`);
  expect(done).toEqual({
    code: 0,
    stdout: `wrote the data of user ${uid} (${canaries.email}) to mine.zip\n`,
    stderr: '',
  });
  const out = join(folder, 'mine.zip');
  expect(statSync(out).mode & 0o777).toBe(0o600);
  const written = await unzip(readFileSync(out));
  expect([...written.keys()]).toEqual([...files.keys()]);
  expect(written.get('posts.json')).toEqual(files.get('posts.json'));
  const again = await lamplight(`user export ${uid} --out mine.zip`);
  expect([again.code, again.stderr]).toEqual([1, 'mine.zip already exists.\n']);
  const missing = await lamplight('user export 999999 --out no.zip');
  expect([missing.code, missing.stderr]).toEqual([1, 'There is no user 999999.\n']);
  expect(readdirSync(folder)).toEqual(['mine.zip']);
});
