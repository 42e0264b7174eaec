import { readInBatches, readOwnRows } from './batches.ts';

/** Without the columns that tokens derive from. The id is only the cursor and is not exported. */
export const listDevices = readInBatches(
  [new Date(0), ''] as [Date, string],
  (db, uid: number, { after, limit }) =>
    db
      .selectFrom('session')
      .select([
        'id',
        'transport',
        'ip',
        'user_agent',
        'remark',
        'created_at',
        'last_used_at',
        'ended_at',
        'end_reason',
      ])
      .where('uid', '=', uid)
      .where(({ eb, refTuple, tuple }) =>
        eb(refTuple('created_at', 'id'), '>', tuple(after[0], after[1])),
      )
      .orderBy('created_at')
      .orderBy('id')
      .limit(limit)
      .execute(),
  (row): [Date, string] => [row.created_at, row.id],
);

export const listConnectedAccounts = readOwnRows('identity', { owner: 'uid', key: 'id' }, [
  'id',
  'provider',
  'issuer',
  'subject',
  'label',
  'created_at',
  'last_used_at',
]);

export const listSecurityEvents = readOwnRows('security_event', { owner: 'uid', key: 'id' }, [
  'id',
  'kind',
  'created_at',
]);

/** Those that are pending or can be undone; older ones are deleted. Without what the link derives from. */
export const listEmailChanges = readOwnRows('email_change', { owner: 'uid', key: 'id' }, [
  'id',
  'old_email',
  'new_email',
  'requested_at',
  'confirmed_at',
  'undo_expires_at',
]);

/** Without the keys themselves. */
export const listPasskeys = readOwnRows('passkey', { owner: 'uid', key: 'id' }, [
  'id',
  'name',
  'backed_up',
  'created_at',
  'last_used_at',
]);

/** Without what the template showed, which is removed once a mail is sent. */
export const listMails = readOwnRows('mail', { owner: 'uid', key: 'id' }, [
  'id',
  'kind',
  'address',
  'state',
  'created_at',
  'sent_at',
]);

/** With the reason of the decision, without the staff member who decided. */
export const listProfileChanges = readOwnRows('profile_change', { owner: 'uid', key: 'id' }, [
  'id',
  'username',
  'signature',
  'state',
  'escrow as energy_set_aside',
  'reason',
  'created_at',
  'decided_at',
]);

/** Other members appear by uid; their texts are not exported. */
export const listMessages = readOwnRows('notification', { owner: 'uid', key: 'id' }, [
  'id',
  'kind',
  'actor_uid',
  'related_id as post_id',
  'payload',
  'created_at',
  'read_at',
]);

export const listUploads = readOwnRows('upload', { owner: 'uid', key: 'id' }, [
  'id',
  'purpose',
  'key',
  'content_type',
  'bytes',
  'width',
  'height',
  'created_at',
  'removed_at',
]);
