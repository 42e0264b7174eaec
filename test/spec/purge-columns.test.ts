import { expect, test } from 'vitest';
import { JOBS, tick } from '../../src/jobs.ts';
import { createFullMember, createStaff, LATER_PASSWORD } from '../support/full-member.ts';
import { createWorld } from '../support/world.ts';

/** Columns that store a text of or about a member. After a purge none of the member's values is left. */
const PERSONAL = [
  ...['comment.body', 'comment.image_key', 'comment_mention.label', 'comment_revision.body'],
  ...['email_change.new_email', 'email_change.new_email_key', 'email_change.old_email'],
  ...['email_change.old_email_key', 'email_change.undo_token_id'],
  ...['api_token.name', 'api_token.token_hash'],
  ...['invitation.note', 'invitation.sent_to', 'invitation.token_hash'],
  ...['push_subscription.auth', 'push_subscription.endpoint', 'push_subscription.p256dh'],
  'push_subscription.session_id',
  'digest_preference.zone',
  'energy_transfer.note',
  ...['series.description', 'series.title'],
  ...['folder.description', 'folder.name', 'idempotent_reply.fingerprint', 'idempotent_reply.key'],
  ...['identity.issuer', 'identity.label', 'identity.subject'],
  ...['idempotent_reply.reply', 'idempotent_reply.scope', 'notification.cause'],
  ...['mail.address', 'mail.cause', 'mail.data', 'mail.email_key', 'mail.error'],
  ...['mail_address_state.detail', 'mail_address_state.email_key'],
  ...['mail_token.email_key', 'mail_token.id', 'mail_token.salt'],
  ...['notification.payload', 'post.body', 'post.cover_key', 'post.rendered', 'post.review_reason'],
  ...['post.note', 'post.picture_key', 'post.summary', 'post.title'],
  ...['post.tag_ids', 'post_revision.tag_ids'],
  ...['passkey.credential_id', 'passkey.name', 'passkey.public_key', 'passkey.transports'],
  ...['recovery_code.code_hash', 'second_factor.totp_secret', 'second_factor.trust_salt'],
  ...['post_revision.body', 'post_revision.cover_key', 'published_edit.comparison'],
  ...['post_revision.summary', 'post_revision.title', 'profile_change.reason'],
  ...['profile_change.signature', 'profile_change.username', 'restore_token.token_hash'],
  ...['session.id', 'session.ip', 'session.remark', 'session.salt', 'session.user_agent'],
  ...['staff_action.reason', 'upload.key', 'report.note', 'staff_note.body'],
  ...['ban.reason', 'ban_appeal.body', 'ban_appeal.reply'],
  'staff_undo.state',
  ...['member_card.avatar_key', 'member_card.signature', 'member_card.username'],
  ...['user_export.key', 'username_claim.username_key', 'users.avatar_key', 'users.email'],
  ...['users.email_key', 'users.password_hash', 'users.signature', 'users.username'],
  ...['users.username_key', 'post_read_source.host'],
];

