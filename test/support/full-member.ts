import { processPostChanges } from '../../src/posts/actions/process-changes.ts';
import { updateTagsOf } from '../../src/posts/actions/update-tags.ts';
import { sendBeacon } from './beacon.ts';
import type { Client } from './client.ts';
import { hold } from './hold-comment.ts';
import { pictureOf } from './picture.ts';
import { until } from './until.ts';
import { PASSWORD, type World } from './world.ts';

export type Staff = { owner: Client; admin: Client };

/** One unique text for every column that stores something about the member. */
export type Canaries = ReturnType<typeof canariesOf>;

function canariesOf(tag: string, ip: string) {
  return {
    email: `${tag}.person@example.org`,
    former_email: `${tag}.former@example.org`,
    next_email: `${tag}.next@example.org`,
    ip,
    agent: `${tag}Browser/7.7`,
    old_name: `${tag}旧名`,
    name: `${tag}新名`,
    refused_name: `${tag}想要`,
    pending_name: `${tag}等待`,
    signature: `${tag} signature`,
    remark: `${tag} remark`,
    identity: `${tag} identity`,
    passkey: `${tag} passkey`,
    title: `${tag} title`,
    body: `${tag} body`,
    earlier_body: `${tag} earlier body`,
    draft: `${tag} draft`,
    comment: `${tag} comment`,
    removed_comment: `${tag} removed comment`,
    folder: `${tag} folder`,
    folder_about: `${tag} about folder`,
    series: `${tag} series`,
    series_about: `${tag} about series`,
    cleared_reason: `${tag} cleared reason`,
    ban_reason: `${tag} ban reason`,
    appeal: `${tag} appeal`,
    appeal_reply: `${tag} appeal reply`,
    role_reason: `${tag} role reason`,
    reject_reason: `${tag} reject reason`,
    lock_reason: `${tag} lock reason`,
    remove_reason: `${tag} remove reason`,
    comment_reason: `${tag} comment reason`,
    refuse_reason: `${tag} refuse reason`,
    report_note: `${tag} report note`,
    staff_note: `${tag} staff note`,
    energy_reason: `${tag} energy reason`,
  };
}

export type FullMember = {
  client: Client;
  canaries: Canaries;
  posts: { public: number; draft: number; rejected: number; removed: number; deleted: number };
  comment: number;
  picture: string;
};

export async function createStaff(world: World): Promise<Staff> {
  return {
    owner: await world.member({ role: 'owner', exp: 2000, transport: 'bearer' }),
    admin: await world.member({ role: 'admin', exp: 2000, transport: 'bearer' }),
  };
}

