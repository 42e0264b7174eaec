import { inBatches, ownRows } from './batches.ts';

/** Without what its tokens are made from. The id is for going on; it is not handed out. */
export const listDevices = inBatches(
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

export const listSecurityEvents = ownRows('security_event', { owner: 'uid', key: 'id' }, [
  'id',
  'kind',
  'created_at',
]);

/** Who decided is the staff's matter; what they said is the member's. */
export const listProfileChanges = ownRows('profile_change', { owner: 'uid', key: 'id' }, [
  'id',
  'username',
  'signature',
  'state',
  'escrow as energy_set_aside',
  'reason',
  'created_at',
  'decided_at',
]);

/** Others appear by their uid; what they said is theirs. */
export const listMessages = ownRows('notification', { owner: 'uid', key: 'id' }, [
  'id',
  'kind',
  'actor_uid',
  'related_id as post_id',
  'payload',
  'created_at',
  'read_at',
]);

export const listUploads = ownRows('upload', { owner: 'uid', key: 'id' }, [
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
