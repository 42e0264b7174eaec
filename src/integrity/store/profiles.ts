import { sql } from 'kysely';
import { type Audit, compare, inspect } from './check.ts';

/** Whose energy or name it is nobody but a person can say: these are only reported. */
export const RENAMES: Audit = {
  checks: [
    compare({
      name: 'renames',
      invariant: 'I11',
      title:
        'the escrow of a rename is given back where it was not accepted, burnt where it was, once',
      key: ['id'],
      subject: sql`'profile change ' || id`,
      figures: ['escrowed', 'refunded', 'burnt'],
      stored: () => sql`
        select split_part(cause, ':', 2) as id,
               sum(amount) filter (where reason = 'rename') as escrowed,
               sum(amount) filter (where reason = 'rename_refund') as refunded,
               sum(amount) filter (where reason = 'rename_burn') as burnt
          from energy_transfer where reason in ('rename', 'rename_refund', 'rename_burn')
         group by split_part(cause, ':', 2)`,
      actual: () => sql`
        select id::text as id, escrow as escrowed,
               case when state in ('refused', 'withdrawn') then escrow else 0 end as refunded,
               case when state = 'accepted' then escrow else 0 end as burnt
          from profile_change where escrow > 0`,
      absent: 'means zero',
    }),
    compare({
      name: 'names',
      invariant: 'D39',
      title: 'every name in use is held by whom it belongs to, and no other is held',
      key: ['username_key'],
      subject: sql`'name ' || username_key`,
      figures: ['holder'],
      // Who waits for another name holds that one too, which the next check looks at.
      stored: () => sql`
        select claim.username_key, claim.uid as holder
          from username_claim as claim
          left join users on users.uid = claim.uid and users.username_key = claim.username_key
          left join profile_change as change
            on change.uid = claim.uid and change.state = 'pending' and change.username is not null
         where users.uid is not null or change.id is null`,
      actual: () => sql`
        select username_key, uid as holder from users where username_key is not null`,
      absent: 'means zero',
    }),
    inspect({
      name: 'wanted names',
      invariant: 'D39',
      title: 'a name that waits for review is held for whoever waits',
      key: ['id'],
      subject: sql`'profile change ' || id`,
      figures: ['held'],
      // Another spelling of the own name is held already.
      rows: () => sql`
        select change.id, count(claim.uid) as held,
               (lower(normalize(change.username, nfkc))
                 is distinct from lower(normalize(users.username, nfkc)))::int as right_held
          from profile_change as change
          join users on users.uid = change.uid
          left join username_claim as claim
            on claim.uid = change.uid and claim.username_key is distinct from users.username_key
         where change.state = 'pending' and change.username is not null
         group by change.id, users.uid`,
    }),
  ],
};
