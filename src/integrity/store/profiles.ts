import { sql } from 'kysely';
import { type CheckGroup, createComparison, createInspection } from './check.ts';

/** Reported only: a program cannot know whose energy or name it is. */
export const RENAMES: CheckGroup = {
  checks: [
    createComparison({
      name: 'renames',
      invariant: 'I11',
      title:
        'the escrow of a rename is given back where it was not accepted, burnt where it was, once',
      key: ['id'],
      subject: sql`'profile change ' || id`,
      values: ['escrowed', 'refunded', 'burnt'],
      stored: () => sql`
        select split_part(cause, ':', 2) as id,
               sum(amount) filter (where reason = 'rename') as escrowed,
               sum(case when reason = 'rename_refund' then amount
                        when reason = 'rename_undo' and from_account > 0 then -amount else 0 end) as refunded,
               sum(case when reason = 'rename_burn' then amount
                        when reason = 'rename_undo' and from_account < 0 then -amount else 0 end) as burnt
          from energy_transfer where reason in ('rename', 'rename_refund', 'rename_burn', 'rename_undo')
         group by split_part(cause, ':', 2)`,
      actual: () => sql`
        select id::text as id, escrow as escrowed,
               case when state in ('refused', 'withdrawn') then escrow else 0 end as refunded,
               case when state = 'accepted' then escrow else 0 end as burnt
          from profile_change where escrow > 0`,
      absent: 'means zero',
    }),
    createComparison({
      name: 'names',
      invariant: 'D39',
      title: 'every name in use is claimed by its owner, and no other name is claimed',
      key: ['username_key'],
      subject: sql`'name ' || username_key`,
      values: ['owner'],
      // Without the claims for pending changes, which the next check covers.
      stored: () => sql`
        select claim.username_key, claim.uid as owner
          from username_claim as claim
          left join users on users.uid = claim.uid and users.username_key = claim.username_key
          left join profile_change as change
            on change.uid = claim.uid and change.state = 'pending' and change.username is not null
         where users.uid is not null or change.id is null`,
      actual: () => sql`
        select username_key, uid as owner from users where username_key is not null`,
      absent: 'means zero',
    }),
    createInspection({
      name: 'requested names',
      invariant: 'D39',
      title: 'a name that waits for review is claimed for the member who requested it',
      key: ['id'],
      subject: sql`'profile change ' || id`,
      values: ['claims'],
      // Another spelling of the current name needs no second claim.
      rows: () => sql`
        select change.id, count(claim.uid) as claims,
               (lower(normalize(change.username, nfkc))
                 is distinct from lower(normalize(users.username, nfkc)))::int as right_claims
          from profile_change as change
          join users on users.uid = change.uid
          left join username_claim as claim
            on claim.uid = change.uid and claim.username_key is distinct from users.username_key
         where change.state = 'pending' and change.username is not null
         group by change.uid, change.id, users.uid`,
    }),
  ],
};