/** Columns of a text type in which no member's text can be, and why. */
const IMPERSONAL: Record<string, string[]> = {
  'one of a few words that the program chooses': [
    'api_token.scopes',
    ...['page_version.page', 'page_text.locale'],
    'push_subscription.groups',
    ...[
      'comment.lang',
      ...['ban.end_reason', 'ban_appeal.outcome'],
      ...['comment_hold.cause', 'report.reason', 'report.subject_kind'],
      ...['report_case.outcome', 'report_case.subject_kind', 'staff_claim.kind'],
      ...['staff_undo.batch', 'staff_undo.subject_kind'],
      'folder.lang',
      'series.lang',
      'language_backfill.kind',
      'search_backfill.kind',
      'post.lang',
      'post_revision.lang',
      'post_revision.cause',
      'post_hot_score.lang',
    ],
    'digest_preference.frequency',
    'post_read_source.source',
    ...['users.signature_lang', 'member_card.signature_lang', 'member_card.state'],
    ...['search_key.kind', 'search_name.kind', 'search_name_change.kind'],
    ...['energy_transfer.reason', 'exp_entry.reason', 'notification.kind', 'post.locked_from'],
    ...['post.status', 'post_reaction.kind', 'post_reaction.previous', 'profile_change.state'],
    ...['security_event.kind', 'session.end_reason', 'session.transport', 'session.user_status'],
    ...['site_setting.key', 'staff_action.action', 'staff_action.subject_kind', 'upload.purpose'],
    ...['upload.content_type', 'upload_use.holder_kind', 'user_task.task', 'users.role'],
    ...['user_block.kind', 'users.status'],
    ...['mail.kind', 'mail.locale', 'mail.state', 'mail_address_state.reason'],
    ...['mail_token.purpose', 'session.method', 'site_text.key', 'users.locale'],
  ],
  'derived from what is public; a worker removes it with its source, as the end of this file checks':
    [...['post_search.text', 'post_search.tsv', 'search_key.key', 'search_name.tsv']],
  'an hour and a day of the week': ['digest_preference.hour', 'digest_preference.weekday'],
  'numbers of tries and bounces': [
    ...['mail.attempts', 'mail_address_state.enabled_times', 'mail_address_state.score'],
    'mail_token.code_tries',
  ],
  'the number of a mail or the id of a report of the relay': ['mail_event.event_key'],
  'what the owner publishes about the site': [
    ...['site_text.value', 'site_icon.name', 'site_icon.bytes'],
    ...['page_text.body', 'page_text.rendered', 'page_text.title'],
  ],
  'what the owner entered, and ids of what happened': [
    ...['webhook.disabled_reason', 'webhook.events', 'webhook.previous_secret', 'webhook.secret'],
    ...['webhook.url', 'webhook_delivery.kind', 'webhook_delivery.last_error'],
    ...['webhook_delivery.message_id', 'webhook_delivery.state', 'webhook_event.kind'],
  ],
  'counts of what the staff did': ['transparency_count.kind', 'transparency_count.category'],
  'what the owner lists': ['listed_word.word', 'listed_word.category'],
  'how near two posts are': ['post_related.score'],
  'the hash of an address; a foreign key deletes it with the upload of the member': [
    'foreign_picture.address',
  ],
  'a hash of public text, for a day': ['repetition.hash'],
  'a public key of the site': ['push_subscription.server_key'],
  'a number from 1 to 50': ['foreign_picture.slot'],
  'what the owner chose': [
    ...['automatic_rule.links_level', 'automatic_rule.mentions_max'],
    ...['automatic_rule.pictures_level', 'automatic_rule.repeats_max', 'automatic_rule.hosts_max'],
  ],
  'small numbers of the search index': [
    ...['post_search.tokens', 'search_key.weight', 'search_name.weight'],
    'member_card.level',
  ],
  'states, ids and amounts': ['staff_action.after', 'staff_action.before', 'tag_recheck.chosen'],
  'single words of public titles, without who wrote them; forgotten once no public post has them': [
    'search_word.word',
  ],
  'names that everybody uses, whoever made them': [...['tag.description', 'tag.name', 'tag.slug']],
  'the event that caused an entry, by ids and dates': ['energy_transfer.cause', 'exp_entry.cause'],
  'the random id of a session that no longer exists': ['security_event.session_id'],
  'the results of checks: names of checks, ids and counts': [
    ...['integrity_repair.actual', 'integrity_repair.check_name', 'integrity_repair.stored'],
    ...['integrity_repair.subject', 'integrity_run.checks'],
  ],
  'given to several members; erased with the last of them (purge-all-tables.test.ts)': [
    'energy_batch.reason',
  ],
  'signatures that were used, without who used them': ['used_challenge.challenge'],
  'a random number of today': ['read_salt.salt'],
  'how far a visitor of today has read': [
    ...['post_read_even.depth', 'post_read_even.previous'],
    ...['post_read_odd.depth', 'post_read_odd.previous'],
  ],
  'a sign-in on its way, hashed or encrypted, for at most half an hour': [
    ...['sign_in_attempt.browser_hash', 'sign_in_attempt.provider', 'sign_in_attempt.purpose'],
    ...['sign_in_attempt.sealed', 'sign_in_attempt.session_id', 'sign_in_attempt.state_hash'],
  ],
  'the id of a provider in the settings': ['identity.provider'],
  'our own migrations': [
    ...['schema_migration.checksum', 'schema_migration.name', 'schema_migration.oldest_program'],
  ],
  'what the operator imports from, and hashes of ids there; stays, so that nothing deleted is imported again':
    [...['import_record.item', 'import_record.source', 'import_record.subject_kind']],
  'processes and backups of the site': [
    ...['backup_record.tool', 'process_heartbeat.host', 'process_heartbeat.role'],
    'process_heartbeat.version',
  ],
};