/** A member who has used every feature, and to whom staff have applied every action. */
export async function createFullMember(
  world: World,
  { owner, admin }: Staff,
  { tag, ip }: { tag: string; ip: string },
): Promise<FullMember> {
  await publishTerms(owner);
  const canaries = canariesOf(tag, ip);
  const client = world.visitor({ ip, user_agent: canaries.agent });
  await client.register(canaries.email, PASSWORD, 'bearer');
  const { uid } = client;
  await connectAccount(world, uid, canaries.identity);
  const neighbour = await world.member({ exp: 2000, transport: 'bearer' });
  await giveExp(world, uid, 2000);
  const reason = canaries.energy_reason;
  await requireOk(owner.post('/api/admin/energy/adjust', { uids: [uid], amount: 50, reason }));

  await requireOk(client.put('/api/settings/profile', { username: canaries.old_name }));
  const greet = `你好 @${canaries.old_name} 又见面了`;
  const theirs = (await requireOk(neighbour.post('/api/studio/posts', textOf('邻居')))).id;
  await requireOk(neighbour.post(`/api/posts/${theirs}/comments`, { body: greet }));
  await requireOk(
    client.put('/api/settings/profile', { username: canaries.name, signature: canaries.signature }),
  );
  await requireOk(sendPicture(client, '/api/settings/avatar'));
  const sid = client.session_id;
  await requireOk(
    client.put(
      `/api/settings/sessions/${sid}/remark`,
      { remark: canaries.remark },
      { headers: { 'idempotency-key': tag } },
    ),
  );
  await changeEmail(world, uid, canaries);
  await requireOk(client.put('/api/settings/notify-prefs', { like: false }));
  await requireOk(client.put('/api/space/privacy', { follows_public: false }));
  await requireOk(client.put('/api/settings/feeds', { feeds_full: false }));
  // By SQL, because a world without SMTP settings refuses it.
  await world.sql(
    `insert into digest_preference (uid, frequency, hour, weekday, zone, next_at, covered_until)
     values ($1, 'weekly', 21, 6, 'Europe/Berlin', now() + interval '7 days', now())`,
    [client.uid],
  );

  await writeMails(world, uid, canaries.email);

  const picture = (await requireOk(sendPicture(client, '/api/posts/upload-image'))).url as string;
  const post = await writePosts(world, client, admin, canaries, picture);
  const comment = await writeComments(world, client, neighbour, admin, canaries, {
    own: post.public,
    theirs,
  });
  await requireOk(client.post(`/api/posts/${theirs}/favorite`));
  const folder = { name: canaries.folder, description: canaries.folder_about, is_public: false };
  const { id: folderId } = await requireOk(client.post('/api/folders', folder));
  await requireOk(client.post(`/api/folders/${folderId}/posts`, { post_id: theirs }));
  const series = { title: canaries.series, description: canaries.series_about };
  const { id: seriesId } = await requireOk(client.post('/api/series', series));
  await requireOk(client.post(`/api/series/${seriesId}/posts`, { post_id: post.public }));
  const { id: clearedId } = await requireOk(client.post('/api/series', series));
  const clearing = { reason: canaries.cleared_reason };
  await requireOk(admin.post(`/api/admin/series/${clearedId}/clear`, clearing));
  await requireOk(client.post(`/api/posts/${theirs}/like`));
  await requireOk(client.post('/api/energy/energize', { post_id: theirs, form: 'light' }));
  await processPostChanges(world.ctx, [updateTagsOf]);
  await requireOk(client.put('/api/tags/夜读/follow'));
  await requireOk(client.post(`/api/users/${neighbour.uid}/follow`));
  await requireOk(neighbour.post(`/api/users/${uid}/follow`));
  await requireOk(neighbour.post(`/api/posts/${post.public}/dislike`));
  await requireOk(neighbour.post('/api/energy/energize', { post_id: post.public, form: 'heavy' }));
  await client.get('/studio');
  const report = { from: 'https://canary.example.org/', depth: '2' };
  await sendBeacon(world.app, post.public, { report });
  await until(async () => {
    const reads = await world.sql('select 1 from post_read_day where post_id = $1', [post.public]);
    return reads.length > 0;
  });

  await moderate(world, client, { owner, admin }, canaries);
  // Last, and mutes: a block would end the follows.
  await requireOk(client.put(`/api/users/${neighbour.uid}/block`, { kind: 'mute' }));
  await requireOk(neighbour.put(`/api/users/${uid}/block`, { kind: 'mute' }));
  return { client, canaries, posts: post, comment, picture };
}

/** As if the site had mail: one was sent, its link waits, and one came back. */
async function writeMails(world: World, uid: number, email: string): Promise<void> {
  await world.sql(
    `insert into mail (uid, kind, cause, address, email_key, locale, data, state, error, created_at)
     values ($1, 'new_device', $3, $2, $2, 'zh-CN', $4, 'failed', $5, now())`,
    [uid, email, `canary cause ${uid}`, { device: `canary ${uid}` }, `550 5.1.1 canary ${uid}`],
  );
  await world.sql(
    `insert into mail_token (id, purpose, uid, email_key, salt, created_at, expires_at)
     values (left(translate(encode(sha256($2::bytea), 'base64'), '+/=', '-_a'), 22), 'undo_change', $1, $2,
             sha256($2::bytea), now(), now() + interval '60 days')`,
    [uid, email],
  );
  await world.sql(
    `insert into mail_address_state (email_key, score, reason, detail, updated_at)
     values ($1, 2, 'bounce', $2, now())`,
    [email, `canary ${uid}`],
  );
}

async function writePosts(
  world: World,
  client: Client,
  admin: Client,
  canaries: Canaries,
  picture: string,
) {
  const write = async (body: object) =>
    (await requireOk(client.post('/api/studio/posts', body))).id as number;
  const first = {
    ...textOf(canaries.title, canaries.earlier_body),
    cover_url: picture,
    tags: ['夜读'],
    show_changes: true,
  };
  const open = await write(first);
  const body = `<p>${canaries.body}</p><img src="${picture}" alt="">`;
  await requireOk(
    client.put(`/api/studio/posts/${open}`, {
      title: canaries.title,
      body,
      version: 1,
      show_changes: true,
    }),
  );
  const draft = await write({ ...textOf(canaries.draft), draft: true });
  const decide = (id: number, what: string, reason: string) =>
    requireOk(admin.post(`/api/admin/posts/${id}/${what}`, { version: 1, reason }));
  const locked = await write(textOf(canaries.title));
  await decide(locked, 'lock', canaries.lock_reason);
  const removed = await write(textOf(canaries.title));
  await decide(removed, 'remove', canaries.remove_reason);
  const deleted = await write(textOf(canaries.title));
  await requireOk(client.delete(`/api/studio/posts/${deleted}`));
  await world.review(true);
  const rejected = await write(textOf(canaries.title));
  await requireOk(client.post(`/api/studio/posts/${rejected}/submit`));
  await decide(rejected, 'reject', canaries.reject_reason);
  await world.review(false);
  return { public: open, draft, rejected, removed, deleted };
}

