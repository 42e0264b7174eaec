import type { ShardKey } from './shard-key.ts';

/** Tables of the site as a whole: small, or unique over all members. */
export const SITE_SHARD_KEYS: Record<string, ShardKey> = {
  username_claim: {
    state: 'whole',
    why: 'names are unique over all members, and seldom claimed',
  },
  idempotent_reply: {
    state: 'whole',
    why: 'one day of responses; on another machine every write would commit on two',
  },
  site_setting: { state: 'whole', why: 'a few switches' },
  staff_action: { state: 'whole', why: 'grows with the staff’s work only' },
  energy_batch: { state: 'whole', why: 'adjustments by the owner' },
  integrity_run: { state: 'whole', why: 'one row a night' },
  integrity_repair: { state: 'whole', why: 'normally empty' },
  schema_migration: { state: 'whole', why: 'one row per migration' },
};
