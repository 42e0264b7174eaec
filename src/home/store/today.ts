import { type RawBuilder, sql } from 'kysely';
import { type Params, prepareQuery } from '../../platform/db/prepared.ts';
import type { CardRow } from '../../users/schema.ts';
import { cardSql } from '../../users/store/shared.ts';

type SuggestedRow = CardRow & {
  signature: string;
  signature_lang: string | null;
  follows_me: boolean;
};
type Suggestion = { uids: number[]; limit: number };

/**
 * Those of the uids, in this order, who can be followed; for a member, without those whom `own` names. Whether they follow the
 * member is only asked of the few who are shown.
 */
function suggestedSql(
  { uids, limit }: Params<Suggestion>,
  member?: RawBuilder<number>,
): RawBuilder<SuggestedRow> {
  return sql`
    select ${cardSql('card')}, card.signature, card.signature_lang, card.version::text as user_version,
           ${member ? sql`follows(card.uid, ${member})` : sql`false`} as follows_me
      from unnest(${uids}::bigint[]) with ordinality as candidate(uid, position)
      join member_card card on card.uid = candidate.uid and card.state = 'active'
      ${member ? sql`where card.uid <> ${member} and card.uid <> all(own.followed)` : sql``}
     order by candidate.position limit ${limit}`;
}

export const listSuggested = prepareQuery((_db, suggestion: Params<Suggestion>) =>
  suggestedSql(suggestion),
);

type TodayRow = { checked_in: string[]; energize_exp: number; is_following: boolean };
type PersonRow = { [Column in keyof SuggestedRow]: SuggestedRow[Column] | null } & TodayRow;
type TodayKey = { member: number; day: string; first_day: string };

// `own` reads one shard, `select 1` because Citus cannot plan a subquery without columns.
const todayQuery = prepareQuery(
  (_db, { member, day, first_day, ...suggestion }: Params<TodayKey & Suggestion>) => sql<PersonRow>`
    with own as materialized (
      select checkins.days, energized.exp, followed.uids as followed, anybody.is_followed
        from (select coalesce(array_agg(user_checkin.day::text), '{}') as days from user_checkin
               where uid = ${member}
                 and user_checkin.day between ${first_day}::date and ${day}::date) as checkins
       cross join (select coalesce(sum(exp), 0)::int as exp from daily_exp
                    where uid = ${member} and daily_exp.day = ${day}::date) as energized
       -- As a condition, \`following\` would make the planner read the index of the whole list.
       cross join (select coalesce(array_agg(followed_uid) filter (where following), '{}') as uids from user_follow
                    where follower_uid = ${member} and followed_uid = any(${suggestion.uids}::bigint[])) as followed
       cross join (select count(*) > 0 as is_followed from (
                     select 1 from user_follow where follower_uid = ${member} and following limit 1) as one) as anybody
    )
    select own.days as checked_in, own.exp as energize_exp,
           own.is_followed or exists (select from tag_follow where uid = ${member}) as is_following, person.*
      from own left join lateral (${suggestedSql(suggestion, member)}) as person on true`,
);

/** Everything that the page shows to this member only, in one statement. */
export async function findToday(...[db, key]: Parameters<typeof todayQuery>) {
  const rows = await todayQuery(db, key);
  const people = rows.filter((row): row is SuggestedRow & TodayRow => row.uid !== null);
  return { today: rows[0], people };
}
