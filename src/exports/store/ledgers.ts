import { selectAllEntries } from '../../energy/store/shared.ts';
import { readInBatches, readOwnRows } from './batches.ts';

/** Without the other side of the transfer: that is another member's account. */
export const listEnergy = readInBatches(
  0,
  (db, uid: number, { after, limit }) =>
    db
      .selectFrom(
        db
          .selectFrom(selectAllEntries(db).as('every'))
          .select(['seq', 'transfer_id', 'delta', 'balance_after', 'created_at'])
          .where('account_id', '=', uid)
          .where('seq', '>', after)
          .orderBy('seq')
          .limit(limit)
          .as('entry'),
      )
      .innerJoin('energy_transfer as transfer', 'transfer.id', 'entry.transfer_id')
      .select([
        'entry.seq',
        'entry.delta',
        'entry.balance_after',
        'transfer.reason',
        'transfer.post_id',
        'transfer.note',
        'entry.created_at',
      ])
      .orderBy('entry.seq')
      .execute(),
  (row) => row.seq,
);

export const listEnergized = readOwnRows('post_energize', { owner: 'uid', key: 'id' }, [
  'id',
  'post_id',
  'amount',
  'created_at',
]);

export const listExp = readOwnRows('exp_entry', { owner: 'uid', key: 'id' }, [
  'id',
  'delta',
  'exp_after',
  'reason',
  'created_at',
]);

export const listCheckIns = readOwnRows(
  'user_checkin',
  { owner: 'uid', key: 'day', start: '0001-01-01' },
  ['day', 'created_at'],
);

export const listTasks = readOwnRows('user_task', { owner: 'uid', key: 'task', start: '' }, [
  'task',
  'created_at',
]);
