import type { ShardKey } from './shard-key.ts';

/** What belongs to nobody, is small, or must be in one place to be unique. */
export const SITE_SHARD_KEYS: Record<string, ShardKey> = {
  username_claim: {
    state: 'whole',
    why: 'two people who want one name must meet in one place; a name is claimed once in a member’s life',
  },
  idempotent_reply: {
    state: 'whole',
    why: 'a day’s answers and no more; on another machine, every write would have to be committed on two',
  },
  site_setting: { state: 'whole', why: 'a handful of switches' },
  staff_action: { state: 'whole', why: 'as many rows as the staff has worked' },
  energy_batch: { state: 'whole', why: 'adjustments by the owner' },
  integrity_run: { state: 'whole', why: 'one row a night' },
  integrity_repair: { state: 'whole', why: 'rows that should not have to be there' },
  schema_migration: { state: 'whole', why: 'one row for each migration' },
};
