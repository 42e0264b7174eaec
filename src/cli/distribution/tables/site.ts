import type { ShardKey } from './shard-key.ts';

/** Tables of the site as a whole: small, or unique over all members. */
export const SITE_SHARD_KEYS: Record<string, ShardKey> = {
  username_claim: {
    state: 'local',
    why: 'names are unique over all members, and seldom claimed',
  },
  sign_in_attempt: { state: 'local', why: 'sign-ins on their way, for half an hour at most' },
  idempotent_reply: {
    state: 'local',
    why: 'one day of responses; on another machine every write would commit on two',
  },
  read_salt: { state: 'local', why: 'one row, replaced every day' },
  tag: {
    state: 'local',
    why: 'names are unique over all posts; copied to every machine to show them',
  },
  tag_edition: { state: 'local', why: 'one row' },
  tag_recheck: { state: 'local', why: 'normally empty' },
  site_setting: { state: 'local', why: 'a few switches' },
  staff_action: { state: 'local', why: 'grows with the staff’s work only' },
  energy_batch: { state: 'local', why: 'adjustments by the owner' },
  integrity_run: { state: 'local', why: 'one row a night' },
  integrity_repair: { state: 'local', why: 'normally empty' },
  site_text: { state: 'local', why: 'a few texts of the owner' },
  site_icon: { state: 'local', why: 'the sizes of one logo' },
  mail: {
    state: 'local',
    why: 'beside the queue that sends it, in one transaction with its job; rows live 90 days',
  },
  mail_event: { state: 'local', why: 'beside the mails that it reports about' },
  mail_address_state: { state: 'local', why: 'only addresses that refused mail' },
  used_challenge: { state: 'local', why: 'lives ten minutes' },
  digest_pace: { state: 'local', why: 'one row' },
  process_heartbeat: { state: 'local', why: 'one row per process' },
  backup_record: { state: 'local', why: 'one row per program that backs up' },
  language_backfill: { state: 'local', why: 'a few rows, for as long as it runs' },
  schema_migration: { state: 'local', why: 'one row per migration' },
  search_name: { state: 'local', why: 'one short row per name' },
  search_key: { state: 'local', why: 'three short rows per name' },
  search_name_change: { state: 'local', why: 'emptied every second' },
  search_word: { state: 'local', why: 'the words of titles, each once' },
  related_backfill: { state: 'local', why: 'one row, for as long as it runs' },
  search_backfill: { state: 'local', why: 'three rows, for as long as it runs' },
};