/** Columns that refer to a member, whose rows a purge removes. */
const REMOVED = [
  ...['ban.uid', 'ban_appeal.uid'],
  ...['api_token.uid', 'page_acceptance.uid'],
  ...['push_message.uid', 'push_subscription.uid'],
  'comment_hold.author_uid',
  ...['report.reporter_uid', 'staff_note.uid'],
  'comment_like.uid',
  'digest_preference.uid',
  'email_change.uid',
  ...[
    'comment_mention.uid',
    'folder.uid',
    'folder_item.uid',
    'idempotent_reply.uid',
    'identity.uid',
    'notification.actor_uid',
  ],
  'invitation_use.uid',
  ...['mail.uid', 'mail_token.uid'],
  ...['notification.uid', 'notify_pref.uid', 'post_favorite.uid', 'post_reaction.uid'],
  ...['restore_token.uid', 'session.uid', 'upload.uid', 'user_export.uid'],
  'upload_use.uid',
  ...['passkey.uid', 'recovery_code.uid', 'second_factor.uid'],
  'post_tag.author_uid',
  ...['series.author_uid', 'series_post.author_uid'],
  'tag_follow.uid',
  'studio_visit.uid',
  ...['user_block.other_uid', 'user_block.uid'],
  ...['user_follow.followed_uid', 'user_follow.follower_uid', 'username_claim.uid'],
];

/** Columns that refer to a member after the purge as well, by the bare uid, and why. */
const REMAINING: Record<string, string[]> = {
  'the rows that mark the uid as used': ['users.uid', 'member_card.uid'],
  'ledgers, which must stay complete': [
    ...['energy_entry_archive.account_id', 'energy_opening.uid'],
    ...['energy_account.uid', 'energy_entry.account_id', 'energy_transfer.from_account'],
    ...['energy_transfer.to_account', 'exp_entry.uid', 'daily_exp.uid', 'user_checkin.uid'],
    ...['user_task.uid', 'post_energize.uid', 'post_energize_total.uid', 'profile_change.uid'],
  ],
  'empty posts and comments, to which others replied': [
    ...['post.author_uid', 'comment.author_uid', 'comment.deleted_by', 'post_day.author_uid'],
    'author_read_day.author_uid',
    'comment_day.author_uid',
  ],
  counters: [
    ...['author_text.uid', 'user_count.uid', 'user_count_delta.uid', 'hidden_reply.uid'],
    'hidden_star.uid',
  ],
  'who invited others, without the note and the link': ['invitation.uid'],
  'what staff did, without its texts': [
    ...['energy_batch.actor_uid', 'profile_change.decided_by', 'site_setting.updated_by'],
    ...['staff_action.actor_uid', 'security_event.uid', 'site_text.updated_by'],
    'ban_appeal.decided_by',
    ...['report_case.decided_by', 'report_case.subject_uid', 'staff_note.author_uid'],
    ...['staff_claim.uid', 'staff_undo.actor_uid'],
  ],
};

const WHAT_TO_DO = `A column is new or gone. Classify it in test/spec/purge-columns.test.ts. If it stores something of a member,
write it in test/support/full-member.ts, and remove it in the domain's purge (src/accounts/actions/clean-up.ts calls them).`;

const REFERS = /(^|_)(uid|account|account_id)$|_by$/;
const OWN_POSTS = 'select id from post where author_uid = $1';
/** The rows of a member where no column has the uid. */
const ROWS: Record<string, string> = {
  mail_address_state: 'email_key = (select email_key from users where uid = $1)',
  post_revision: `post_id in (${OWN_POSTS})`,
  post_read_source: `post_id in (${OWN_POSTS})`,
  published_edit: `post_id in (${OWN_POSTS})`,
  comment_revision: 'comment_id in (select id from comment where author_uid = $1)',
  staff_undo: `(subject_kind = 'post' and subject_id in (${OWN_POSTS}))`,
  staff_note: 'uid = $1',
  report: 'reporter_uid = $1',
  staff_action: `(subject_kind = 'user' and subject_id = $1) or (subject_kind = 'post' and subject_id in (${OWN_POSTS}))
    or (subject_kind = 'series' and before ->> 'author_uid' = $1::text)
    or (subject_kind = 'comment' and subject_id in (select id from comment where author_uid = $1))`,
};

