import type { ShardKey } from './shard-key.ts';

/** What a member logs in with, and what that sends; distributed by uid. */
export const SIGN_IN_SHARD_KEYS: Record<string, ShardKey> = {
  api_token: {
    state: 'local',
    why: 'read with its member on every request of a program; the token carries the uid',
  },
  session: {
    state: 'local',
    why: 'read with its member on every request; the token carries the uid',
  },
  push_subscription: {
    state: 'local',
    why: 'next to the notifications that it shows',
  },
  push_message: {
    state: 'local',
    why: 'next to its subscription',
  },
  restore_token: {
    state: 'local',
    why: 'next to its member; the token carries the uid',
  },
  mail_token: {
    state: 'local',
    why: 'next to its member; the token carries the uid',
  },
  email_change: {
    state: 'local',
    why: 'next to its member',
  },
  identity: {
    state: 'local',
    why: 'read with its member',
  },
  passkey: {
    state: 'local',
    why: 'read by its member, and by its credential at log-in',
  },
  second_factor: {
    state: 'local',
    why: 'next to its member',
  },
  recovery_code: {
    state: 'local',
    why: 'next to its member',
  },
  security_event: {
    state: 'local',
    why: 'read by its member',
  },
};