async function writeComments(
  world: World,
  client: Client,
  neighbour: Client,
  admin: Client,
  canaries: Canaries,
  posts: { own: number; theirs: number },
): Promise<number> {
  const image = (await requireOk(sendPicture(client, '/api/comments/upload-image', 'png'))).url;
  const newComment = { body: `${canaries.comment} 初稿`, image_url: image };
  const { id } = await requireOk(client.post(`/api/posts/${posts.theirs}/comments`, newComment));
  await requireOk(client.put(`/api/comments/${id}`, { body: canaries.comment }));
  const child = await requireOk(
    neighbour.post(`/api/comments/${id}/reply`, { body: `谢谢 @${canaries.name} 来访` }),
  );
  await requireOk(client.put(`/api/comments/${child.id}/like`, {}));
  await requireOk(neighbour.put(`/api/comments/${id}/like`, {}));
  const bad = { body: canaries.removed_comment };
  const removed = await requireOk(client.post(`/api/posts/${posts.theirs}/comments`, bad));
  const reason = canaries.comment_reason;
  await requireOk(admin.post(`/api/admin/comments/${removed.id}/remove`, { reason }));
  await requireOk(neighbour.post(`/api/posts/${posts.own}/comments`, { body: '说得好' }));
  const report = { subject_kind: 'comment', subject_id: child.id, reason: 'other' };
  await requireOk(client.post('/api/reports', { ...report, note: canaries.report_note }));
  await world.sql(
    'insert into staff_note (uid, author_uid, body, created_at) values ($1, $2, $3, now())',
    [client.uid, admin.uid, canaries.staff_note],
  );
  const late = { body: `${canaries.comment} 待审` };
  const held = await requireOk(client.post(`/api/posts/${posts.theirs}/comments`, late));
  await hold(world.ctx, held.id);
  return id;
}

/** A ban ends sessions, so this comes last. One profile change stays pending. */
async function moderate(world: World, client: Client, { owner, admin }: Staff, canaries: Canaries) {
  const { uid } = client;
  await world.review(true);
  await requireOk(client.put('/api/settings/profile', { username: canaries.refused_name }));
  const [change] = await world.sql(
    "select id from profile_change where uid = $1 and state = 'pending'",
    [uid],
  );
  const refuse = `/api/admin/profile-changes/${change?.['id']}/refuse`;
  await requireOk(admin.post(refuse, { reason: canaries.refuse_reason }));
  const role = (name: string) => ({ role: name, reason: canaries.role_reason });
  await requireOk(owner.put(`/api/admin/users/${uid}/role`, role('admin')));
  await requireOk(owner.put(`/api/admin/users/${uid}/role`, role('member')));
  const status = (name: string) => ({ status: name, reason: canaries.ban_reason });
  await requireOk(admin.put(`/api/admin/users/${uid}/status`, status('banned')));
  await requireOk(client.logIn(canaries.email, PASSWORD, 'bearer'));
  await requireOk(client.post('/api/auth/appeal', { body: canaries.appeal }));
  const [ban] = await world.sql('select id from ban where uid = $1 and ended_at is null', [uid]);
  const refused = { verdict: 'reject', reason: canaries.appeal_reply };
  await requireOk(
    admin.post('/api/admin/queue/decide', { items: `appeal:${ban?.['id']}`, ...refused }),
  );
  await requireOk(admin.put(`/api/admin/users/${uid}/status`, status('active')));
  await requireOk(client.logIn(canaries.email, PASSWORD, 'bearer'));
  await requireOk(client.put('/api/settings/profile', { username: canaries.pending_name }));
  const passwords = { current_password: PASSWORD, new_password: `${PASSWORD}!` };
  const renewed = await requireOk(client.put('/api/settings/password', passwords));
  client.tokens.access = renewed.access_token;
  await addFactors(world, uid, canaries);
  await world.review(false);
}