const world = await createWorld({ LIMIT_SENSITIVE: 'off' });
const columns = await world.sql(
  `select table_name as table, column_name as column, data_type as type
     from information_schema.columns join information_schema.tables using (table_schema, table_name)
    where table_schema = 'public' and table_type = 'BASE TABLE'
      and table_name not in (select inhrelid::regclass::text from pg_inherits)`,
);
const nameOf = ({ table, column }: Record<string, unknown>) => `${table}.${column}`;
const references = columns.filter(({ column }) => REFERS.test(String(column))).map(nameOf);
const withText = columns
  .filter(({ type }) => !/^(bigint|integer|boolean|date|timestamp.*)$/.test(String(type)))
  .map(nameOf);

test('D15 every column with a text and every reference to a member is purged, or the reason not to is stated here', () => {
  const texts = [...PERSONAL, ...Object.values(IMPERSONAL).flat()].toSorted();
  expect(withText.toSorted(), WHAT_TO_DO).toEqual(texts);
  const known = [...REMOVED, ...Object.values(REMAINING).flat()].toSorted();
  expect(references.toSorted(), WHAT_TO_DO).toEqual(known);
});

test('D15 a purge removes what a member who used every feature left in these columns', async () => {
  const { client, canaries, posts } = await createFullMember(world, await createStaff(world), {
    tag: 'canary',
    ip: '198.51.100.77',
  });
  const { uid } = client;
  await client.post('/api/settings/export', { password: LATER_PASSWORD });
  const [requested] = await world.sql('select key from user_export where uid = $1', [uid]);
  await runJob('exports_make', { uid, key: requested?.['key'] });
  // The cover of an earlier version, and a cached rendering: neither is in every post.
  await world.sql(
    `update post set cover_key = 'canary/cover', picture_key = 'canary/cover', rendered = 'canary'
      where id = $1`,
    [posts.public],
  );
  const before = await listValues(uid);
  const deletion = { password: LATER_PASSWORD };
  expect((await client.post('/api/settings/delete-account', deletion)).status).toBe(200);
  // The next log-in gets a token to undo it.
  const login = { email: canaries.email, password: LATER_PASSWORD };
  await world.visitor().post('/api/auth/login', login);
  const later = await listValues(uid);
  const values = (name: string) => [...(before.get(name) ?? []), ...(later.get(name) ?? [])];
  expect(
    [...PERSONAL, ...REMOVED].filter((name) => values(name).length === 0),
    'createFullMember (test/support/full-member.ts) must write these',
  ).toEqual([]);

  world.wait(30 * 24 * 3600 + 60);
  for (const job of ['staff_undo_sweep', 'accounts_purge', 'uploads_sweep', 'exports_sweep'])
    await runJob(job);
  // A worker has done this long before.
  await tick(world.ctx);
  await runJob('search_words');

  const left: string[] = [];
  for (const name of new Set([...withText, ...REMOVED])) {
    const [table, column] = name.split('.');
    const rows = await world.sql(
      `select 1 from "${table}" where "${column}"::text = any($1) or "${column}"::text like '%canary%' limit 1`,
      [values(name)],
    );
    if (rows.length > 0) left.push(name);
  }
  expect(left, 'the purge leaves these').toEqual([]);
});

async function runJob(task: string, payload = {}): Promise<void> {
  await JOBS.tasks[task]?.(world.ctx, payload);
}

/** The values of the member in every classified column, without those that others have too. */
async function listValues(uid: number): Promise<Map<string, string[]>> {
  const values = new Map<string, string[]>();
  for (const name of [...PERSONAL, ...REMOVED]) {
    const [table = '', column] = name.split('.');
    const own = references.filter((one) => one.startsWith(`${table}.`));
    const condition = REMOVED.includes(name)
      ? `"${column}" = $1`
      : (ROWS[table] ?? own.map((one) => `"${one.split('.')[1]}" = $1`).join(' or '));
    const rows = await world.sql(
      `select "${column}"::text as value from "${table}" where (${condition}) and "${column}"::text not in ('', '{}')
       except select "${column}"::text from "${table}" where not coalesce(${condition}, false)`,
      [uid],
    );
    values.set(
      name,
      rows.map(({ value }) => String(value)),
    );
  }
  return values;
}
