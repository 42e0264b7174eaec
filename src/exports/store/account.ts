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

/** Not the hash either: nothing of the token itself. */
/** Without what lets others show notifications in the browser. */
export const listPushSubscriptions = readOwnRows('push_subscription', { owner: 'uid', key: 'id' }, [
  'groups',
  'created_at',
]);

export const listApiTokens = readOwnRows('api_token', { owner: 'uid', key: 'id' }, [
  'id',
  'name',
  'scopes',
  'created_at',
  'expires_at',
  'last_used_at',
]);

/** Which versions of the terms, and when. */
export const listAcceptances = readInBatches(
  0,
  (db, uid: number, { after, limit }) =>
    db
      .selectFrom('page_acceptance')
      .innerJoin('page_version', 'page_version.id', 'page_acceptance.version_id')
      .select(['page_version.id', 'page_version.page', 'page_version.version'])
      .select('page_acceptance.accepted_at')
      .where('page_acceptance.uid', '=', uid)
      .where('page_version.id', '>', after)
      .orderBy('page_version.id')
      .limit(limit)
      .execute(),
  ({ id }) => id,
);

/** Not the hash of the token either. */
export const listInvitations = readOwnRows('invitation', { owner: 'uid', key: 'id' }, [
  'id',
  'uses_max',
  'uses',
  'note',
  'sent_to',
  'created_at',
  'expires_at',
  'revoked_at',
]);

/** One row at most: the invitation that the member joined through. */
export const listUsedInvitation = readOwnRows('invitation_use', { owner: 'uid', key: 'id' }, [
  'id',
  'invitation_id',
  'joined_at',
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