/** Whoever registers from then on accepts them. */
export async function publishTerms(owner: Client): Promise<void> {
  const terms = { 'title.zh-CN': '用户协议', 'body.zh-CN': '<p>请友善。</p>', version: 0 };
  const { status, text } = await owner.put('/api/admin/pages/terms', terms);
  if (status !== 200 && status !== 409) throw new Error(`status ${status}: ${text}`);
}

/** Rows only, and without the mark: what follows logs in with the password alone. */
async function addFactors(world: World, uid: number, { passkey }: Canaries): Promise<void> {
  await world.sql(
    `insert into passkey (uid, credential_id, public_key, counter, transports, name, backed_up, created_at)
     values ($1, convert_to($2 || ' id', 'utf8'), convert_to($2 || ' key', 'utf8'), 0, array[$2], $2, false, now())`,
    [uid, passkey],
  );
  await world.sql(
    `insert into second_factor (uid, totp_secret, totp_added_at, trust_salt)
     values ($1, convert_to(rpad($2, 48, 'x'), 'utf8'), now(), sha256(convert_to($2, 'utf8')))`,
    [uid, passkey],
  );
  await world.sql(
    `insert into recovery_code (uid, code_hash, created_at) values ($1, sha256(convert_to($2, 'utf8')), now())`,
    [uid, passkey],
  );
  await world.sql(
    `insert into api_token (uid, token_hash, name, scopes, created_at)
     values ($1, sha256(convert_to($2, 'utf8')), $2, array['read'], now())`,
    [uid, passkey],
  );
  await world.sql(
    `with made as (
       insert into invitation (uid, token_hash, uses_max, uses, note, created_at, expires_at, sent_to, sent_on)
       values ($1, sha256(convert_to($2 || ' invited', 'utf8')), 2, 1, $2, now(), now() + interval '1 day',
               $2 || '@invited.example', current_date)
       returning id)
     insert into invitation_use (invitation_id, uid, joined_at) select id, $1, now() from made`,
    [uid, passkey],
  );
  await world.sql(
    `insert into push_subscription (uid, session_id, endpoint, p256dh, auth, server_key, groups, created_at)
     select uid, id, 'https://push.example.org/' || $2, convert_to(rpad($2, 65, 'x'), 'utf8'),
            convert_to(rpad($2, 16, 'x'), 'utf8'), convert_to(rpad('', 65, 'x'), 'utf8'), array['system'], now()
       from session where uid = $1 and ended_at is null order by created_at desc limit 1`,
    [uid, passkey],
  );
  await world.sql('update users set second_factor = false where uid = $1', [uid]);
}

export const LATER_PASSWORD = `${PASSWORD}!`;

function textOf(title: string, body = title) {
  return { title, body: `<p>${body}</p>` };
}

/** By SQL, because these worlds send no mail: one change that can be undone, and one that is pending. */
async function changeEmail(world: World, uid: number, canaries: Canaries): Promise<void> {
  const { email, former_email, next_email } = canaries;
  await world.sql(
    `insert into email_change
       (uid, old_email, old_email_key, new_email, new_email_key, requested_at, confirmed_at, undo_token_id, undo_expires_at)
     values ($1, $2, $2, $3, $3, now(), now(), $5, now() + interval '7 days'),
            ($1, $3, $3, $4, $4, now(), null, null, null)`,
    [uid, former_email, email, next_email, `undo-${uid}`],
  );
}

async function giveExp(world: World, uid: number, exp: number): Promise<void> {
  await world.sql(
    `with noted as (
       insert into exp_entry (uid, delta, exp_after, reason, cause, created_at)
       select uid, $2::int, exp + $2::int, 'opening', 'opening', now() from users where uid = $1
       returning uid
     ) update users set exp = exp + $2::int from noted where users.uid = noted.uid`,
    [uid, exp],
  );
}

async function sendPicture(client: Client, url: string, format: 'png' | 'jpeg' = 'jpeg') {
  return client.upload(url, await pictureOf(format));
}

async function requireOk(sent: ReturnType<Client['get']>) {
  const response = await sent;
  if (response.status >= 300) throw new Error(`${response.status}: ${response.text}`);
  return response.body;
}

/** As a provider would have named it. */
async function connectAccount(world: World, uid: number, text: string): Promise<void> {
  await world.sql(
    `insert into identity (uid, provider, issuer, subject, label, created_at, last_used_at)
     values ($1, 'campus', $2 || ' issuer', $2 || ' subject', $2, now(), now())`,
    [uid, text],
  );
}
