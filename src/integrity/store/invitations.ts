import { sql } from 'kysely';
import { type CheckGroup, createComparison } from './check.ts';

export const INVITATION_USES: CheckGroup = {
  checks: [
    createComparison({
      name: 'invitation uses',
      invariant: '0059',
      title: 'the uses of every invitation equal those who joined through it',
      key: ['id'],
      owner: ['id'],
      subject: sql`'invitation ' || id`,
      values: ['uses'],
      stored: (only) => sql`select id, uses from invitation where ${only('id')}`,
      actual: (only) => sql`
        select invitation_id as id, count(*) as uses from invitation_use
         where ${only('invitation_id')} group by invitation_id`,
      absent: 'differs',
    }),
  ],
  repair: {
    lock: async (trx, [id = 0]) => {
      await sql`select from invitation where id = ${id} for no key update`.execute(trx);
    },
    rewrite: async (trx, [id = 0]) => {
      await sql`
        update invitation
           set uses = (select count(*) from invitation_use where invitation_id = ${id})
         where id = ${id}`.execute(trx);
    },
  },
};
