import type { ShardKey } from './shard-key.ts';

/** Rows that belong to no member, small tables, and values that must be unique across the site. */
export const SITE_SHARD_KEYS: Record<string, ShardKey> = {
  username_claim: {
    state: 'local',
    why: 'a name must be unique across the site; a member claims one rarely',
  },
  idempotent_reply: {
    state: 'local',
    why: 'one day of replies; on another node, every write would need a two-phase commit',
  },
  site_setting: {
    state: 'local',
    why: 'a few switches',
  },
  staff_action: {
    state: 'local',
    why: 'one row per action of the staff',
  },
  energy_batch: {
    state: 'local',
    why: 'adjustments by the owner',
  },
  integrity_run: {
    state: 'local',
    why: 'one row per night',
  },
  integrity_repair: {
    state: 'local',
    why: 'rare',
  },
  schema_migration: {
    state: 'local',
    why: 'one row per migration',
  },
};
