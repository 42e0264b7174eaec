import type { ShardKey } from './shard-key.ts';

/** Tables of the site as a whole: small, or unique over all members. */
export const SITE_SHARD_KEYS: Record<string, ShardKey> = {
  username_claim: {
    state: 'local',
    why: 'names are unique over all members, and seldom claimed',
  },
  idempotent_reply: {
    state: 'local',
    why: 'one day of responses; on another machine every write would commit on two',
  },
  site_setting: { state: 'local', why: 'a few switches' },
  staff_action: { state: 'local', why: 'grows with the staff’s work only' },
  energy_batch: { state: 'local', why: 'adjustments by the owner' },
  integrity_run: { state: 'local', why: 'one row a night' },
  integrity_repair: { state: 'local', why: 'normally empty' },
  process_heartbeat: { state: 'local', why: 'one row per process' },
  backup_record: { state: 'local', why: 'one row per program that backs up' },
  language_backfill: { state: 'local', why: 'a few rows, for as long as it runs' },
  schema_migration: { state: 'local', why: 'one row per migration' },
};
