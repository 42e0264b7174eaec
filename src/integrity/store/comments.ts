import { sql } from 'kysely';
import { type Audit, compare, type Only, ownedBy } from './check.ts';

/** D27 */
function actualReplies(only: Only) {
  return sql`
    select root_id as id, count(*) as reply_count from comment
     where root_id is not null and deleted_at is null and ${only('root_id')} group by root_id`;
}

export const REPLIES: Audit = {
  checks: [
    compare({
      name: 'reply counters',
      invariant: 'I7',
      title: 'the replies of every comment equal their rows',
      key: ['id'],
      owner: ['id'],
      subject: sql`'comment ' || id`,
      figures: ['reply_count'],
      stored: (only) =>
        sql`select id, reply_count from comment where root_id is null and ${only('id')}`,
      actual: actualReplies,
      absent: 'differs',
    }),
  ],
  repair: {
    lock: async (trx, [id = 0]) => {
      await sql`select from comment where id = ${id} for no key update`.execute(trx);
    },
    rewrite: async (trx, owner) => {
      const [id = 0] = owner;
      await sql`
        update comment
           set reply_count = coalesce((select reply_count from (${actualReplies(ownedBy(owner))}) as actual), 0)
         where id = ${id}`.execute(trx);
    },
  },
};
