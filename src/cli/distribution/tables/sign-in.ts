import type { ShardKey } from './shard-key.ts';

/** What a member logs in with, and what that sends; distributed by uid. */
export const SIGN_IN_SHARD_KEYS: Record<string, ShardKey> = {
  api_token: {
    state: 'later',
    key: 'uid',
    why: 'read with its member on every request of a program; the token carries the uid',
    before: 'the requests of many members share a read, which asks each machine for its own',
  },
  session: {
    state: 'later',
    key: 'uid',
    why: 'read with its member on every request; the token carries the uid',
    before:
      'the requests of many members share a read, which asks each machine for its own; a new password ends the others by a trigger of `users`, on the same machine',
  },
  push_subscription: {
    state: 'later',
    key: 'uid',
    why: 'next to the notifications that it shows',
    before: 'the endpoint, unique on the whole site, moves to a claim table',
  },
  push_message: {
    state: 'later',
    key: 'uid',
    why: 'next to its subscription',
    before:
      'written by a trigger of the notification, on its machine; messages are claimed shard by shard',
  },
  restore_token: {
    state: 'later',
    key: 'uid',
    why: 'next to its member; the token carries the uid',
    before: 'deleted with a new password by a trigger of `users`, on the same machine',
  },
  mail_token: {
    state: 'later',
    key: 'uid',
    why: 'next to its member; the token carries the uid',
    before: 'deleted with a new password or address by a trigger of `users`, on the same machine',
  },
  email_change: {
    state: 'later',
    key: 'uid',
    why: 'next to its member',
    before: 'a reserved address becomes a row of a table by address',
  },
  identity: {
    state: 'later',
    key: 'uid',
    why: 'read with its member',
    before:
      'a claim table for the unique issuer and subject, as `username_claim` for names: a log-in knows no uid',
  },
  passkey: {
    state: 'later',
    key: 'uid',
    why: 'read by its member, and by its credential at log-in',
    before:
      'the unique credential becomes a row of a reference table: a log-in knows no uid, and reads it there',
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
  },
  security_event: {
    state: 'later',
    key: 'uid',
    why: 'read by its member',
  },
};
