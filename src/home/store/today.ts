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

/** Those of the uids, in this order, who can be followed and whom the member does not follow yet. */
function suggestedSql(
  { uids, limit }: Params<Suggestion>,
  member?: RawBuilder<number>,
): RawBuilder<SuggestedRow> {
  const ofMember =
    member &&
    sql`left join user_follow mine on mine.follower_uid = ${member} and mine.followed_uid = card.uid
        left join user_follow back on back.follower_uid = card.uid and back.followed_uid = ${member}
       where card.uid <> ${member} and mine.following is not true`;
  return sql`
    select ${cardSql('card')}, card.signature, card.signature_lang, card.version::text as user_version,
           ${member ? sql`coalesce(back.following, false)` : sql`false`} as follows_me
      from unnest(${uids}::bigint[]) with ordinality as candidate(uid, position)
      join member_card card on card.uid = candidate.uid and card.state = 'active'
      ${ofMember ?? sql``}
     order by candidate.position limit ${limit}`;
}

export const listSuggested = prepareQuery((_db, suggestion: Params<Suggestion>) =>
  suggestedSql(suggestion),
);

type TodayRow = { checked_in: string[]; energize_exp: number; is_following: boolean };
type PersonRow = { [Column in keyof SuggestedRow]: SuggestedRow[Column] | null } & TodayRow;
type TodayKey = { member: number; day: string; first_day: string };

// `select 1`: where a table is distributed, Citus cannot plan a subquery without columns.
const todayQuery = prepareQuery(
  (_db, { member, day, first_day, ...suggestion }: Params<TodayKey & Suggestion>) => sql<PersonRow>`
    select today.*, person.*
      from (select array(select user_checkin.day::text from user_checkin
                          where uid = ${member}
                            and user_checkin.day between ${first_day}::date and ${day}::date) as checked_in,
                   coalesce((select exp from daily_exp
                              where uid = ${member} and daily_exp.day = ${day}::date), 0) as energize_exp,
                   exists (select 1 from user_follow where follower_uid = ${member} and following)
                     or exists (select 1 from tag_follow where uid = ${member}) as is_following
           ) as today
      left join lateral (${suggestedSql(suggestion, member)}) as person on true`,
);

/** Everything that the page shows to this member only, in one statement. */
export async function findToday(...[db, key]: Parameters<typeof todayQuery>) {
  const rows = await todayQuery(db, key);
  const people = rows.filter((row): row is SuggestedRow & TodayRow => row.uid !== null);
  return { today: rows[0], people };
}
