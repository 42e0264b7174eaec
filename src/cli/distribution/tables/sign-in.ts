import type { ShardKey } from './shard-key.ts';

/** What a member logs in with, and what that sends; distributed by uid. */
export const SIGN_IN_SHARD_KEYS: Record<string, ShardKey> = {
  api_token: {
    state: 'later',
    key: 'uid',
    why: 'read with its member on every request of a program',
    before: 'the hash moves to a claim table, or the token carries the uid',
  },
  session: {
    state: 'later',
    key: 'uid',
    why: 'read with its member on every request',
    before: 'the token carries the uid; primary key (uid, id)',
  },
  push_subscription: {
    state: 'later',
    key: 'uid',
    why: 'next to the notifications that it shows',
    before: 'the endpoint moves to a claim table; the session is referred to with its uid',
  },
  push_message: {
    state: 'later',
    key: 'uid',
    why: 'next to its subscription',
    before: 'a column for the uid, in the key too; messages are claimed shard by shard',
  },
  restore_token: {
    state: 'later',
    key: 'uid',
    why: 'next to its member',
    before: 'the token carries the uid',
  },
  mail_token: {
    state: 'later',
    key: 'uid',
    why: 'next to its member',
    before: 'the token carries the uid',
  },
  email_change: {
    state: 'later',
    key: 'uid',
    why: 'next to its member',
    before: 'primary key (uid, id); a reserved address becomes a row of a table by address',
  },
  identity: {
    state: 'later',
    key: 'uid',
    why: 'read with its member',
    before: 'a claim table for the unique issuer and subject, as `username_claim` for names',
  },
  passkey: {
    state: 'later',
    key: 'uid',
    why: 'read by its member, and by its credential at log-in',
    before: 'the log-in looks up the member of a credential in a reference table',
  },
  second_factor: {
    state: 'later',
    key: 'uid',
    why: 'next to its member',
    before: 'the trigger that marks the member runs on the same machine',
  },
  recovery_code: {
    state: 'later',
    key: 'uid',
    why: 'next to its member',
    before: 'nothing',
  },
  security_event: {
    state: 'later',
    key: 'uid',
    why: 'read by its member',
    before: 'primary key (uid, id)',
  },
};
